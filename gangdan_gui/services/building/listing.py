"""The files of a source as they lie on this machine, and the documents in its archives."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, replace
from functools import partial

from gangdan_gui.domain.documents import OWN, Source, SourceKind
from gangdan_gui.domain.events import Stage, StageProgress
from gangdan_gui.fetching.download_progress import Report
from gangdan_gui.fetching.local import Listing, scan
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.building.pack_texts import pack_texts
from gangdan_gui.services.parts import Parts

_TELL_EVERY = 0.25


async def as_it_lies(parts: Parts, source: Source) -> Listing:
    """The user's own folders and texts, or what was downloaded before, and what was taken out of archives then.

    Nobody is asked for anything, and nothing is written but lost texts of a pack. Raises LocationMissing, PackRefused.
    """
    if source.kind in OWN:
        folder = parts.notes.folder(source.id)
        return await asyncio.to_thread(scan, replace(source, locations=(str(folder),)))
    if source.kind is SourceKind.PACK:
        return (await pack_texts(parts, source)).listing
    listing = await asyncio.to_thread(scan if source.kind is SourceKind.LOCAL else parts.downloader.kept, source)
    return (await asyncio.to_thread(parts.unpacking.seen, source, listing)).listing


async def taken_apart(parts: Parts, source: Source, listing: Listing, report: Report) -> Listing:
    """A listing with the documents that its archives hold now. Raises CannotWrite."""
    if source.kind not in (SourceKind.LOCAL, SourceKind.ADDRESSES):
        return listing
    stop, tally = threading.Event(), _Tally()
    telling = asyncio.create_task(_tell(source.id, tally, report))
    try:
        return await to_its_end(partial(parts.unpacking.bring, source, listing, stop, tally.add), stop.set)
    finally:
        telling.cancel()
        await asyncio.wait({telling})


@dataclass(slots=True)
class _Tally:
    """Counted in one thread, read in another."""

    count: int = 0

    def add(self) -> None:
        self.count += 1


async def _tell(source: str, tally: _Tally, report: Report) -> None:
    """Report how many documents have come out so far; how many there will be nobody knows."""
    told = 0
    while True:
        await asyncio.sleep(_TELL_EVERY)
        if tally.count != told:
            told = tally.count
            await report(StageProgress(source, Stage.FETCH, told, 0))
