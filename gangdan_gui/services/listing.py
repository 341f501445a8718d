"""The files of a source as they lie on this machine, and the documents in its archives."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from functools import partial

from gangdan_gui.domain.documents import OWN, Source, SourceKind
from gangdan_gui.fetching.local import Listing, scan
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.parts import Parts


async def as_it_lies(parts: Parts, source: Source) -> Listing:
    """The user's own folders and texts, or what was downloaded before, and what was taken out of archives then.

    Nobody is asked for anything, and nothing is written. Raises LocationMissing.
    """
    if source.kind in OWN:
        folder = parts.notes.folder(source.id)
        return await asyncio.to_thread(scan, replace(source, locations=(str(folder),)))
    listing = await asyncio.to_thread(scan if source.kind is SourceKind.LOCAL else parts.downloader.kept, source)
    return (await asyncio.to_thread(parts.unpacking.seen, source, listing)).listing


async def taken_apart(parts: Parts, source: Source, listing: Listing) -> Listing:
    """A listing with the documents that its archives hold now. Raises CannotWrite."""
    if source.kind not in (SourceKind.LOCAL, SourceKind.ADDRESSES):
        return listing
    stop = threading.Event()
    return await to_its_end(partial(parts.unpacking.bring, source, listing, stop), stop.set)
