"""Finds passages: the question embedded by each collection's own embedder, the nearest live chunks, merged."""

from __future__ import annotations

import asyncio
import re
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import EmptyQuestion, NothingBuilt, StoreDamaged, UnknownSource
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.ports import DISTANCE_ERROR, Neighbour
from gangdan_gui.domain.search import Hit, Passage, SearchResult, Support
from gangdan_gui.domain.vectors import EmbedderIdentity, cosine_distance
from gangdan_gui.fetching.globs import matcher
from gangdan_gui.retrieving.nearest import nearest
from gangdan_gui.retrieving.passages import merge, rounded
from gangdan_gui.retrieving.support import judge
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing.records import FoundChunk, Generation, SourceRecord

# Each chosen collection gives its nearest fifteen.
PER_COLLECTION = 15


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question's vector for the collections of one embedder."""

    generation: Generation
    vector: bytes


class Searcher:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """Raises EmptyQuestion, UnknownSource, NothingBuilt, StoreDamaged, EmbeddingError, WorkerError."""
        begun = time.perf_counter()
        if not any(character.isalnum() for character in question):
            raise EmptyQuestion
        generations = await self._generations(options.collections)
        asked = await self._embed(question, generations)
        embedded = time.perf_counter()
        found = await asyncio.gather(*(self._collection(item, options) for item in asked))
        passages = merge([hit for hits in found for hit in hits])[: options.count]
        done = time.perf_counter()
        return SearchResult(
            question=question,
            language=detect_language(question),
            passages=passages,
            supported=_support(passages, generations),
            seconds={"embed": embedded - begun, "search": done - embedded, "total": done - begun},
        )

    async def _generations(self, collections: Sequence[str]) -> list[Generation]:
        records = {record.source.id: record for record in await self._parts.manifest.sources.all()}
        for source in collections:
            if source not in records:
                raise UnknownSource(source=source)
        chosen = [records[source] for source in collections] if collections else list(records.values())
        found = [record.live for record in chosen if record.live and _answers(record)]
        if not found:
            raise NothingBuilt
        return found

    async def _embed(self, question: str, generations: Sequence[Generation]) -> list[_Asked]:
        groups: defaultdict[EmbedderIdentity, list[Generation]] = defaultdict(list)
        for generation in generations:
            groups[generation.identity].append(generation)
        asked: list[_Asked] = []
        for identity, members in groups.items():
            embedder = self._parts.embedders.get(identity.label)
            if await embedder.identify() != identity:
                what = f"{members[0].source} was built with another version of {identity.label}"
                raise StoreDamaged(what=what, folder="")
            vector = (await embedder.embed_question(question)).row(0)
            asked.extend(_Asked(generation, vector) for generation in members)
        return asked

    async def _collection(self, asked: _Asked, options: SearchOptions) -> list[Hit]:
        """The nearest live chunks of one collection that pass the filters.

        Rows that do not answer (left over by a crash) and copies take places among the nearest, so more are asked
        for until there are enough or the collection has no more.
        """
        await self._check(asked.generation)
        among = await self._among(asked.generation, options)
        if among is not None and not among:
            return []
        ask_for = wanted = max(PER_COLLECTION, options.count)
        while True:
            near = await self._near(asked, ask_for, among)
            hits = await self._hits(asked, near)
            if len(near) < ask_for:
                return hits
            if found := nearest(hits, wanted, near[-1].distance - DISTANCE_ERROR):
                return list(found)
            ask_for *= 4

    async def _among(self, generation: Generation, options: SearchOptions) -> tuple[str, ...] | None:
        """The chunks of the documents that pass the filters; None where there is no filter.

        Filters are by path, with the patterns that sources are chosen by, and by language, whatever its case and
        region (`zh-CN`).
        """
        path, language = options.path.strip(), re.split("[-_]", options.language.strip().lower())[0]
        if not path and not language:
            return None
        on_path = matcher([path or "**"])
        records = (await self._parts.manifest.documents.all(generation)).values()
        paths = [one.path for one in records if on_path(one.path) and language in ("", one.language)]
        return await self._parts.manifest.documents.ids_of(generation, paths)

    async def _near(self, asked: _Asked, count: int, among: Sequence[str] | None) -> tuple[Neighbour, ...]:
        async with self._noting_damage(asked.generation):
            return await self._parts.store.query(asked.generation.collection, asked.vector, count, among)

    async def _hits(self, asked: _Asked, near: Sequence[Neighbour]) -> list[Hit]:
        """The live chunks among rows, nearest first, with exact distances: equal texts are equally far."""
        generation = asked.generation
        by_id = await self._parts.manifest.documents.by_id(generation, [neighbour.id for neighbour in near])
        found = [(by_id[neighbour.id], neighbour.distance) for neighbour in near if neighbour.id in by_id]
        texts = [item.chunk.embedded_text for item, _ in found]
        kept = await self._parts.manifest.vectors.get(generation.identity, texts)
        exact = await asyncio.to_thread(_distances, asked.vector, kept)
        hits = [
            _hit(item, stored if distance is None else distance)
            for (item, stored), distance in zip(found, exact, strict=True)
        ]
        return sorted(hits, key=lambda hit: rounded(hit.distance))

    async def _check(self, generation: Generation) -> None:
        """Fewer rows than live chunks means that vectors are lost, which must be told: nothing else would show it.

        Rows are added before their chunks are live and deleted after, so there may be more at any time, but a build
        that goes on between the two counts makes them incomparable.
        """
        async with self._noting_damage(generation):
            before = await self._parts.manifest.documents.counts(generation)
            stored = await self._parts.store.count(generation.collection)
            if stored < before.chunks and before == await self._parts.manifest.documents.counts(generation):
                what = f"of “{generation.source}” {before.chunks - stored} vectors of {before.chunks} are missing"
                raise StoreDamaged(what=what, folder="")

    @asynccontextmanager
    async def _noting_damage(self, generation: Generation) -> AsyncIterator[None]:
        try:
            yield
        except StoreDamaged:  # the next build then compares row by row
            await self._parts.manifest.sources.set_state(generation.source, SourceState.FAILED)
            raise


def _support(passages: Sequence[Passage], generations: Sequence[Generation]) -> Support:
    """The best that can be said of the passages of any embedder: distances of two embedders can't be compared."""
    labels = {generation.source: generation.identity.label for generation in generations}
    judged = {
        judge([passage for passage in passages if labels[passage.source] == label], label) for label in labels.values()
    }
    return next(support for support in (Support.YES, Support.WEAK, Support.NO) if support in judged)


def _hit(found: FoundChunk, distance: float) -> Hit:
    chunk = found.chunk
    return Hit(
        chunk=chunk.id,
        source=chunk.source,
        path=chunk.path,
        url=found.url,
        heading=chunk.heading,
        start=chunk.start,
        end=chunk.end,
        text=chunk.text,
        language=chunk.language,
        distance=distance,
        title=found.title,
        commit=found.commit,
    )


def _distances(question: bytes, vectors: Sequence[bytes | None]) -> list[float | None]:
    """Cosine distances; None where there is no vector."""
    known = {vector: cosine_distance(question, vector) for vector in set(vectors) if vector is not None}
    return [None if vector is None else known[vector] for vector in vectors]


def _answers(record: SourceRecord) -> bool:
    return record.chunks > 0
