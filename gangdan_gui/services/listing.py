"""The files of a source as they lie on this machine, without asking anybody for them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from gangdan_gui.domain.documents import OWN, Source, SourceKind
from gangdan_gui.fetching.local import Listing, scan
from gangdan_gui.services.parts import Parts


async def as_it_lies(parts: Parts, source: Source) -> Listing:
    """The user's own folders and texts, or what was downloaded before. Raises LocationMissing."""
    if source.kind is SourceKind.LOCAL:
        return await asyncio.to_thread(scan, source)
    if source.kind in OWN:
        folder = parts.notes.folder(source.id)
        return await asyncio.to_thread(scan, replace(source, locations=(str(folder),)))
    return await asyncio.to_thread(parts.downloader.kept, source)
