"""What is to be said above a document: that its original has changed, and what the user is editing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, TIGHT


class ConflictBar(QFrame):
    """The original has become another since the user corrected it."""

    compare_requested = Signal()
    mine_chosen = Signal()
    new_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self.setProperty("tone", "warning")
        self.words = PlainLabel(wrap=True)
        self.compare, self.mine, self.new = QPushButton(), QPushButton(), QPushButton()
        for button, signal in (
            (self.compare, self.compare_requested),
            (self.mine, self.mine_chosen),
            (self.new, self.new_chosen),
        ):
            button.setProperty("kind", "link")
            button.clicked.connect(signal)
        _lay(self, self.words, self.compare, self.mine, self.new)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.words.setText(self.tr("The original has changed since you corrected it. Your text still answers."))
        self.compare.setText(self.tr("Compare"))
        self.mine.setText(self.tr("Keep mine"))
        self.new.setText(self.tr("Take the new one"))


class EditBar(QFrame):
    """The text is being edited."""

    save_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self.words = PlainLabel(wrap=True)
        self.save, self.cancel = QPushButton(), QPushButton()
        self.save.setProperty("kind", "primary")
        self.save.clicked.connect(self.save_requested)
        self.cancel.clicked.connect(self.cancel_requested)
        _lay(self, self.words, self.cancel, self.save)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.words.setText(
            self.tr("Your text will answer in the place of the converted one. The original file is not changed.")
        )
        self.save.setText(self.tr("Save"))
        self.cancel.setText(self.tr("Stop editing"))


def _lay(bar: QFrame, words: PlainLabel, *buttons: QPushButton) -> None:
    row = QHBoxLayout(bar)
    row.setContentsMargins(GAP, TIGHT, GAP, TIGHT)
    row.setSpacing(GAP)
    row.addWidget(words, 1)
    for button in buttons:
        row.addWidget(button)
