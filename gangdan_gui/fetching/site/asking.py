"""Asks one site for its pages and lists, as its `robots.txt` wants to be asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urljoin

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.download import Download
from gangdan_gui.fetching.kept_files import KeptFile
from gangdan_gui.fetching.not_brought import SILENT, NotBrought
from gangdan_gui.fetching.site.robots import Robots, read_robots
from gangdan_gui.fetching.web import Arrived, Wish
from gangdan_gui.whole_file import remove_file

_AGENT = "gangdan"
LONGEST_LIST = 50 << 20  # bytes: what sitemaps.org allows
_PASSING = SILENT | {"broken-off", "too-long", "rate-limited", "busy", "short-body"}


def is_passing(reason: Reason) -> bool:
    """Whether another time something may be there: nobody can say now which pages there are."""
    return reason.code in _PASSING or (reason.code == "http-status" and not reason.detail.startswith("4"))


class SiteAsking:
    """`open` reads the rules; until then nothing may be asked."""

    def __init__(self, download: Download) -> None:
        self._download = download
        self._one_at_a_time = asyncio.Lock()
        self.robots = Robots()

    async def open(self, top: str) -> None:
        """Read the rules of the host; one that gives none has none. Raises NotBrought where it is away."""
        self.robots = Robots()
        rules = await self.list_at(urljoin(top, "/robots.txt"))
        self.robots = read_robots(rules, _AGENT)

    async def page(self, address: str, copy: KeptFile | None, into: Path) -> Arrived | None:
        """Download a page or file; None where the copy is still the same. Raises NotBrought, CannotWrite."""
        download = self._download
        wish = Wish(
            address,
            download.limits.file,
            download.patience.file,
            accept="text/html, text/markdown, text/plain, */*;q=0.8",
            known=copy.marks if copy else {},
            known_by=copy.place if copy else "",
        )
        async with self._turn():
            return await download.web.bring(wish, into, download.progress)

    async def list_at(self, address: str) -> bytes:
        """A list; empty where there is none. Raises NotBrought where that can't be told now, and CannotWrite."""
        download, part = self._download, self._download.kept.part()
        try:
            async with self._turn():
                await download.web.bring(Wish(address, LONGEST_LIST, download.patience.file), part, download.progress)
            return await asyncio.to_thread(part.read_bytes)
        except NotBrought as failure:
            if is_passing(failure.reason):
                raise
            return b""
        finally:
            remove_file(part)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Where the site wants time between two requests, one after another; else as many as any host is asked."""
        delay = min(self.robots.delay, self._download.patience.delay)
        if not delay:
            yield
            return
        async with self._one_at_a_time:
            await asyncio.sleep(delay)
            yield
