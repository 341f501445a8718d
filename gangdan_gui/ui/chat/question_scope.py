"""The chips above the question: which sources will be searched. Each can be taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from gangdan_gui.ui.chat.chip_line import CROSS, ChipLine
from gangdan_gui.ui.plain_tip import plain_tip

_LONGEST = 24


@dataclass(frozen=True, slots=True)
class ScopeEntry:
    """A source that will be searched, or what a filter takes of all of them; `source` is its id."""

    source: str
    title: str
    is_filter: bool = False


class QuestionScope(ChipLine):
    """A chip for each."""

    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._entries: tuple[ScopeEntry, ...] = ()

    def set_entries(self, entries: Sequence[ScopeEntry]) -> None:
        """Show these sources."""
        if tuple(entries) == self._entries:
            return
        self._entries = tuple(entries)
        self._show_chips([one.title for one in self._entries], [self._entry_chip(one) for one in self._entries])

    def _entry_chip(self, entry: ScopeEntry) -> QPushButton:
        title = entry.title if len(entry.title) <= _LONGEST else f"{entry.title[: _LONGEST - 1]}…"
        chip = self._chip(f"{title}  {CROSS}")
        chip.clicked.connect(lambda: self.removed.emit(entry.source))
        return chip

    def _retranslate(self) -> None:
        for chip, entry in zip(self._chips, self._entries, strict=True):
            tip, name = self._words(entry)
            chip.setToolTip(plain_tip(tip.format(title=entry.title)))
            chip.setAccessibleName(name.format(title=entry.title))
        self.setAccessibleName(self.tr("Sources to search"))
        self._fit()

    def _words(self, entry: ScopeEntry) -> tuple[str, str]:
        if entry.is_filter:
            return self.tr("Search without “{title}”"), self.tr("Filter: {title}. Press to take it away.")
        return self.tr("Do not search “{title}”"), self.tr("Searched: {title}. Press to leave it out.")
