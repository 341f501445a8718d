"""How large a window may begin, so that its buttons are not below the edge of a small screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

# What a window manager puts around a window: its title above all.
_FRAME = QSize(16, 40)


def within_screen(widget: QWidget, wanted: QSize) -> QSize:
    """The size that is wanted, as far as the screen has room for it."""
    return wanted.boundedTo(widget.screen().availableSize() - _FRAME)
