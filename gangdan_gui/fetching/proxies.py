"""The proxies that this computer names, in its environment or its system's settings. httpx does not read them for us.

It refuses all of them for one that it can't use, as `all_proxy=socks5://…` beside a good `http_proxy`, or for an
entry of `no_proxy` that it can't parse, and on Windows it does not ask for the addresses that need none.
"""

from __future__ import annotations

import urllib.request
from urllib.parse import urlsplit

from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.web_address import host_of, is_loopback

_SPOKEN = frozenset({"http", "https"})


def proxy_for(address: str) -> str:
    """The proxy to ask for an address; empty for none. Raises NotBrought for one that can't be used."""
    host = host_of(address)
    # A proxy would look for the user's own machine at its own place.
    if is_loopback(host) or urllib.request.proxy_bypass(host):
        return ""
    named = urllib.request.getproxies()
    proxy = (named.get(urlsplit(address).scheme) or named.get("all") or "").strip()
    return _checked(proxy if "://" in proxy else f"http://{proxy}") if proxy else ""


def _checked(proxy: str) -> str:
    try:
        parts = urlsplit(proxy)
        port = parts.port
    except ValueError:
        raise _broken(proxy) from None
    if parts.scheme.lower() not in _SPOKEN or not parts.hostname or port == 0:
        raise _broken(proxy)
    return proxy


def _broken(proxy: str) -> NotBrought:
    scheme, _, place = proxy.partition("://")
    return NotBrought("proxy-broken", f"{scheme}://{place.rpartition('@')[2]}", closed=True)  # no name, no password
