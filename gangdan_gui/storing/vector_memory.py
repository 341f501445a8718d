"""The vectors of what answers, in memory, so that a search looks at each: nothing is asked of another process.

A collection is read when it is first asked for, while whoever asks goes on without; from then on only what has come.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gangdan_gui.domain.documents import chunk_of
from gangdan_gui.domain.errors import StoreError
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.storing.database import Database, batches
from gangdan_gui.storing.document_table import DocumentTable
from gangdan_gui.storing.records import Generation
from gangdan_gui.storing.vector_cache import VectorCache

if TYPE_CHECKING:  # numpy is imported by what is first read
    from gangdan_gui.storing.coded_rows import CodedRows

_log = logging.getLogger(__name__)

MOST_BYTES = 220_000_000
"""Of all collections together: two hundred thousand rows of 512 numbers. What goes beyond is left to the store."""
# The thread that runs all SQL is free for others between two of these.
_AT_ONCE = 250
# Fewer are looked at in less than half a millisecond, which is not worth a thread.
_FEW = 4000
# A document that comes or goes changes the first, a chunk that is taken out the second.
_STATE = (
    "SELECT slots, (SELECT coalesce(sum(chunks), 0) FROM documents WHERE generation = number)"
    " FROM generations WHERE number = ?"
)
_State = tuple[int, int]


class VectorMemory:
    """The collections of one library that were asked for."""

    def __init__(self, database: Database, documents: DocumentTable, vectors: VectorCache) -> None:
        self._database = database
        self._documents = documents
        self._vectors = vectors
        self._kept: dict[int, tuple[_State, CodedRows | None]] = {}
        self._sure: tuple[tuple[int, int] | None, set[int]] = None, set()
        self._wanted: dict[int, Generation] = {}
        self._reading: asyncio.Task[None] | None = None

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
        return await asyncio.to_thread(rows.nearest, vector, count, among)

    async def read(self, generations: Sequence[Generation] = ()) -> None:
        """Have some collections in memory, and all that was asked for, as far as there is room."""
        for generation in generations:
            self._want(generation)
        while self._reading is not None:
            await asyncio.shield(self._reading)

    async def close(self) -> None:
        """Forget what was read. May be called twice."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
        self._kept.clear()

    async def _rows(self, generation: Generation, changes: tuple[int, int]) -> CodedRows | None:
        number = generation.number
        if self._sure[0] != changes:
            self._sure = changes, set()
        sure = self._sure[1]
        if number not in sure and number in self._kept and self._kept[number][0] == await self._state(number):
            sure.add(number)
        known = self._kept.get(number)
        if known is None or number not in sure:
            self._want(generation)
            return None
        return known[1]

    async def _state(self, number: int) -> _State | None:
        def look(connection: sqlite3.Connection) -> _State | None:
            found: _State | None = connection.execute(_STATE, (number,)).fetchone()
            return found

        return await self._database.read(look)

    def _want(self, generation: Generation) -> None:
        self._wanted[generation.number] = generation
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_all(), name="reading vectors")

    async def _read_all(self) -> None:
        try:
            while self._wanted:
                number = next(iter(self._wanted))
                await self._read(self._wanted[number])
                del self._wanted[number]
        except StoreError as error:  # whoever asks next meets it, too
            _log.info("vectors are not read into memory: %s", error)
            self._wanted.clear()
        finally:
            self._reading = None

    async def _read(self, generation: Generation) -> None:
        """Have the rows of a generation as they are now; none where one's vector is not kept, or they are too many."""
        number = generation.number
        state = await self._state(number)
        if state is None:
            self._kept.pop(number, None)
            return
        if number in self._kept and self._kept[number][0] == state:
            return
        live = await self._documents.row_ids(generation)
        taken = sum(rows.size for other, (_, rows) in self._kept.items() if rows and other != number)
        rows = None
        if taken + 2 * len(live) * generation.identity.dimension <= MOST_BYTES:
            rows = await self._whole(generation, live)
        # What has changed meanwhile gives another state, and is read when it is next asked for.
        self._kept[number] = state, rows

    async def _whole(self, generation: Generation, live: frozenset[str]) -> CodedRows | None:
        from gangdan_gui.storing.coded_rows import GrowingRows

        _, before = self._kept.get(generation.number, (None, None))
        left, lacking = await asyncio.to_thread(_left, before, live)
        growing = GrowingRows(len(live), generation.identity.dimension)
        if left:
            await asyncio.to_thread(growing.take, left)
        for some in batches(lacking, _AT_ONCE):
            part = await self._part(generation, some)
            if part is None:
                return None
            growing.take(part)
        return growing.grown()

    async def _part(self, generation: Generation, chunks: Sequence[str]) -> CodedRows | None:
        """The rows of some chunks; None where the vector of one is not kept."""
        from gangdan_gui.storing.coded_rows import CodedRows

        rows = await self._documents.rows(generation, chunks)
        kept = await self._vectors.get(generation.identity, [text for _, text in rows], generation.maker)
        vectors = [vector for vector in kept if vector is not None]
        if len(vectors) < len(rows):
            return None
        data = b"".join(vectors)
        return await asyncio.to_thread(CodedRows.of, [id_ for id_, _ in rows], data, generation.identity.dimension)


def _left(before: CodedRows | None, live: frozenset[str]) -> tuple[CodedRows | None, list[str]]:
    """What of the rows before answers still, and the chunks whose rows are to be read."""
    known = frozenset(before.ids) & live if before else frozenset()
    lacking = {chunk_of(id_) for id_ in live - known}
    # All rows of a chunk come together.
    kept = {id_ for id_ in known if chunk_of(id_) not in lacking}
    return (before.only(kept) if before and kept else None), sorted(lacking)
