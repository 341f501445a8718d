"""A vector store that only reads: exact search over vectors that lie somewhere already."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.ports import Neighbour, VectorRow

if TYPE_CHECKING:  # numpy is imported by whoever has rows
    from gangdan_gui.storing.exact_search import ExactRows

_WHY = "it is only read"


class Shelf(Protocol):
    """Where collections of vectors lie that are not to be written."""

    @property
    def place(self) -> Path:
        """What is named when somebody tries to write."""

    async def names(self) -> tuple[str, ...]:
        """The collections there are."""

    async def rows(self, collection: str) -> ExactRows | None:
        """A collection as it is now; None where it is not there. Asked before each search: it keeps what it read."""

    async def close(self) -> None:
        """Give back what it holds. May be called twice."""


class ExactStore:
    """A `VectorStore` over a shelf. Whatever would change it raises CannotWrite."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    async def ensure(self, collection: str) -> None:
        """Refused, unless it is there."""
        if await self._shelf.rows(collection) is None:
            raise self._refusal()

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:  # noqa: ARG002  (whichever it is)
        """Refused."""
        if rows:
            raise self._refusal()

    async def delete(self, collection: str, ids: Sequence[str]) -> None:
        """Refused where one of them is there."""
        if not (await self.ids(collection)).isdisjoint(ids):
            raise self._refusal()

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        """The nearest rows, exactly; equal distances are ordered by id."""
        rows = await self._shelf.rows(collection)
        return () if rows is None else await asyncio.to_thread(rows.nearest, vector, count, among)

    async def count(self, collection: str) -> int:
        """The number of rows."""
        rows = await self._shelf.rows(collection)
        return 0 if rows is None else len(rows)

    async def ids(self, collection: str) -> frozenset[str]:
        """All ids."""
        rows = await self._shelf.rows(collection)
        return frozenset() if rows is None else frozenset(rows.ids)

    async def reachable(self, collection: str) -> bool:
        """Whether every vector can be read and is one."""
        rows = await self._shelf.rows(collection)
        return rows is None or await asyncio.to_thread(rows.whole)

    async def names(self) -> tuple[str, ...]:
        """The collections there are."""
        return await self._shelf.names()

    async def drop(self, collection: str) -> None:
        """Refused, where it is there."""
        if await self._shelf.rows(collection) is not None:
            raise self._refusal()

    async def set_aside(self) -> Path:
        """Refused."""
        raise self._refusal()

    async def close(self) -> None:
        """Give back what is held."""
        await self._shelf.close()

    def _refusal(self) -> CannotWrite:
        return CannotWrite(path=str(self._shelf.place), why=_WHY)
