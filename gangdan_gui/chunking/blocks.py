"""The blocks that a Markdown text consists of, one after the other without a gap: what is best not cut through."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from markdown_it.token import Token

from gangdan_gui.chunking.markdown_blocks import block_tokens, front_matter_end, line_starts


class Kind(StrEnum):
    """What a block is."""

    PROSE = "prose"
    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a text with the blank lines after it.

    `parts` are where its parts begin after the first, in order: the rows of a table after its header, the items of a
    list, the lines of code. `info` is the language that a fence names.
    """

    kind: Kind
    start: int
    end: int
    parts: tuple[int, ...] = ()
    info: str = ""


_KINDS = {
    "heading_open": Kind.HEADING,
    "fence": Kind.CODE,
    "code_block": Kind.CODE,
    "bullet_list_open": Kind.LIST,
    "ordered_list_open": Kind.LIST,
}
_BORDER_ROW = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(?:[\r\n]|\Z)")


def find_blocks(text: str) -> tuple[Block, ...]:
    """The blocks at the top level of the page. They hold every character; front matter is one of prose."""
    body = front_matter_end(text)
    starts = line_starts(text, body)
    tokens = block_tokens(text[body:])
    found = [Block(Kind.PROSE, 0, body)] if body else []
    found += _Reader(text, starts).blocks(tokens)
    if not found:
        return (Block(Kind.PROSE, 0, len(text)),) if text else ()
    # Blank lines, and definitions of links, which make no token, belong to the block before; the first takes them too.
    ends = [*(block.start for block in found[1:]), len(text)]
    begins = [0, *ends[:-1]]
    return tuple(
        Block(block.kind, start, end, block.parts, block.info)
        for block, start, end in zip(found, begins, ends, strict=True)
    )


class _Reader:
    """Reads blocks out of tokens; `starts` are where the lines of the text begin."""

    def __init__(self, text: str, starts: Sequence[int]) -> None:
        self._text, self._starts = text, starts

    def blocks(self, tokens: Sequence[Token]) -> list[Block]:
        found: list[Block] = []
        items: list[int] = []
        for token in tokens:
            if token.map is None or token.nesting < 0:
                continue
            first, after = token.map
            if token.type == "list_item_open" and token.level == 1:
                items.append(self._at(first))
            if token.level or token.type == "inline":
                continue
            self._close(found, items)
            items.clear()
            found += self._block(token, first, after)
        self._close(found, items)
        return found

    def _block(self, token: Token, first: int, after: int) -> Iterator[Block]:
        start, end = self._at(first), self._at(after)
        kind = _KINDS.get(token.type, Kind.PROSE)
        if kind is Kind.CODE:
            info = token.info.split()[0] if token.info.split() else ""
            yield Block(kind, start, end, tuple(map(self._at, range(first + 1, after))), info)
        elif token.type == "paragraph_open" and "|" in self._text[start:end]:
            yield from self._table(first, after)
        else:
            yield Block(kind, start, end)

    def _table(self, first: int, after: int) -> Iterator[Block]:
        """A paragraph that is a table, or ends in one, as one without `tables` is read."""
        for line in range(first, after - 1):
            if "|" in self._line(line) and "|" in self._line(line + 1) and _BORDER_ROW.match(self._line(line + 1)):
                if line > first:
                    yield Block(Kind.PROSE, self._at(first), self._at(line))
                rows = tuple(map(self._at, range(line + 2, after)))
                yield Block(Kind.TABLE, self._at(line), self._at(after), rows)
                return
        yield Block(Kind.PROSE, self._at(first), self._at(after))

    @staticmethod
    def _close(found: list[Block], items: Sequence[int]) -> None:
        """Give a list its items, which stand after it among the tokens."""
        if found and found[-1].kind is Kind.LIST:
            found[-1] = Block(Kind.LIST, found[-1].start, found[-1].end, tuple(items[1:]))

    def _at(self, line: int) -> int:
        return self._starts[line] if line < len(self._starts) else len(self._text)

    def _line(self, line: int) -> str:
        return self._text[self._at(line) : self._at(line + 1)]


class Blocks:
    """The blocks of one text, to be asked what stands at an offset."""

    def __init__(self, text: str) -> None:
        self.all = find_blocks(text)
        self._starts = [block.start for block in self.all]

    def at(self, offset: int) -> Block | None:
        """The block that holds an offset; None in an empty text."""
        return self.all[max(bisect_right(self._starts, offset) - 1, 0)] if self.all else None
