"""The vectors of what answers, in memory, so that a search looks at each: nothing is asked of another process.

A collection is read when it is first asked for, while whoever asks goes on without; from then on only what has come.
Of one that has lost a few of its vectors the others are here: the store is asked for these alone.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gangdan_gui.domain.documents import chunk_of
from gangdan_gui.domain.errors import StoreError
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.storing.database import Database, batches
from gangdan_gui.storing.document_table import DocumentTable
from gangdan_gui.storing.records import Generation, Role
from gangdan_gui.storing.vector_cache import VectorCache

if TYPE_CHECKING:  # numpy is imported by what is first read
    from gangdan_gui.storing.coded_rows import CodedRows, GrowingRows

_log = logging.getLogger(__name__)

MOST_BYTES = 220_000_000
"""Of all collections together: two hundred thousand rows of 512 numbers. What goes beyond is left to the store.

While changes of one are read, its rows are in memory twice.
"""
# The thread that runs all SQL is free for others between two of these.
_AT_ONCE = 250
# Fewer are looked at in less than half a millisecond, which is not worth a thread.
_FEW = 4000
# So many go to the thread where words are looked for meanwhile, one after the other: side by side the two wait for each
# other at each step of numpy, and both together take longer (10,000 rows: 3.1 ms, 2.2 in turn).
_ONE_AFTER_THE_OTHER = 20_000
# A store takes some milliseconds for so many chosen rows; one in ten of a collection are no longer a few.
_MOST_LACKING, _SHARE_LACKING = 50, 10
_LIVE = (
    "SELECT number, slots, dimension FROM generations"
    " WHERE role = ? AND source IN (SELECT id FROM sources WHERE removed_at IS NULL)"
)
_SIZE = "SELECT coalesce(sum(chunks), 0), coalesce(sum(chunks + cuts), 0) FROM documents WHERE generation = ?"
# A document that comes or goes changes the slots, a chunk that is taken out how many there are; the third is the room.
_State = tuple[int, int, int]


class _Kept(NamedTuple):
    """A collection as it was read. Of its rows those `lacking` are not there, because their vectors are not kept."""

    state: _State
    rows: CodedRows | None
    lacking: tuple[str, ...] = ()


class VectorMemory:
    """The collections of one library that were asked for; none of one that is only read, whose store does the same."""

    def __init__(self, database: Database, documents: DocumentTable, vectors: VectorCache) -> None:
        self._database = database
        self._documents = documents
        self._vectors = vectors
        self._kept: dict[int, _Kept] = {}
        self._too_many: set[int] = set()
        self._sure: tuple[tuple[int, int] | None, set[int]] = None, set()
        self._comparing = asyncio.Lock()
        self._wanted: dict[int, Generation] = {}
        self._reading: asyncio.Task[None] | None = None
        self._closed = database.read_only

    async def nearest(
        self,
        generation: Generation,
        vector: bytes,
        count: int,
        changes: tuple[int, int],
        among: Sequence[str] | None = None,
    ) -> tuple[Neighbour, ...] | None:
        """The nearest rows of what answers, exactly; None where they are not in memory, which they may soon be.

        `changes` are those of the records that the question goes by.
        """
        rows = await self._rows(generation, changes)
        if rows is None:
            return None
        if len(rows) <= _FEW:
            return rows.nearest(vector, count, among)
        if len(rows) <= _ONE_AFTER_THE_OTHER:
            return await self._database.read(lambda _: rows.nearest(vector, count, among))
        return await asyncio.to_thread(rows.nearest, vector, count, among)

    def lacking(self, generation: Generation) -> tuple[str, ...]:
        """The rows that `nearest` of one that is in memory does not look at: their vectors are not kept."""
        kept = self._kept.get(generation.number)
        return kept.lacking if kept else ()

    async def read(self, generations: Sequence[Generation] = ()) -> None:
        """Have some collections in memory, and all that was asked for, as far as there is room."""
        for generation in generations:
            self._want(generation)
        while (reading := self._reading) is not None:
            await asyncio.wait([reading])
            if not reading.cancelled():
                reading.result()

    async def forget(self) -> None:
        """Forget what was read and what is being read: other records stand where these were."""
        self._kept.clear()
        self._wanted.clear()
        self._sure = None, set()
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.cancel()
            await asyncio.wait([reading])

    async def close(self) -> None:
        """Forget all, and read no more. May be called twice."""
        self._closed = True
        await self.forget()

    async def _rows(self, generation: Generation, changes: tuple[int, int]) -> CodedRows | None:
        number = generation.number
        if self._sure[0] != changes:
            await self._compare(changes)
        known = self._kept.get(number)
        if known is None or number not in self._sure[1]:
            self._want(generation)
            return None
        return known.rows

    async def _compare(self, changes: tuple[int, int]) -> None:
        """Find out what of all that is kept is as it was; once, however many collections are asked at the same time."""
        async with self._comparing:
            if self._sure[0] == changes:
                return
            states = await self._states(tuple(self._kept))
            same = {number for number, one in self._kept.items() if one.state == states.get(number)}
            self._too_many &= same
            self._sure = changes, same - {number for number in self._too_many if self._has_room(number, states[number])}

    async def _states(self, numbers: Sequence[int]) -> dict[int, _State]:
        """What tells whether some generations are as they were, and gives back the room of all that answer no more."""

        def look(connection: sqlite3.Connection) -> tuple[set[int], dict[int, _State]]:
            live = {number: facts for number, *facts in connection.execute(_LIVE, (int(Role.LIVE),))}
            states: dict[int, _State] = {}
            for number in live.keys() & set(numbers):
                (slots, dimension), (chunks, rows) = live[number], connection.execute(_SIZE, (number,)).fetchone()
                states[number] = slots, chunks, 2 * rows * dimension
            return set(live), states

        live, states = await self._database.read(look)
        self._kept = {number: one for number, one in self._kept.items() if number in live}
        return states

    def _has_room(self, number: int, state: _State) -> bool:
        taken = sum(one.rows.size for other, one in self._kept.items() if one.rows and other != number)
        return taken + state[2] <= MOST_BYTES

    def _want(self, generation: Generation) -> None:
        if self._closed:
            return
        self._wanted[generation.number] = generation
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all(), name="reading vectors")

    async def _read_all(self) -> None:
        try:
            while self._wanted:
                number = next(iter(self._wanted))
                await self._read(self._wanted[number])
                self._wanted.pop(number, None)
                self._sure = None, set()
        except StoreError as error:  # whoever asks next meets it, too
            _log.info("vectors are not read into memory: %s", error)
        finally:
            if self._reading is asyncio.current_task():
                self._reading = None
                self._wanted.clear()

    async def _read(self, generation: Generation) -> None:
        """Have the rows of a generation as they are now; none where too many vectors are not kept, or there are."""
        number = generation.number
        state = (await self._states([number])).get(number)
        if state is None:
            return
        room = self._has_room(number, state)
        known = self._kept.get(number)
        if known and known.state == state and not (room and number in self._too_many):
            return
        rows, lacking = await self._fitting(generation) if room else (None, ())
        # What has changed meanwhile gives another state, and is read when it is next asked for. Who compares just now
        # does not know of it, and would take it for one that is gone.
        async with self._comparing:
            self._kept[number] = _Kept(state, rows, lacking)
            self._too_many = self._too_many - {number} if room else self._too_many | {number}

    async def _fitting(self, generation: Generation) -> tuple[CodedRows | None, tuple[str, ...]]:
        """Its rows, and those of which no vector is kept; nothing where these are more than a few."""
        try:
            live = await self._documents.row_ids(generation)
            rows = await self._whole(generation, live)
        except MemoryError:
            _log.warning("there is no memory for the vectors of “%s”", generation.source)
            return None, ()
        return rows, tuple(sorted(live.difference(rows.ids))) if rows else ()

    async def _whole(self, generation: Generation, live: frozenset[str]) -> CodedRows | None:
        from gangdan_gui.storing.coded_rows import GrowingRows

        known = self._kept.get(generation.number)
        growing = GrowingRows(len(live), generation.identity.dimension)
        unread = await asyncio.to_thread(_left, known.rows if known else None, live, growing)
        may_lack = min(_MOST_LACKING, len(live) // _SHARE_LACKING)
        for some in batches(unread, _AT_ONCE):
            part, lacking = await self._part(generation, some)
            may_lack -= lacking
            if may_lack < 0:
                return None
            growing.take(part)
        return growing.grown()

    async def _part(self, generation: Generation, chunks: Sequence[str]) -> tuple[CodedRows, int]:
        """The rows of some chunks, and of how many no vector is kept."""
        from gangdan_gui.storing.coded_rows import CodedRows

        rows = await self._documents.rows(generation, chunks)
        kept = await self._vectors.of_rows(generation.identity, rows, generation.maker)
        data = b"".join(kept.values())
        read = await asyncio.to_thread(CodedRows.of, list(kept), data, generation.identity.dimension)
        return read, len(rows) - len(kept)


def _left(before: CodedRows | None, live: frozenset[str], into: GrowingRows) -> list[str]:
    """Take over what of the rows before answers still; the chunks whose rows are to be read."""
    known = live.intersection(before.ids) if before else frozenset()
    lacking = {chunk_of(id_) for id_ in live - known}
    if before and known:
        # All rows of a chunk come together.
        kept = (id_ in known and chunk_of(id_) not in lacking for id_ in before.ids)
        into.take(before, [place for place, stays in enumerate(kept) if stays])
    return list(lacking)
