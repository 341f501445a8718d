"""A label that shows a text as it is: titles, paths and errors are other people's words and may look like HTML."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

LONGEST = 600
# A label is never narrower than its longest word; a file's name may be one of 255 letters.
_LONG_WORD = re.compile(r"[^\s/\\\-\u2e80-\uffef]{40}")
_MAY_BREAK = "\u200b"


class PlainLabel(QLabel):
    """Qt's own label takes a text with tags for HTML and loads its images. The window has no other labels.

    What is too long is cut, and one that wraps may break long words.
    """

    def __init__(self, text: str = "", *, role: str = "", wrap: bool = False, centred: bool = False) -> None:
        super().__init__(textFormat=Qt.TextFormat.PlainText, wordWrap=wrap)
        self.setText(text)
        if role:
            self.setProperty("role", role)
        if centred:
            self.setAlignment(Qt.AlignmentFlag.AlignHCenter)

    def setText(self, text: str) -> None:
        """Show a text, at most `LONGEST` characters of it."""
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
        super().setText(_LONG_WORD.sub(rf"\g<0>{_MAY_BREAK}", shown) if self.wordWrap() else shown)
