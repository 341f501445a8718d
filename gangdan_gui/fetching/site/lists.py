"""The lists that sites keep of their pages: sitemaps (sitemaps.org), inventories and search indexes of Sphinx."""

from __future__ import annotations

import html
import json
import re
import zlib
from collections.abc import Set as AbstractSet
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
# JSON since Sphinx 7; before that the names of the lists stood without quotes. Nothing of it is run.
_SEARCH = re.compile(r"\A(?:\ufeff)?\s*Search\.setIndex\(\s*\{")
_DOCUMENTS = re.compile(r"[{,]\s*\"?docnames\"?\s*:\s*(\[\s*(?:\"(?:[^\"\\]|\\.)*+\"\s*,?\s*)*+\])")
_PAGE_ENDING = ".html"


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


def read_search_index(data: bytes, linked: AbstractSet[str]) -> tuple[str, ...]:
    """The pages that a `searchindex.js` names, relative to where it lies. Raises ValueError where it is damaged.

    It does not say whether a page lies at `NAME.html` or in a folder `NAME/`: `linked` are relative addresses of pages
    of the site that are known. Empty for what is no such index.
    """
    text = data.decode("utf-8", "replace")
    if not _SEARCH.match(text):
        return ()
    named = _DOCUMENTS.search(text)
    if named is None:
        raise ValueError("no list of documents")
    pages = [quote(name) for name in json.loads(named[1]) if name and not name.startswith(("/", ".."))]
    files = [page + _PAGE_ENDING for page in pages]
    in_folders = not linked.isdisjoint(f"{page}/" for page in pages) and linked.isdisjoint(files)
    return tuple(dict.fromkeys(map(_in_folder, pages) if in_folders else files))


def _in_folder(page: str) -> str:
    """Where a page lies that is a folder's: `index` is the one of the folder around it."""
    folder = page.removesuffix("index") if page == "index" or page.endswith("/index") else f"{page}/"
    return folder or "./"


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
