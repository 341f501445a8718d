"""Says what this program is, which version, and where its library stands."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from gangdan_gui import __version__
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel

_WIDTH = 420


class AboutDialog(QDialog):
    """Open it with `open()`."""

    def __init__(self, home: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self._title, self._words = PlainLabel(role="title"), PlainLabel(wrap=True)
        self._place = PlainLabel(role="secondary", wrap=True)
        self._place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE, look.WIDE, look.MARGIN)
        column.setSpacing(look.GAP)
        for widget in (self._title, self._words, self._place, buttons):
            column.addWidget(widget)
        self.setMinimumWidth(_WIDTH)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("About GangDan"))
        self._title.setText(self.tr("GangDan {version}").format(version=__version__))
        self._words.setText(
            self.tr("Your documents become a library that answers with its sources. Everything stays on this computer.")
        )
        self._place.setText(self.tr("Library: {folder}").format(folder=self._home))
