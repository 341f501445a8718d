"""Asks what to write to a file: an answer, or all of its conversation."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget


class ExportMenu(QMenu):
    """Show it with `popup()`."""

    answer_chosen = Signal()
    conversation_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = self.addAction(self.tr("This answer…"))
        self.answer.triggered.connect(self.answer_chosen)
        self.conversation = self.addAction(self.tr("Whole conversation…"))
        self.conversation.triggered.connect(self.conversation_chosen)
        # What was chosen is told after the menu has gone.
        self.aboutToHide.connect(self.deleteLater)
