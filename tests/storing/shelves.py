"""Rows that lie in memory, for the store that only reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gangdan_gui.domain.ports import VectorRow
from gangdan_gui.storing.exact_search import ExactRows


class MemoryShelf:
    """A `Shelf` of these collections."""

    def __init__(self, collections: Mapping[str, Sequence[VectorRow]]) -> None:
        self.place = Path("资料库")
        self._rows = {
            name: ExactRows.of([row.id for row in rows], b"".join(row.vector for row in rows))
            for name, rows in collections.items()
        }

    async def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._rows))

    async def rows(self, collection: str) -> ExactRows | None:
        return self._rows.get(collection)

    async def close(self) -> None:
        self._rows.clear()
