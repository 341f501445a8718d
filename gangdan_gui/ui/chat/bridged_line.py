"""The line beneath an answer that names the words by which documents of another language were searched."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from gangdan_gui.domain.search import Bridged
from gangdan_gui.services.searching.bridged_words import shown_words
from gangdan_gui.ui.chat.chip_line import CROSS, ChipLine
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.plain_tip import plain_tip


class BridgedLine(ChipLine):
    """Each word can be struck out."""

    struck = Signal(str)
    between = ", "

    def __init__(self, parent: QWidget | None = None) -> None:
        lead = PlainLabel(role="secondary")
        super().__init__(lead, parent)
        self.lead = lead
        self._languages: tuple[str, ...] = ()
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return f"{self.lead.text()} {', '.join(self._names)}" if self._names else ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are named."""
        return self._names

    def show_words(self, bridged: Iterable[Bridged]) -> None:
        """Show the best word for each of the question's; nothing where there is none."""
        found = shown_words(bridged)
        self._languages, words = tuple(found), [word for some in found.values() for word in some]
        self._show_chips(words, [self._word_chip(word) for word in words])
        self.setVisible(bool(words))

    def settle(self) -> None:
        """The question was asked again: nothing is to be struck out here any more."""
        self.setEnabled(False)

    def _word_chip(self, word: str) -> QPushButton:
        chip = self._chip(f"{word} {CROSS}")
        chip.clicked.connect(lambda: self.struck.emit(word))
        return chip

    def _retranslate(self) -> None:
        leads = {"en": self.tr("Also searched in English for:"), "zh": self.tr("Also searched in Chinese for:")}
        several = self.tr("Also searched in other languages for:")
        self.lead.setText(leads.get(self._languages[0], several) if len(self._languages) == 1 else several)
        for chip, word in zip(self._chips, self._names, strict=True):
            chip.setToolTip(plain_tip(self.tr("Ask again without “{word}”").format(word=word)))
            chip.setAccessibleName(self.tr("Searched for: {word}. Press to ask again without it.").format(word=word))
        self.setAccessibleName(self.text)
        self._fit()
