"""Brings a source from the web into the library's folder, and lists it as a folder of the user's would be listed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.fetching.address_download import bring_addresses
from gangdan_gui.fetching.archives.archive_kinds import is_archive
from gangdan_gui.fetching.download import Download
from gangdan_gui.fetching.download_progress import DownloadProgress, Report
from gangdan_gui.fetching.globs import matcher
from gangdan_gui.fetching.kept_files import KeptFiles
from gangdan_gui.fetching.licences import agreed, is_licence_file, licence_in
from gangdan_gui.fetching.local import Listing, chooser, is_below
from gangdan_gui.fetching.mirrors import Mirrors, read_mirrors
from gangdan_gui.fetching.patience import Limits, Patience
from gangdan_gui.fetching.repository_download import bring_repositories
from gangdan_gui.fetching.site.download import bring_sites
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.fetching.web import Web
from gangdan_gui.way_out import WayOut


class Downloader:
    """Downloads into `<folder>/<source>/`.

    `mirrors` and `way_out` are asked with each source: settings may change while all is open.

    `reads` tells by a file's name whether it is read, so that pictures need not land on disk; `edition` stands for
    what it says, and another one has archives unpacked again.
    """

    def __init__(
        self,
        folder: Path,
        mirrors: Callable[[], str],
        reads: Callable[[str], bool],
        *,
        edition: str = "",
        patience: Patience | None = None,
        limits: Limits | None = None,
        way_out: Callable[[], WayOut] = WayOut,
    ) -> None:
        self._folder = folder
        self._mirrors = mirrors
        self._reads = reads
        self._edition = edition
        self._patience = patience or Patience()
        self._limits = limits or Limits()
        self._way_out = way_out

    async def bring(self, source: Source, report: Report) -> Listing:
        """Bring what is new or has changed, and list all that is there then.

        What could not be brought is a problem of the listing; a copy from before stays in it. Cancelling stops at
        once; what has arrived is kept for the next time. Raises CannotWrite.
        """
        kept = KeptFiles(self._folder, source.id)
        await asyncio.to_thread(kept.open)
        whole = await asyncio.to_thread(kept.whole)
        web = Web(self._usable(), source.locations, self._patience, self._limits.at_once, self._way_out())
        async with web:
            progress = DownloadProgress(source.id, report)
            download = Download(
                source, kept, web, progress, self._reads, self._edition, self._patience, self._limits, whole
            )
            try:
                await progress.tell()
                if source.kind is SourceKind.GITHUB:
                    await bring_repositories(download)
                elif source.kind is SourceKind.SITE:
                    await bring_sites(download)
                else:
                    await bring_addresses(download)
                await progress.tell()
            except BaseException:
                # What has arrived must not be asked for again.
                await to_its_end(partial(_leave, kept))
                raise
        return await asyncio.to_thread(_listed, download)

    def kept(self, source: Source) -> Listing:
        """What was brought before and lies here whole; nobody is asked, and nothing counts as deleted. Blocking."""
        kept = KeptFiles(self._folder, source.id)
        kept.open(clear=False)
        whole, is_chosen = kept.whole(), _chooser(source)
        files = sorted((one for one in kept if one.path in whole and is_chosen(one.path)), key=lambda one: one.path)
        never = () if files else (Problem("", Stage.FETCH, Reason("never-downloaded")),)
        return Listing(tuple(map(kept.found, files)), never, unreadable=("",))

    def remove(self, source: str) -> None:
        """Remove what was brought for a source. Blocking."""
        KeptFiles(self._folder, source).remove()

    def licence(self, source: str) -> str:
        """The licence that what was brought for a source holds; empty where that can't be told. Blocking."""
        kept = KeptFiles(self._folder, source)
        kept.open(clear=False)
        if kept.archives:
            return agreed(archive.licence for archive in kept.archives.values())
        return agreed(licence_in(kept.found(one).file) for one in kept if is_licence_file(one.path))

    def index_changed(self, source: str) -> int:
        """When that may last have changed, as a number to compare; 0 where nothing was brought. Blocking."""
        try:
            return (self._folder / f"{source}.json").stat().st_mtime_ns
        except OSError:
            return 0

    def _usable(self) -> Mirrors:
        try:
            return read_mirrors(self._mirrors())
        except ValueError:  # the settings have said so already
            return Mirrors()


def _leave(kept: KeptFiles) -> None:
    kept.clear_parts()
    with suppress(CannotWrite):
        kept.write(kept.index())


def _listed(download: Download) -> Listing:
    """Let go of what the source no longer names, and list the rest."""
    kept, stays = download.kept, download.wanted
    kept.forget([one.path for one in kept if one.path not in stays and not is_below(one.path, download.hidden)])
    kept.clear_parts()
    kept.save()
    is_chosen = _chooser(download.source)
    files = sorted(
        (one for one in kept if one.path in download.whole and is_chosen(one.path)), key=lambda one: one.path
    )
    return Listing(tuple(map(kept.found, files)), tuple(download.problems), tuple(download.hidden), download.failed)


def _chooser(source: Source) -> Callable[[str], bool]:
    """Whether a path is one of the source's; the patterns of an archive's choose among what is in it."""
    is_chosen, is_excluded = chooser(source), matcher(source.exclude)
    return lambda path: is_chosen(path) or (is_archive(path) and not is_excluded(path))
