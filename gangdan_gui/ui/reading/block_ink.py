"""Writes the blocks of Markdown into a QTextDocument: paragraphs, headings, lists, quotations, code, tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextDocument,
    QTextList,
    QTextListFormat,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from gangdan_gui.ui.reading.code_colours import coloured_code
from gangdan_gui.ui.reading.ink_formats import InkFormats
from gangdan_gui.ui.reading.word_ink import WordInk
from gangdan_gui.ui.theme import GAP, TIGHT, WIDE, Tokens

if TYPE_CHECKING:  # imported with the first text that is read: the window shows sooner
    from markdown_it.token import Token

_ALIGNMENT = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}
MOST_QUOTATIONS = 4
_BULLETS = (QTextListFormat.Style.ListDisc, QTextListFormat.Style.ListCircle, QTextListFormat.Style.ListSquare)


class BlockInk(WordInk):
    """Writes block after block.

    Qt wants an empty block before and after each table; `_fresh` says that the block at the cursor is such a one and
    will be used by what comes next.
    """

    def __init__(self, document: QTextDocument, tokens: Tokens, *, quiet_headings: bool = False) -> None:
        super().__init__(document, tokens, quiet_headings=quiet_headings)
        document.setIndentWidth(WIDE)
        self._cursor.setBlockFormat(InkFormats.hidden_line())
        self._fresh = True
        self._lists: list[QTextList] = []
        self._quotations = 0

    def _block(self, block: QTextBlockFormat) -> None:
        if self._fresh:
            # Not its character format: that of a cell's first block is the cell's own format.
            self._cursor.setBlockFormat(block)
            self._fresh = False
        else:
            self._cursor.insertBlock(block, self.formats.text)

    def _tokens(self, tokens: list[Token]) -> None:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            end = closing(tokens, at) if token.nesting == 1 else at
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
                self._quotation(inner)
            case "table_open":
                self._new_table(table_rows(inner))
            case "hr":
                self._block(self.formats.rule())
            case _:
                pass

    def _quotation(self, inner: list[Token]) -> None:
        """A table in a table in a table takes the layout twice as long with each, so deep ones share the innermost."""
        if self._quotations == MOST_QUOTATIONS:
            self._tokens(inner)
            return
        lists, self._lists = self._lists, []
        self._quotations += 1
        with self._box(self.formats.quotation(self._left_of(lists)), self.formats.quoted_cell()):
            self._tokens(inner)
        self._quotations -= 1
        self._lists = lists

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
            end = closing(inner, at)
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

    def _code(self, code: str, language: str) -> None:
        self._block(self.formats.code_line())
        for piece, color in coloured_code(code, language, self.formats.tokens):
            first, *others = piece.split("\n")
            characters = self.formats.code(color)
            self._cursor.insertText(first, characters)
            for line in others:
                self._cursor.insertBlock(self.formats.code_line(), characters)
                self._cursor.insertText(line, characters)

    def _new_table(self, rows: list[list[Cell]]) -> QTextTable:
        table = self._cursor.insertTable(len(rows), len(rows[0]), self.formats.table(self._left()))
        self._fill(table, rows, 0)
        self._leave(table)
        return table

    def _fill(self, table: QTextTable, rows: list[list[Cell]], at: int) -> None:
        for row, cells in enumerate(rows, at):
            for column, cell in enumerate(cells[: table.columns()]):
                self._cursor = table.cellAt(row, column).firstCursorPosition()
                block = self.formats.table_line()
                block.setAlignment(_ALIGNMENT.get(cell.alignment, Qt.AlignmentFlag.AlignLeft))
                self._cursor.setBlockFormat(block)
                self._inline(cell.words, self.formats.strong() if row == 0 else self.formats.text)


@dataclass(frozen=True, slots=True)
class Cell:
    """The words of a table's cell and how its column is aligned: `left`, `right`, `center` or empty."""

    words: list[Token]
    alignment: str


def closing(tokens: list[Token], opened: int) -> int:
    """Where the block that opens at `opened` closes."""
    level = tokens[opened].level
    return next(at for at in range(opened + 1, len(tokens)) if tokens[at].level == level and tokens[at].nesting == -1)


def table_rows(tokens: list[Token]) -> list[list[Cell]]:
    """The cells of a table, row after row, its head first."""
    rows: list[list[Cell]] = []
    for at, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            style = str(token.attrs.get("style", ""))
            rows[-1].append(Cell(tokens[at + 1].children or [], style.removeprefix("text-align:")))
    return rows
