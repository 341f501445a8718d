"""Asks before a link is opened, and shows where it really leads."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.link_gate import safe_address
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, WIDE

_WIDTH = 460
_LINES = 4


class LinkDialog(QDialog):
    """Show it with `open()`: it blocks nothing."""

    def __init__(
        self,
        address: str,
        parent: QWidget | None = None,
        open_address: Callable[[QUrl], bool] = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH)
        self._url = QUrl(address)
        self._open_address = open_address
        self.question = PlainLabel(role="strong", wrap=True)
        # A host name with foreign letters that look like Latin ones shows itself in this form.
        self.address = QPlainTextEdit(self._url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        self.address.setReadOnly(True)
        self.address.setFixedHeight(self.address.fontMetrics().lineSpacing() * _LINES + 2 * GAP)
        self.open_button = QPushButton()
        self.copy_button = QPushButton()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.accepted.connect(self._open)
        self.buttons.rejected.connect(self.reject)
        self.copy_button.clicked.connect(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        column.setSpacing(GAP)
        for widget in (self.question, self.address, self.buttons):
            column.addWidget(widget)
        self._retranslate()
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setFocus()

    def _open(self) -> None:
        if safe_address(self._url.toString(QUrl.ComponentFormattingOption.FullyEncoded)):
            self._open_address(self._url)
        self.accept()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address.toPlainText())

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Open link"))
        host = self._url.host(QUrl.ComponentFormattingOption.FullyEncoded) or self._url.path()
        self.question.setText(self.tr("Open this address of {host} outside GangDan?").format(host=host))
        self.address.setAccessibleName(self.tr("Address"))
        self.open_button.setText(self.tr("Open"))
        self.copy_button.setText(self.tr("Copy address"))
