"""The chips above the question: which sources will be searched. Each can be taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.theme import TIGHT

_LONGEST = 24
_CROSS = "×"
# Round ends need at least twice their radius.
_HEIGHT = 22


@dataclass(frozen=True, slots=True)
class ScopeEntry:
    """A source that will be searched, or what a filter takes of all of them; `source` is its id."""

    source: str
    title: str
    is_filter: bool = False


class QuestionScope(QWidget):
    """One line of chips; those that do not fit are counted at its end."""

    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[ScopeEntry, ...] = ()
        self._chips: list[QPushButton] = []
        self.rest = PlainLabel(role="secondary")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(TIGHT)
        self._row.addWidget(self.rest)
        self._row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def chips(self) -> tuple[QPushButton, ...]:
        """The chips, those that do not fit included."""
        return tuple(self._chips)

    def set_entries(self, entries: Sequence[ScopeEntry]) -> None:
        """Show these sources."""
        if tuple(entries) == self._entries:
            return
        self._entries = tuple(entries)
        for chip in self._chips:
            self._row.removeWidget(chip)
            chip.deleteLater()
        self._chips = [self._chip(entry) for entry in self._entries]
        for at, chip in enumerate(self._chips):
            self._row.insertWidget(at, chip)
        self._retranslate()

    def resizeEvent(self, resize: QResizeEvent) -> None:
        super().resizeEvent(resize)
        self._fit()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def _chip(self, entry: ScopeEntry) -> QPushButton:
        title = entry.title if len(entry.title) <= _LONGEST else f"{entry.title[: _LONGEST - 1]}…"
        chip = QPushButton(f"{title.replace('&', '&&')}  {_CROSS}")
        chip.setProperty("kind", "chip")
        chip.setFixedHeight(_HEIGHT)
        chip.clicked.connect(lambda: self.removed.emit(entry.source))
        return chip

    def _fit(self) -> None:
        room = self.width() - self.rest.fontMetrics().horizontalAdvance("+999") - TIGHT
        used = shown = 0
        for chip in self._chips:
            used += chip.sizeHint().width() + TIGHT
            fits = used <= room or (shown == len(self._chips) - 1 and used <= self.width())
            chip.setVisible(fits and shown == self._chips.index(chip))
            shown += chip.isVisibleTo(self)
        hidden = self._entries[shown:]
        self.rest.setText(f"+{len(hidden)}")
        self.rest.setToolTip(plain_tip("\n".join(entry.title for entry in hidden)))
        self.rest.setVisible(bool(hidden))

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
