"""Searches collections by meaning: the live chunks whose vectors are nearest to the question's."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

from gangdan_gui.domain.documents import chunk_of
from gangdan_gui.domain.errors import CannotWrite, GangDanError, StoreAway, StoreDamaged, WorkerError
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.retrieving.nearest import nearest
from gangdan_gui.services.integrity.health import Health
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.dense_hits import DenseHit, DenseQuery, measured
from gangdan_gui.services.searching.dense_looks import DEEP, Look, crowd_limits
from gangdan_gui.services.searching.exact_scope import ExactScope
from gangdan_gui.services.searching.reading import Reading
from gangdan_gui.services.searching.search_filter import allowed_paths
from gangdan_gui.services.together import together
from gangdan_gui.storing.records import Counts, Generation

# Of those asked for beyond those that are wanted.
_MORE = 10
_MORE_THAN_ITS_SHARE = 3
# What keeps one collection from being read by meaning, and no other.
_UNREAD = (StoreDamaged, StoreAway, WorkerError, CannotWrite)


class DenseSearch:
    """Searches the collections of one library. Damage that it meets is noted as the source's state."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._health = Health(parts)
        self._scope = ExactScope(parts)
        self._probed: set[str] = set()
        self._checked: dict[int, tuple[tuple[int, int], Counts]] = {}

    async def look(
        self,
        queries: Sequence[DenseQuery],
        options: SearchOptions,
        wanted: int,
        changes: tuple[int, int],
        crowds: Mapping[int, Hashable] | None = None,
    ) -> list[Look | GangDanError]:
        """The nearest rows of each collection that pass the filters, for `wanted` texts, or why there are none.

        `changes` are those of the records at the beginning of the question. `crowds` says by number of generation whose
        chunks compare: of what is together farther than the DEEP nearest of a crowd not all may be read.
        """
        crowd_of = [(crowds or {}).get(one.generation.number) for one in queries]
        return await together(
            *(
                self._look(one, options, _first(wanted, crowd_of.count(crowd) if crowd else 0), changes, crowd)
                for one, crowd in zip(queries, crowd_of, strict=True)
            )
        )

    async def near(
        self, looked: Sequence[Look | GangDanError], wanted: int, changes: tuple[int, int], reading: Reading
    ) -> list[list[DenseHit] | GangDanError]:
        """The nearest live chunks of what was looked at, nearest first, or why there are none.

        At least `wanted` texts where there are so many. Each comes once, as far as its nearest part is. Other parts,
        rows that do not answer (left over by a crash) and copies take places among the nearest, so more are asked for
        until there are enough or the collection has no more.
        """
        answers = list(looked)
        done: dict[int, list[DenseHit] | GangDanError] = {}
        while True:
            done |= {at: one for at, one in enumerate(answers) if isinstance(one, GangDanError)}
            waiting = {at: one for at, one in enumerate(answers) if isinstance(one, Look) and at not in done}
            if not waiting:
                return [done[at] for at in range(len(answers))]
            looks = [one for one in answers if isinstance(one, Look)]
            limits = await self._read(list(waiting.values()), looks, wanted, reading)
            hits = await measured([one.unmeasured() for one in waiting.values()])
            for (at, look), some in zip(waiting.items(), hits, strict=True):
                enough = _enough(look, some, wanted, limits.get(look.crowd, math.inf))
                if enough is None:
                    answers[at] = await self._more(look, changes)
                else:
                    done[at] = enough

    async def prepare(self, generations: Sequence[Generation], changes: tuple[int, int]) -> None:
        """Have the store look at collections that were not looked at yet, which takes seconds after a start.

        What is wrong is told to whoever searches them.
        """
        lacking = [one for one in generations if self._checked.get(one.number, (None,))[0] != changes]
        await together(*(self._prepared(one, changes) for one in lacking))

    async def _prepared(self, generation: Generation, changes: tuple[int, int]) -> None:
        with suppress(*_UNREAD):
            await self._check(generation, changes)

    async def _look(
        self,
        query: DenseQuery,
        options: SearchOptions,
        first: int,
        changes: tuple[int, int],
        crowd: Hashable | None,
    ) -> Look | GangDanError:
        try:
            counts = await self._check(query.generation, changes)
            among = await self._among(query.generation, options)
            ask_for = first * math.ceil(counts.rows / max(counts.chunks, 1))
            near = () if among is not None and not among else await self._near(query, ask_for, among, changes)
        except _UNREAD as error:
            return error
        return Look(query, ask_for, among, near, crowd)

    async def _more(self, look: Look, changes: tuple[int, int]) -> Look | GangDanError:
        """The same of four times as many rows."""
        try:
            near = await self._near(look.query, look.asked * 4, look.among, changes)
        except _UNREAD as error:
            return error
        return Look(look.query, look.asked * 4, look.among, near, look.crowd)

    async def _read(
        self, some: Sequence[Look], looks: Sequence[Look], wanted: int, reading: Reading
    ) -> dict[Hashable, float]:
        """Read what can be among the nearest of the crowds of all looks, and how far that goes."""
        while True:
            limits = crowd_limits(looks, wanted)
            unread = [(look, look.unread(limits.get(look.crowd, math.inf))) for look in some]
            unread = [(look, ids) for look, ids in unread if ids]
            if not unread:
                return limits
            found = await reading.read([(look.query.generation, ids) for look, ids in unread])
            for (look, ids), there in zip(unread, found, strict=True):
                look.take(ids, there)

    async def _among(self, generation: Generation, options: SearchOptions) -> tuple[str, ...] | None:
        """The rows of the documents that pass the filters; None where there is no filter."""
        paths = await allowed_paths(self._parts, generation, options)
        return None if paths is None else tuple(sorted(await self._parts.manifest.documents.row_ids(generation, paths)))

    async def _near(
        self, query: DenseQuery, count: int, among: Sequence[str] | None, changes: tuple[int, int]
    ) -> tuple[Neighbour, ...]:
        """The nearest rows: of all that are in memory, else of a few chosen ones, else by the store's own index."""
        memory = self._parts.manifest.memory
        if not self._parts.manifest.read_only:  # its store looks at each vector as it is
            near = await memory.nearest(query.generation, query.vector, count, changes, among)
            if near is not None:
                return await self._with_lacking(query, near, count, among)
        async with self._noting_damage(query.generation):
            chunks = tuple(dict.fromkeys(map(chunk_of, among or ())))
            few = await self._scope.nearest(query.generation, query.vector, count, chunks) if among else None
            if few is not None:
                return few
            return await self._parts.store.query(query.generation.collection, query.vector, count, among)

    async def _with_lacking(
        self, query: DenseQuery, near: tuple[Neighbour, ...], count: int, among: Sequence[str] | None
    ) -> tuple[Neighbour, ...]:
        """What memory found, and what the store alone knows the vectors of."""
        lacking = self._parts.manifest.memory.lacking(query.generation)
        if among is not None:
            lacking = tuple(sorted(set(lacking).intersection(among)))
        if not lacking:
            return near
        async with self._noting_damage(query.generation):
            stored = await self._parts.store.query(query.generation.collection, query.vector, count, lacking)
        rows = {row.id: row for row in (*near, *stored)}
        return tuple(sorted(rows.values(), key=lambda row: (row.distance, row.id))[:count])

    async def _check(self, generation: Generation, changes: tuple[int, int]) -> Counts:
        """Fewer rows than live chunks have means that vectors are lost, which must be told: nothing else would show it.

        Rows are added before their chunks are live and deleted after, so there may be more at any time, but a build
        that goes on between the two counts makes them incomparable. They are compared once for each of the
        `changes` of the records: a question need not wait for what was so a moment ago.
        """
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


def _first(wanted: int, crowd: int) -> int:
    """How many of one's nearest chunks to ask for at first, of a crowd of so many collections.

    The last one never tells whether others are as far: with some more one call is nearly always enough. Of many
    collections most have few that are among the nearest of all, and a store takes a third longer for 50 rows than for
    20: who has more is asked once more.
    """
    alone = wanted + _MORE
    return min(alone, _MORE_THAN_ITS_SHARE * math.ceil(DEEP / crowd)) if crowd > 1 else alone


def _enough(look: Look, hits: list[DenseHit], wanted: int, limit: float) -> list[DenseHit] | None:
    """What of a collection's hits, of all chunks as far as `limit`, is near; None where more must be asked for."""
    if look.ended:
        return hits
    if found := nearest(hits, wanted, look.reached):
        return hits[: len(found)]
    return hits if look.reached > limit else None
