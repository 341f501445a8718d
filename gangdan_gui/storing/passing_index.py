"""An index of words in memory, for a library that is only read and whose own was made by another version, or never."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.live_slots import LiveSlots, read_live
from gangdan_gui.storing.posting_arrays import Posting, postings

if TYPE_CHECKING:
    from gangdan_gui.storing.posting_segments import Unindexed

_NONE = Posting(np.empty(0, np.int32), np.empty(0, np.uint8))


@dataclass(frozen=True, slots=True, eq=False)
class PassingIndex:
    """Stands for the index of a generation as long as its chunks are those of `made_for`."""

    made_for: LiveSlots
    live: LiveSlots
    held: Mapping[str, Posting]

    def fits(self, kept: LiveSlots) -> bool:
        """Whether nothing has changed since."""
        return kept is self.made_for

    def posting(self, term: str) -> Posting:
        """The chunks that hold a term."""
        return self.held.get(term, _NONE)


def passing_index(
    connection: sqlite3.Connection,
    number: int,
    kept: LiveSlots,
    parts: Sequence[tuple[Sequence[Unindexed], ChunkTerms]],
) -> PassingIndex | None:
    """An index of chunks with their terms; None where not every one that answers is among them."""
    given: dict[int, tuple[int, int]] = {}
    slotted: list[tuple[Sequence[int], ChunkTerms]] = []
    for chunks, terms in parts:
        slots = range(len(given), len(given) + len(chunks))
        rows = (chunk.row for chunk in chunks)
        given.update(zip(rows, zip(slots, terms.chunk_lengths, strict=True), strict=True))
        slotted.append((slots, terms))
    live = read_live(connection, number, given)
    return PassingIndex(kept, live, dict(postings(slotted)) if slotted else {}) if live.whole else None
