"""Cuts a stretch that is too long at the coarsest borders that make it short enough, down to single characters."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

import regex

from gangdan_gui.chunking.graphemes import boundary_after, boundary_before
from gangdan_gui.chunking.headings import Heading, Headings
from gangdan_gui.chunking.sentences import LINE_END, is_whole
from gangdan_gui.chunking.visible import count_visible, visible_span
from gangdan_gui.domain.documents import ChunkSettings

Borders = Callable[[str, int, int], Iterable[int]]
"""The places inside a stretch, in order, at which it may be cut."""


def behind(pattern: str) -> Borders:
    """Borders behind everything that a pattern matches, where no grapheme cluster is divided."""
    compiled = regex.compile(pattern)

    def borders(text: str, start: int, end: int) -> Iterator[int]:
        for match in compiled.finditer(text, start, end):
            if start < match.end() < end and is_whole(text, match.end()):
                yield match.end()

    return borders


def among(places: Iterable[int]) -> Borders:
    """Borders that are known of the whole text, in order."""
    known = list(places)

    def borders(_text: str, start: int, end: int) -> Sequence[int]:
        return known[bisect_right(known, start) : bisect_left(known, end)]

    return borders


PARAGRAPHS = behind(rf"{LINE_END}(?:[ \t]*{LINE_END})+")
LINES = behind(LINE_END)
CLAUSES = behind(r"[，、：]+\s*|[,:]\s+")
WORDS = behind(r"\s+|(?<=[\p{Han}\p{Hiragana}\p{Katakana}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{Han})")


def units(
    text: str, stretch: tuple[int, int], headings: Headings, settings: ChunkSettings, levels: Sequence[Borders]
) -> list[int]:
    """The ends of the units of a stretch, in order: each at most `size` long, but for a single longer cluster.

    `levels` are tried from the first to the last where a section is too long, then clusters. A heading stays with
    the beginning of what stands under it, unless it takes more than half of the size, and so does a section of fewer
    than `minimum` characters with the next one.
    """
    start, end = stretch
    size = settings.size
    ends: list[int] = []
    for first, text_start, last in _sections(text, start, end, headings.between(start, end), settings):
        if last - first <= size:
            ends.append(last)
            continue
        if text_start >= last:
            ends += refined(text, first, last, size, levels)
            continue
        body = list(refined(text, text_start, last, size, levels))
        room = size - (text_start - first)
        if text_start > first and body[0] - first > size:
            if room >= size / 2:
                body[:1] = refined(text, text_start, body[0], room, levels)
            else:
                body[:0] = refined(text, first, text_start, size, levels)
        ends += body
    return ends


def refined(text: str, start: int, end: int, size: int, levels: Sequence[Borders]) -> Iterator[int]:
    """The ends of the units that a stretch is cut into by these levels alone."""
    if end - start <= size:
        yield end
    elif not levels:
        yield from _clusters(text, start, end, size)
    else:
        for border in (*levels[0](text, start, end), end):
            yield from refined(text, start, border, size, levels[1:])
            start = border


def _clusters(text: str, start: int, end: int, size: int) -> Iterator[int]:
    while end - start > size:
        border = boundary_before(text, start + size, start)
        start = border if border > start else min(boundary_after(text, start + 1, start), end)
        yield start
    if start < end:
        yield end


def _sections(
    text: str, start: int, end: int, headings: Sequence[Heading], settings: ChunkSettings
) -> Iterator[tuple[int, int, int]]:
    """Where a section begins, where its text does, and where it ends.

    Headings in a row, and what says next to nothing, are of one section as long as they take no more than half of the
    size.
    """
    first = body = start
    for heading in headings:
        least = max(settings.minimum - (body - first), 1)
        too_long = heading.start - first > settings.size / 2
        if first < heading.start and (too_long or count_visible(text, body, heading.start, least) >= least):
            yield first, min(body, heading.start), heading.start
            first = heading.start
        after = visible_span(text, heading.end, end)
        body = min(max(after[0], heading.end), end) if after[0] < after[1] else min(heading.end, end)
    if first < end:
        yield first, min(body, end), end
