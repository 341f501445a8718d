"""Brings the files of repositories on GitHub: one archive, or where files are named one by one, these alone.

An archive is one request, which a whole school behind one address can make; it also is of one commit as a whole.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.archives.archive import GZIP, Member, Unpacked, unpack
from gangdan_gui.fetching.download import Download, now
from gangdan_gui.fetching.github import COMMIT_ONLY, Repository, is_commit, read_place
from gangdan_gui.fetching.globs import matcher
from gangdan_gui.fetching.kept_files import KeptArchive, KeptFile
from gangdan_gui.fetching.licences import agreed, is_licence_file, licence_in
from gangdan_gui.fetching.local import chooser, labelled
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.fetching.web import Arrived, Wish
from gangdan_gui.whole_file import remove_file

_WILD = re.compile(r"[*?\[]")
_COMMIT_BYTES = 4096
_NO_SUCH_REVISION = frozenset({"404", "410", "422"})


async def bring_repositories(download: Download) -> None:
    """Bring a source's repositories one after another; what could not be had is told in the download."""
    named = list(_repositories(download))
    single = _named_files(download.source, [label for _, label in named], download.reads)
    for repository, label in named:
        if single is None:
            await _Archive(download, repository, label).bring()
        elif mine := [path for path in single if path.startswith(_before(label))]:
            await _Files(download, repository, label).bring(mine)


def _repositories(download: Download) -> Iterator[tuple[Repository, str]]:
    for location, label in labelled(download.source.locations):
        if place := read_place(location):
            yield place.repository, label
        else:
            download.warn(label, Reason("no-repository", location))
            download.hidden.append(label)
            download.failed += 1


def _named_files(source: Source, labels: Sequence[str], reads: Callable[[str], bool]) -> list[str] | None:
    """The files that `include` names one by one; None where it has patterns, folders, or nothing."""
    patterns = [pattern.strip().replace("\\", "/").removeprefix("./").lstrip("/") for pattern in source.include]
    patterns = [pattern for pattern in patterns if pattern]
    starts = tuple(map(_before, labels))
    if not patterns or any(
        _WILD.search(one) or not reads(one) or not one.startswith(starts) or ".." in one.split("/") for one in patterns
    ):
        return None
    excluded = matcher(source.exclude)
    return [path for path in dict.fromkeys(patterns) if not excluded(path)]


def _before(label: str) -> str:
    return f"{label}/" if label else ""


class _Archive:
    """One repository as an archive."""

    def __init__(self, download: Download, repository: Repository, label: str) -> None:
        self._download = download
        self._repository = repository
        self._before = _before(label)
        self._label = label
        self._revision = download.source.revision
        self._selection = _selection(download)
        self._is_chosen = chooser(download.source)

    async def bring(self) -> None:
        """Bring what has changed."""
        download, asked = self._download, self._repository.address
        mine = [kept for kept in download.kept if kept.asked == asked]
        there = [kept for kept in mine if kept.path in download.whole]
        known = download.kept.archives.get(asked)
        if known and (known.selection != self._selection or known.files != len(there)):
            known = None
        download.wanted.update(kept.path for kept in there)
        if known and known.commit == self._revision and is_commit(self._revision):
            return
        part = download.kept.part()
        try:
            arrived = await self._ask(part, known)
            if arrived is None:
                download.progress.total += len(there)
                download.progress.done += len(there)
            else:
                unpacked = await self._unpacked(part)
                await to_its_end(partial(self._take, arrived, unpacked, mine))
        except NotBrought as failure:
            download.warn(self._label, failure.reason)
            download.failed += 1
            if known is None:
                download.hidden.append(self._label)
        finally:
            remove_file(part)

    async def _ask(self, part: Path, before: KeptArchive | None) -> Arrived | None:
        """The archive; of the default branch where the one that was named is no more."""
        download = self._download

        async def bring(revision: str) -> Arrived | None:
            wish = Wish(
                self._repository.archive(revision), download.limits.archive, download.patience.archive, magic=GZIP,
                known={"If-None-Match": before.etag} if before and before.etag else {},
                known_by=before.place if before else "",
            )  # fmt: skip
            return await download.web.bring(wish, part, download.progress)

        try:
            return await bring(self._revision)
        except NotBrought as failure:
            if failure.reason.code != "not-there" or not self._revision or is_commit(self._revision):
                raise
        arrived = await bring("")
        download.warn("", Reason("branch-gone", self._revision))
        self._revision = ""
        return arrived

    async def _unpacked(self, archive: Path) -> Unpacked:
        """Raises NotBrought, also where a mirror gives another commit than the one that was named."""
        download, stop = self._download, threading.Event()
        work = partial(unpack, archive, self._chosen, download.kept.part, download.limits, stop)
        unpacked = await to_its_end(work, stop.set)
        if is_commit(self._revision) and is_commit(unpacked.commit) and unpacked.commit != self._revision:
            raise NotBrought("other-commit", unpacked.commit[:12])
        return unpacked

    def _chosen(self, path: str) -> bool:
        """Whether a file is unpacked: those that the source takes, and what says under which licence they are."""
        return self._is_taken(path) or is_licence_file(path)

    def _is_taken(self, path: str) -> bool:
        inside = self._before + path
        return self._download.reads(inside) and self._is_chosen(inside)

    def _licence(self, unpacked: Unpacked) -> str:
        """The licence of the archive; files that are there for it alone go."""
        files = {path: member for path, member in unpacked.members.items() if is_licence_file(path)}
        licence = agreed(licence_in(member.part) for member in files.values())
        for path in files:
            if not self._is_taken(path):
                remove_file(unpacked.members.pop(path).part)
        return licence

    def _take(self, arrived: Arrived, unpacked: Unpacked, before: Sequence[KeptFile]) -> None:
        download, asked = self._download, self._repository.address
        commit = unpacked.commit if is_commit(unpacked.commit) else ""
        commit = commit or (self._revision if is_commit(self._revision) else "")
        if not commit:
            download.warn(self._label, Reason("commit-unknown", self._repository.address))
        licence = self._licence(unpacked)
        for member in unpacked.members.values():
            self._keep(member, commit, arrived)
        paths = {self._before + path for path in unpacked.members}
        for path in unpacked.too_large:
            download.warn(self._before + path, Reason("too-large", str(download.limits.file >> 20)))
        gone = [kept.path for kept in before if kept.path not in paths]
        download.kept.forget(gone)
        download.wanted.difference_update(gone)
        download.wanted.update(paths)
        download.whole.update(paths)
        # What came instead of a branch that is gone is to be asked for by that branch's name again.
        download.kept.archives[asked] = KeptArchive(
            asked, self._selection, len(paths), arrived.etag, commit, arrived.place, licence=licence
        )
        download.progress.total += len(paths)
        download.progress.done += len(paths)

    def _keep(self, member: Member, commit: str, arrived: Arrived) -> None:
        download, path = self._download, self._before + member.path
        kept = KeptFile(
            path, download.kept.name_for(path), self._repository.page(commit or self._revision, member.path),
            member.sha256, member.size, member.modified, self._repository.address, arrived.place,
            commit=commit, fetched=now(),
        )  # fmt: skip
        copy = download.copy_of(path)
        if copy and copy.sha256 == member.sha256:
            remove_file(member.part)
            download.kept.note(kept)
        else:
            download.kept.place(member.part, kept.name)
            download.kept.note(kept)


class _Files:
    """Files of one repository, each by itself."""

    def __init__(self, download: Download, repository: Repository, label: str) -> None:
        self._download = download
        self._repository = repository
        self._before = _before(label)
        self._label = label
        self._revision = download.source.revision
        self._commit = self._revision if is_commit(self._revision) else ""

    async def bring(self, paths: Sequence[str]) -> None:
        """Bring what has changed of these paths inside the source."""
        download = self._download
        download.progress.total += len(paths)
        download.kept.archives.pop(self._repository.address, None)  # its files are each of another moment now
        unknown: Reason | None = None
        if not self._commit:
            unknown = await self._find_commit()
        failures = await download.files(paths, self._bring)
        if unknown and len(failures) < len(paths):
            download.warn(self._label, unknown)
        download.tell(failures, paths, self._label)

    async def _find_commit(self) -> Reason | None:
        """Ask which commit the revision is now; the reason where nobody says."""
        try:
            self._commit = await self._commit_of(self._revision)
        except NotBrought as failure:
            if not self._revision or failure.reason.detail not in _NO_SUCH_REVISION:
                return Reason("commit-unknown", self._repository.address)
        else:
            return None
        try:
            self._commit = await self._commit_of("")
        except NotBrought:
            return Reason("commit-unknown", self._repository.address)
        gone, self._revision = self._revision, ""
        return Reason("branch-gone", gone)

    async def _commit_of(self, revision: str) -> str:
        download, part = self._download, self._download.kept.part()
        wish = Wish(self._repository.commit(revision), _COMMIT_BYTES, download.patience.file, accept=COMMIT_ONLY)
        try:
            arrived = await download.web.bring(wish, part, download.progress)
        finally:
            remove_file(part)
        commit = arrived.received.head.decode("ascii", "replace").strip() if arrived else ""
        if not is_commit(commit):
            raise NotBrought("error-page")
        return commit

    async def _bring(self, path: str) -> None:
        download, copy, inside = self._download, self._download.copy_of(path), path.removeprefix(self._before)
        if copy and self._commit and copy.commit == self._commit:
            download.wanted.add(path)
            return
        address = self._repository.raw(self._commit or self._revision, inside)
        page = self._repository.page(self._commit or self._revision, inside)
        wish = Wish(
            address, download.limits.file, download.patience.file,
            known=copy.marks if copy else {}, known_by=self._moved_on(copy) if copy else "",
        )  # fmt: skip
        part = download.kept.part()
        try:
            arrived = await download.web.bring(wish, part, download.progress)
            if arrived is None:
                if copy:
                    download.kept.note(replace(copy, url=page, commit=self._commit))
                    download.wanted.add(path)
                return
            await download.keep(part, arrived, path, url=page, asked=self._repository.address, commit=self._commit)
        finally:
            remove_file(part)

    def _moved_on(self, copy: KeptFile) -> str:
        """Where the copy came from, at the commit that is asked for now: there a file's mark says what is in it."""
        return copy.place.replace(copy.commit, self._commit) if copy.commit and self._commit else copy.place


def _selection(download: Download) -> str:
    """Stands for what is kept of an archive: another one keeps other files of it."""
    source = download.source
    facts = repr((source.include, source.exclude, source.locations, source.revision, download.edition))
    return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()[:16]
