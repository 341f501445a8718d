"""Shows what a small screen has no room for: as high as it likes where that fits, else to be scrolled."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

_LEAST_HEIGHT = 120


class Scrolled(QScrollArea):
    """Holds one widget. It scrolls up and down only, so it is never narrower than that."""

    def __init__(self, shown: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # What is in it is reached by itself, and brought into view then.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        shown.setProperty("role", "canvas")
        self.setWidget(shown)

    def sizeHint(self) -> QSize:
        """What the widget would like, which Qt's own answer cuts off at some lines."""
        return self._shown.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Its whole width beside a scroll bar, and some of its height."""
        bar = self.verticalScrollBar().sizeHint().width()
        least = self._shown.minimumSizeHint()
        return QSize(least.width() + bar, min(least.height(), _LEAST_HEIGHT))
