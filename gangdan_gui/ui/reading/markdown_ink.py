"""Writes parts of Markdown at the end of a QTextDocument, with formats of our own and without any HTML."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument, QTextTable

from gangdan_gui.ui.reading.block_ink import BlockInk, closing, table_rows
from gangdan_gui.ui.reading.ink_formats import InkFormats
from gangdan_gui.ui.reading.markdown_parts import Part, PartKind
from gangdan_gui.ui.reading.markdown_tokens import NO_REFERENCES, References, read_markdown
from gangdan_gui.ui.theme import Tokens

# A table of more columns can't be read, and takes seconds to lay out: it is shown as it was written.
MOST_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class Written:
    """Where something stands in the document, in its positions (UTF-16 units)."""

    start: int
    end: int


@dataclass(slots=True)
class _Draft:
    """How to take back a part that is still open."""

    start: int
    fresh: bool
    box: QTextTable | None
    rows: int = 0
    table: QTextTable | None = None


class MarkdownInk(BlockInk):
    """Writes on one document. `drawn` counts the parts it drew, drafts included.

    `references` are the definitions of the text whose parts come next, where it is known as a whole.
    """

    def __init__(
        self, document: QTextDocument, tokens: Tokens, cited: Collection[int] = (), *, quiet_headings: bool = False
    ) -> None:
        super().__init__(document, tokens, quiet_headings=quiet_headings)
        self.drawn = 0
        self.references: References = NO_REFERENCES
        self._cited = cited
        self._table: QTextTable | None = None
        self._last_box: QTextTable | None = None
        self._draft: _Draft | None = None

    def write(self, part: Part) -> Written:
        """Draw a finished part, in place of a draft where there is one."""
        with self._edit():
            self._take_back()
            return self._draw(part)

    def write_draft(self, part: Part) -> Written:
        """Draw a part that is still open; whatever is written next replaces it."""
        with self._edit():
            self._take_back()
            grows = self._table if part.continues else None
            draft = _Draft(self._cursor.position(), self._fresh, self._last_box, grows.rows() if grows else 0, grows)
            if grows and part.kind is PartKind.CODE:
                draft.start = grows.cellAt(0, 0).lastPosition()
            written = self._draw(part)
            self._draft = draft
            return written

    def take_back(self) -> None:
        """Remove the draft."""
        with self._edit():
            self._take_back()

    def write_heading(self, pieces: Sequence[tuple[str, QTextCharFormat]], above: int) -> Written:
        """Write a line of our own in given formats."""
        with self._edit():
            self._take_back()
            self._table = None
            self._block(self.formats.paragraph(above, 0))
            start = self._cursor.position()
            for text, characters in pieces:
                self._cursor.insertText(text, characters)
            return Written(start, self._cursor.position())

    @contextmanager
    def _edit(self) -> Iterator[None]:
        self._cursor.beginEditBlock()
        try:
            yield
        finally:
            self._cursor.endEditBlock()

    def _take_back(self) -> None:
        draft, self._draft = self._draft, None
        if draft is None:
            return
        eraser = QTextCursor(self._cursor)
        if draft.table is not None and draft.rows > 1:
            draft.table.removeRows(draft.rows, draft.table.rows() - draft.rows)
        elif draft.table is not None:
            eraser.setPosition(draft.start)
            eraser.setPosition(draft.table.cellAt(0, 0).lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            eraser.removeSelectedText()
        else:
            eraser.setPosition(draft.start)
            # Of an empty block (a rule) and the one behind it, Qt would keep the format of the latter.
            before = eraser.blockFormat()
            eraser.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            eraser.removeSelectedText()
            eraser.setBlockFormat(InkFormats.hidden_line() if draft.fresh else before)
        self._table, self._last_box = draft.table, draft.box
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._fresh = draft.fresh

    def _draw(self, part: Part) -> Written:
        self.drawn += 1
        self.set_script(part.head + part.text)
        if not part.continues:
            self._table = None
        if part.kind is PartKind.CODE:
            return self._code_part(part)
        if part.kind is PartKind.TABLE:
            return self._table_part(part)
        before = self._cursor.position()
        fresh = self._fresh
        self._tokens(read_markdown(part.text, self._cited, self.references))
        return Written(before if fresh else min(before + 1, self._cursor.position()), self._cursor.position())

    def _code_part(self, part: Part) -> Written:
        text = part.text.removesuffix("\n")
        if self._table is None:
            style = self.formats.box()
            if part.joins and self._last_box is not None:
                style.setTopMargin(0)
                above = self._last_box.format().toTableFormat()
                above.setBottomMargin(0)
                self._last_box.setFormat(above)
            with self._box(style, self._code_cell()) as table:
                start = self._cursor.position()
                self._code(text, part.info)
                end = self._cursor.position()
            self._table = self._last_box = table
            return Written(start, end)
        table = self._table
        self._cursor = table.cellAt(0, 0).lastCursorPosition()
        self._fresh = False
        start = self._cursor.position() + 1
        self._code(text, part.info)
        written = Written(start, self._cursor.position())
        self._leave(table)
        return written

    def _table_part(self, part: Part) -> Written:
        tokens = read_markdown(part.head + part.text, self._cited, self.references)
        if not tokens or tokens[0].type != "table_open":
            before = self._cursor.position()
            self._tokens(tokens)
            return Written(before, self._cursor.position())
        rows = table_rows(tokens[1 : closing(tokens, 0)])
        if len(rows[0]) > MOST_COLUMNS:
            return self._code_part(replace(part, text=part.text if part.continues else part.head + part.text))
        if self._table is None:
            self._table = self._new_table(rows)
            return Written(self._table.firstPosition(), self._table.lastPosition())
        table, at = self._table, self._table.rows()
        table.appendRows(len(rows) - 1)
        self._fill(table, rows[1:], at)
        self._leave(table)
        return Written(
            table.cellAt(at, 0).firstPosition() if len(rows) > 1 else table.lastPosition(), table.lastPosition()
        )
