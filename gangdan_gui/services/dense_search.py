"""Searches one collection by meaning: the live chunks whose vectors are nearest to the question's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import DISTANCE_ERROR, Neighbour
from gangdan_gui.domain.search import Hit
from gangdan_gui.domain.vectors import cosine_distance
from gangdan_gui.retrieving.nearest import nearest
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.services.exact_scope import ExactScope
from gangdan_gui.services.health import Health
from gangdan_gui.services.hits import hit_of
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.search_filter import allowed_paths
from gangdan_gui.storing.records import Generation


@dataclass(frozen=True, slots=True)
class DenseQuery:
    """A question's vector for a collection of its embedder."""

    generation: Generation
    vector: bytes


class DenseSearch:
    """Searches the collections of one library. Damage that it meets is noted as the source's state."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._health = Health(parts)
        self._scope = ExactScope(parts)
        self._probed: set[str] = set()

    async def hits(self, query: DenseQuery, options: SearchOptions, wanted: int) -> list[Hit]:
        """The nearest live chunks that pass the filters, nearest first: at least `wanted` texts if there are so many.

        Rows that do not answer (left over by a crash) and copies take places among the nearest, so more are asked
        for until there are enough or the collection has no more. Raises StoreDamaged.
        """
        await self._check(query.generation)
        among = await self._among(query.generation, options)
        if among is not None and not among:
            return []
        # The last one never tells whether others are as far: with twice as many one call is nearly always enough.
        ask_for = 2 * wanted
        while True:
            near = await self._near(query, ask_for, among)
            hits = await self._hits(query, near)
            if len(near) < ask_for:
                return hits
            if found := nearest(hits, wanted, near[-1].distance - DISTANCE_ERROR):
                return list(found)
            ask_for *= 4

    async def _among(self, generation: Generation, options: SearchOptions) -> tuple[str, ...] | None:
        """The chunks of the documents that pass the filters; None where there is no filter."""
        paths = await allowed_paths(self._parts, generation, options)
        return None if paths is None else await self._parts.manifest.documents.ids_of(generation, paths)

    async def _near(self, query: DenseQuery, count: int, among: Sequence[str] | None) -> tuple[Neighbour, ...]:
        async with self._noting_damage(query.generation):
            few = await self._scope.nearest(query.generation, query.vector, count, among) if among else None
            if few is not None:
                return few
            return await self._parts.store.query(query.generation.collection, query.vector, count, among)

    async def _hits(self, query: DenseQuery, near: Sequence[Neighbour]) -> list[Hit]:
        """The live chunks among rows, nearest first, with exact distances: equal texts are equally far."""
        generation = query.generation
        by_id = await self._parts.manifest.documents.by_id(generation, [neighbour.id for neighbour in near])
        found = [(by_id[neighbour.id], neighbour.distance) for neighbour in near if neighbour.id in by_id]
        texts = [item.chunk.embedded_text for item, _ in found]
        kept = await self._parts.manifest.vectors.get(generation.identity, texts, generation.maker)
        exact = await asyncio.to_thread(_distances, query.vector, kept)
        hits = [
            hit_of(item, stored if distance is None else distance)
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
            if generation.collection not in self._probed:  # once: what is lost while it is open is in memory still
                if not await self._health.finds(generation):
                    raise StoreDamaged(what=f"vectors of “{generation.source}” are lost or not its own", folder="")
                self._probed.add(generation.collection)

    @asynccontextmanager
    async def _noting_damage(self, generation: Generation) -> AsyncIterator[None]:
        try:
            yield
        except StoreDamaged:
            await self._health.note_damage(generation.source)
            raise


def _distances(question: bytes, vectors: Sequence[bytes | None]) -> list[float | None]:
    """Cosine distances; None where there is no vector."""
    known = {vector: cosine_distance(question, vector) for vector in set(vectors) if vector is not None}
    return [None if vector is None else known[vector] for vector in vectors]
