"""Finds passages: the question embedded by each collection's own embedder, the nearest live chunks, merged."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import EmptyQuestion, NothingBuilt, StoreDamaged, UnknownSource
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.domain.search import Hit, SearchResult
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.retrieving.passages import merge
from gangdan_gui.retrieving.support import judge
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing.records import Generation, SourceRecord

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
            supported=judge(passages, generations[0].identity.label),
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

        Rows that do not answer (left over by a crash, or filtered out) take places among the nearest, so more are
        asked for until there are enough or the collection has no more.
        """
        wanted = max(PER_COLLECTION, options.count)
        ask_for = wanted
        while True:
            near = await self._near(asked, ask_for)
            hits = [hit for hit in await self._hits(asked.generation, near) if _passes(hit, options)]
            if len(hits) >= wanted or len(near) < ask_for:
                if not near:
                    await self._check(asked.generation)
                return hits[:wanted]
            ask_for *= 4

    async def _near(self, asked: _Asked, count: int) -> tuple[Neighbour, ...]:
        try:
            return await self._parts.store.query(asked.generation.collection, asked.vector, count)
        except StoreDamaged:
            await self._parts.manifest.sources.set_state(asked.generation.source, SourceState.FAILED)
            raise

    async def _hits(self, generation: Generation, near: Sequence[Neighbour]) -> list[Hit]:
        found = await self._parts.manifest.documents.by_id(generation, [neighbour.id for neighbour in near])
        return [
            Hit(
                chunk=item.chunk.id,
                source=generation.source,
                path=item.chunk.path,
                url=item.url,
                heading=item.chunk.heading,
                start=item.chunk.start,
                end=item.chunk.end,
                text=item.chunk.text,
                language=item.chunk.language,
                distance=neighbour.distance,
                title=item.title,
            )
            for neighbour in near
            if (item := found.get(neighbour.id))
        ]

    async def _check(self, generation: Generation) -> None:
        """An empty reply for a source that has chunks means that its vectors are lost, which must be told."""
        counts = await self._parts.manifest.documents.counts(generation)
        if counts.chunks:
            await self._parts.manifest.sources.set_state(generation.source, SourceState.FAILED)
            raise StoreDamaged(what=f"the vectors of “{generation.source}” are missing", folder="")


def _answers(record: SourceRecord) -> bool:
    return record.chunks > 0


def _passes(hit: Hit, options: SearchOptions) -> bool:
    if options.language and hit.language != options.language:
        return False
    return not options.path or fnmatchcase(hit.path, options.path)


