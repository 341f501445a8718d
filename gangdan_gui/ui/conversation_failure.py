"""A failure told where the answer would stand: what happened, what to do, and a button to try again."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR, MARGIN
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told


class FailureNotice(QFrame):
    """Stays until the question is asked again."""

    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self.setProperty("tone", "warning")
        self.message = _label("strong")
        self.advice = _label("secondary")
        self.retry_button = QPushButton()
        self.retry_button.clicked.connect(self.retry_requested)
        texts = QVBoxLayout()
        texts.setSpacing(HAIR)
        texts.addWidget(self.message)
        texts.addWidget(self.advice)
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, GAP, GAP, GAP)
        row.setSpacing(MARGIN)
        row.addLayout(texts, 1)
        row.addWidget(self.retry_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._retranslate()

    def show_told(self, told: Told) -> None:
        """Show a sentence and its advice."""
        self.message.setText(told.message)
        self.advice.setText(told.advice)
        self.advice.setVisible(bool(told.advice))
        self.setAccessibleName(sentences(told.message, told.advice))
        self.show()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.retry_button.setText(self.tr("Try again"))


def _label(role: str) -> PlainLabel:
    label = PlainLabel(role=role, wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
