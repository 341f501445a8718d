"""Searches one collection by meaning: the live chunks whose vectors are nearest to the question's."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from gangdan_gui.domain.documents import chunk_of
from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import DISTANCE_ERROR, Neighbour
from gangdan_gui.retrieving.nearest import nearest
from gangdan_gui.services.dense_hits import DenseHit, DenseQuery, measured
from gangdan_gui.services.exact_scope import ExactScope
from gangdan_gui.services.health import Health
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.search_filter import allowed_paths
from gangdan_gui.storing.records import Counts, FoundChunk, Generation

# Of those asked for beyond those that are wanted.
_MORE = 10


class DenseSearch:
    """Searches the collections of one library. Damage that it meets is noted as the source's state."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._health = Health(parts)
        self._scope = ExactScope(parts)
        self._probed: set[str] = set()
        self._checked: dict[int, tuple[tuple[int, int], Counts]] = {}

    async def near(self, query: DenseQuery, options: SearchOptions, wanted: int) -> list[DenseHit]:
        """The nearest live chunks that pass the filters, nearest first: at least `wanted` texts if there are so many.

        Each comes once, as far as its nearest part is. Other parts, rows that do not answer (left over by a crash) and
        copies take places among the nearest, so more are asked for until there are enough or the collection has no
        more. Raises StoreDamaged.
        """
        counts = await self._check(query.generation)
        among = await self._among(query.generation, options)
        if among is not None and not among:
            return []
        # The last one never tells whether others are as far: with some more one call is nearly always enough.
        ask_for = (wanted + _MORE) * math.ceil(counts.rows / max(counts.chunks, 1))
        while True:
            near = await self._near(query, ask_for, among)
            hits = await self._hits(query, near)
            if len(near) < ask_for:
                return hits
            if found := nearest([one.hit for one in hits], wanted, near[-1].distance - DISTANCE_ERROR):
                return hits[: len(found)]
            ask_for *= 4

    async def measure(self, query: DenseQuery, found: Sequence[FoundChunk]) -> list[DenseHit]:
        """How far chunks are that something else has found; those whose vectors are not kept are left out."""
        return await measured(self._parts, query, found, {})

    async def _among(self, generation: Generation, options: SearchOptions) -> tuple[str, ...] | None:
        """The rows of the documents that pass the filters; None where there is no filter."""
        paths = await allowed_paths(self._parts, generation, options)
        return None if paths is None else tuple(sorted(await self._parts.manifest.documents.row_ids(generation, paths)))

    async def _near(self, query: DenseQuery, count: int, among: Sequence[str] | None) -> tuple[Neighbour, ...]:
        async with self._noting_damage(query.generation):
            chunks = tuple(dict.fromkeys(map(chunk_of, among or ())))
            few = await self._scope.nearest(query.generation, query.vector, count, chunks) if among else None
            if few is not None:
                return few
            return await self._parts.store.query(query.generation.collection, query.vector, count, among)

    async def _hits(self, query: DenseQuery, near: Sequence[Neighbour]) -> list[DenseHit]:
        """The live chunks whose rows those are, each once, nearest first."""
        ids = list(dict.fromkeys(chunk_of(neighbour.id) for neighbour in near))
        by_id = await self._parts.manifest.documents.by_id(query.generation, ids)
        found = [by_id[id_] for id_ in ids if id_ in by_id]
        return await measured(self._parts, query, found, {one.id: one.distance for one in near})

    async def _check(self, generation: Generation) -> Counts:
        """Fewer rows than live chunks have means that vectors are lost, which must be told: nothing else would show it.

        Rows are added before their chunks are live and deleted after, so there may be more at any time, but a build
        that goes on between the two counts makes them incomparable. They are compared once for each change of the
        records: a question need not wait for what was so a moment ago.
        """
        changes = await self._parts.manifest.changes()
        if (known := self._checked.get(generation.number)) and known[0] == changes:
            return known[1]
        async with self._noting_damage(generation):
            before = await self._parts.manifest.documents.counts(generation)
            stored = await self._parts.store.count(generation.collection)
            if stored < before.rows and before == await self._parts.manifest.documents.counts(generation):
                what = f"of “{generation.source}” {before.rows - stored} vectors of {before.rows} are missing"
                raise StoreDamaged(what=what, folder="")
            if generation.collection not in self._probed:  # once: what is lost while it is open is in memory still
                if not await self._health.finds(generation):
                    raise StoreDamaged(what=f"vectors of “{generation.source}” are lost or not its own", folder="")
                self._probed.add(generation.collection)
            self._checked[generation.number] = changes, before
            return before

    @asynccontextmanager
    async def _noting_damage(self, generation: Generation) -> AsyncIterator[None]:
        try:
            yield
        except StoreDamaged:
            await self._health.note_damage(generation.source)
            raise
