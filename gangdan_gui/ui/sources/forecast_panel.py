"""Asks before a build that takes long or has too little room, without standing in the way. It acts on nothing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel

Words = Callable[[], str]


class ForecastPanel(QFrame):
    """Stands in the left pane until it is answered; everything else goes on meanwhile."""

    now_requested = Signal()
    tonight_requested = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self._words: Words = str
        self.words = PlainLabel(wrap=True)
        self.now_button, self.tonight_button, self.cancel_button = (QPushButton() for _ in range(3))
        row = QHBoxLayout()
        row.setSpacing(look.MARGIN)
        for button in (self.now_button, self.tonight_button, self.cancel_button):
            button.setProperty("kind", "link")
            row.addWidget(button)
        row.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(look.GAP, look.TIGHT, look.GAP, look.TIGHT)
        column.setSpacing(look.TIGHT)
        column.addWidget(self.words)
        column.addLayout(row)
        self.now_button.clicked.connect(self.now_requested)
        self.tonight_button.clicked.connect(self.tonight_requested)
        self.cancel_button.clicked.connect(self.cancelled)
        self.hide()
        self._retranslate()

    def ask(self, words: Words, *, warning: bool, tonight: bool) -> None:
        """Ask with these words, which are asked for again in another language; `tonight` offers that, too."""
        self._words = words
        self.setProperty("tone", "warning" if warning else "calm")
        self.style().unpolish(self)
        self.style().polish(self)
        self.tonight_button.setVisible(tonight)
        self._retranslate()
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Ask the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.words.setText(self._words())
        self.setAccessibleName(self.words.text())
        self.now_button.setText(self.tr("Build now"))
        self.tonight_button.setText(self.tr("Tonight"))
        self.tonight_button.setToolTip(self.tr("Build everything at the time that the settings name"))
        self.cancel_button.setText(self.tr("Cancel"))
