"""A vector store in memory that is gone with the process: for a library that is built to be measured and thrown away.

It finds exactly what Chroma is there to find, without a process of its own that has to start first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import Neighbour, VectorRow
from gangdan_gui.storing.exact_search import ExactRows


class PassingStore:
    """A `VectorStore`."""

    def __init__(self) -> None:
        self._vectors: dict[str, dict[str, bytes]] = {}
        self._searched: dict[str, ExactRows] = {}

    async def ensure(self, collection: str) -> None:
        """Create the collection unless it is there."""
        self._vectors.setdefault(collection, {})

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:
        """Add rows. Raises StoreDamaged where there is no such collection, ValueError for an id that is given twice."""
        if len({row.id for row in rows}) != len(rows):
            raise ValueError("an id is given twice")
        if not rows:
            return
        if collection not in self._vectors:
            raise StoreDamaged(what=f"{collection}: no such collection", folder="")
        self._vectors[collection].update((row.id, row.vector) for row in rows)
        self._searched.pop(collection, None)

    async def delete(self, collection: str, ids: Sequence[str]) -> None:
        """Delete rows."""
        for id_ in ids:
            self._vectors.get(collection, {}).pop(id_, None)
        self._searched.pop(collection, None)

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        """The nearest rows, exactly; equal distances are ordered by id."""
        if not self._vectors.get(collection):
            return ()
        if collection not in self._searched:
            held = self._vectors[collection]
            self._searched[collection] = ExactRows.of(list(held), b"".join(held.values()))
        return await asyncio.to_thread(self._searched[collection].nearest, vector, count, among)

    async def count(self, collection: str) -> int:
        """The number of rows."""
        return len(self._vectors.get(collection, {}))

    async def ids(self, collection: str) -> frozenset[str]:
        """All ids."""
        return frozenset(self._vectors.get(collection, {}))

    async def reachable(self, collection: str) -> bool:  # noqa: ARG002  (whichever it is)
        """What is in memory can be read."""
        return True

    async def names(self) -> tuple[str, ...]:
        """The collections there are."""
        return tuple(sorted(self._vectors))

    async def drop(self, collection: str) -> None:
        """Delete a collection."""
        self._vectors.pop(collection, None)
        self._searched.pop(collection, None)

    async def set_aside(self) -> Path:
        """Begin anew; there is nothing to keep."""
        self._vectors.clear()
        self._searched.clear()
        return Path()

    async def close(self) -> None:
        """Nothing was started."""
