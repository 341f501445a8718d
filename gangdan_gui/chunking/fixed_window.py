"""Cuts a text into windows of a set size, each starting a set overlap before the end of the last.

No grapheme cluster is cut, so a window may be a little shorter than `size`, and longer only where a single cluster
is. Windows stop at the end of the text: none lies inside the one before. Windows without a visible character are not
made; those with fewer than `minimum` characters (blanks at both ends not counted) are dropped and counted, a whole
short document among them. A window that holds headings and fewer than 20 visible characters beside them is one piece
with the window after it, from the start of the one to the end of the other, the last with the window before it, up to
twice `size`: alone it says nothing, and would be near to every question.
"""

from __future__ import annotations

from collections.abc import Iterator

from gangdan_gui.chunking.graphemes import boundary_after, boundary_before
from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.pieces import headings_joined, split_at
from gangdan_gui.chunking.validation import check
from gangdan_gui.domain.documents import ChunkSettings, Split


def split(text: str, settings: ChunkSettings) -> Split:
    """Cut `text`. A piece's heading is the one in force at its first visible character.

    `dropped` counts the windows under the minimum; `dropped_characters` the visible characters that are in no piece
    because of that (0 where the neighbours' overlap holds them). Raises InvalidChunking.
    """
    check(settings)
    headings = Headings(text)
    spans = headings_joined(text, windows(text, settings.size, settings.overlap), settings.size, headings)
    return split_at(text, spans, settings.minimum, headings)


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
