"""The collections of a library that is only read: the chunks of its manifest with the vectors that it keeps."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gangdan_gui.storing.database import batches
from gangdan_gui.storing.exact_search import ExactRows
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import Generation

# The thread that runs all SQL is free for others between two of these.
_AT_ONCE = 2000


class KeptVectors:
    """A `Shelf` over a manifest. A collection is read at its first use, and again when it holds other chunks."""

    def __init__(self, manifest: Manifest, place: Path) -> None:
        self.place = place
        self._manifest = manifest
        self._read: dict[str, tuple[int, frozenset[str], ExactRows]] = {}
        self._one_at_a_time = asyncio.Lock()

    async def names(self) -> tuple[str, ...]:
        """The collections of what answers."""
        records = await self._manifest.sources.all()
        return tuple(sorted(record.live.collection for record in records if record.live))

    async def rows(self, collection: str) -> ExactRows | None:
        """The chunks that answer, without those whose vector is not kept."""
        async with self._one_at_a_time:
            version = await self._manifest.version()
            before = self._read.get(collection)
            if before and before[0] == version:
                return before[2]
            generation = await self._manifest.generations.of_collection(collection)
            if generation is None or not generation.live:
                return None
            ids = await self._manifest.documents.live_ids(generation)
            rows = before[2] if before and before[1] == ids else await self._load(generation, ids)
            self._read[collection] = version, ids, rows
        return rows

    async def close(self) -> None:
        """Forget what was read; the manifest is closed by its owner."""
        self._read.clear()

    async def _load(self, generation: Generation, ids: frozenset[str]) -> ExactRows:
        kept: dict[str, bytes] = {}
        for some in batches(sorted(ids), _AT_ONCE):
            rows = await self._manifest.documents.rows(generation, some)
            kept |= await self._manifest.vectors.of_rows(generation.identity, rows, generation.maker)
        return await asyncio.to_thread(ExactRows.of, list(kept), b"".join(kept.values()))
