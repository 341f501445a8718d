"""A whole document, rendered, with one passage marked: drawn in slices, so that a long one holds nothing up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QBrush, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from gangdan_gui.ui.ink_queue import InkQueue, Stroke
from gangdan_gui.ui.markdown_ink import MarkdownInk, Written
from gangdan_gui.ui.markdown_parts import Part, PartKind, split_parts
from gangdan_gui.ui.markdown_tokens import definitions, plain_text
from gangdan_gui.ui.reading_view import SafeBrowser
from gangdan_gui.ui.text_positions import units
from gangdan_gui.ui.theme import WIDE, Theme

_COLUMN = 720
_ABOVE = 0.2
_MARK = "\ue000"


class DocumentPage(SafeBrowser):
    """Shows Markdown; `start` and `end` are offsets into it, equal where nothing is to be marked."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._start = self._end = 0
        self._marked: list[Written] = []
        self.queue = InkQueue(self)
        self.queue.drained.connect(self._scroll_soon)
        theme.changed.connect(self._draw)

    @property
    def marked_text(self) -> str:
        """The text that is marked."""
        return "\n".join(self._select(place).selectedText().replace("\u2029", "\n") for place in self._marked)

    def show_markdown(self, text: str, start: int, end: int) -> None:
        """Draw a text and go to its passage as soon as that is there."""
        self._text, self._start, self._end = text, start, end
        self._draw()

    def _draw(self) -> None:
        self.queue.clear()
        self.document().clear()
        self._marked = []
        if self._text:
            ink = MarkdownInk(self.document(), self._theme.tokens)
            ink.references = definitions(self._text)
            self.queue.add(self._strokes(ink))

    def _strokes(self, ink: MarkdownInk) -> Iterator[Stroke]:
        for part in split_parts(self._text):
            yield partial(self._write, ink, part)

    def _write(self, ink: MarkdownInk, part: Part) -> None:
        written = ink.write(part)
        if part.start >= self._end or part.end <= self._start:
            return
        place = Written(
            _position(part, self._start - part.start, written), _position(part, self._end - part.start, written)
        )
        self._marked.append(place)
        marked = QTextCharFormat()
        marked.setBackground(QBrush(self._theme.tokens.color("highlight")))
        self._select(place).mergeCharFormat(marked)
        if len(self._marked) == 1:
            self._scroll_soon()

    def _select(self, place: Written) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(place.start)
        cursor.setPosition(place.end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _scroll_soon(self) -> None:
        QTimer.singleShot(0, self, self._scroll)

    def _scroll(self) -> None:
        """Bring the beginning of the passage near the top, unless it is in view already."""
        if not self._marked:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._marked[0].start)
        place = self.cursorRect(cursor)
        if not 0 <= place.top() <= self.viewport().height() // 2:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + place.top() - round(_ABOVE * self.viewport().height()))

    def resizeEvent(self, resize: QResizeEvent) -> None:
        side = max(WIDE, (self.width() - _COLUMN) // 2)
        if self.viewportMargins().left() != side:
            self.setViewportMargins(side, WIDE, side, WIDE)
        super().resizeEvent(resize)


def _position(part: Part, offset: int, written: Written) -> int:
    """Where an offset into the Markdown of a part stands in the document; near it where markup lies between."""
    if offset <= 0:
        return written.start
    if offset >= len(part.text):
        return written.end
    if part.kind is PartKind.TABLE:
        return written.start if 2 * offset < len(part.text) else written.end
    before = part.text[:offset]
    if part.kind is PartKind.PROSE:
        # With something behind it, what the slice ends with keeps its meaning: a space, a list's mark.
        before = plain_text(before + _MARK).rpartition(_MARK)[0]
    return min(written.start + units(before), written.end)
