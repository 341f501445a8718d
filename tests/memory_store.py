"""A vector store in memory with exact cosine distance, held to the same contract as the real one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import Neighbour, VectorRow


class MemoryStore:
    """A `VectorStore`."""

    def __init__(self) -> None:
        self.collections: dict[str, dict[str, VectorRow]] = {}

    async def ensure(self, collection: str) -> None:
        self.collections.setdefault(collection, {})

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:
        if len({row.id for row in rows}) != len(rows):
            raise ValueError("an id is given twice")
        if rows and collection not in self.collections:
            raise StoreDamaged(what=f"{collection}: no such collection", folder="")
        for row in rows:
            self.collections[collection][row.id] = row

    async def delete(self, collection: str, ids: Sequence[str]) -> None:
        for id_ in ids:
            self.collections.get(collection, {}).pop(id_, None)

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        rows = self.collections.get(collection, {})
        if among is not None:
            rows = {id_: rows[id_] for id_ in among if id_ in rows}
        if not rows or count < 1:
            return ()
        matrix = np.frombuffer(b"".join(row.vector for row in rows.values()), np.float32).reshape(len(rows), -1)
        question = np.frombuffer(vector, np.float32)
        lengths = np.linalg.norm(matrix, axis=1) * np.linalg.norm(question)
        distances = np.maximum(1 - matrix @ question / lengths, 0)
        found = (Neighbour(id_, float(distance)) for id_, distance in zip(rows, distances, strict=True))
        return tuple(sorted(found, key=lambda neighbour: (neighbour.distance, neighbour.id))[:count])

    async def count(self, collection: str) -> int:
        return len(self.collections.get(collection, {}))

    async def ids(self, collection: str) -> frozenset[str]:
        return frozenset(self.collections.get(collection, {}))

    async def reachable(self, collection: str) -> bool:
        return True

    async def names(self) -> tuple[str, ...]:
        return tuple(sorted(self.collections))

    async def drop(self, collection: str) -> None:
        self.collections.pop(collection, None)

    async def set_aside(self) -> Path:
        self.collections.clear()
        return Path("chroma-damaged")

    async def close(self) -> None:
        return None
