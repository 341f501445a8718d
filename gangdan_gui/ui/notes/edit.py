"""Where a note is typed or pasted: as Markdown, whatever it was before, and however long it is."""

from __future__ import annotations

import re

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from gangdan_gui.domain.errors import UnreadableFile

# Laying out more text than this takes longer than a user waits for a key.
LONGEST_SHOWN = 100_000
LONGEST_LINE = 20_000
BEGINNING = 4_000
# Editors of code put their colours into HTML; only what has a form of its own is worth more than its words.
_FORMED = re.compile(r"<(?:h[1-6]|table|ul|ol|pre|blockquote|a\s[^<>]*href)\b", re.IGNORECASE)
# Some put all that was copied between these, which would make it all bold.
_NOT_BOLD = re.compile(r"<b\b[^<>]*font-weight:\s*(?:normal|400)[^<>]*>", re.IGNORECASE)
# Slides break the lines of a paragraph so, and printed pages end so.
_LINE_ENDS = "\x0b\x0c\x85\u2028\u2029"
_LONGEST_HTML = 150_000


class NoteEdit(QPlainTextEdit):
    """A text of any length; of one that is too long to be edited here, the beginning is shown and all is kept.

    `refused` says that what was pasted holds no text.
    """

    changed = Signal()
    refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole: str | None = None
        self.setTabChangesFocus(True)
        self.textChanged.connect(self.changed)

    @property
    def text(self) -> str:
        """All of the text."""
        return self.toPlainText() if self._whole is None else self._whole

    @property
    def held(self) -> int:
        """How many characters there are of a text that is too long to be shown; 0 where all is shown."""
        return 0 if self._whole is None else len(self._whole)

    @property
    def has_words(self) -> bool:
        """Whether there is anything to keep."""
        return any(character.isalnum() for character in self.text)

    def set_text(self, text: str) -> None:
        """Show a text in the place of what is there."""
        self._whole = text if _is_long(text) else None
        self.setReadOnly(self._whole is not None)
        self.setPlainText(text if self._whole is None else f"{text[:BEGINNING]}…")

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Texts only, an address among them: a file that is dropped here is no text but a name."""
        names_files = any(url.isLocalFile() for url in source.urls())
        return not names_files and (source.hasText() or source.hasHtml())

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste or drop as Markdown; a text that is too long stands for itself, after what is there."""
        text = markdown_of(source) if self.canInsertFromMimeData(source) else ""
        if not text.strip():
            self.refused.emit()
            return
        together = len(text) + self.document().characterCount()
        if self._whole is not None or together > LONGEST_SHOWN or _is_long(text):
            self.set_text("\n\n".join(part for part in (self.text.rstrip("\n"), text) if part))
        else:
            self.textCursor().insertText(text)
            self.ensureCursorVisible()


def _is_long(text: str) -> bool:
    """Whether laying out a text would keep a user waiting at each key."""
    return len(text) > LONGEST_SHOWN or any(len(line) > LONGEST_LINE for line in text.split("\n"))


def markdown_of(source: QMimeData) -> str:
    """What was copied, as Markdown where it has headings, lists, tables or links, else as its words."""
    page, words = source.html() if source.hasHtml() else "", source.text()
    for end in _LINE_ENDS:
        words = words.replace(end, "\n")
    if page and (not words.strip() or (len(page) <= _LONGEST_HTML and _FORMED.search(page))):
        # Read when the first such text is pasted: the window shows sooner.
        from gangdan_gui.converting.conversion import convert

        page = _NOT_BOLD.sub("<span>", page)
        try:
            return convert(page.encode("utf-8", "replace"), "clipboard.html", as_format="html").text.strip("\n")
        except UnreadableFile:  # words without a text in them
            pass
    return words
