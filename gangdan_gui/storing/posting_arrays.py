"""Postings as arrays: which slots hold a term, ascending, and how often each does.

On disk slots are int32 and counts uint8, both little-endian. What a disk has damaged reads as if it were not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gangdan_gui.storing.chunk_terms import ChunkTerms

EVERY = ""
"""The term that stands for every chunk: its postings are all slots of the index."""
_SLOT, _COUNT = np.dtype("<i4"), np.dtype("u1")


@dataclass(frozen=True, slots=True)
class Posting:
    """The chunks that hold a term. `slots` is ascending int32, `counts` uint8 of the same length."""

    slots: NDArray[np.int32]
    counts: NDArray[np.uint8]

    @classmethod
    def read(cls, segments: Iterable[tuple[bytes, bytes]]) -> Posting:
        """Of what is kept of a term, in the order in which it was written."""
        whole = [(slots, counts) for slots, counts in segments if len(slots) == len(counts) * _SLOT.itemsize]
        if len(whole) == 1:
            ((slots, counts),) = whole
        else:
            slots, counts = (b"".join(part) for part in zip(*whole, strict=True)) if whole else (b"", b"")
        return cls(np.frombuffer(slots, _SLOT), np.frombuffer(counts, _COUNT))

    def only(self, chosen: NDArray[np.bool_]) -> Posting:
        """Those that are `chosen`, by their place in the posting."""
        return Posting(self.slots[chosen], self.counts[chosen])

    def blobs(self) -> tuple[bytes, bytes]:
        """As it is kept."""
        return self.slots.tobytes(), self.counts.tobytes()

    def __len__(self) -> int:
        return len(self.slots)


def postings(parts: Sequence[tuple[Sequence[int], ChunkTerms]]) -> Iterator[tuple[str, Posting]]:
    """The postings of chunks with the slots that each has, ascending; of every chunk the first ones."""
    slots = np.concatenate([np.asarray(given, np.int32) for given, _ in parts])
    yield EVERY, Posting(slots, np.ones(len(slots), np.uint8))
    numbers: dict[str, int] = {}
    terms = np.concatenate([_terms(one, numbers) for _, one in parts])
    holders = np.concatenate([np.asarray(given, np.int32)[np.frombuffer(one.places, np.int32)] for given, one in parts])
    counts = np.frombuffer(b"".join(one.counts for _, one in parts), np.uint8)
    order = np.argsort(terms, kind="stable")  # of a term they were ascending already
    ends = np.cumsum(np.bincount(terms, minlength=len(numbers)))
    begin = 0
    for term, end in zip(numbers, ends.tolist(), strict=True):
        some = order[begin:end]
        yield term, Posting(holders[some], counts[some])
        begin = end


def _terms(one: ChunkTerms, numbers: dict[str, int]) -> NDArray[np.int32]:
    """The number of the term of each entry."""
    own = np.fromiter((numbers.setdefault(term, len(numbers)) for term in one.terms), np.int32)
    ends = np.frombuffer(one.ends, np.int32)
    return np.repeat(own, ends - np.concatenate([np.zeros(min(1, len(ends)), np.int32), ends[:-1]]))
