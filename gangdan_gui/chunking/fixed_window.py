"""Cuts a text into windows of a set size, each starting a set overlap before the end of the last.

No grapheme cluster is cut, so a window may be a little shorter than `size`, and longer only where a single cluster
is. Windows stop at the end of the text: none lies inside the one before. Windows without a visible character are not
made; those with fewer than `minimum` characters (blanks at both ends not counted) are dropped and counted, a whole
short document among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from gangdan_gui.chunking.graphemes import boundary_after, boundary_before
from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.validation import check
from gangdan_gui.domain.documents import ChunkSettings, Piece, Split

# White space, controls, zero-width and other characters that leave no mark on the page.
_VISIBLE = regex.compile(r"[^\s\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]")
_LAST_VISIBLE = regex.compile(_VISIBLE.pattern, regex.REVERSE)


def split(text: str, settings: ChunkSettings) -> Split:
    """Cut `text`. A piece's heading is the one in force at its first visible character.

    `dropped` counts the windows under the minimum; `dropped_characters` the visible characters that are in no piece
    because of that (0 where the neighbours' overlap holds them). Raises InvalidChunking.
    """
    check(settings)
    headings = Headings(text)
    pieces: list[Piece] = []
    dropped = 0
    for start, end in windows(text, settings.size, settings.overlap):
        first, last = _visible_span(text, start, end)
        if first == last:
            continue
        if last - first < settings.minimum:
            dropped += 1
            continue
        pieces.append(Piece(len(pieces), start, end, text[start:end], headings.at(first)))
    lost = _uncovered(text, pieces) if dropped else 0
    return Split(tuple(pieces), dropped, lost)


def windows(text: str, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Starts and ends; both grow strictly, and every character is in some window."""
    if not text:
        return
    start, end = 0, _window_end(text, 0, size)
    yield start, end
    while end < len(text):
        start = _next_start(text, start, end, size, overlap)
        end = _window_end(text, start, size)
        yield start, end


def _window_end(text: str, start: int, size: int) -> int:
    if start + size >= len(text):
        return len(text)
    end = boundary_before(text, start + size, start)
    return end if end > start else boundary_after(text, start + 1, start)


def _next_start(text: str, start: int, end: int, size: int, overlap: int) -> int:
    """Back by the overlap, but so far forward that the next window holds the cluster after `end`."""
    earliest = max(start + 1, boundary_after(text, end + 1, end) - size)
    wanted = boundary_before(text, max(start, end - overlap), start)
    if wanted >= earliest:
        return wanted
    return min(end, boundary_after(text, earliest, start)) if earliest < end else end


def _visible_span(text: str, start: int, end: int) -> tuple[int, int]:
    first = _VISIBLE.search(text, start, end)
    last = _LAST_VISIBLE.search(text, start, end)
    return (first.start(), last.end()) if first and last else (start, start)


def _uncovered(text: str, pieces: Sequence[Piece]) -> int:
    """How many visible characters are in no piece."""
    lost = reached = 0
    for piece in pieces:
        lost += _count_visible(text, reached, piece.start)
        reached = piece.end
    return lost + _count_visible(text, reached, len(text))


def _count_visible(text: str, start: int, end: int) -> int:
    return len(_VISIBLE.findall(text, start, end)) if start < end else 0
