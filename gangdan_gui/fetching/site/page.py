"""What a page says of other pages: its links, and the address that it wants to be known by."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from urllib.parse import urljoin

_MOST = 16 << 20
_HEAD = 1 << 12
_CHARSET = re.compile(rb"<meta\b[^>]{0,200}\bcharset\s*=\s*[\"']?\s*([A-Za-z0-9][-\w.:]{0,39})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Addresses as a browser would resolve them, without fragments, in the page's order.

    `search` are pages that only search.
    """

    links: tuple[str, ...] = ()
    canonical: str = ""
    search: tuple[str, ...] = ()


def page_links(page: bytes, address: str, charset: str = "") -> PageLinks:
    """Read a page that was found at `address`; `charset` is the encoding that its server named."""
    from selectolax.lexbor import LexborHTMLParser  # a tenth of what parsing in Python takes

    tree = LexborHTMLParser(_text(page[:_MOST], charset))

    def places(selector: str, name: str = "href") -> list[str]:
        return [value for node in tree.css(selector) if (value := node.attributes.get(name))]

    base = next((_joined(address, place) for place in places("base[href]")), address)

    def full(found: list[str]) -> tuple[str, ...]:
        return tuple(filter(None, dict.fromkeys(_joined(base, place) for place in found)))

    alone = any("nofollow" in said.lower() or said.lower().strip() == "none" for said in places(_ROBOTS, "content"))
    links = [] if alone else places(_FOLLOWED) + places("frame[src]", "src")
    return PageLinks(full(links), next(iter(full(places(_CANONICAL))), ""), full(places(_SEARCH)))


_ROBOTS = 'meta[name="robots" i][content]'
_FOLLOWED = 'a[href]:not([rel~="nofollow" i]), area[href]'
_CANONICAL = 'link[rel~="canonical" i][href]'
_SEARCH = 'link[rel~="search" i][href]'


def _joined(base: str, place: str) -> str:
    try:
        return urljoin(base, place.strip().replace("\\", "/").partition("#")[0])
    except ValueError:  # a host that is none
        return ""


def _text(page: bytes, charset: str) -> str:
    """The page's characters; links are in ASCII but for a few, and these are never worth a failure."""
    said = _CHARSET.search(page[:_HEAD])
    for name in (charset, said[1].decode("ascii") if said else "", "utf-8"):
        try:
            if name and codecs.lookup(name):
                return page.decode(name, "replace")
        except (LookupError, ValueError):
            continue
    return page.decode("utf-8", "replace")
