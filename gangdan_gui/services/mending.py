"""Makes a collection hold exactly what the manifest says answers: left-overs go, what was lost comes back."""

from __future__ import annotations

from collections.abc import Collection

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import VectorRow
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Embedded, PassageVectors
from gangdan_gui.storing.records import Generation

_AT_ONCE = 256


class Mending:
    """Mends one generation's collection from the manifest's texts and the cached vectors."""

    def __init__(self, parts: Parts, generation: Generation, vectors: PassageVectors) -> None:
        self._parts = parts
        self._generation = generation
        self._vectors = vectors

    async def run(self, live: Collection[str], *, thorough: bool) -> Embedded:
        """Mend what differs from the `live` ids; what had to be embedded again, and what came from the cache.

        Those `refused` there have no row yet and must not be live any more.
        A collection with the right number of rows is believed, unless `thorough`. A store that can't be read at all
        is set aside: nothing in it is needed.
        """
        try:
            return await self._mend(live, thorough=thorough)
        except StoreDamaged:
            await self._parts.store.set_aside()
            return await self._mend(live, thorough=True)

    async def _mend(self, live: Collection[str], *, thorough: bool) -> Embedded:
        store, collection = self._parts.store, self._generation.collection
        mended = Embedded()
        if not live:  # what an older library left under this name may be of another dimension
            await store.drop(collection)
        await store.ensure(collection)
        if not thorough and await store.count(collection) == len(live):
            return mended
        if not await store.reachable(collection):
            await store.drop(collection)
            await store.ensure(collection)
        there = await store.ids(collection)
        await store.delete(collection, sorted(there.difference(live)))
        lost = sorted(set(live) - there)
        for at in range(0, len(lost), _AT_ONCE):
            await self._bring_back(lost[at : at + _AT_ONCE], mended)
        return mended

    async def _bring_back(self, ids: list[str], mended: Embedded) -> None:
        found = await self._parts.manifest.documents.by_id(self._generation, ids)
        chunks = [item.chunk for item in found.values()]
        embedded = await self._vectors.complete(chunks)
        rows = [vector_row(c, embedded.vectors[c.id]) for c in chunks if c.id in embedded.vectors]
        await self._parts.store.add(self._generation.collection, rows)
        mended.refused |= embedded.refused
        mended.made += embedded.made
        mended.cached += embedded.cached


def vector_row(chunk: Chunk, vector: bytes) -> VectorRow:
    """A chunk as a row of a collection."""
    metadata: dict[str, str | int] = {
        "source": chunk.source, "path": chunk.path, "ordinal": chunk.ordinal, "heading": " › ".join(chunk.heading),
        "start": chunk.start, "end": chunk.end, "language": chunk.language,
    }  # fmt: skip
    return VectorRow(chunk.id, vector, chunk.text, metadata)
