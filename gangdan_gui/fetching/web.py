"""Asks the web for files: through mirrors and proxies, again where that may help, and no server too much at once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.fetching.clients import Clients
from gangdan_gui.fetching.connection_failures import connection_failure
from gangdan_gui.fetching.genuine import Body, may_follow, objection, refresh_target
from gangdan_gui.fetching.mirrors import Mirrors
from gangdan_gui.fetching.not_brought import SILENT, NotBrought
from gangdan_gui.fetching.patience import Patience
from gangdan_gui.fetching.receiving import Progress, Received, receive
from gangdan_gui.fetching.replies import charset_of, is_redirect, modified, refusal
from gangdan_gui.fetching.turns import Turns
from gangdan_gui.fetching.web_address import host_of, read_web_address
from gangdan_gui.hosts import is_inside
from gangdan_gui.way_out import WayOut

if TYPE_CHECKING:
    import httpx

_log = logging.getLogger(__name__)
_HOPS = 8
_SIGNPOSTS = 4
# What a mirror can say of one file alone: it may have the others all the same.
_OF_ONE_FILE = frozenset({"not-there", "too-large"})


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for. `known` are the marks of a whole copy that we have (`ETag`, `Last-Modified`).

    They are sent to the address that gave them alone, `known_by`: another one's file may be newer, with an older date.
    `most` is how many bytes are taken, `seconds` all there is; what begins with other bytes than `magic` is refused.
    """

    address: str
    most: int
    seconds: float
    accept: str = "*/*"
    magic: bytes = b""
    known: Mapping[str, str] = field(default_factory=dict)
    known_by: str = ""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A whole file. `address` is where it was found in the end, `place` what gave it: a mirror may have.

    `charset` is what its server says that it is written in.
    """

    address: str
    place: str
    received: Received
    media: str
    charset: str
    etag: str
    last_modified: str
    modified: float


@dataclass(frozen=True, slots=True)
class _Redirect:
    """Where a reply sends us on to: in its head, or from a `page` that only says so."""

    target: str
    from_page: bool


class Web:
    """Connections for one download of a source; used as a block. `typed` are the addresses that the user named.

    A mirror that fails where another place has a file is not asked again.
    """

    def __init__(
        self,
        mirrors: Mirrors,
        typed: Iterable[str],
        patience: Patience,
        at_once: int,
        way_out: WayOut = WayOut(),  # noqa: B008  (it is frozen)
    ) -> None:
        self._mirrors = mirrors
        self._typed = {host_of(address) for address in (*typed, *mirrors.addresses)}
        self._patience = patience
        # By the server that is meant and the one that is asked: a mirror may stand for several.
        self._closed: dict[tuple[str, str], NotBrought] = {}
        self._turns = Turns(at_once)
        self._given: Counter[tuple[str, str]] = Counter()
        self._pins: dict[str, tuple[str, ...]] = {}
        self._clients = Clients(patience, way_out, self._pins)

    async def __aenter__(self) -> Web:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        for (meant, asked), count in self._given.items():
            _log.info("%s: %d files came from %s", meant, count, asked)
        await self._clients.close()

    async def bring(self, wish: Wish, into: Path, progress: Progress) -> Arrived | None:
        """Download a file to `into`; None where our copy is still the same. Raises NotBrought, CannotWrite."""
        try:
            async with asyncio.timeout(wish.seconds) as deadline:
                return await self._patiently(wish, into, progress, deadline)
        except TimeoutError as error:
            raise NotBrought("too-long", f"{wish.seconds / 60:.0f}") from error

    async def _patiently(self, wish: Wish, into: Path, progress: Progress, deadline: asyncio.Timeout) -> Arrived | None:
        failures: dict[str, NotBrought] = {}
        places = self._mirrors.places(wish.address)
        for attempt in range(1, self._patience.tries + 1):
            for place in places:
                try:
                    arrived = await self._politely(wish, place, into, progress, deadline)
                    self._given[_server(wish.address), _server(place)] += 1
                    failures.pop(place, None)  # it has come round
                    self._leave_alone(wish, failures)
                    return arrived
                except NotBrought as failure:
                    failures[place] = failure
                    _log.info("%s: %s %s", place, failure.reason.code, failure.reason.detail)
            places = tuple(place for place in places if failures[place].again)
            if not places or attempt == self._patience.tries:
                break
            await asyncio.sleep(self._patience.before(attempt, max(failures[place].wait for place in places)))
        for place, last in failures.items():
            if last.closed:
                pair = _server(wish.address), _server(place)
                self._closed.setdefault(pair, NotBrought(last.reason.code, last.reason.detail))
        raise _telling(failures, wish.address)

    def _leave_alone(self, wish: Wish, failures: Mapping[str, NotBrought]) -> None:
        """Have the files that follow not wait for mirrors that failed, as there is a place that gives them."""
        for place, failure in failures.items():
            if failure.reason.code not in _OF_ONE_FILE and place != wish.address:
                pair, reason = (_server(wish.address), _server(place)), failure.reason
                if pair not in self._closed:
                    _log.warning("%s is not asked again for %s: %s", pair[1], pair[0], reason.code)
                    self._closed[pair] = NotBrought(reason.code, reason.detail)

    async def _politely(
        self, wish: Wish, place: str, into: Path, progress: Progress, deadline: asyncio.Timeout
    ) -> Arrived | None:
        """One attempt at one place. A host that has closed is not asked again by the files that follow."""
        pair = _server(wish.address), _server(place)
        async with self._turns.at(pair[1], deadline):
            if pair in self._closed:
                raise self._closed[pair]
            try:
                arrived = await self._follow(wish, place, into, progress)
            except NotBrought as failure:
                if failure.closed and not failure.again:
                    self._closed[pair] = failure
                raise
        if arrived is not None and not arrived.received.marked and not wish.magic:  # an archive has marks of its own
            await self._compare(wish, place, into, progress, arrived.received)
        return arrived

    async def _compare(self, wish: Wish, place: str, into: Path, progress: Progress, first: Received) -> None:
        """Nothing told where the body ends: only one that is the same at a second time is taken for whole."""
        again = await self._follow(wish, place, into, progress)
        if again is None or again.received.sha256 != first.sha256:
            raise NotBrought("short-body", again=True)

    async def _follow(self, wish: Wish, place: str, into: Path, progress: Progress) -> Arrived | None:
        """Ask, and follow redirects and the signposts of pages."""
        address, hops, signposts, seen = place, 0, 0, {place}
        while True:
            arrived = await self._ask(wish, address, place, into, progress)
            if not isinstance(arrived, _Redirect):
                return arrived
            target = arrived.target
            hops, signposts = hops + 1, signposts + arrived.from_page
            if target in seen or hops > _HOPS or signposts > _SIGNPOSTS:
                raise NotBrought("redirect-loop", target)
            seen.add(target)
            await self._allow(target)
            address = target

    async def _ask(
        self, wish: Wish, address: str, place: str, into: Path, progress: Progress
    ) -> Arrived | _Redirect | None:
        """One exchange: the file, None for an unchanged one, or where to go on to."""
        client = await self._clients.client(address)
        import httpx

        marks = wish.known if address == wish.known_by else {}
        headers = {"Accept": wish.accept, **marks}
        try:
            async with client.stream("GET", address, headers=headers) as response:
                if is_redirect(response.status_code) and response.headers.get("location"):
                    return _Redirect(_joined(address, response.headers["location"]), from_page=False)
                if response.status_code == 304 and marks:
                    return None
                if refused := refusal(response.status_code, response.headers, self._patience.wait):
                    raise refused
                if wish.magic:  # one archive, not files that come side by side
                    progress.expect(_length(response))
                received = await receive(response, into, wish.most, progress)
                return _judged(wish, address, place, response, received)
        except httpx.HTTPError as error:
            raise connection_failure(error, host_of(address)) from error
        except (httpx.InvalidURL, UnicodeError) as error:
            raise NotBrought("redirect-refused", address) from error
        except ValueError as error:  # a length of thousands of digits
            raise NotBrought("broken-off", host_of(address)) from error

    async def _allow(self, address: str) -> None:
        """Raises NotBrought for an address inside our own network, which nobody but the user may send us to."""
        host = host_of(address)
        if host in self._typed:
            return
        numbers = await _numbers(host)
        if is_inside(host) or any(map(is_inside, numbers)):
            raise NotBrought("redirect-refused", address)
        if numbers:  # a name may mean another address when it is looked up again
            self._pins[host] = numbers


def _server(address: str) -> str:
    """Host and port of an address."""
    return urlsplit(address).netloc


def _telling(failures: Mapping[str, NotBrought], address: str) -> NotBrought:
    """The failure to tell: the address's own, unless it could not be reached and a mirror had something to say."""
    own = failures[address]
    if own.reason.code not in SILENT:
        return own
    return next((one for one in failures.values() if one.reason.code not in SILENT), own)


def _length(response: httpx.Response) -> int:
    length = response.headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() else 0


def _judged(wish: Wish, address: str, place: str, response: httpx.Response, received: Received) -> Arrived | _Redirect:
    # The ending that was asked for counts, whatever a mirror or a redirect calls it.
    media = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = Body(received.head, received.size, media, wish.address, address)
    if wish.magic and not received.head.startswith(wish.magic):
        raise objection(body) or NotBrought("not-archive")
    if target := refresh_target(body):
        if not may_follow(address, target):
            raise NotBrought("moved", target)
        return _Redirect(_joined(address, target), from_page=True)
    if refused := objection(body):
        raise refused
    headers = response.headers
    return Arrived(
        # Through a mirror a file keeps its own address.
        address=wish.address if place != wish.address else address,
        place=address,
        received=received,
        # What is named by no type, or a wrong one, is a page all the same.
        media="text/html" if body.is_page and "html" not in media else media,
        charset=charset_of(headers),
        etag=headers.get("etag", ""),
        last_modified=headers.get("last-modified", ""),
        modified=modified(headers, time.time()),
    )


def _joined(address: str, target: str) -> str:
    try:
        return read_web_address(urljoin(address, target))
    except (AddressRefused, ValueError) as error:
        raise NotBrought("redirect-refused", target) from error


async def _numbers(host: str) -> tuple[str, ...]:
    """The numeric addresses of a host; none where only a proxy could look it up."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(one[4][0]) for one in found))
