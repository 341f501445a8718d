"""A label that shows a text as it is: titles, paths and errors are other people's words and may look like HTML."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


class PlainLabel(QLabel):
    """Qt's own label takes a text with tags for HTML and loads its images. The window has no other labels."""

    def __init__(self, text: str = "", *, role: str = "", wrap: bool = False, centred: bool = False) -> None:
        super().__init__(text, textFormat=Qt.TextFormat.PlainText, wordWrap=wrap)
        if role:
            self.setProperty("role", role)
        if centred:
            self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
