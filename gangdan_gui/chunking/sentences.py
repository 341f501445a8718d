"""Where sentences end, in Chinese and in languages with Latin letters.

Light rules, no dictionary: a stop ends a sentence where a blank and no small letter follows (`e.g. this` goes on), and
never in a number or a name with stops in it (`3.14`, `numpy.linalg`); a full-width one always does. Brackets and
quotes that are closed stay with their sentence. A line ends one where it is short, as a title or an item of a list is,
or where a mark of Markdown begins the next; the lines of a paragraph that was broken at a width do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from gangdan_gui.chunking.blocks import Block, Kind
from gangdan_gui.chunking.graphemes import boundary_after

_CLOSING = r"[\"'”’»）)\]】」』》〉〕］*_]*"
# Before a name or a number; `Mr. Smith`, `Fig. 3`. Initials (`J. Smith`) and the number of an item (`1. Open`) too.
_SHORT = r"Mr|Mrs|Ms|Dr|Prof|St|Fig|Eq|Sec|Ch|Vol|vs|cf|fig|eq|sec|vol|pp|approx|al|e\.g|i\.e|etc"
LINE_END = r"(?:\r\n|(?<!\r)\n|\r(?!\n))"
"""A pattern that no pair of carriage return and line feed is divided by."""
_LINE_ENDS = rf"(?:{LINE_END}(?:[ \t]*{LINE_END})*)?+"
_END = regex.compile(
    rf"""
      [。！？；｡]+{_CLOSING}[^\S\r\n]*+{_LINE_ENDS}
    | (?:…{{2,}}|⋯{{2,}}){_CLOSING}[^\S\r\n]*+{_LINE_ENDS}
    | (?<!\b(?:{_SHORT}|\p{{Lu}}))(?<!^[ \t]*\d{{1,3}})[.!?;]+{_CLOSING}
      (?:(?:[^\S\r\n]++|(?=[\r\n])){_LINE_ENDS}(?![ \t]*\p{{Ll}})|\Z)
    | {LINE_END}(?:[ \t]*{LINE_END})+
    | (?<![^\r\n]{{40}}){LINE_END}
    | {LINE_END}(?=[ \t]*(?:[-*+>|\#]|\d{{1,3}}[.)][ \t]|```|~~~))
    """,
    regex.VERBOSE | regex.MULTILINE,
)
# Where a cut never divides what a reader takes for one character, if the character before it stands alone.
_PLAIN = regex.compile(r"[ -~\u3400-\u4dbf\u4e00-\u9fff]")
_LINES = (Kind.CODE, Kind.TABLE)


def sentence_starts(text: str, blocks: Sequence[Block], whole: Kind | None = None) -> Iterator[int]:
    """Where sentences begin after the first; in code and tables lines and rows do. In blocks of a `whole` kind none."""
    for block in blocks:
        if block.kind is whole:
            pass
        elif block.kind in _LINES:
            yield from block.parts
        else:
            yield from _in_prose(text, block.start, block.end)
        if block.end < len(text):
            yield block.end


def _in_prose(text: str, start: int, end: int) -> Iterator[int]:
    for match in _END.finditer(text, start, end):
        if match.end() < end and is_whole(text, match.end()):
            yield match.end()


def is_whole(text: str, offset: int) -> bool:
    """Whether a cut behind a separator divides no grapheme cluster."""
    known = max(offset - 1, 0)
    return bool(_PLAIN.match(text, offset)) or boundary_after(text, offset, known) == offset
