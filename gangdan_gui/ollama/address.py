"""Reads the address of an Ollama server in every form that people and `OLLAMA_HOST` give it.

`OLLAMA_HOST` says where the server listens, so it may hold what is no place to go to: `0.0.0.0` and `::` mean
"everywhere here" and become this machine's own address. No port means Ollama's own, except under https, where a
web server stands in front.
"""

from __future__ import annotations

import ipaddress
import os
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.hosts import is_loopback

PORT = 11434
_VARIABLE = "OLLAMA_HOST"
_HTTPS_PORT = 443
_SCHEMES = ("http", "https")
_EXPECTED = "127.0.0.1:11434, https://host/path"
_QUOTES = "\"'`“”‘’«»「」『』"
# Typed with a Chinese input method: the full stop, which NFKC does not take for a dot.
_DOTS = str.maketrans("。｡", "..")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_PATH = re.compile(r"(/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*")


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is. `host` is lower case, IPv6 without brackets; `prefix` is empty, or begins with `/` only."""

    scheme: str
    host: str
    port: int
    prefix: str = ""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.prefix}"

    @property
    def is_loopback(self) -> bool:
        """Whether this is the user's own machine, which no proxy can reach for us."""
        return is_loopback(self.host)


class Origin(StrEnum):
    """Who says where the server is."""

    SETTINGS = "settings"
    ENVIRONMENT = "environment"
    DEFAULT = "default"


def origin(setting: str) -> Origin:
    """Where `chosen_address` takes the address from."""
    if setting.strip():
        return Origin.SETTINGS
    return Origin.ENVIRONMENT if _tidied(os.environ.get(_VARIABLE, "")) else Origin.DEFAULT


def chosen_address(setting: str, *, name: str = "ollama_address") -> Address:
    """The address in the settings; an empty one means `OLLAMA_HOST`, else Ollama's own.

    Raises InvalidSetting; `name` is the setting's.
    """
    if setting.strip():
        return read_address(setting, name=name, file="settings.toml")
    return read_address(os.environ.get(_VARIABLE, ""), file="environment")


def read_address(text: str, *, name: str = "OLLAMA_HOST", file: str = "") -> Address:
    """The address that `text` means; an empty one is Ollama's default on this machine.

    Raises InvalidSetting, with `name` and `file` as its facts, for what is no address. A user name or password in
    it is refused too: it would show in messages and logs.
    """
    try:
        return _read(_tidied(text))
    except ValueError as error:
        raise InvalidSetting(file=file, name=name, value=text.strip(), expected=_EXPECTED) from error


def _tidied(text: str) -> str:
    """`text` without spaces and quotes around it, full-width forms made narrow."""
    return unicodedata.normalize("NFKC", text).translate(_DOTS).strip().strip(_QUOTES).strip()


def _read(text: str) -> Address:
    scheme, mark, rest = text.partition("://")
    scheme, rest = (scheme.lower(), rest) if mark else ("http", text)
    if scheme not in _SCHEMES:
        raise ValueError(f"unknown scheme {scheme}")
    place, slash, path = rest.partition("/")
    prefix = f"{slash}{path}".rstrip("/")
    if not _PATH.fullmatch(prefix):
        raise ValueError("not a path")
    host, port = _host_and_port(place.strip())
    return Address(scheme, _reachable(host), _port(port, scheme), prefix)


def _host_and_port(place: str) -> tuple[str, str]:
    """Both as text, either may be empty. A bare IPv6 address has no port."""
    if place.startswith("["):
        host, bracket, port = place[1:].partition("]")
        if not bracket or (port and not port.startswith(":")):
            raise ValueError("a bracket is missing")
        return str(ipaddress.IPv6Address(host)), port[1:]
    if place.count(":") > 1:
        return str(ipaddress.IPv6Address(place)), ""
    host, _, port = place.partition(":")
    return host, port


def _port(port: str, scheme: str) -> int:
    if not port:
        return _HTTPS_PORT if scheme == "https" else PORT
    if not (port.isascii() and port.isdigit()) or not 0 < int(port[:6]) < 65536:
        raise ValueError(f"not a port: {port}")
    return int(port)


def _reachable(host: str) -> str:
    """A host that can be connected to: wildcards become the loopback address of their kind."""
    if not host:
        return "127.0.0.1"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return _name(host)
    if isinstance(address, ipaddress.IPv6Address):
        if address.scope_id:
            raise ValueError("an address of one network card only")
        address = address.ipv4_mapped or address
    if address.is_unspecified:
        return "::1" if address.version == 6 else "127.0.0.1"
    return str(address)


def _name(host: str) -> str:
    """A host's name in lower case and ASCII. Names that end in a number are mistyped addresses."""
    name = host.rstrip(".").lower()
    if not name.isascii() or "xn--" in name:
        import idna  # as httpx does, which would stumble over the name later

        name = idna.encode(name).decode("ascii")
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels) or labels[-1].isdigit():
        raise ValueError(f"not a host: {host}")
    if name in _SCHEMES:
        raise ValueError("a slash or a colon of the scheme is missing")
    return name
