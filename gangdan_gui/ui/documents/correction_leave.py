"""Asks what is to become of a text that was edited and not saved; nothing else waits meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

Act = Callable[[], None]


class CorrectionLeave(QWidget):
    """Asks over its window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.box: QMessageBox | None = None
        self.hide()

    def ask(self, save: Act, discard: Act) -> None:
        """Offer to save, to throw away, or to go on editing; asking twice asks once."""
        if self.box is not None:
            self.box.raise_()
            return
        box = self.box = QMessageBox(
            QMessageBox.Icon.Question,
            "GangDan",
            self.tr("Save what you have changed in the text?"),
            parent=self.window(),
        )
        box.setTextFormat(Qt.TextFormat.PlainText)
        saving = box.addButton(self.tr("Save"), QMessageBox.ButtonRole.AcceptRole)
        throwing = box.addButton(self.tr("Throw away"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(self.tr("Go on editing"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(saving)
        saving.clicked.connect(save)
        throwing.clicked.connect(discard)
        box.finished.connect(self._forget)
        box.open()

    def _forget(self) -> None:
        if self.box is not None:
            self.box.deleteLater()
            self.box = None
