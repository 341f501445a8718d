"""How to get Ollama running on this kind of machine."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, WIDE

DOWNLOAD_ADDRESS = "https://ollama.com/download"
_WIDTH = 460


class OllamaHelp(QDialog):
    """Show it with `open()`. `link_requested` comes with an address, to be opened as any other link."""

    link_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None, platform: str = sys.platform) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH)
        self._platform = platform
        self.what = PlainLabel(wrap=True)
        self.steps = [PlainLabel(wrap=True) for _ in range(3)]
        for step in self.steps:
            step.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.without = PlainLabel(role="secondary", wrap=True)
        self.site_button = QPushButton()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.addButton(self.site_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)
        self.site_button.clicked.connect(self._open_site)
        column = QVBoxLayout(self)
        column.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        column.setSpacing(GAP)
        for widget in (self.what, *self.steps, self.without):
            column.addWidget(widget)
        # Takes what is left over: labels that wrap would share it.
        column.addStretch(1)
        column.addWidget(self.buttons)
        self._retranslate()

    def _open_site(self) -> None:
        # Closed first: the question whether to open the link belongs to the window.
        self.accept()
        self.link_requested.emit(DOWNLOAD_ADDRESS)

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("How to start Ollama"))
        self.what.setText(self.tr("Ollama is a program of its own that runs models on your computer."))
        texts = (
            self.tr("1. If it is not installed yet, get it from ollama.com/download."),
            self._start(),
            self.tr("3. Come back and press “Try again”. A model that is missing can be downloaded here."),
        )
        for step, text in zip(self.steps, texts, strict=True):
            step.setText(text)
        self.without.setText(self.tr("Without Ollama the passages themselves are your answer."))
        self.site_button.setText(self.tr("Open ollama.com…"))

    def _start(self) -> str:
        if self._platform == "win32":
            return self.tr("2. Open “Ollama” from the Start menu. While it runs, its picture stands beside the clock.")
        if self._platform == "darwin":
            return self.tr("2. Open “Ollama” from Applications. While it runs, its picture stands in the menu bar.")
        return self.tr("2. Start it in a terminal: “ollama serve”, or “sudo systemctl start ollama” for the service.")
