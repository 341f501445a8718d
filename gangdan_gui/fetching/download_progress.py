"""How far a download is, told a few times a second and not with every packet."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from gangdan_gui.domain.events import Stage, StageProgress

Report = Callable[[StageProgress], Awaitable[None]]
_SECONDS = 0.25


class DownloadProgress:
    """Counts files and bytes of one source. `total` files grow as they become known."""

    def __init__(self, source: str, report: Report) -> None:
        self._source = source
        self._report = report
        self._told = 0.0
        self.done = 0
        self.total = 0
        self.bytes_done = 0
        self.bytes_total = 0

    def expect(self, size: int) -> None:
        """So many bytes are about to come; 0 for nobody knows. For downloads that come one after another."""
        self.bytes_total = self.bytes_done + size if size else 0

    async def count(self, size: int) -> None:
        """A packet of so many bytes has come."""
        self.bytes_done += size
        if time.monotonic() - self._told >= _SECONDS:
            await self.tell()

    async def file_done(self) -> None:
        """One more file is there, or will not come."""
        self.done += 1
        await self.count(0)

    async def tell(self) -> None:
        """Report how far it is."""
        self._told = time.monotonic()
        total = max(self.bytes_total, self.bytes_done) if self.bytes_total else 0
        await self._report(StageProgress(self._source, Stage.FETCH, self.done, self.total, self.bytes_done, total))
