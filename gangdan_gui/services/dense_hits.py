"""How far chunks are from a question: by the nearest of their parts, and as a whole."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.services.hits import hit_of
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import FoundChunk, Generation


@dataclass(frozen=True, slots=True)
class DenseQuery:
    """A question's vector for a collection of its embedder."""

    generation: Generation
    vector: bytes


@dataclass(frozen=True, slots=True)
class DenseHit:
    """A chunk with its cosine distances: of the nearest part (that of `hit`), and of the mean of all parts' directions.

    Both are the same for a chunk that is embedded whole, and where not all of its vectors are kept.
    """

    hit: Hit
    distance: float
    whole_distance: float


async def measured(
    parts: Parts, query: DenseQuery, found: Sequence[FoundChunk], stored: Mapping[str, float]
) -> list[DenseHit]:
    """Chunks nearest first, with exact distances: equal texts are equally far.

    `stored` are distances by row id, for those of which no vector is kept; a chunk without any is left out.
    """
    rows = [item.chunk.rows for item in found]
    texts = [text for some in rows for _, text in some]
    generation = query.generation
    kept = await parts.manifest.vectors.get(generation.identity, texts, generation.maker)
    exact = await asyncio.to_thread(_distances, query.vector, kept, [len(some) for some in rows])
    hits: list[DenseHit] = []
    for item, some, known in zip(found, rows, exact, strict=True):
        approximate = min((stored[id_] for id_, _ in some if id_ in stored), default=None)
        near = known or (None if approximate is None else (approximate, approximate))
        if near:
            hits.append(DenseHit(hit_of(item, near[0]), *near))
    return sorted(hits, key=lambda one: rounded(one.distance))


def _distances(
    question: bytes, vectors: Sequence[bytes | None], lengths: Sequence[int]
) -> list[tuple[float, float] | None]:
    """Of chunks of so many rows each the nearest distance and that of all; None where a vector is missing."""
    import numpy as np

    asked = np.frombuffer(question, np.float32).astype(np.float64)
    asked /= np.linalg.norm(asked)
    found: list[tuple[float, float] | None] = []
    at = 0
    for length in lengths:
        some = [vector for vector in vectors[at : at + length] if vector is not None]
        at += length
        if len(some) < length:
            found.append(None)
            continue
        matrix = np.frombuffer(b"".join(some), np.float32).reshape(length, -1).astype(np.float64)
        directions = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
        whole = directions.sum(axis=0)
        size = float(np.linalg.norm(whole))
        near = max(0.0, 1 - float((directions @ asked).max()))
        far = max(0.0, 1 - float(whole @ asked) / size) if length > 1 and size else near
        found.append((near, far))
    return found
