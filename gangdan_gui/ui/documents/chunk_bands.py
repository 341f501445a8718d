"""Where the chunks of a document lie in its text, and which of them a place belongs to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from gangdan_gui.domain.documents import Piece
from gangdan_gui.services.requests.documents import CutDocument


@dataclass(frozen=True, slots=True)
class Band:
    """A chunk as it is drawn. `start` and `end` are offsets into the Markdown; `number` counts from 1.

    `shared` characters are those of the chunk before, too. What the user took out is `excluded`, and has no `id`: there
    is no such chunk. `embedded` are the texts whose vectors stand for it, which may say more than is shown.
    """

    start: int
    end: int
    number: int
    text: str
    shared: int = 0
    excluded: bool = False
    id: str = ""
    heading: tuple[str, ...] = ()
    embedded: tuple[str, ...] = ()

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
    found = [
        Band(
            chunk.start,
            chunk.end,
            0,
            chunk.text,
            id=chunk.id,
            heading=chunk.heading,
            embedded=tuple(text for _, text in chunk.rows),
        )
        for chunk in cut.chunks
    ]
    found += [
        Band(piece.start, piece.end, 0, piece.text, excluded=True, heading=piece.heading) for piece in cut.excluded
    ]
    return _numbered(found)


def bands_of_pieces(pieces: Sequence[Piece]) -> Bands:
    """Pieces that a text would be cut into."""
    return _numbered([Band(piece.start, piece.end, 0, piece.text, heading=piece.heading) for piece in pieces])


def _numbered(found: Sequence[Band]) -> Bands:
    made: list[Band] = []
    before = 0
    for number, band in enumerate(sorted(found, key=lambda band: (band.start, band.end, band.excluded)), 1):
        made.append(replace(band, number=number, shared=max(0, min(before, band.end) - band.start)))
        before = max(before, band.end)
    return Bands(tuple(made))
