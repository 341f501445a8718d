"""The vector store as services see it: batches and pages sent to the child process that asks Chroma."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import Neighbour, VectorRow
from gangdan_gui.storing.chroma_collections import MOST_ROWS
from gangdan_gui.storing.database import batches

_log = logging.getLogger(__name__)

# A question waits for at most one of these.
ADDED_ROWS = 500
DELETED_ROWS = 500
PAGE_ROWS = 10_000
VECTOR_PAGE_ROWS = 1000


class BatchedStore(ABC):
    """Most of a `VectorStore`, over the methods of `ChromaCollections`; `_call` brings a call there."""

    async def ensure(self, collection: str) -> None:
        """Create the collection unless it is there."""
        await self._call("ensure", collection)

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:
        """Leave exactly these rows under their ids. Raises ValueError for an id that is given twice."""
        if len({row.id for row in rows}) != len(rows):
            raise ValueError("an id is given twice")
        for some in batches(rows, ADDED_ROWS):
            await self._call("add", collection, list(some))

    async def delete(self, collection: str, ids: Sequence[str]) -> None:
        """Delete rows; ids that are not there are passed over."""
        # And here, too.
        for some in batches(list(dict.fromkeys(ids)), DELETED_ROWS):
            await self._call("delete", collection, list(some))

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        """The nearest rows, nearest first; equal distances are ordered by id."""
        found: list[Neighbour] = []
        # Chroma refuses an id that is given twice.
        for some in [None] if among is None else batches(list(dict.fromkeys(among)), MOST_ROWS):
            found += await self._call("query", collection, vector, count, some, urgent=True)
        return tuple(sorted(found, key=lambda neighbour: (neighbour.distance, neighbour.id))[: max(count, 0)])

    async def count(self, collection: str) -> int:
        """The number of rows."""
        return int(await self._call("count", collection, urgent=True))

    async def ids(self, collection: str) -> frozenset[str]:
        """All ids. Rows added or deleted meanwhile may be missed: ask while nothing is written."""
        found: set[str] = set()
        while page := await self._call("ids", collection, len(found), PAGE_ROWS):
            found.update(page)
            if len(page) < PAGE_ROWS:
                break
        return frozenset(found)

    async def reachable(self, collection: str) -> bool:
        """Whether every row's vector can be read back; as with `ids`, ask while nothing is written."""
        read = 0
        try:
            count = await self.count(collection)
            while read < count and (page := await self._call("vectors", collection, read, VECTOR_PAGE_ROWS)):
                read += page
        except StoreDamaged as error:
            _log.warning("%s", error)
            return False
        return read == count

    async def names(self) -> tuple[str, ...]:
        """The collections there are."""
        names: tuple[str, ...] = await self._call("names")
        return names

    async def drop(self, collection: str) -> None:
        """Delete a collection; passes over one that is not there."""
        await self._call("drop", collection)

    @abstractmethod
    async def _call(self, method: str, *arguments: object, urgent: bool = False) -> Any: ...
