"""Which converted documents, or their chunks, are no longer there or no longer what was stored."""

from __future__ import annotations

import asyncio

from gangdan_gui.domain.documents import FileState
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import DocumentRecord, Generation


async def missing_texts(parts: Parts, generation: Generation) -> tuple[str, ...]:
    """The paths of documents whose Markdown is missing, or it or a chunk was changed by other hands; reads them all."""
    records = (await parts.manifest.documents.all(generation)).values()
    written = [record for record in records if record.state is FileState.READY and record.markdown]

    def missing(record: DocumentRecord) -> bool:
        return not record.sha256 or parts.markdown.read(generation.source, record.path, record.markdown) is None

    lost = await asyncio.to_thread(lambda: [record.path for record in written if missing(record)])
    return tuple(dict.fromkeys([*lost, *await parts.manifest.documents.altered(generation)]))
