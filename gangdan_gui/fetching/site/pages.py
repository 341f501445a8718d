"""The pages of documentation sites as they arrive: where each is kept, where it leads, and which say the same."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.address_download import path_of
from gangdan_gui.fetching.download import Download
from gangdan_gui.fetching.kept_files import KeptFile
from gangdan_gui.fetching.local import apart
from gangdan_gui.fetching.local_names import plain
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.site.asking import SiteAsking, is_passing
from gangdan_gui.fetching.site.page import PageLinks, page_links
from gangdan_gui.fetching.site.scope import Scope, same_page
from gangdan_gui.fetching.web import Arrived
from gangdan_gui.whole_file import remove_file

_PAGES = frozenset({".html", ".htm", ".xhtml"})
_GONE = "not-there"


@dataclass(slots=True)
class Page:
    """A page that was asked for. `path` is empty where nothing of it is kept, `found` its address in the end.

    `failure` is why it did not come; a copy from before then stands for it.
    """

    asked: str
    path: str = ""
    found: str = ""
    sha256: str = ""
    links: tuple[str, ...] = ()
    canonical: str = ""
    failure: Reason | None = None


class SitePages:
    """All pages of a source. `full`: no more bytes are taken.

    `starts` are the first addresses of its sites, `homes` their pages.
    """

    def __init__(self, download: Download, *, with_host: bool) -> None:
        self._download = download
        self._with_host = with_host
        self._known = {kept.asked: kept.path for kept in download.kept}
        self._taken = {plain(kept.path) for kept in download.kept}
        self._pages: list[Page] = []
        self._search: set[bytes] = set()
        self._bytes = 0
        self.full = False
        self.starts: set[str] = set()
        self.homes: set[bytes] = set()

    async def bring(self, addresses: Sequence[str], asking: SiteAsking, scope: Scope) -> list[Page]:
        """Bring pages, several at a time; one for each address, in their order. Raises CannotWrite.

        What a server sends instead from outside the site is not kept.
        """
        download = self._download
        pages = {address: Page(address) for address in addresses}
        self._pages += pages.values()
        paths = {address: self._path_for(address) for address in addresses}
        download.progress.total += len(addresses)

        async def bring(address: str) -> None:
            await self._bring(pages[address], paths[address], asking, scope)

        failures = await download.files(addresses, bring)
        for address, reason in failures.items():
            pages[address].failure = reason
        told = {paths[address]: reason for address, reason in failures.items() if reason.code != _GONE}
        away = {path: reason for path, reason in told.items() if is_passing(reason) and reason.code != "http-status"}
        download.tell(away, away, "")  # a host that went away is told once
        download.tell({path: reason for path, reason in told.items() if path not in away}, addresses, "")
        return list(pages.values())

    def knew_others(self, scope: Scope) -> bool:
        """Whether pages of a site, beside the first, are there from before."""
        return any(scope.holds(asked) and asked not in self.starts for asked in self._known)

    def settle(self) -> None:
        """Keep one of the pages that say the same, and none that only searches."""
        kept = [page for page in self._pages if page.path]
        # A page under its own address goes before another address that leads to it.
        kept.sort(key=lambda page: same_page(page.asked) != same_page(page.found))
        canonical = {same_page(page.found): _own_name(page) for page in kept}
        places: set[bytes] = set()
        contents: set[str] = set()
        for page in kept:
            place, name = same_page(page.found), _own_name(page)
            # Which is here, and says so of itself. Sites that call every page their first one are mistaken.
            elsewhere = name != place and canonical.get(name) == name and name not in self.homes
            if elsewhere or place in places or page.sha256 in contents or place in self._search:
                self._drop(page)
            else:
                places.add(place)
                contents.add(page.sha256)

    def _drop(self, page: Page) -> None:
        self._download.wanted.discard(page.path)
        self._download.whole.discard(page.path)
        self._download.kept.forget([page.path])
        page.path = ""

    def _path_for(self, address: str, media: str = "") -> str:
        """Where the file of an address stands: as before, or under a name that no other has."""
        if not media and address in self._known:
            return self._known[address]
        path = path_of(address, media, self._download.reads, with_host=self._with_host)
        path = apart(path, lambda name: plain(name) in self._taken)
        self._taken.add(plain(path))
        return path

    async def _bring(self, page: Page, path: str, asking: SiteAsking, scope: Scope) -> None:
        """Bring one page. Raises NotBrought, CannotWrite."""
        download, copy = self._download, self._download.copy_of(path)
        if self._bytes >= download.limits.site:
            self.full = True
            return
        part = download.kept.part()
        try:
            arrived = await asking.page(page.asked, copy, part)
            if arrived is not None:
                page.found = arrived.address
                inside = scope.holds(page.found) or (page.asked in self.starts and scope.is_followed(page.found))
                copy = await self._keep(page.asked, path, arrived, part, asking) if inside else None
        except NotBrought as failure:
            if copy and failure.reason.code != _GONE:
                await self._note(page, copy)
            raise
        finally:
            remove_file(part)
        if copy:
            self._bytes += copy.size
            download.wanted.add(copy.path)
            await self._note(page, copy)

    async def _keep(self, asked: str, path: str, arrived: Arrived, part: Path, asking: SiteAsking) -> KeptFile | None:
        """Keep what arrived; None for what is not read, or stands where programs may not look."""
        download = self._download
        named = path_of(asked, arrived.media, download.reads, with_host=self._with_host)
        if not download.reads(named) or not asking.robots.allows(arrived.address):
            return None
        if PurePosixPath(named).suffix != PurePosixPath(path).suffix:  # only now the server has said what it is
            path = self._path_for(asked, arrived.media)
        return await download.keep(part, arrived, path, url=arrived.address, asked=asked)

    async def _note(self, page: Page, kept: KeptFile) -> None:
        """What a file that is there says of itself and of others."""
        page.path, page.found, page.sha256 = kept.path, kept.url, kept.sha256
        if PurePosixPath(kept.path).suffix.lower() in _PAGES:
            said = await asyncio.to_thread(self._read, kept)
            page.links, page.canonical = said.links, said.canonical
            self._search.update(map(same_page, said.search))

    def _read(self, kept: KeptFile) -> PageLinks:
        try:
            data = (self._download.kept.folder / kept.name).read_bytes()
        except OSError:  # other hands were quicker; the next build brings it again
            return PageLinks()
        return page_links(data, kept.url, kept.charset)


def _own_name(page: Page) -> bytes:
    return same_page(page.canonical or page.found)
