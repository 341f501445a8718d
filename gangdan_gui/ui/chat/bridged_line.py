"""The line beneath an answer that names the words by which documents of another language were searched."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gangdan_gui.domain.search import Bridged
from gangdan_gui.services.bridged_words import shown_words
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.theme import TIGHT

_CROSS = "×"
# Round ends need at least twice their radius.
_HEIGHT = 22


class BridgedLine(QWidget):
    """Each word can be struck out; those that do not fit are counted at the end."""

    struck = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._languages: tuple[str, ...] = ()
        self._words: tuple[str, ...] = ()
        self._buttons: list[QPushButton] = []
        self.lead = PlainLabel(role="secondary")
        self.rest = PlainLabel(role="secondary")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(TIGHT)
        self._row.addWidget(self.lead)
        self._row.addWidget(self.rest)
        self._row.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return f"{self.lead.text()} {', '.join(self._words)}" if self._words else ""

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        """One a word, those that do not fit included."""
        return tuple(self._buttons)

    def show_words(self, bridged: Iterable[Bridged]) -> None:
        """Show the best word for each of the question's; nothing where there is none."""
        words = shown_words(bridged)
        self._languages, self._words = tuple(words), tuple(word for some in words.values() for word in some)
        for button in self._buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = [self._button(word) for word in self._words]
        for at, button in enumerate(self._buttons, start=1):
            self._row.insertWidget(at, button)
        self.setVisible(bool(self._words))
        self._retranslate()

    def settle(self) -> None:
        """The question was asked again: nothing is to be struck out here any more."""
        self.setEnabled(False)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, resize: QResizeEvent) -> None:
        super().resizeEvent(resize)
        self._fit()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _button(self, word: str) -> QPushButton:
        button = QPushButton(f"{word.replace('&', '&&')} {_CROSS}")
        button.setProperty("kind", "chip")
        button.setFixedHeight(_HEIGHT)
        button.clicked.connect(lambda: self.struck.emit(word))
        return button

    def _fit(self) -> None:
        room = self.width() - self.rest.fontMetrics().horizontalAdvance("+99") - TIGHT
        used = self.lead.sizeHint().width() + TIGHT
        shown = 0
        for at, button in enumerate(self._buttons):
            used += button.sizeHint().width() + TIGHT
            button.setVisible(shown == at and used <= room)
            shown += button.isVisibleTo(self)
        hidden = self._words[shown:]
        self.rest.setText(f"+{len(hidden)}")
        self.rest.setToolTip(plain_tip(", ".join(hidden)))
        self.rest.setVisible(bool(hidden))

    def _retranslate(self) -> None:
        leads = {"en": self.tr("Also searched in English for:"), "zh": self.tr("Also searched in Chinese for:")}
        several = self.tr("Also searched in other languages for:")
        self.lead.setText(leads.get(self._languages[0], several) if len(self._languages) == 1 else several)
        for button, word in zip(self._buttons, self._words, strict=True):
            button.setToolTip(plain_tip(self.tr("Ask again without “{word}”").format(word=word)))
            button.setAccessibleName(self.tr("Searched for: {word}. Press to ask again without it.").format(word=word))
        self.setAccessibleName(self.text)
        self._fit()
