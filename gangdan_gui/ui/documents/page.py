"""A whole document, rendered, with one passage marked: drawn in slices, so that a long one holds nothing up."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from operator import itemgetter

from PySide6.QtCore import QTimer
from PySide6.QtGui import QBrush, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QWidget

from gangdan_gui.ui.reading.ink_queue import InkQueue, Stroke
from gangdan_gui.ui.reading.markdown_ink import MarkdownInk, Written
from gangdan_gui.ui.reading.markdown_parts import Part, PartKind, split_parts
from gangdan_gui.ui.reading.markdown_tokens import definitions, plain_text
from gangdan_gui.ui.reading.reading_view import SafeBrowser
from gangdan_gui.ui.reading.text_positions import units
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
        self._kept: int | None = None
        self._marked: list[Written] = []
        self._parts: list[tuple[int, Written]] = []
        self.queue = InkQueue(self)
        self.queue.drained.connect(self._scroll_soon)
        theme.changed.connect(self._draw_again)

    @property
    def marked_text(self) -> str:
        """The text that is marked."""
        return "\n".join(self._select(place).selectedText().replace("\u2029", "\n") for place in self._marked)

    def show_markdown(self, text: str, start: int, end: int) -> None:
        """Draw a text and go to its passage as soon as that is there."""
        self._text, self._start, self._end, self._kept = text, start, end, None
        self._draw()

    def go_to(self, offset: int) -> None:
        """Bring what stands at an offset into view, as far as it is drawn; nothing is marked."""
        at = bisect_right(self._parts, offset, key=itemgetter(0)) - 1
        if at >= 0:
            self._scroll_to(self._parts[at][1].start)

    def _draw_again(self) -> None:
        """In other colours, where whoever reads is."""
        if not self.queue.busy:
            self._kept = self.verticalScrollBar().value()
        self._draw()

    def _draw(self) -> None:
        self.queue.clear()
        self.document().clear()
        self._marked, self._parts = [], []
        if self._text:
            ink = MarkdownInk(self.document(), self._theme.tokens)
            ink.references = definitions(self._text)
            self.queue.add(self._strokes(ink))

    def _strokes(self, ink: MarkdownInk) -> Iterator[Stroke]:
        for part in split_parts(self._text):
            yield partial(self._write, ink, part)

    def _write(self, ink: MarkdownInk, part: Part) -> None:
        written = ink.write(part)
        self._parts.append((part.start, written))
        if part.start >= self._end or part.end <= self._start:
            return
        place = self._rows(part, written) if part.kind is PartKind.TABLE else self._stretch(part, written)
        self._marked.append(place)
        marked = QTextCharFormat()
        marked.setBackground(QBrush(self._theme.tokens.color("highlight")))
        self._select(place).mergeCharFormat(marked)
        if len(self._marked) == 1:
            self._scroll_soon()

    def _stretch(self, part: Part, written: Written) -> Written:
        first, last = self._start - part.start, self._end - part.start
        return Written(_position(part, first, written), _position(part, last, written))

    def _rows(self, part: Part, written: Written) -> Written:
        """The rows of a table that the passage touches."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(written.start)
        table = cursor.currentTable()
        if table is None:
            return written
        top = table.cellAt(cursor).row() + (0 if part.continues else 1)
        first = top + part.text.count("\n", 0, max(0, self._start - part.start))
        if self._start < part.start and not part.continues:
            first = 0  # the passage comes from before the table, over its head
        last = top + part.text.count("\n", 0, max(0, min(self._end - part.start, len(part.text)) - 1))
        end = table.cellAt(min(last, table.rows() - 1), table.columns() - 1)
        return Written(table.cellAt(min(first, table.rows() - 1), 0).firstPosition(), end.lastPosition())

    def _select(self, place: Written) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(place.start)
        cursor.setPosition(place.end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _scroll_soon(self) -> None:
        QTimer.singleShot(0, self, self._scroll)

    def _scroll(self) -> None:
        """Bring the beginning of the passage near the top, unless it is in view already."""
        if self._kept is not None:
            if not self.queue.busy:
                self.verticalScrollBar().setValue(self._kept)
                self._kept = None
        elif self._marked:
            self._scroll_to(self._marked[0].start)

    def _scroll_to(self, position: int) -> None:
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(position, self.document().characterCount() - 1))
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
    before = part.text[:offset] if part.kind is PartKind.CODE else _words_before(part.text, offset)
    return min(written.start + units(before), written.end)


def _words_before(markdown: str, offset: int) -> str:
    """What is read before an offset: a mark put there tells it, unless it falls into an address and is not read."""
    before, found, _ = plain_text(markdown[:offset] + _MARK + markdown[offset:]).partition(_MARK)
    return before if found else plain_text(markdown[:offset])
