"""Which converted documents are no longer there, or are no longer what was stored."""

from __future__ import annotations

import asyncio

from gangdan_gui.domain.documents import FileState
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import DocumentRecord, Generation


async def missing_texts(parts: Parts, generation: Generation) -> tuple[str, ...]:
    """The paths of a generation's documents whose Markdown is missing or was changed by other hands; reads them all."""
    records = (await parts.manifest.documents.all(generation)).values()
    written = [record for record in records if record.state is FileState.READY and record.markdown]

    def missing(record: DocumentRecord) -> bool:
        return parts.markdown.read(generation.source, record.path, record.markdown) is None

    return await asyncio.to_thread(lambda: tuple(record.path for record in written if missing(record)))
