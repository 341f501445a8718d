"""A line that ends in dots where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from gangdan_gui.ui.plain_label import PlainLabel


class ElidedLabel(PlainLabel):
    """Its `text` stays whole, for a screen reader too."""

    def __init__(self, text: str = "", *, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, role=role)
        self.setParent(parent)

    @property
    def shown(self) -> str:
        """What can be read of it."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def minimumSizeHint(self) -> QSize:
        """As narrow as it must be."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        self.style().drawItemText(
            painter, self.contentsRect(), align, self.palette(), self.isEnabled(), self.shown, self.foregroundRole()
        )
