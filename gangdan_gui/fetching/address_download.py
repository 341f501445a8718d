"""Brings single addresses, each as a file of its own under the path that its address has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote, unquote_plus, urlsplit

from gangdan_gui.domain.errors import AddressRefused
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.archives.archive_kinds import is_archive
from gangdan_gui.fetching.download import Download
from gangdan_gui.fetching.github import Place, is_commit, read_place
from gangdan_gui.fetching.local import apart
from gangdan_gui.fetching.local_names import plain
from gangdan_gui.fetching.web import Arrived, Wish
from gangdan_gui.fetching.web_address import host_of, read_web_address
from gangdan_gui.whole_file import remove_file

_PAGE = ".html"
# Programs that a server runs: what comes is what they write.
_RUN = frozenset({".php", ".jsp", ".asp", ".aspx", ".cgi", ".pl"})
_ENDINGS = {
    "text/html": _PAGE,
    "application/xhtml+xml": ".xhtml",
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "text/x-rst": ".rst",
    "text/prs.fallenstein.rst": ".rst",
    "text/plain": ".txt",
    "text/x-python": ".py",
    "application/x-ipynb+json": ".ipynb",
    "application/pdf": ".pdf",
    "application/epub+zip": ".epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/vnd.oasis.opendocument.text": ".odt",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "text/csv": ".csv",
}


async def bring_addresses(download: Download) -> None:
    """Bring all addresses of a source; what could not be had is told in the download."""
    asked = _readable(download)
    download.progress.total += len(asked)
    known = {kept.asked: kept.path for kept in download.kept}
    hosts = {host_of(address) for address in asked}
    paths: dict[str, str] = {}
    for address in asked:  # what was brought before keeps its path; all others stay clear of it
        taken = {plain(path) for path in paths.values()}
        taken |= {plain(path) for other, path in known.items() if other != address and other in asked}
        guess = known.get(address) or path_of(address, "", download.reads, with_host=len(hosts) > 1)
        paths[address] = apart(guess, lambda name, taken=taken: plain(name) in taken)  # type: ignore[misc]

    async def bring(address: str) -> None:
        await _bring(download, address, paths, with_host=len(hosts) > 1)

    failures = await download.files(asked, bring)
    download.wanted.update(paths.values())
    download.tell({paths[address]: reason for address, reason in failures.items()}, asked, "")


def path_of(address: str, media: str, reads: Callable[[str], bool], *, with_host: bool) -> str:
    """Where the file of an address stands inside its source, with an ending that tells what it is.

    `media` is the type that its server gave, empty for not known yet.
    """
    parts, place = urlsplit(address), _place(address)
    # Of a file in a repository neither owner nor commit: a newer commit of it is the same document.
    segments = [place.repository.name, *place.file.split("/")] if place else map(unquote, parts.path.split("/"))
    names = list(map(_name, segments))
    folders, last = [name for name in names[:-1] if name], names[-1] if names else ""
    if not last:
        last = "index"
    ending = PurePosixPath(last).suffix
    stem = last.removesuffix(ending)
    if not reads(last) or (ending.lower() in _RUN and media):
        better = _ENDINGS.get(media, "" if media or ending else _PAGE)
        # An ending that is no format's (`page.php`, `v1.2`) stays a part of the name.
        stem, ending = (last, better) if (better and better != ".txt") or not ending else (stem, ending)
    if parts.query:
        stem = f"{stem} ({_name(unquote_plus(parts.query))})"
    host = [parts.netloc.replace(":", "_")] if with_host and not place else []
    return "/".join((*host, *folders, f"{stem}{ending}"))


def _readable(download: Download) -> list[str]:
    """The addresses, each once; the list may have been written by hand."""
    good: dict[str, None] = {}
    for location in download.source.locations:
        try:
            good[read_web_address(location)] = None
        except AddressRefused as error:
            download.warn("", Reason(error.facts["what"], error.facts["address"]))
            download.failed += 1
    return list(good)


async def _bring(download: Download, address: str, paths: dict[str, str], *, with_host: bool) -> None:
    copy, place = download.copy_of(paths[address]), _place(address)
    commit = place.revision if place and is_commit(place.revision) else ""
    page = place.repository.page(place.revision, place.file) if place else ""
    if copy and commit and copy.commit == commit:
        return
    packed = is_archive(paths[address])
    wish = Wish(
        place.repository.raw(place.revision, place.file) if place else address,
        download.limits.archive if packed else download.limits.file,
        download.patience.archive if packed else download.patience.file,
        accept="text/markdown, text/html, text/plain, */*;q=0.8",
        known=copy.marks if copy else {},
        known_by=copy.place if copy else "",
    )
    part = download.kept.part()
    try:
        arrived = await download.web.bring(wish, part, download.progress)
        if arrived is None:
            if copy:
                download.kept.note(replace(copy, asked=address, url=page or copy.url, commit=commit))
            return
        if download.kept.get(paths[address]) is None:
            others = [path for other, path in paths.items() if other != address]
            paths[address] = _settled(address, arrived, download, others, with_host=with_host)
        await download.keep(part, arrived, paths[address], url=page or arrived.address, asked=address, commit=commit)
    finally:
        remove_file(part)


def _settled(address: str, arrived: Arrived, download: Download, others: Sequence[str], *, with_host: bool) -> str:
    """The path, now that the server has said what it is."""
    taken = set(map(plain, others))
    path = path_of(address, arrived.media, download.reads, with_host=with_host)
    return apart(path, lambda name: plain(name) in taken)


def _place(address: str) -> Place | None:
    """The place in a repository where an address is of a file in one."""
    place = read_place(address)
    return place if place and place.file else None


def _name(part: str) -> str:
    """A part of a path, or a query, as a name of a file: no slashes, nothing that can't be seen, no way up."""
    shown = "".join("_" if char in "/\\" or not char.isprintable() else char for char in part)
    return "" if shown.strip(". ") == "" else shown.encode("utf-8", "replace").decode("utf-8")
