"""Rows of any height under each other, to be scrolled: some dozens at most, made anew when what they show changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gangdan_gui.ui import theme as look


class RowList(QScrollArea):
    """It scrolls up and down only: rows wrap their words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        canvas = QWidget()
        canvas.setProperty("role", "canvas")
        self._column = QVBoxLayout(canvas)
        self._column.setContentsMargins(0, look.HAIR, look.GAP, look.HAIR)
        self._column.setSpacing(look.MARGIN)
        self._column.addStretch()
        self._rows: list[QWidget] = []
        self.setWidget(canvas)

    def add(self, row: QWidget) -> None:
        """Put a row below the others."""
        self._column.insertWidget(len(self._rows), row)
        self._rows.append(row)

    def clear(self) -> None:
        """Take all rows away."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows.clear()
