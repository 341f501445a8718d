"""The earlier GangDan's way of searching, to compare with: it stands beside the product, not in it.

It embedded the first 500 of 800 characters, asked by meaning alone, left out what was at a cosine distance of 1.5 or
more, kept the nearest passage of each document, took 15 of them, and cut the text after 3,000 characters.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence

from gangdan_gui.domain.documents import WHOLE_CHUNKS, ChunkSettings, chunk_of
from gangdan_gui.domain.ports import Embedder
from gangdan_gui.domain.search import Hit, Support
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.services.evaluation.measures import Place, within
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.searching.hits import hit_of
from gangdan_gui.storing.records import Generation

REFERENCE_CHUNKING = ChunkSettings("window", 800, 150, 50)
REFERENCE_FORM = WHOLE_CHUNKS
_EMBEDDED = 500
_CEILING = 1.5
_DOCUMENTS = 15
_CHARACTERS = 3_000
# One a document is wanted: so many of the nearest are looked through for others.
_NEAREST = 1_000


class FirstCharacters:
    """An `Embedder` that another does the work of: of each passage it gets the beginning only."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def identify(self) -> EmbedderIdentity:
        """The other's."""
        return await self._embedder.identify()

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the beginnings."""
        return await self._embedder.embed_passages([text[:_EMBEDDED] for text in texts])

    async def embed_question(self, text: str) -> Vectors:
        """A question is embedded whole."""
        return await self._embedder.embed_question(text)

    async def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The same."""
        return await self._embedder.embed_questions(texts)

    async def close(self) -> None:
        """End the other."""
        await self._embedder.close()


class ReferenceSearch:
    """Searches a library as the earlier program did."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def hits(self, question: str) -> tuple[tuple[Hit, ...], Support]:
        """The nearest of each document, and whether anything was near enough. Raises as embedding does."""
        records = await self._parts.manifest.sources.all()
        found = [hit for record in records if record.live async for hit in self._of(record.live, question)]
        nearest = list(_one_a_document(sorted(found, key=lambda hit: (hit.distance or 0.0, hit.source, hit.path))))
        return tuple(nearest[:_DOCUMENTS]), Support.YES if nearest else Support.NO

    async def _of(self, generation: Generation, question: str) -> AsyncIterator[Hit]:
        vector = (await self._parts.embedders.of(generation.identity).embed_question(question)).row(0)
        near = await self._parts.store.query(generation.collection, vector, _NEAREST)
        chunks = await self._parts.manifest.documents.by_id(generation, [chunk_of(row.id) for row in near])
        for row in near:
            if row.distance < _CEILING and chunk_of(row.id) in chunks:
                yield hit_of(chunks[chunk_of(row.id)], row.distance)


def _one_a_document(hits: Iterable[Hit]) -> Iterable[Hit]:
    seen: set[tuple[str, str]] = set()
    for hit in hits:
        if (hit.source, hit.path) not in seen:
            seen.add((hit.source, hit.path))
            yield hit


def shown(places: Sequence[Place]) -> tuple[Place, ...]:
    """As much of it as a model got to read."""
    return tuple(within(places, _CHARACTERS))
