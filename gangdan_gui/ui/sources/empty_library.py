"""What the left pane shows before there is any source: one sentence, one button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import Theme

_PICTURE = 40


class EmptyLibrary(QWidget):
    """Says what a library is for and how to begin."""

    add_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture = PlainLabel(centred=True)
        self._sentence = PlainLabel(wrap=True, centred=True)
        self._hint = PlainLabel(role="secondary", wrap=True, centred=True)
        self.add_button = QPushButton()
        self.add_button.setProperty("kind", "primary")
        self.add_button.clicked.connect(self.add_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.GAP, look.WIDE, look.GAP, look.WIDE)
        column.setSpacing(look.MARGIN)
        column.addStretch(2)
        column.addWidget(self._picture)
        column.addWidget(self._sentence)
        column.addWidget(self.add_button, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._hint)
        column.addStretch(3)
        theme.changed.connect(self._repaint)
        self._repaint()
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _repaint(self) -> None:
        pixmap = self._theme.icon("folder", "accent").pixmap(QSize(_PICTURE, _PICTURE), self.devicePixelRatioF())
        self._picture.setPixmap(pixmap)
        self.add_button.setIcon(self._theme.icon("add", "on_accent"))

    def _retranslate(self) -> None:
        self._sentence.setText(
            self.tr("Add documents of your own, or some from the catalogue, and ask them questions.")
        )
        self._hint.setText(
            self.tr("Or drop a file, a folder or an address here. Your documents stay on this computer.")
        )
        self.add_button.setText(self.tr("Add source…"))
