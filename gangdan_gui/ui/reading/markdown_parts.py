"""Cuts Markdown into parts that can be drawn one after the other, while it is still arriving.

A part is a paragraph, a heading, a list, a table, a code block. Long code and long tables come in several parts that
continue each other, so no part takes long to draw. An unclosed fence is code to the end of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

MOST_CHARACTERS = 2_000
MOST_CODE_LINES = 25
MOST_ROWS = 12
# A box is laid out anew whenever it grows; after this many parts the next one starts a new box.
MOST_CONTINUED = 5

_FENCE = re.compile(r"(?P<indent> {0,3})(?P<mark>`{3,}(?=[^`]*$)|~{3,})[ \t]*(?P<info>[^\s`]*)")
_ANY_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_DELIMITER = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_ITEM = re.compile(r" {0,3}(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_INDENTED = re.compile(r"(?: {2,}|\t)")


class PartKind(StrEnum):
    """How a part is drawn."""

    PROSE = "prose"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Part:
    """A part and where it stood: `text == whole[start:end]`.

    `text` of code is without its fences, and `info` is its language; `text` of a table is its rows without its
    `head`. `continues` means: more of the box or table before; `joins`: a new one that goes on with the one before.
    """

    kind: PartKind
    text: str
    start: int
    end: int
    info: str = ""
    head: str = ""
    continues: bool = False
    joins: bool = False


def split_parts(text: str) -> Iterator[Part]:
    """The parts of a whole text, made as they are asked for."""
    splitter = PartSplitter()
    step = 4 * MOST_CHARACTERS
    for at in range(0, len(text), step):
        yield from splitter.feed(text[at : at + step])
    yield from splitter.close()


class PartSplitter:
    """Takes a text piece by piece and gives its parts as soon as nothing that follows can change them."""

    def __init__(self) -> None:
        self._tail = ""
        self._at = 0
        self._done: list[Part] = []
        self._begin(PartKind.PROSE)

    def feed(self, text: str) -> list[Part]:
        """Take more text; return the parts it finished."""
        *lines, self._tail = (self._tail + text).split("\n")
        for line in lines:
            self._take(line + "\n")
        whole = len(self._tail) - len(self._tail) % MOST_CHARACTERS
        if whole:
            long, self._tail = self._tail[:whole], self._tail[whole:]
            self._take(long)
        return self._hand_over()

    def rest(self) -> Part | None:
        """What has arrived of the part that is still open."""
        if not (self._lines or self._tail or self._owes_head):
            return None
        return self._part(self._tail)

    def close(self) -> list[Part]:
        """The text has ended: return what is left."""
        tail, self._tail = self._tail, ""
        if tail:
            self._take(tail)
        self._flush()
        return self._hand_over()

    def _hand_over(self) -> list[Part]:
        done, self._done = self._done, []
        return done

    def _begin(self, kind: PartKind, *, fence: str = "", info: str = "", head: str = "") -> None:
        self._kind, self._fence, self._info, self._head = kind, fence, info, head
        self._lines: list[str] = []
        self._size = 0
        self._start = self._at
        self._run = 0
        self._blank = self._in_list = False
        self._inner_fence = ""

    def _take(self, line: str) -> None:
        read = {PartKind.PROSE: self._prose, PartKind.CODE: self._code, PartKind.TABLE: self._table}
        for at in range(0, len(line), MOST_CHARACTERS):
            piece = line[at : at + MOST_CHARACTERS]
            read[self._kind](piece)
            self._at += len(piece)

    def _keep(self, line: str) -> None:
        if not self._lines:
            self._start = self._at
        self._lines.append(line)
        self._size += len(line)

    def _part(self, tail: str = "") -> Part:
        text = "".join(self._lines) + tail
        start = self._start if self._lines else self._at
        continues = self._run % MOST_CONTINUED > 0
        joins = self._run > 0 and not continues
        return Part(self._kind, text, start, start + len(text), self._info, self._head, continues, joins)

    @property
    def _owes_head(self) -> bool:
        return self._kind is PartKind.TABLE and self._run == 0

    def _flush(self) -> None:
        if self._owes_head or any(not line.isspace() for line in self._lines):
            self._done.append(self._part())
        self._begin(PartKind.PROSE)

    def _go_on(self) -> None:
        self._done.append(self._part())
        self._lines = []
        self._size = 0
        self._run += 1

    def _prose(self, line: str) -> None:
        if not self._inner_fence:
            if self._ends_before(line):
                self._flush()
            if self._opens_code(line) or self._opens_table(line):
                return
        self._in_list = self._in_list or _ITEM.match(line) is not None
        if self._in_list:
            self._follow_inner_fence(line)
        self._keep(line)
        self._blank = line.isspace()
        if self._size >= MOST_CHARACTERS:
            self._flush()

    def _ends_before(self, line: str) -> bool:
        """Whether a line of prose can't belong to what is open."""
        if not self._lines or line.isspace():
            return False
        if _HEADING.match(line):
            return True
        if not self._blank or _INDENTED.match(line):
            return False
        return not (self._in_list and _ITEM.match(line))

    def _opens_code(self, line: str) -> bool:
        fence = _FENCE.match(line)
        if fence is None or (self._in_list and fence["indent"]):
            return False
        self._flush()
        self._begin(PartKind.CODE, fence=fence["mark"], info=fence["info"])
        return True

    def _opens_table(self, line: str) -> bool:
        head = self._lines[-1] if self._lines else ""
        if "|" not in head or "-" not in line or self._in_list or not _DELIMITER.fullmatch(line.rstrip()):
            return False
        self._lines.pop()
        self._flush()
        self._begin(PartKind.TABLE, head=head + line)
        return True

    def _follow_inner_fence(self, line: str) -> None:
        """Blank lines inside the code of a list item do not end the list."""
        found = _ANY_FENCE.match(line)
        if found is None:
            return
        mark = found[1]
        if not self._inner_fence:
            self._inner_fence = mark
        elif mark.startswith(self._inner_fence) and line.strip() == mark:
            self._inner_fence = ""

    def _code(self, line: str) -> None:
        bare = line.strip()
        if bare.startswith(self._fence) and set(bare) == {self._fence[0]}:
            self._flush()
            return
        self._keep(line)
        if len(self._lines) >= MOST_CODE_LINES or self._size >= MOST_CHARACTERS:
            self._go_on()

    def _table(self, line: str) -> None:
        if "|" not in line:
            self._flush()
            self._prose(line)
            return
        self._keep(line)
        if len(self._lines) >= MOST_ROWS:
            self._go_on()
