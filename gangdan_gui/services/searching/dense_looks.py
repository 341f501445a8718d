"""What stores gave to a question, and how much of it can be among the nearest of all collections together.

Texts and vectors are read only of that: of twenty collections each gives as many rows as if it were asked alone.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence

from gangdan_gui.domain.documents import chunk_of
from gangdan_gui.domain.ports import DISTANCE_ERROR, Neighbour
from gangdan_gui.services.searching.dense_hits import DenseQuery, Unmeasured
from gangdan_gui.storing.records import FoundChunk

DEEP = 50
"""So many chunks of all collections together are fused."""


class Look:
    """The nearest `rows` of a collection, as its store has them, of so many `asked` for.

    `crowd` tells which collections' chunks are weighed against each other; None keeps all of this one's. `among` are
    the rows that were looked among, None for all.
    """

    def __init__(
        self,
        query: DenseQuery,
        asked: int,
        among: Sequence[str] | None,
        rows: Sequence[Neighbour],
        crowd: Hashable | None = None,
    ) -> None:
        self.query, self.asked, self.among, self.crowd = query, asked, among, crowd
        self.stored = {row.id: row.distance for row in rows}
        self.ended = len(rows) < asked
        # The last one does not tell whether others are as far.
        self.reached = math.inf if self.ended else rows[-1].distance - DISTANCE_ERROR
        self._distances: dict[str, float] = {}
        for row in rows:
            self._distances.setdefault(chunk_of(row.id), row.distance)
        self._read: dict[str, FoundChunk] = {}

    def nearest(self, count: int) -> list[float]:
        """How far the nearest chunks are by the store; those that were found not to answer do not count."""
        return list(self._distances.values())[:count]

    def unread(self, limit: float) -> list[str]:
        """The chunks as far as `limit` that were not read yet."""
        return [id_ for id_, far in self._distances.items() if far <= limit and id_ not in self._read]

    def take(self, ids: Sequence[str], found: Mapping[str, FoundChunk]) -> None:
        """What was read of these chunks: one that is not there does not answer."""
        self._read |= found
        for id_ in ids:
            if id_ not in found:
                del self._distances[id_]

    def unmeasured(self) -> Unmeasured:
        """All that was read."""
        return Unmeasured(self.query, [self._read[id_] for id_ in self._distances if id_ in self._read], self.stored)


def crowd_limits(looks: Sequence[Look], wanted: int) -> dict[Hashable, float]:
    """How far by a store what can be among the DEEP nearest of a crowd may be, where it has so many.

    No collection gives less than its `wanted` nearest chunks. What is farther by twice what a store may err is truly
    farther than all of them.
    """
    distances: defaultdict[Hashable, list[float]] = defaultdict(list)
    for look in looks:
        if look.crowd is not None:
            distances[look.crowd] += look.nearest(wanted)
    return {
        crowd: sorted(some)[DEEP - 1] + 2 * DISTANCE_ERROR for crowd, some in distances.items() if len(some) >= DEEP
    }
