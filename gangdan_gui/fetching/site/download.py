"""Brings documentation sites: every page below an address, as far as the limits go.

Which pages there are is told by the site's sitemap, else by the inventory or the search index that Sphinx writes, else
by the links on its pages. One level of links is brought whole before the next: the same site always gives the same
pages.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from urllib.parse import urljoin

from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.download import Download
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.site.asking import LONGEST_LIST, SiteAsking, is_passing
from gangdan_gui.fetching.site.lists import read_inventory, read_search_index, read_sitemap
from gangdan_gui.fetching.site.pages import Page, SitePages
from gangdan_gui.fetching.site.scope import is_document, resolved, same_page, scope_of
from gangdan_gui.fetching.web_address import host_of, read_web_address

_log = logging.getLogger(__name__)
_MEGABYTE = 20


async def bring_sites(download: Download) -> None:
    """Bring all sites of a source; what could not be had is told in the download.

    A site that is away, or that does not tell which pages it has, leaves what is there as it is.
    """
    starts: list[str] = []
    for location in download.source.locations:
        try:
            starts.append(read_web_address(location))
        except AddressRefused as error:
            download.warn("", Reason(error.facts["what"], error.facts["address"]))
            download.failed += 1
    with_host = len(set(map(host_of, starts))) > 1
    pages = SitePages(download, with_host=with_host)
    for start in dict.fromkeys(starts):
        visit = _Visit(download, pages, start)
        try:
            await visit.run()
        except NotBrought as failure:
            download.warn("", failure.reason)
            download.failed += 1
            visit.unsure = True
        visit.tell()
    pages.settle()


class _Visit:
    """One site. `unsure`: it has not told all of its pages, so that others may be there still."""

    def __init__(self, download: Download, pages: SitePages, start: str) -> None:
        self._download = download
        self._pages = pages
        self._start = start
        self._scope = scope_of(start)
        self._asking = SiteAsking(download)
        self._limit = download.source.pages or download.limits.pages
        self._depth = download.source.depth or download.limits.depth
        self._seen: set[bytes] = set()
        self._asked = 0
        self._sitemaps: set[str] = set()
        self._barred: set[str] = set()
        self._cut: list[Reason] = []
        self.unsure = False
        pages.starts.add(start)

    async def run(self) -> None:
        """Bring the pages. Raises NotBrought where the site as a whole can't be had, and CannotWrite."""
        await self._asking.open(self._scope.top)
        if not self._asking.robots.allows(self._start):
            raise NotBrought("robots", host_of(self._start))
        [first] = await self._level([self._start])
        missing = first.failure
        if missing and missing.code != "not-there":  # which has been told
            self.unsure = True
            return
        if first.found and not self._scope.holds(first.found):
            await self._move_to(first)
        self._pages.homes.add(same_page(first.found or self._start))
        listed = await self._listed(first)
        if listed:
            await self._level(listed)
        elif missing:
            raise NotBrought(missing.code, missing.detail)
        elif not self._linked([first]) and self._pages.knew_others(self._scope):
            # More often a page about works on the site, or of a network that wants a login, than a site of one page.
            raise NotBrought("no-links", self._start)
        else:
            await self._follow([first])

    def tell(self) -> None:
        """What the user should know of it."""
        for reason in self._cut:
            self._download.warn("", reason)
        if self._barred:
            self._download.warn("", Reason("robots-some", str(len(self._barred))))
        if self.unsure:
            self._download.hidden.append("")

    async def _move_to(self, first: Page) -> None:
        """Go on where the site now stands. Raises NotBrought where that is another site."""
        if not self._scope.is_followed(first.found):
            raise NotBrought("moved", first.found)
        moved = scope_of(first.found)
        if moved.server != self._scope.server:
            await self._asking.open(moved.top)
        self._scope = moved

    # which pages there are

    async def _listed(self, first: Page) -> list[str]:
        """The pages that the site lists, beside the first; none where it has no list."""
        try:
            return await self._by_sitemap() or await self._by_inventory() or await self._by_search_index(first)
        except (NotBrought, ValueError) as error:
            _log.info("%s: its list of pages can't be read now: %s", self._start, error)
            self.unsure = True
            return []

    async def _by_sitemap(self) -> list[str]:
        """Raises NotBrought, ValueError."""
        named = [resolved(place, self._scope.top) for place in self._asking.robots.sitemaps]
        for places in (named, *([urljoin(folder, "sitemap.xml")] for folder in self._scope.folders)):
            if found := await self._by_sitemaps(places):
                return found
        return []

    async def _by_sitemaps(self, places: Sequence[str]) -> list[str]:
        """The pages that these sitemaps, and those they name, tell of. Raises NotBrought, ValueError."""
        found: list[str] = []
        waiting = list(places)
        while waiting:
            place = waiting.pop(0)
            if place in self._sitemaps or not self._scope.is_served(place):
                continue
            if len(self._sitemaps) >= self._download.limits.sitemaps:
                self.unsure = True
                break
            self._sitemaps.add(place)
            data = await self._asking.list_at(place)
            sitemap = await asyncio.to_thread(read_sitemap, data, LONGEST_LIST)
            waiting[:0] = [resolved(other, place) for other in sitemap.sitemaps]
            found += await asyncio.to_thread(self._inside, sitemap.pages, place)  # there may be 50,000 of them
        return self._inside(found, self._start)

    async def _by_inventory(self) -> list[str]:
        """Raises NotBrought, ValueError."""
        for place in (urljoin(folder, "objects.inv") for folder in self._scope.folders):
            pages = await asyncio.to_thread(read_inventory, await self._asking.list_at(place), LONGEST_LIST)
            if found := self._inside(pages, place):
                return found
        return []

    async def _by_search_index(self, first: Page) -> list[str]:
        """Raises NotBrought, ValueError."""
        for folder in self._scope.folders:
            place = urljoin(folder, "searchindex.js")
            links = [link.partition("#")[0] for link in first.links]
            linked = {link.removeprefix(folder) for link in links if link.startswith(folder)}
            pages = await asyncio.to_thread(read_search_index, await self._asking.list_at(place), linked)
            if found := self._inside(pages, place):
                return found
        return []

    async def _follow(self, level: Sequence[Page]) -> None:
        """Follow links, one level after another."""
        for _ in range(self._depth):
            level = await self._level(await asyncio.to_thread(self._linked, level))
        if not all(map(self._is_barred, self._linked(level))):
            self._cut_short(Reason("depth-limit", str(self._depth)))

    def _linked(self, level: Sequence[Page]) -> list[str]:
        # Most pages of a site have most of their links in common.
        links = dict.fromkeys(link for page in level for link in (page.canonical, *page.links))
        return self._inside(list(links), self._start)

    def _inside(self, links: Sequence[str], base: str) -> list[str]:
        """The addresses of the site among these that have not been asked for, each once."""
        fresh: dict[bytes, str] = {}
        for link in links:
            address = self._scope.read(link, base)
            if address and is_document(address, self._download.reads):
                page = same_page(address)
                if page not in self._seen:
                    fresh.setdefault(page, address)
        return list(fresh.values())

    def _is_barred(self, address: str) -> bool:
        return not self._asking.robots.allows(address)

    # bringing them

    async def _level(self, addresses: Sequence[str]) -> list[Page]:
        """Bring pages, several at a time, as many as the limits leave, in the order given."""
        self._seen.update(map(same_page, addresses))
        chosen: list[str] = []
        for address in addresses:
            if self._asked == self._limit:
                self._cut_short(Reason("page-limit", str(self._limit)))
                break
            if self._is_barred(address):
                self._barred.add(address)
            else:
                chosen.append(address)
                self._asked += 1
        level = await self._pages.bring(chosen, self._asking, self._scope)
        for page in level:
            if page.found:
                self._seen.add(same_page(page.found))
            if page.failure and not page.path and is_passing(page.failure):
                self.unsure = True  # nobody knows where it leads
        if self._pages.full:
            self._cut_short(Reason("site-limit", str(self._download.limits.site >> _MEGABYTE)))
        return level

    def _cut_short(self, reason: Reason) -> None:
        if reason not in self._cut:
            self._cut.append(reason)
