"""How far chunks are from a question: by the nearest of their parts, and as a whole."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gangdan_gui.domain.documents import row_ids
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.storing.records import FoundChunk, Generation

# What is equal must stay equal, whatever the sums were made of.
_DIGITS = 9
_FEW = 500


@dataclass(frozen=True, slots=True)
class DenseQuery:
    """A question's vector for a collection of its embedder."""

    generation: Generation
    vector: bytes


class DenseHit(NamedTuple):
    """A chunk with its cosine distances: of the nearest part, and of the mean of all parts' directions.

    Both are the same for a chunk that is embedded whole, and where not all of its vectors are kept. `parts` are those
    of the parts that begin at `cuts` (and at 0), none where not all vectors are kept.
    """

    found: FoundChunk
    distance: float
    whole_distance: float
    cuts: tuple[int, ...] = ()
    parts: tuple[float, ...] = ()

    @property
    def chunk(self) -> str:
        """Its id."""
        return self.found.chunk.id

    @property
    def text(self) -> str:
        """What it says."""
        return self.found.chunk.text


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """Chunks of a collection with their vectors, and the distances by row id that its store gave."""

    query: DenseQuery
    found: Sequence[FoundChunk]
    stored: Mapping[str, float] = field(default_factory=dict)


async def measured(several: Sequence[Unmeasured]) -> list[list[DenseHit]]:
    """The chunks of each collection nearest first, with exact distances: equal texts are equally far.

    Those that the store gave count where a vector is not kept; a chunk without any is left out.
    """
    alike: defaultdict[bytes, list[int]] = defaultdict(list)
    for at, one in enumerate(several):
        if one.found:
            alike[one.query.vector].append(at)
    hits: list[list[DenseHit]] = [[] for _ in several]
    for vector, places in alike.items():
        kept = [item.vectors for at in places for item in several[at].found]
        # A thread takes as long as some hundred distances.
        few = sum(map(len, kept)) <= _FEW
        exact = iter(_distances(vector, kept) if few else await asyncio.to_thread(_distances, vector, kept))
        for at in places:
            some = [_hit(item, next(exact), several[at].stored) for item in several[at].found]
            hits[at] = sorted((one for one in some if one), key=lambda one: rounded(one.distance))
    return hits


def _hit(item: FoundChunk, known: tuple[float, ...] | None, stored: Mapping[str, float]) -> DenseHit | None:
    cuts = item.chunk.cuts
    if known:
        *of_parts, whole = known
        nearest = min(of_parts)
        return DenseHit(item, nearest, whole, cuts, tuple(of_parts))
    rows = row_ids(item.chunk.id, len(cuts))
    approximate = min((stored[id_] for id_ in rows if id_ in stored), default=None)
    return None if approximate is None else DenseHit(item, approximate, approximate, cuts)


def _distances(question: bytes, vectors: Sequence[Sequence[bytes | None]]) -> list[tuple[float, ...] | None]:
    """Of chunks with these vectors the distances of all, and that of the whole last; None where a vector is missing.

    Equal vectors are equally far, whatever lies beside them.
    """
    import numpy as np

    asked = np.frombuffer(question, np.float32).astype(np.float64)
    asked /= np.linalg.norm(asked)
    kept = list({vector for some in vectors for vector in some if vector is not None})
    if not kept:
        return [None] * len(vectors)
    matrix = np.frombuffer(b"".join(kept), np.float32).reshape(len(kept), -1).astype(np.float64)
    directions = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    similar = np.round(np.einsum("ij,j->i", directions, asked), _DIGITS).tolist()
    places = {vector: place for place, vector in enumerate(kept)}
    found: list[tuple[float, ...] | None] = []
    for of_chunk in vectors:
        some = [-1 if vector is None else places[vector] for vector in of_chunk]
        if not some or min(some) < 0:
            found.append(None)
            continue
        of_parts = [max(0.0, 1 - similar[place]) for place in some]
        whole = of_parts[0]
        if len(some) > 1 and (size := float(np.linalg.norm(mean := directions[some].sum(axis=0)))):
            whole = max(0.0, 1 - round(float(mean @ asked) / size, _DIGITS))
        found.append((*of_parts, whole))
    return found
