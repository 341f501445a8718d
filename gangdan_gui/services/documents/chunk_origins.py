"""Where the vectors of a document's chunks come from: what made them, and where they are kept."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.errors import StoreError, WorkerError
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import PassageVectors, rows_of
from gangdan_gui.services.requests.documents import VectorOrigin
from gangdan_gui.storing.records import Generation


async def vector_origins(parts: Parts, generation: Generation, chunks: Sequence[Chunk]) -> dict[str, VectorOrigin]:
    """By the ids of chunks. A store that can't be asked leaves open what the collection holds."""
    rows = rows_of(chunks)
    kept = await PassageVectors.of(parts, generation).kept(rows)
    stored = await _stored(parts, generation, [id_ for id_, _ in rows])
    return {
        chunk.id: VectorOrigin(
            all(id_ in kept for id_, _ in chunk.rows),
            None if stored is None else all(id_ in stored for id_, _ in chunk.rows),
        )
        for chunk in chunks
    }


async def _stored(parts: Parts, generation: Generation, ids: Sequence[str]) -> frozenset[str] | None:
    """Those of the ids that the collection finds by a vector, whichever: all of them are asked for."""
    if parts.manifest.read_only:  # another process may have the store open
        return None
    any_vector = array("f", [1.0, *(0.0 for _ in range(generation.identity.dimension - 1))]).tobytes()
    try:
        found = await parts.store.query(generation.collection, any_vector, len(ids), among=ids) if ids else ()
    except (StoreError, WorkerError):
        return None
    return frozenset(neighbour.id for neighbour in found)
