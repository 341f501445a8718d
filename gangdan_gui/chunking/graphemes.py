r"""Finds where a text may be cut: the boundaries of grapheme clusters, what a reader takes for one character.

Clusters are those of `\X` (Unicode annex 29): combining marks, emoji sequences, flags, jamo and CRLF stay whole.
Only the neighbourhood of an offset is looked at, back to the nearest place that is a boundary whatever stands
before it, or to one the caller knows.
"""

from __future__ import annotations

import regex

# What is certain from a character and the one before it (rules GB3 to GB13): a cluster starts at anything that is
# no mark, closing jamo or half of a flag, unless it comes after what reaches forward. After marks and joiners
# it may belong to an emoji or an Indic conjunct; blanks, ASCII, kana and Han never do.
_MARKS = r"\p{GCB=Extend}\p{GCB=ZWJ}"
_NEVER_JOINED = r"[\n -~\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60]"
_SURE = regex.compile(
    rf"(?<![\p{{GCB=Prepend}}\p{{GCB=L}}\r])"
    rf"(?:{_NEVER_JOINED}|(?<![{_MARKS}])[^{_MARKS}\p{{GCB=SpacingMark}}\p{{GCB=V}}\p{{GCB=T}}\p{{RI}}])",
    regex.REVERSE,
)
_FLAGS = regex.compile(r"\p{RI}+\Z", regex.REVERSE)
_CLUSTER = regex.compile(r"\X")
# Clusters are short; where one is not, the look ahead is doubled until its end is seen.
_AHEAD = 32
_LONG_ROW = 4


def boundary_before(text: str, offset: int, known: int) -> int:
    """The last boundary at or before `offset`. `known` is a boundary at or before it."""
    return _around(text, offset, known)[0]


def boundary_after(text: str, offset: int, known: int) -> int:
    """The first boundary at or after `offset`. `known` is a boundary at or before it."""
    return _around(text, offset, known)[1]


def _around(text: str, offset: int, known: int) -> tuple[int, int]:
    """The boundaries on both sides of `offset`; the same one twice where `offset` is one."""
    if offset >= len(text):
        return len(text), len(text)
    base = _base(text, offset, known)
    if base == offset:
        return offset, offset
    ahead = _AHEAD
    while True:
        stop = min(len(text), offset + ahead)
        before, after = _clusters_beside(text[base:stop], offset - base)
        if base + after < stop or stop == len(text):
            return base + before, base + after
        ahead *= 2


def _base(text: str, offset: int, known: int) -> int:
    """A boundary at or before `offset`, near to it unless one long cluster stands there."""
    sure = _SURE.search(text, known, offset + 1)
    base = sure.start() if sure else known
    flags = _FLAGS.search(text, base, offset)
    # In a row of flags every second place is a boundary, counted from the row's start.
    row = offset - flags.start() if flags else 0
    return offset - 2 - row % 2 if row > _LONG_ROW else base


def _clusters_beside(text: str, offset: int) -> tuple[int, int]:
    before = 0
    for cluster in _CLUSTER.finditer(text):
        if cluster.end() >= offset:
            return (offset, offset) if cluster.end() == offset else (before, cluster.end())
        before = cluster.end()
    return before, len(text)
