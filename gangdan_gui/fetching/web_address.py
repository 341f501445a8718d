"""Reads addresses of the web as people paste them."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import quote, urlsplit, urlunsplit

from gangdan_gui.domain.errors import AddressRefused

_SCHEMES = ("http", "https")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):")
_OTHER_SCHEMES = frozenset({"ftp", "ftps", "sftp", "file", "mailto", "data", "javascript", "git", "ssh", "git+ssh"})
# Pasted without its scheme, as browsers show it: what no folder is called.
_BARE = re.compile(
    r"(?:github\.com|raw\.githubusercontent\.com|www\.[^/\\\s.]+(?:\.[^/\\\s.]+)+)(?::\d+)?(?:/|\Z)",
    re.IGNORECASE,
)
# What a folder could be called, but hardly is.
_LIKELY = re.compile(
    r"(?:[a-z0-9_-]+\.)+(?:com|org|net|edu|gov|io|dev|ai|app|info|cn|hk|tw|mo|sg|jp|kr|uk|de|fr|eu)(?::\d+)?/",
    re.IGNORECASE,
)
# Typed with a Chinese keyboard, or with a slash too few.
_TYPED = re.compile(r"(https?)[:：][/／]{1,2}(?![/／])", re.IGNORECASE)
# What GitHub offers to copy for git itself.
_FOR_GIT = re.compile(r"(?:(?:git\+)?ssh://)?git@github\.com[:/]/?|git://github\.com/", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_KEPT = "/%:@!$&'()*+,;=~-._"
_AROUND = "<>\"'“”‘’「」 \t\r\n\u3000"


def is_address(location: str) -> bool:
    """Whether a location is meant as an address rather than as a file or folder, good or not."""
    text = _tidy(location)
    scheme = _SCHEME.match(text)
    named = bool(scheme) and ("://" in text or (scheme is not None and scheme[1].lower() in _OTHER_SCHEMES))
    return named or text.lower().startswith(("http:", "https:"))


def may_be_address(location: str) -> bool:
    """Whether a location that is no file or folder here reads like an address without its `https://`."""
    return bool(_LIKELY.match(location.strip(_AROUND)))


def read_web_address(location: str) -> str:
    """An address as it is asked: scheme and host in lower case and ASCII, without its fragment.

    Raises AddressRefused with `what` as one of `not-http`, `no-host`, `credentials`, `not-an-address`.
    """
    text = _tidy(location)
    if _LIKELY.match(text):
        text = f"https://{text}"
    scheme = _SCHEME.match(text)
    if scheme is None or scheme[1].lower() not in _SCHEMES:
        raise AddressRefused(address=location, what="not-http")
    if _CONTROL.search(text):
        raise AddressRefused(address=location, what="not-an-address")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise AddressRefused(address=location, what="not-an-address") from error
    if parts.username is not None or parts.password is not None:
        # It would stand in the list, in the log and beside every quotation.
        raise AddressRefused(address=f"{parts.scheme}://…@{parts.hostname or ''}{parts.path}", what="credentials")
    if not parts.hostname or port == 0:
        raise AddressRefused(address=location, what="no-host")
    host = _host(parts.hostname, location)
    place = host if port is None or port == _usual(parts.scheme) else f"{host}:{port}"
    path, query = quote(parts.path, safe=_KEPT) or "/", quote(parts.query, safe=_KEPT + "?")
    return urlunsplit((parts.scheme, place, path, query, ""))


def host_of(address: str) -> str:
    """The host of an address in lower case, without its port; empty where there is none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def shown_host(host: str) -> str:
    """A host in the letters of its own language, where that is how it is meant."""
    if "xn--" not in host:
        return host
    import idna

    try:
        return idna.decode(host)
    except ValueError:
        return host


def _tidy(location: str) -> str:
    """A location without what stands around it; an address that is meant for browsers or git with its scheme."""
    text = _FOR_GIT.sub("https://github.com/", _TYPED.sub(r"\1://", location.strip(_AROUND), count=1), count=1)
    return f"https://{text}" if _BARE.match(text) else text


def _usual(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _host(host: str, location: str) -> str:
    """A host's name in ASCII, IPv6 in brackets."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        pass
    else:
        return f"[{address}]" if address.version == 6 else str(address)
    try:
        import idna  # as httpx does, which would stumble over the name later

        name = host if host.isascii() else idna.encode(host, uts46=True).decode("ascii")
    except ValueError as error:
        raise AddressRefused(address=location, what="not-an-address") from error
    labels = name.rstrip(".").lower().split(".")
    if len(name) > 253 or not all(map(_LABEL.fullmatch, labels)) or labels[-1].isdigit():
        raise AddressRefused(address=location, what="no-host")
    return ".".join(labels)
