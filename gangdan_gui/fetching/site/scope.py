"""Which addresses belong to a documentation site: those below one folder of one host. Nothing is asked here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, unquote_to_bytes, urljoin, urlsplit, urlunsplit

from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.fetching.genuine import ending_of
from gangdan_gui.fetching.web_address import read_web_address

# Pages whose text a program makes for each request: what they show is told by the query alone.
_PROGRAMS = frozenset({".php", ".asp", ".aspx", ".jsp", ".cgi", ".do"})
_PAGES = _PROGRAMS | {".html", ".htm", ".xhtml", ".shtml"}
# `3.12` and `1.0-rc1` are no endings.
_VERSION = re.compile(r"\.\d+(?:[-_].*)?")
# What Sphinx makes beside the pages: copies of their sources, listings of code, indexes, pictures.
_BESIDE = frozenset({"_sources", "_modules", "_static", "_images", "_downloads"})
_INDEXES = re.compile(r"(?:genindex(?:-[^/]*)?|[a-z]{0,8}-?modindex)(?:\.x?html?)?", re.IGNORECASE)
_HOME = re.compile(rb"/index\.x?html?\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scope:
    """`server` is host and port; `folder` the path, without its percent signs, ends in a slash."""

    scheme: str
    server: str
    folder: bytes

    @property
    def top(self) -> str:
        """The address of the whole host."""
        return urlunsplit((self.scheme, self.server, "/", "", ""))

    @property
    def folders(self) -> tuple[str, ...]:
        """The addresses of the folder and of those above it, the top of the host last."""
        names = quote(self.folder, safe="/:@!$&'()*+,;=~-._").split("/")
        paths = ["/".join(names[:count]) + "/" for count in range(len(names) - 1, 0, -1)]
        return tuple(urlunsplit((self.scheme, self.server, path, "", "")) for path in paths)

    def holds(self, address: str) -> bool:
        """Whether an address is the folder or below it, by whichever of the two schemes."""
        parts = urlsplit(address)
        path = unquote_to_bytes(parts.path)
        inside = path.startswith(self.folder) or path + b"/" == self.folder
        return parts.netloc == self.server and inside and b".." not in path.split(b"/")

    def is_served(self, address: str) -> bool:
        """Whether an address is on the site's host, in the folder or not."""
        return urlsplit(address).netloc == self.server

    def is_followed(self, address: str) -> bool:
        """Whether a site that now stands there is still the one that was named: not what is around it."""
        other = scope_of(address)
        around = self.folder.startswith(other.folder) and self.folder != other.folder
        return other.server.removeprefix("www.") == self.server.removeprefix("www.") and not around

    def read(self, link: str, base: str) -> str:
        """The address that a link on a page means, as it is asked; empty for one that is not of the site."""
        address = resolved(link, base)
        if not address or not self.holds(address):
            return ""
        parts = urlsplit(address)
        return urlunsplit((self.scheme, parts.netloc, parts.path, parts.query, ""))


def scope_of(address: str) -> Scope:
    """The folder that an address names; of a page the folder that it is in."""
    parts = urlsplit(address)
    path = parts.path if ending_of(address) not in _PAGES else parts.path.rpartition("/")[0]
    folder = unquote_to_bytes(path.rstrip("/") + "/")
    return Scope(parts.scheme, parts.netloc, folder)


def resolved(link: str, base: str) -> str:
    """A link's address, without a query that it can do without; empty for what is no address of the web."""
    link, mark, query = "".join(link.split("\n")).strip().partition("#")[0].partition("?")
    try:
        address = urljoin(base, link.replace("\\", "/") + mark + query)
        if urlsplit(address).scheme not in ("http", "https"):
            return ""
        address = read_web_address(address)
    except (AddressRefused, ValueError):
        return ""
    return address if ending_of(address) in _PROGRAMS else address.partition("?")[0]


def same_page(address: str) -> bytes:
    """What all ways to write the address of one page have in common."""
    parts = urlsplit(address)
    path = _HOME.sub(b"/", unquote_to_bytes(parts.path))
    return b"?".join((parts.netloc.encode(), path, parts.query.encode()))


def is_document(address: str, reads: Callable[[str], bool]) -> bool:
    """Whether an address may be of a page or of a file that is read; only names are looked at."""
    segments = [part for part in unquote(urlsplit(address).path).split("/") if part]
    if not segments:
        return True
    if _BESIDE & set(segments) or _INDEXES.fullmatch(segments[-1]):
        return False
    if address.endswith("/"):
        return True
    ending = PurePosixPath(segments[-1]).suffix.lower()
    return not ending or ending in _PAGES or bool(_VERSION.fullmatch(ending)) or reads(segments[-1])
