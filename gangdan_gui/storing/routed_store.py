"""Sends each collection to where it is kept: to the store that the settings name, or to what lies somewhere already."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Protocol

from gangdan_gui.domain.ports import Neighbour, VectorRow, VectorStore


class Beside(VectorStore, Protocol):
    """A store of collections that lie somewhere already."""

    async def holds(self, collection: str) -> bool:
        """Whether a collection is one of those, there or not at the moment."""


class RoutedStore:
    """A `VectorStore`. `chosen` says what the settings name now, `open_store` opens that when it is first asked.

    `beside` goes first where it knows a collection.
    """

    def __init__(
        self,
        chosen: Callable[[], Hashable],
        open_store: Callable[[], VectorStore],
        beside: Beside | None = None,
    ) -> None:
        self._chosen = chosen
        self._open_store = open_store
        self._beside = beside
        self._opened: dict[Hashable, VectorStore] = {}

    async def ensure(self, collection: str) -> None:
        """Create the collection unless it is there."""
        await (await self._of(collection)).ensure(collection)

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:
        """Add rows of new ids."""
        await (await self._of(collection)).add(collection, rows)

    async def delete(self, collection: str, ids: Sequence[str]) -> None:
        """Delete rows; ids that are not there are passed over."""
        await (await self._of(collection)).delete(collection, ids)

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        """The nearest rows, nearest first."""
        return await (await self._of(collection)).query(collection, vector, count, among)

    async def count(self, collection: str) -> int:
        """The number of rows."""
        return await (await self._of(collection)).count(collection)

    async def ids(self, collection: str) -> frozenset[str]:
        """All ids."""
        return await (await self._of(collection)).ids(collection)

    async def reachable(self, collection: str) -> bool:
        """Whether every row's vector can be read back."""
        return await (await self._of(collection)).reachable(collection)

    async def names(self) -> tuple[str, ...]:
        """The collections of the store that the settings name: those that lie elsewhere are nobody's to drop."""
        return await self._main.names()

    async def drop(self, collection: str) -> None:
        """Delete a collection; one that lies elsewhere stays as it is."""
        await self._main.drop(collection)

    async def set_aside(self) -> Path:
        """Move the store that the settings name out of the way."""
        return await self._main.set_aside()

    async def close(self) -> None:
        """Close all that was opened. May be called twice."""
        for store in (*self._opened.values(), *filter(None, [self._beside])):
            await store.close()

    async def _of(self, collection: str) -> VectorStore:
        if self._beside and await self._beside.holds(collection):
            return self._beside
        return self._main

    @property
    def _main(self) -> VectorStore:
        key = self._chosen()
        if key not in self._opened:
            self._opened[key] = self._open_store()
        return self._opened[key]
