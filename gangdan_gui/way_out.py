"""The way out of this computer: the proxy that is asked for an address, and whose certificates are trusted.

Downloads and Ollama's address take the same. httpx would read the environment itself, but it refuses all proxies for
one that it can't use, as `all_proxy=socks5://…` beside a good `http_proxy`, or for an entry of `no_proxy` that it
can't parse, and on Windows it does not ask for the addresses that need none.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gangdan_gui.hosts import is_inside, is_loopback

if TYPE_CHECKING:
    import ssl

SYSTEM, NONE, MANUAL = "system", "none", "manual"
PROXY_EXAMPLE = "http://proxy.example:8080 (HTTP, not SOCKS)"
_SPOKEN = frozenset({"http", "https"})
_SOCKS = "socks"
_AROUND = ' \t"“”'  # as Windows copies a path


class ProxyUnusable(Exception):
    """`place` is the proxy without a name and a password; `socks`: it speaks that, which is not spoken here."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place
        self.socks = place.lower().startswith(_SOCKS)


class CertificatesUnreadable(Exception):
    """The file of further certificates can't be read, or holds none. `file` is its path."""

    def __init__(self, file: str, why: str) -> None:
        super().__init__(file, why)
        self.file = file
        self.why = why


@dataclass(frozen=True, slots=True)
class WayOut:
    """`proxy` is SYSTEM (what the environment or the system names), NONE, or MANUAL (the one at `proxy_address`).

    `certificates` is a file of certificates (PEM) that are trusted beside the system's.
    """

    proxy: str = SYSTEM
    proxy_address: str = field(default="", repr=False)  # there may be a password in it
    certificates: str = ""

    def proxy_for(self, address: str) -> str:
        """The proxy to ask for an address; empty for none. Raises ProxyUnusable."""
        host = urlsplit(address).hostname or ""
        # A proxy would look for the user's own machine at its own place.
        if self.proxy == NONE or is_loopback(host):
            return ""
        if self.proxy == MANUAL and _is_near(host):
            return ""
        named = self.proxy_address if self.proxy == MANUAL else _named_for(address, host)
        return read_proxy(named) if named.strip() else ""

    def trusted(self) -> ssl.SSLContext:
        """What a server's certificate is checked against. Takes a tenth of a second. Raises CertificatesUnreadable."""
        import ssl

        import truststore

        # The system's store knows the certificates that a school's filter signs with, where its machines are set up.
        context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        if file := os.path.expanduser(self.certificates.strip(_AROUND)):  # noqa: PTH111
            try:
                context.load_verify_locations(cafile=file)
            except (OSError, ValueError) as error:  # ssl's own error is one of the system's
                raise CertificatesUnreadable(file, str(error)) from error
        return context


def read_proxy(text: str) -> str:
    """A proxy with its scheme. Raises ProxyUnusable."""
    proxy = text.strip() if "://" in text else f"http://{text.strip()}"
    try:
        parts = urlsplit(proxy)
        port = parts.port
    except ValueError:
        raise ProxyUnusable(without_password(proxy)) from None
    if parts.scheme.lower() not in _SPOKEN or not parts.hostname or port == 0 or any(map(str.isspace, proxy)):
        raise ProxyUnusable(without_password(proxy))
    return proxy


def is_proxy(text: str) -> bool:
    """Whether a text names a proxy that can be used, or is empty."""
    try:
        return not text.strip() or bool(read_proxy(text))
    except ProxyUnusable:
        return False


def without_password(proxy: str) -> str:
    """A proxy's address as it may be shown: without a name and a password."""
    scheme, mark, rest = proxy.rpartition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"


def _named_for(address: str, host: str) -> str:
    """The proxy that the environment or the system names for an address; empty for none."""
    import urllib.request  # it takes longer than all settings

    if urllib.request.proxy_bypass(host):
        return ""
    named = urllib.request.getproxies()
    return (named.get(urlsplit(address).scheme) or named.get("all") or "").strip()


def _is_near(host: str) -> bool:
    """Whether a host is on the network that we are on, by its name: a proxy that leads out does not lead there."""
    is_plain = not set(".:") & set(host.strip("."))  # neither a domain nor IPv6
    return is_inside(host) or is_plain or host.rstrip(".").endswith(".local")
