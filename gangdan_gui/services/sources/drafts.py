"""What a location becomes when it is added: the catalogue's entry, a repository or a part of one, a page, a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.errors import LocationMissing, NotAvailable
from gangdan_gui.fetching.github import Place, read_place
from gangdan_gui.fetching.local import is_there
from gangdan_gui.fetching.walk import readable_name
from gangdan_gui.fetching.web_address import host_of, is_address, may_be_address, read_web_address, shown_host
from gangdan_gui.services.requests import WholeSite

# Of a whole repository its prose: code, web pages and data are mostly what it is about, not documentation of it.
PROSE = (
    "*.md", "*.markdown", "*.mdx", "*.myst", "*.qmd", "*.rmd", "*.rst", "*.ipynb", "*.org",
    "*.adoc", "*.asciidoc", "*.asc", "*.texi", "*.texinfo", "*.txi",
)  # fmt: skip
_WILD = re.compile(r"([*?\[])")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user said beside the location; what is empty is chosen for them."""

    title: str = ""
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    site: WholeSite | None = None


def from_catalogue(offer: Source, wanted: Wanted) -> Source:
    """The catalogue's source with all it says of it."""
    return replace(
        offer,
        title=wanted.title or offer.title,
        include=tuple(wanted.include) or offer.include,
        exclude=tuple(wanted.exclude) or offer.exclude,
    )


def from_location(location: str, wanted: Wanted) -> Source:
    """A source without an id. Blocking: looks at the disk. Raises LocationMissing, AddressRefused."""
    if not wanted.site and not is_address(location) and (place := _folder(location)):
        name = readable_name(wanted.title or place.name or str(place))
        return _source(SourceKind.LOCAL, str(place), name, wanted.include, wanted)
    address = read_web_address(location)
    if part := read_place(address):
        include = _included(part, wanted.include)
        title = readable_name(wanted.title or _repository_title(part))
        return replace(
            _source(SourceKind.GITHUB, part.repository.address, title, include, wanted), revision=part.revision
        )
    title = readable_name(wanted.title or _page_title(address))
    if site := wanted.site:
        made = _source(SourceKind.SITE, address, title, wanted.include, wanted)
        return replace(made, pages=site.pages, depth=site.depth)
    return _source(SourceKind.ADDRESSES, address, title, wanted.include, wanted)


def _source(kind: SourceKind, location: str, title: str, include: Sequence[str], wanted: Wanted) -> Source:
    return Source("", title, kind, (location,), include=tuple(include), exclude=tuple(wanted.exclude))


def _included(place: Place, patterns: Sequence[str]) -> tuple[str, ...]:
    """The patterns from the top of the repository; patterns of the user's count below the folder that was named."""
    if place.file:
        return (_literal(place.file),)
    if not place.folder:
        return tuple(patterns) or PROSE
    folder = _literal(place.folder)
    return tuple(_below(folder, pattern) for pattern in patterns) or (f"{folder}/**",)


def _below(folder: str, pattern: str) -> str:
    """A pattern without a slash counts at any depth."""
    return f"{folder}/{pattern.lstrip('/')}" if "/" in pattern.strip("/") else f"{folder}/**/{pattern}"


def _literal(path: str) -> str:
    """A pattern that means this path: folders of web frameworks are called `[slug]`."""
    return _WILD.sub(r"[\1]", path)


def _repository_title(place: Place) -> str:
    name = place.repository.name
    if part := place.file or place.folder:
        return f"{name}: {PurePosixPath(part).name if place.file else part}"
    return f"{name} {place.revision}".strip()


def _page_title(address: str) -> str:
    parts = [unquote(part) for part in urlsplit(address).path.split("/") if part]
    if parts and PurePosixPath(parts[-1]).stem.lower() == "index":
        parts.pop()
    host = shown_host(host_of(address))
    return f"{parts[-1]} ({host})" if parts else host


def _folder(location: str) -> Path | None:
    """The file or folder that a user named; None for what is none, but may be an address.

    Blank is not the current folder. Raises LocationMissing.
    """
    place = Path(os.path.expanduser(location))  # noqa: PTH111  (Path's method raises for the name of an unknown user)
    if location.strip() and is_there(place):
        return place.resolve()
    if may_be_address(location):
        return None
    raise LocationMissing(location=location)


def moved_to(source: Source, location: str) -> Source:
    """A source whose files lie at another place on this machine now. Raises LocationMissing, NotAvailable. Blocking."""
    draft = from_location(location, Wanted(source.title))
    if source.kind is not SourceKind.LOCAL or len(source.locations) != 1:
        raise NotAvailable(what=f"sources move {source.id}")
    if draft.kind is not SourceKind.LOCAL:
        raise LocationMissing(location=location)
    return replace(source, locations=draft.locations)
