"""What becomes of a removed source once nobody can bring it back any more."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from gangdan_gui.domain.documents import OWN, SourceKind
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import SourceRecord


class Trash:
    """The trash of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def purge(self, record: SourceRecord, *, corrections: bool = True) -> None:
        """Forget a source in the trash; its collection goes at the next build, which has the store open."""
        await self._parts.manifest.sources.purge(record.source.id)
        await asyncio.to_thread(self._parts.markdown.sweep, record.source.id, ())
        if corrections:
            await asyncio.to_thread(self._parts.corrections.remove, record.source.id)
        await asyncio.to_thread(self._parts.unpacking.remove, record.source)
        if record.source.kind in OWN:
            await asyncio.to_thread(self._parts.notes.remove, record.source.id)
        elif record.source.kind is SourceKind.PACK:
            await asyncio.to_thread(self._parts.packs.remove, record.source.id)
        elif record.source.kind is not SourceKind.LOCAL:
            await asyncio.to_thread(self._parts.downloader.remove, record.source.id)


def now() -> str:
    """When a source is put there: an ISO 8601 time."""
    return datetime.now(UTC).isoformat(timespec="seconds")
