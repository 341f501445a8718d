"""Where the chunks of a document lie in its text, and which of them a place belongs to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from gangdan_gui.services.requests import CutDocument


@dataclass(frozen=True, slots=True)
class Band:
    """A chunk as it is drawn. `start` and `end` are offsets into the Markdown; `number` counts from 1.

    `shared` characters are those of the chunk before, too. What the user took out is `excluded`.
    """

    start: int
    end: int
    number: int
    text: str
    shared: int = 0
    excluded: bool = False

    @property
    def length(self) -> int:
        """In characters."""
        return self.end - self.start


class Bands:
    """The bands of a document by their starts, to be asked for those of a stretch of it."""

    def __init__(self, bands: tuple[Band, ...] = ()) -> None:
        self.all = bands
        self._starts = [band.start for band in bands]
        # The furthest end so far never falls, so that it can be searched though one chunk may hold another.
        self._ends = list(accumulate((band.end for band in bands), max))

    def between(self, start: int, end: int) -> Iterator[tuple[int, Band]]:
        """The bands that touch a stretch, each with its index."""
        for index in range(bisect_right(self._ends, start), bisect_left(self._starts, end)):
            if self.all[index].end > start:
                yield index, self.all[index]

    def at(self, offset: int) -> Band | None:
        """The band at an offset; of two that share it, the later one."""
        return next((band for _, band in reversed(tuple(self.between(offset, offset + 1)))), None)


def bands_of(cut: CutDocument) -> Bands:
    """A document's chunks and those that were taken out, in their order in the text."""
    found = [(chunk.start, chunk.end, chunk.text, False) for chunk in cut.chunks]
    found += [(piece.start, piece.end, piece.text, True) for piece in cut.excluded]
    made: list[Band] = []
    before = 0
    for number, (start, end, text, excluded) in enumerate(sorted(found), 1):
        made.append(Band(start, end, number, text, max(0, min(before, end) - start), excluded))
        before = max(before, end)
    return Bands(tuple(made))
