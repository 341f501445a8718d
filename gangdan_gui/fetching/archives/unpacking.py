"""The documents in the archives of a source: taken out once for each state of an archive, and kept in the library.

An archive is told by its hash. What was taken out of one that can't be read any more stays as it was.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.fetching.archives.archive import Member
from gangdan_gui.fetching.archives.archive_kinds import is_archive
from gangdan_gui.fetching.archives.document_archive import DocumentArchive, Documents, Objection
from gangdan_gui.fetching.archives.zip_names import GuessCodec
from gangdan_gui.fetching.download import now
from gangdan_gui.fetching.kept_files import KeptArchive, KeptFile, KeptFiles, LeftOut
from gangdan_gui.fetching.local import FoundFile, Listing, chooser, hash_file
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits
from gangdan_gui.whole_file import remove_file

# Of repositories and sites only documents are brought in the first place.
_WITH_ARCHIVES = (SourceKind.LOCAL, SourceKind.ADDRESSES)


@dataclass(frozen=True, slots=True)
class Seen:
    """A listing with what was taken out of its archives before, and the archives that are other now."""

    listing: Listing
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()


class Unpacking:
    """Unpacks into `<folder>/<source>/`. `edition` stands for what `objection` says: another one unpacks again."""

    def __init__(
        self, folder: Path, objection: Objection, guess: GuessCodec, *, edition: str = "", limits: Limits | None = None
    ) -> None:
        self._folder = folder
        self._objection, self._guess = objection, guess
        self._edition = edition
        self._limits = limits or Limits()
        self._as_known: dict[tuple[str, str], tuple[int, float]] = {}

    def bring(
        self, source: Source, listing: Listing, stop: threading.Event, count: Callable[[], None] = lambda: None
    ) -> Listing:
        """A listing with the documents in its archives. Blocking. Raises CannotWrite, Stopped.

        `count` is called, from this thread, for each document that is about to be taken out.
        """
        listing = _parted(listing)
        kept = self._kept(source)
        kept.open()
        if not listing.archives and not kept.archives:
            return listing
        archive = partial(
            DocumentArchive, objection=self._objection, guess=self._guess, limits=self._limits, stop=stop, count=count
        )
        unpack = _Unpack(source, kept, kept.whole(), archive, self._edition)
        try:
            for found in listing.archives:
                unpack.bring(found)
            unpack.let_go(listing)
        finally:
            kept.clear_parts()
            kept.save()
            if not kept.archives:
                kept.remove()
        return _with_documents(source, listing, kept, [found.path for found in listing.archives])

    def seen(self, source: Source, listing: Listing) -> Seen:
        """What was taken out before, and which archives are to be taken apart anew. Blocking; writes nothing."""
        listing = _parted(listing)
        if not listing.archives:
            return Seen(listing)
        kept = self._kept(source)
        kept.open(clear=False)
        new = [found.path for found in listing.archives if found.path not in kept.archives and _opens(found)]
        changed = [
            found.path for found in listing.archives
            if found.path in kept.archives and not self._is_as_known(source, found, kept.archives[found.path])
        ]  # fmt: skip
        known = [found.path for found in listing.archives if found.path in kept.archives]
        hidden = tuple(_top(source, found) for found in listing.archives if found.path in {*new, *changed})
        seen = _with_documents(source, listing, kept, known)
        return Seen(replace(seen, unreadable=(*seen.unreadable, *hidden)), tuple(new), tuple(changed))

    def remove(self, source: Source) -> None:
        """Remove what was taken out for a source. Blocking."""
        if source.kind in _WITH_ARCHIVES:
            self._kept(source).remove()

    def _kept(self, source: Source) -> KeptFiles:
        # Beside what was downloaded, whose names it must not take.
        name = source.id if source.kind is SourceKind.LOCAL else f"{source.id}.archives"
        return KeptFiles(self._folder, name)

    def _is_as_known(self, source: Source, found: FoundFile, known: KeptArchive) -> bool:
        place, stamp = (source.id, found.path), (found.size, found.modified)
        if stamp in ((known.size, known.modified), self._as_known.get(place)):
            return True
        try:
            if found.size != known.size:
                return not _opens(found)
            if hash_file(found.file)[0] != known.sha256:
                return False
        except OSError:  # a build could not read it either
            return True
        self._as_known[place] = stamp
        return True


class _Unpack:
    """One source's archives while they are taken apart."""

    def __init__(
        self,
        source: Source,
        kept: KeptFiles,
        whole: set[str],
        archive: Callable[[Callable[[str], bool]], DocumentArchive],
        edition: str,
    ) -> None:
        self._source, self._kept, self._whole, self._edition = source, kept, whole, edition
        self._is_chosen = chooser(source)
        self._archive = archive

    def bring(self, found: FoundFile) -> None:
        """Bring what is in one archive up to date."""
        kept = self._kept
        try:
            sha256, size = hash_file(found.file)
        except OSError as error:
            code = "vanished" if isinstance(error, FileNotFoundError) else "not-readable"
            self._note_failure(found, KeptArchive(found.path, "", 0, failed=1), Reason(code, error.strerror or ""))
            return
        known, selection = kept.archives.get(found.path), self._selection(sha256)
        state = KeptArchive(found.path, selection, 0, sha256=sha256, size=size, modified=found.modified)
        if known and known.selection == selection and (known.failed or self._is_there(known)):
            kept.archives[found.path] = replace(state, files=known.files, failed=known.failed)
            return
        top = _top(self._source, found)
        wanted = lambda path: self._is_chosen(_below(top, path))  # noqa: E731
        try:
            documents = self._archive(wanted).unpack(found.file, kept.part)
        except NotBrought as failure:
            self._note_failure(found, replace(state, failed=1), failure.reason)
            return
        self._keep(found, top, documents)
        kept.archives[found.path] = replace(state, files=len(documents.members))

    def let_go(self, listing: Listing) -> None:
        """Forget what was in archives that are no longer there."""
        present = {found.path for found in listing.archives}
        gone = [path for path in self._kept.archives if path not in present and not listing.may_hold(path)]
        for path in gone:
            del self._kept.archives[path]
        self._kept.forget([kept.path for kept in self._kept if kept.asked in gone])
        self._kept.left_out = [one for one in self._kept.left_out if one.asked not in gone]

    def _selection(self, sha256: str) -> str:
        facts = repr((sha256, self._source.include, self._source.exclude, self._source.locations, self._edition))
        return hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _is_there(self, known: KeptArchive) -> bool:
        mine = [kept.path for kept in self._kept if kept.asked == known.asked]
        return len(mine) == known.files and self._whole.issuperset(mine)

    def _note_failure(self, found: FoundFile, state: KeptArchive, reason: Reason) -> None:
        """What was taken out before stays, as far as it is whole."""
        self._kept.forget([one.path for one in self._kept if one.asked == found.path and one.path not in self._whole])
        self._note_left_out(found.path, {"": reason})
        self._kept.archives[found.path] = state

    def _note_left_out(self, archive: str, reasons: dict[str, Reason]) -> None:
        others = [one for one in self._kept.left_out if one.asked != archive]
        mine = [LeftOut(archive, path, reason.code, reason.detail) for path, reason in reasons.items()]
        self._kept.left_out = others + mine

    def _keep(self, found: FoundFile, top: str, documents: Documents) -> None:
        paths = {_below(top, path) for path in documents.members}
        self._kept.forget([kept.path for kept in self._kept if kept.asked == found.path and kept.path not in paths])
        for member in documents.members.values():
            self._keep_one(found, _below(top, member.path), member)
        reasons = {_below(top, path): reason for path, reason in documents.left_out.items()}
        self._note_left_out(found.path, reasons if paths or reasons else {found.path: Reason("nothing-found")})

    def _keep_one(self, found: FoundFile, path: str, member: Member) -> None:
        before = self._kept.get(path)
        name = self._kept.name_for(path)
        if before and before.sha256 == member.sha256 and path in self._whole:
            remove_file(member.part)
        else:
            self._kept.place(member.part, name)
        self._kept.note(
            KeptFile(
                path, name, found.url, member.sha256, member.size, member.modified, found.path,
                commit=found.commit, fetched=now(),
            )
        )  # fmt: skip


def _parted(listing: Listing) -> Listing:
    """A listing whose archives are not among its files."""
    archives = tuple(found for found in listing.files if is_archive(found.path))
    files = tuple(found for found in listing.files if not is_archive(found.path))
    return replace(listing, files=files, archives=(*listing.archives, *archives))


def _with_documents(source: Source, listing: Listing, kept: KeptFiles, archives: list[str]) -> Listing:
    """A listing with the documents of these archives, and what was left out of them."""
    documents = [kept.found(one) for one in kept if one.asked in archives]
    broken = [found for found in listing.archives if found.path in archives and kept.archives[found.path].failed]
    return replace(
        listing,
        files=tuple(sorted((*listing.files, *documents), key=lambda found: found.path)),
        problems=(*listing.problems, *_problems(kept, archives)),
        unreadable=(*listing.unreadable, *(_top(source, found) for found in broken)),
        archives=(),
    )


def _problems(kept: KeptFiles, archives: list[str]) -> Iterator[Problem]:
    for one in kept.left_out:
        if one.asked in archives:
            yield Problem(one.path or one.asked, Stage.FETCH, Reason(one.code, one.detail))


def _top(source: Source, found: FoundFile) -> str:
    """What stands before the paths in an archive: its own, and nothing where it is the whole source."""
    only = len(source.locations) == 1 and (source.kind is SourceKind.ADDRESSES or Path(source.locations[0]).is_file())
    return "" if only else found.path


def _below(top: str, path: str) -> str:
    return f"{top}/{path}" if top else path


def _opens(found: FoundFile) -> bool:
    try:
        found.file.open("rb").close()
    except OSError:
        return False
    return True
