"""The terms of some chunks, as the process that counts them sends them to the one that stores them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST = 255
"""A term that stands in a chunk more often counts as so often: it hardly tells more."""
_SEAM = "\n"


@dataclass(frozen=True, slots=True)
class ChunkTerms:
    """Terms with the chunks that hold them, counted from 0. `version` names how texts were taken apart.

    `words` are the terms, one a line; `ends` says where the entries of each end in `places`, the numbers of the chunks
    that hold it, ascending, and `counts`, how often each does (at most `MOST`). `lengths` are those of the chunks. All
    are arrays of int32, `counts` of uint8: many small objects would take the time of both processes.
    """

    version: str
    words: str
    ends: bytes
    places: bytes
    counts: bytes
    lengths: bytes

    @classmethod
    def of(cls, version: str, counted: Sequence[tuple[Mapping[str, int], int]]) -> ChunkTerms:
        """Of chunks in their order: how often each of its terms stands in it, and its length."""
        found: dict[str, tuple[array[int], bytearray]] = {}
        for number, (counts, _) in enumerate(counted):
            for term, count in counts.items():
                places, often = found.setdefault(term, (array("i"), bytearray()))
                places.append(number)
                often.append(min(count, MOST))
        ends = array("i")
        for places, _ in found.values():
            ends.append(len(places) + (ends[-1] if ends else 0))
        lengths = array("i", [length for _, length in counted])
        return cls(
            version,
            _SEAM.join(found),
            ends.tobytes(),
            b"".join(places.tobytes() for places, _ in found.values()),
            b"".join(bytes(often) for _, often in found.values()),
            lengths.tobytes(),
        )

    @property
    def chunk_lengths(self) -> list[int]:
        """The length of each chunk."""
        return array("i", self.lengths).tolist()

    @property
    def terms(self) -> list[str]:
        """Each term once."""
        return self.words.split(_SEAM) if self.words else []

    def holders(self) -> dict[str, int]:
        """Each term with the number of chunks that hold it."""
        ends = array("i", self.ends).tolist()
        return {term: end - before for term, before, end in zip(self.terms, [0, *ends], ends, strict=False)}
