"""Opens what asks servers: one client of httpx for each proxy that addresses have to go through."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from gangdan_gui import __version__
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Patience
from gangdan_gui.way_out import CertificatesUnreadable, ProxyUnusable, WayOut, without_password

if TYPE_CHECKING:
    import httpx


class Clients:
    """Clients by their proxy, opened when they are first asked for; the caller closes them.

    `pins` are the numeric addresses to connect to for a host whose name was looked up and judged before.
    """

    def __init__(self, patience: Patience, way_out: WayOut, pins: Mapping[str, Sequence[str]]) -> None:
        self._patience = patience
        self._way_out = way_out
        self._pins = pins
        self._clients: dict[str, httpx.AsyncClient] = {}
        self._opening = asyncio.Lock()
        self._closing = AsyncExitStack()

    async def client(self, address: str) -> httpx.AsyncClient:
        """The client for an address. Raises NotBrought where its proxy or the certificates can't be used."""
        try:
            proxy = self._way_out.proxy_for(address)
        except ProxyUnusable as error:
            code = "proxy-socks" if error.socks else "proxy-broken"
            raise NotBrought(code, error.place, closed=True) from error
        async with self._opening:
            if proxy not in self._clients:
                # Importing httpx and reading the certificates take a tenth of a second each.
                self._clients[proxy] = await asyncio.to_thread(self._open, proxy)
                await self._closing.enter_async_context(self._clients[proxy])
            return self._clients[proxy]

    async def close(self) -> None:
        """Close them all."""
        await self._closing.aclose()

    def _open(self, proxy: str) -> httpx.AsyncClient:
        import httpx

        from gangdan_gui.fetching.overflow import CountingTransport

        patience = self._patience
        try:
            return httpx.AsyncClient(
                transport=CountingTransport(
                    self._pins, verify=self._way_out.trusted(), proxy=proxy or None, trust_env=False
                ),
                trust_env=False,
                follow_redirects=False,
                timeout=httpx.Timeout(patience.read, connect=patience.connect, pool=None),
                # What is compressed on the way has another end than its length says.
                headers={"User-Agent": f"GangDan/{__version__}", "Accept-Encoding": "identity"},
            )
        except CertificatesUnreadable as error:
            raise NotBrought("certificates-unreadable", error.file, closed=True) from error
        except (ValueError, httpx.InvalidURL) as error:
            raise NotBrought("proxy-broken", without_password(proxy), closed=True) from error
