"""Measures a build while it goes on, and remembers how fast this machine was."""

from __future__ import annotations

import logging
import time
from types import TracebackType
from typing import Self

from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.events import StageProgress
from gangdan_gui.fetching.download_progress import Report
from gangdan_gui.services.building.prepared import Prepared
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.speeds import Measures, Work, kind_of

_log = logging.getLogger(__name__)
# Less says how long servers think, and nothing of the line.
_FEWEST_BYTES = 200_000


def note_prepared(measures: Measures, prepared: Prepared, splitter: str) -> None:
    """Count a file that was converted and cut."""
    if prepared.document is None or not prepared.seconds_convert:
        return
    measures.add(Work.CONVERT, format_of(prepared.path), prepared.size, prepared.seconds_convert)
    measures.add(Work.CHUNK, kind_of(splitter), len(prepared.document.text), prepared.seconds_chunk)


async def remember(parts: Parts, measures: Measures) -> None:
    """Keep what was measured. A library that can't be written fails for better reasons than this."""
    try:
        await parts.manifest.speeds.note(measures.taken)
    except GangDanError:
        _log.warning("how fast this build was could not be noted", exc_info=True)


class Received:
    """Counts the bytes of a download while its progress is reported, until the block ends."""

    def __init__(self, measures: Measures, tell: Report) -> None:
        self._measures, self._tell = measures, tell
        self._bytes = 0

    async def report(self, event: StageProgress) -> None:
        """Tell how far it is."""
        self._bytes = max(self._bytes, event.bytes_done)
        await self._tell(event)

    def __enter__(self) -> Self:
        self._begun = time.perf_counter()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bytes >= _FEWEST_BYTES:
            self._measures.add(Work.DOWNLOAD, "", self._bytes, time.perf_counter() - self._begun)
