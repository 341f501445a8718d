"""Packs units into chunks of a set size that share whole units or sentences with the chunk before."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from gangdan_gui.chunking.pieces import Span
from gangdan_gui.domain.documents import ChunkSettings


def packed(start: int, ends: Sequence[int], begins: Sequence[int], settings: ChunkSettings) -> Iterator[Span]:
    """As many units as fit, one chunk after the other, each with at least one that the chunk before does not hold.

    `ends` are those of the units, `begins` the places in order at which an overlap may begin: the earliest of them
    within `overlap`. A last chunk of fewer than `minimum` characters reaches back as far as the size lets it.
    """
    places = sorted({*begins[bisect_right(begins, start) : bisect_left(begins, ends[-1])], *ends})
    at, before = 0, start - 1
    while at < len(ends):
        last = max(bisect_right(ends, start + settings.size, at) - 1, at)
        end = ends[last]
        if last == len(ends) - 1 and end - start < settings.minimum:
            start = _further_back(places, start, end, before, settings)
        yield start, end
        at, before = last + 1, start
        if at < len(ends):
            earliest = max(start + 1, end - settings.overlap, ends[at] - settings.size)
            start = min(end, places[bisect_left(places, earliest)])


def _further_back(places: Sequence[int], start: int, end: int, before: int, settings: ChunkSettings) -> int:
    least = max(before + 1, end - settings.size)
    found = places[max(bisect_right(places, end - settings.minimum) - 1, 0)]
    return found if least <= found <= start else start
