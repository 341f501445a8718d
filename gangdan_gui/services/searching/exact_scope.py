"""Searches a few chosen chunks exactly, over the vectors that are kept: a store is slow where it has to leave out rows.

Of 20,000 passages in Chroma (384 dimensions, two busy cores) a question takes 25 ms, among 500 chosen ones 20 to 60 ms,
among 4,000 100 to 200 ms. Here it takes 15 ms among 500 and 140 ms among 2,000 the first time, because their vectors
are read, and less than 1 ms from then on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation

if TYPE_CHECKING:  # numpy is imported when documents are chosen
    from gangdan_gui.storing.exact_search import ExactRows

MOST = 2_000
"""Chunks that are searched so; more are left to the store."""
# One conversation goes on in the documents of some sources, in one language after the other.
_KEPT = 4


class ExactScope:
    """Remembers the last sets of chunks, because a conversation goes on in the same documents."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._kept: dict[tuple[str, tuple[str, ...]], ExactRows] = {}

    async def nearest(
        self, generation: Generation, vector: bytes, count: int, among: Sequence[str]
    ) -> tuple[Neighbour, ...] | None:
        """The nearest rows of these chunks; None where they are too many, or a vector of them is not kept."""
        if len(among) > MOST:
            return None
        key = generation.collection, tuple(among)
        rows = self._kept.pop(key, None) or await self._read(generation, among)
        if rows is None:
            return None
        self._kept[key] = rows
        for old in list(self._kept)[:-_KEPT]:
            del self._kept[old]
        return await asyncio.to_thread(rows.nearest, vector, count)

    async def _read(self, generation: Generation, among: Sequence[str]) -> ExactRows | None:
        rows = await self._parts.manifest.documents.rows(generation, among)
        kept = await self._parts.manifest.vectors.of_rows(generation.identity, rows, generation.maker)
        if len(kept) < len(rows):
            return None
        from gangdan_gui.storing.exact_search import ExactRows

        return await asyncio.to_thread(ExactRows.of, list(kept), b"".join(kept.values()))
