"""Writes parts of Markdown at the end of a QTextDocument, with formats of our own and without any HTML.

Nothing here loads anything: an image is its alternative text, a link whose address is not safe is only its words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextList,
    QTextListFormat,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from gangdan_gui.ui.code_colours import coloured_code
from gangdan_gui.ui.ink_formats import InkFormats
from gangdan_gui.ui.link_gate import safe_address
from gangdan_gui.ui.markdown_parts import Part, PartKind
from gangdan_gui.ui.markdown_tokens import NO_REFERENCES, References, line_join, read_markdown
from gangdan_gui.ui.theme import GAP, TIGHT, WIDE, Tokens

_ALIGNMENT = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}
_BULLETS = (QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListCircle, QTextListFormat.Style.ListSquare)
_LINE_SEPARATOR = "\u2028"


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


class MarkdownInk:
    """Writes on one document. `drawn` counts the parts it drew, drafts included.

    `references` are the definitions of the text whose parts come next, where it is known as a whole.

    Qt wants an empty block before and after each table; `_fresh` says that the block at the cursor is such a one and
    will be used by what comes next.
    """

    def __init__(self, document: QTextDocument, tokens: Tokens, cited: Collection[int] = ()) -> None:
        self.formats = InkFormats(tokens)
        self.drawn = 0
        self.references: References = NO_REFERENCES
        self._cited = cited
        document.setIndentWidth(WIDE)
        self._cursor = QTextCursor(document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._cursor.setBlockFormat(InkFormats.hidden_line())
        self._fresh = True
        self._table: QTextTable | None = None
        self._last_box: QTextTable | None = None
        self._draft: _Draft | None = None
        self._lists: list[QTextList] = []

    def write(self, part: Part) -> Written:
        """Draw a finished part, in place of a draft where there is one."""
        with self._edit():
            self._take_back()
            return self._draw(part)

    def write_draft(self, part: Part) -> None:
        """Draw a part that is still open; whatever is written next replaces it."""
        with self._edit():
            self._take_back()
            grows = self._table if part.continues else None
            draft = _Draft(self._cursor.position(), self._fresh, self._last_box, grows.rows() if grows else 0, grows)
            if grows and part.kind is PartKind.CODE:
                draft.start = grows.cellAt(0, 0).lastPosition()
            self._draw(part)
            self._draft = draft

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
            eraser.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            eraser.removeSelectedText()
            if draft.fresh:
                eraser.setBlockFormat(InkFormats.hidden_line())
        self._table, self._last_box = draft.table, draft.box
        self._cursor.movePosition(QTextCursor.MoveOperation.End)
        self._fresh = draft.fresh

    def _draw(self, part: Part) -> Written:
        self.drawn += 1
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

    def _block(self, block: QTextBlockFormat) -> None:
        if self._fresh:
            # Not its character format: that of a cell's first block is the cell's own format.
            self._cursor.setBlockFormat(block)
            self._fresh = False
        else:
            self._cursor.insertBlock(block, self.formats.text)

    # Blocks

    def _tokens(self, tokens: list[Token]) -> None:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            end = _closing(tokens, at) if token.nesting == 1 else at
            self._token(token, tokens[at + 1 : end])
            at = end + 1

    def _token(self, token: Token, inner: list[Token]) -> None:
        match token.type:
            case "paragraph_open":
                self._block(self._indented(self.formats.paragraph(*self._margins(token))))
                self._inline(inner[0].children or [], self.formats.text)
            case "heading_open":
                block, characters = self.formats.heading(int(token.tag[1:]))
                self._block(self._indented(block))
                self._inline(inner[0].children or [], characters)
            case "fence" | "code_block":
                with self._box(self.formats.box(self._left()), self._code_cell()):
                    self._code(token.content.removesuffix("\n"), token.info.partition(" ")[0])
            case "bullet_list_open" | "ordered_list_open":
                self._list(token, inner)
            case "blockquote_open":
                lists, self._lists = self._lists, []
                with self._box(self.formats.quotation(self._left_of(lists)), self.formats.quoted_cell()):
                    self._tokens(inner)
                self._lists = lists
            case "table_open":
                self._new_table(_rows(inner))
            case "hr":
                with self._box(self.formats.box(), self.formats.cell(self.formats.tokens.line)):
                    self._cursor.setBlockFormat(InkFormats.hidden_line())
            case _:
                pass

    @staticmethod
    def _margins(token: Token) -> tuple[int, int]:
        return (1, 1) if token.hidden else (TIGHT, TIGHT)

    def _left(self) -> int:
        return self._left_of(self._lists)

    @staticmethod
    def _left_of(lists: list[QTextList]) -> int:
        return WIDE * len(lists)

    def _indented(self, block: QTextBlockFormat) -> QTextBlockFormat:
        block.setIndent(len(self._lists))
        return block

    def _list(self, token: Token, inner: list[Token]) -> None:
        style = QTextListFormat()
        depth = len(self._lists)
        if token.type == "ordered_list_open":
            style.setStyle(QTextListFormat.Style.ListDecimal)
            style.setStart(int(token.attrs.get("start", 1)))
        else:
            style.setStyle(_BULLETS[min(depth, len(_BULLETS) - 1)])
        style.setIndent(depth + 1)
        made: QTextList | None = None
        at = 0
        while at < len(inner):
            end = _closing(inner, at)
            self._block(self.formats.paragraph(1, 1))
            if made is None:
                made = self._cursor.createList(style)
            else:
                made.add(self._cursor.block())
            self._lists.append(made)
            self._item(inner[at + 1 : end])
            self._lists.pop()
            at = end + 1

    def _item(self, inner: list[Token]) -> None:
        """The first paragraph of an item stands in the block that has its mark."""
        if len(inner) >= 3 and inner[0].type == "paragraph_open":
            self._inline(inner[1].children or [], self.formats.text)
            inner = inner[3:]
        self._tokens(inner)

    @contextmanager
    def _box(self, style: QTextTableFormat, cell: QTextTableCellFormat) -> Iterator[QTextTable]:
        """Write inside a table of one cell; where its format has two columns, the first is a bar."""
        columns = max(1, len(style.columnWidthConstraints()))
        table = self._cursor.insertTable(1, columns, style)
        if columns > 1:
            table.cellAt(0, 0).setFormat(self.formats.cell(self.formats.tokens.line))
        inside = table.cellAt(0, columns - 1)
        inside.setFormat(cell)
        self._cursor = inside.firstCursorPosition()
        self._fresh = True
        yield table
        self._leave(table)

    def _code_cell(self) -> QTextTableCellFormat:
        return self.formats.cell(self.formats.tokens.code, GAP)

    def _leave(self, table: QTextTable) -> None:
        self._cursor.setPosition(table.lastPosition() + 1)
        self._cursor.setBlockFormat(InkFormats.hidden_line())
        self._fresh = True

    # Code

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

    def _code(self, code: str, language: str) -> None:
        self._block(self.formats.code_line())
        for piece, color in coloured_code(code, language, self.formats.tokens):
            first, *others = piece.split("\n")
            characters = self.formats.code(color)
            self._cursor.insertText(first, characters)
            for line in others:
                self._cursor.insertBlock(self.formats.code_line(), characters)
                self._cursor.insertText(line, characters)

    # Tables

    def _table_part(self, part: Part) -> Written:
        tokens = read_markdown(part.head + part.text, self._cited, self.references)
        if not tokens or tokens[0].type != "table_open":
            before = self._cursor.position()
            self._tokens(tokens)
            return Written(before, self._cursor.position())
        rows = _rows(tokens[1 : _closing(tokens, 0)])
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

    def _new_table(self, rows: list[list[_Cell]]) -> QTextTable:
        table = self._cursor.insertTable(len(rows), len(rows[0]), self.formats.table(self._left()))
        self._fill(table, rows, 0)
        self._leave(table)
        return table

    def _fill(self, table: QTextTable, rows: list[list[_Cell]], at: int) -> None:
        for row, cells in enumerate(rows, at):
            for column, cell in enumerate(cells[: table.columns()]):
                self._cursor = table.cellAt(row, column).firstCursorPosition()
                block = self.formats.table_line()
                block.setAlignment(_ALIGNMENT.get(cell.alignment, Qt.AlignmentFlag.AlignLeft))
                self._cursor.setBlockFormat(block)
                self._inline(cell.words, self.formats.strong() if row == 0 else self.formats.text)

    # Words

    def _inline(self, children: list[Token], base: QTextCharFormat) -> None:
        styles = [base]
        for at, token in enumerate(children):
            match token.type:
                case "strong_open" | "em_open":
                    styles.append(self._stressed(styles[-1], token, children[at + 1 :]))
                case "s_open":
                    struck = QTextCharFormat(styles[-1])
                    struck.setFontStrikeOut(True)
                    styles.append(struck)
                case "link_open":
                    address = safe_address(str(token.attrs.get("href", "")))
                    styles.append(self.formats.link(styles[-1], address) if address else styles[-1])
                case "strong_close" | "em_close" | "s_close" | "link_close":
                    styles.pop()
                case "softbreak":
                    self._cursor.insertText(line_join(children, at), styles[-1])
                case "hardbreak":
                    self._cursor.insertText(_LINE_SEPARATOR, styles[-1])
                case "code_inline" | "formula":
                    text = token.content.replace("\n", _LINE_SEPARATOR)
                    self._cursor.insertText(text, self._as_code(styles[-1]))
                case "citation":
                    number = int(token.content)
                    self._cursor.insertText(self.formats.chip_text(number), self.formats.chip(number))
                case "image":
                    quiet = QTextCharFormat(styles[-1])
                    quiet.setForeground(QBrush(self.formats.tokens.secondary))
                    self._cursor.insertText(token.content, quiet)
                case _:
                    self._cursor.insertText(token.content, styles[-1])

    def _stressed(self, base: QTextCharFormat, token: Token, following: list[Token]) -> QTextCharFormat:
        if token.type == "strong_open" or any(not c.content.isascii() for c in following[:1]):
            return self.formats.strong(base)
        slanted = QTextCharFormat(base)
        slanted.setFontItalic(True)
        return slanted

    def _as_code(self, base: QTextCharFormat) -> QTextCharFormat:
        code = self.formats.inline_code()
        if base.isAnchor():
            code.setAnchor(True)
            code.setAnchorHref(base.anchorHref())
            code.setForeground(base.foreground())
        return code


@dataclass(frozen=True, slots=True)
class _Cell:
    words: list[Token]
    alignment: str


def _closing(tokens: list[Token], opened: int) -> int:
    """Where the block that opens at `opened` closes."""
    level = tokens[opened].level
    return next(at for at in range(opened + 1, len(tokens)) if tokens[at].level == level and tokens[at].nesting == -1)


def _rows(tokens: list[Token]) -> list[list[_Cell]]:
    rows: list[list[_Cell]] = []
    for at, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            style = str(token.attrs.get("style", ""))
            rows[-1].append(_Cell(tokens[at + 1].children or [], style.removeprefix("text-align:")))
    return rows
