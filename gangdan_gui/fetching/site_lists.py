"""The lists that sites keep of their pages: sitemaps (sitemaps.org) and the inventories of Sphinx."""

from __future__ import annotations

import html
import re
import zlib
from dataclasses import dataclass
from urllib.parse import quote

_GZIP = b"\x1f\x8b"
_EITHER = zlib.MAX_WBITS | 32
_INDEX = re.compile(r"<(?:\w+:)?sitemapindex\b")
# `image:loc` and `video:…` are no pages. Read as text: a sitemap that is cut or not quite XML still names its pages.
_LOCATION = re.compile(r"<(?!image:|video:|news:)(?:\w+:)?loc\s*>\s*(?:<!\[CDATA\[)?([^<\]]{1,4000})")
_COMMENT = re.compile(r"(?s)<!--.*?(?:-->|\Z)")
# name, domain:role, priority, address, shown name: as Sphinx itself reads them.
_ENTRY = re.compile(r"(\S.*?)\s+(\S+:\S+)\s+(-?\d+)\s+(\S*)\s+\S.*")


@dataclass(frozen=True, slots=True)
class Sitemap:
    """Addresses of pages, or those of further sitemaps."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


def read_sitemap(data: bytes, most: int) -> Sitemap:
    """Read a sitemap or an index of them, compressed or not. Raises ValueError where it is damaged or too large."""
    text = _COMMENT.sub("", _unpacked(data, most).decode("utf-8-sig", "replace"))
    places = tuple(dict.fromkeys(html.unescape(found).strip() for found in _LOCATION.findall(text)))
    return Sitemap(sitemaps=places) if _INDEX.search(text) else Sitemap(pages=places)


def read_inventory(data: bytes, most: int) -> tuple[str, ...]:
    """The pages that an `objects.inv` names, relative to where it lies. Raises ValueError where it is damaged.

    Empty for what is no inventory, and for those of old versions, which name only what stands in some of the pages.
    """
    head, _, body = data.partition(b"\n")
    if head.strip() != b"# Sphinx inventory version 2":
        return ()
    for _ in range(3):  # project, version, a remark
        body = body.partition(b"\n")[2]
    pages: dict[str, None] = {}
    for line in _unpacked(body, most, packed=True).decode("utf-8", "replace").splitlines():
        entry = _ENTRY.fullmatch(line[:4000].rstrip()) if " std:doc " in line[:4000] else None
        if entry and entry[2] == "std:doc":
            name, place = entry[1], entry[4]
            place = place[:-1] + quote(name) if place.endswith("$") else place
            pages[place.partition("#")[0]] = None
    return tuple(pages)


def _unpacked(data: bytes, most: int, *, packed: bool = False) -> bytes:
    if not packed and not data.startswith(_GZIP):
        return data
    unpacking = zlib.decompressobj(_EITHER)
    try:
        text = unpacking.decompress(data, most)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if not unpacking.eof:
        raise ValueError("cut, or too large")
    return text
