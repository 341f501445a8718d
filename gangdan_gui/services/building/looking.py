"""Whether the files of sources on this computer are still what was read. It asks neither the store nor an embedder."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from gangdan_gui.converting.assets import is_page
from gangdan_gui.converting.conversion import format_of
from gangdan_gui.domain.documents import FileState, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.fetching.local import FoundFile, Listing, hash_file, scan
from gangdan_gui.services.deadline import within
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.storing.records import FileStamp, SourceRecord

_log = logging.getLogger(__name__)
# Other files were asked for than were read: only a build makes that good, whatever the files themselves are.
ENTRY_CHANGED = Problem("", Stage.FETCH, Reason("entry-changed"))
_LOOKED_AT = (SourceState.READY, SourceState.STALE, SourceState.PARTIAL)
_SECONDS = 30
# What a build has tried and left as it was; it will not fare better while nothing else has changed.
_GIVEN_UP = frozenset({"too-slow", "worker-failed"})


@dataclass(slots=True)
class Seen:
    """What differs. `touched` have the hash that was read, under another time; `hidden`: not all could be seen.

    `documents` are all files that are documents, by their paths.
    """

    documents: dict[str, FoundFile] = field(default_factory=dict)
    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    touched: dict[str, tuple[str, float]] = field(default_factory=dict)
    hidden: bool = False


class Looker:
    """Looks at one library's sources. What a build begins while it looks at a source, it has not seen."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._one_at_a_time = asyncio.Lock()
        self._builds = 0
        self._waiting: set[str] = set()

    def build_begins(self) -> None:
        """What is being looked at is about to be read anew."""
        self._builds += 1

    async def look(self, only: str = "") -> tuple[SourceChanges, ...]:
        """See `LibraryService.look`. Of a library that can't be written only what has changed is told.

        `only` is the one source to look at, empty for all.
        """
        async with self._one_at_a_time:
            records = await self._parts.manifest.sources.all()
            found = [await self._look_at(record) for record in records if only in ("", record.source.id)]
        return tuple(changes for changes in found if changes)

    async def _look_at(self, record: SourceRecord) -> SourceChanges | None:
        source, before = record.source, self._builds
        if source.kind is not SourceKind.LOCAL or record.live is None or record.state not in _LOOKED_AT:
            return None
        if frozen_until(record):  # nobody is to be told of what will not be taken in
            return None
        stamps = await self._parts.manifest.documents.stamps(record.live)
        seen = await self._seen(source, stamps, given_up(record))
        if seen is None or self._builds != before:
            return None
        changes = SourceChanges(source.id, tuple(seen.new), tuple(seen.changed), tuple(seen.gone))
        if not self._parts.manifest.read_only:
            await self._note(record, changes, seen)
        return changes

    async def _seen(self, source: Source, stamps: Mapping[str, FileStamp], passed_over: Collection[str]) -> Seen | None:
        """What differs; None where nobody knows, as of a drive that does not answer."""
        if source.id in self._waiting:
            return None
        self._waiting.add(source.id)
        work = partial(compared, self._parts, source, stamps, passed_over)
        try:
            return await within(_SECONDS, work, partial(self._waiting.discard, source.id))
        except TimeoutError:
            _log.warning("the files of %s could not be looked at in %d seconds", source.id, _SECONDS)
            return None

    async def _note(self, record: SourceRecord, changes: SourceChanges, seen: Seen) -> None:
        if seen.touched and record.live:
            await self._parts.manifest.documents.note_times(record.live, seen.touched)
        change_state = self._parts.manifest.sources.change_state
        if changes and record.state is SourceState.READY:
            await change_state(record.source.id, SourceState.READY, SourceState.STALE)
        undone = not changes and not seen.hidden and ENTRY_CHANGED not in record.problems
        if undone and record.state is SourceState.STALE:
            await change_state(record.source.id, SourceState.STALE, SourceState.READY)


def given_up(record: SourceRecord) -> frozenset[str]:
    """The files that the last build came to no end with: they count as read."""
    return frozenset(problem.path for problem in record.problems if problem.reason.code in _GIVEN_UP)


def compared(
    parts: Parts, source: Source, stamps: Mapping[str, FileStamp], passed_over: Collection[str] = ()
) -> Seen | None:
    """The files of a folder against what was read; None where the place of a source is away as a whole. Blocking."""
    try:
        listing = scan(source)
    except LocationMissing:
        return None
    packed = parts.unpacking.seen(source, listing)
    seen = Seen(new=[*packed.new], changed=[*packed.changed], hidden=bool(listing.unreadable))
    for found in packed.listing.files:
        if _is_document(found.path) and found.path not in passed_over:
            seen.documents[found.path] = found
            _look_at_file(found, stamps.get(found.path), seen)
    seen.gone.extend(_gone(packed.listing, stamps))
    for paths in (seen.new, seen.changed, seen.gone):
        paths.sort()
    return seen


def _look_at_file(found: FoundFile, stamp: FileStamp | None, seen: Seen) -> None:
    """Note a file that differs; one that can't be read now would not be read by a build either."""
    if stamp and (stamp.size, stamp.modified) == (found.size, found.modified):
        return
    try:
        if stamp and stamp.sha256 and stamp.size == found.size:
            sha256, _ = hash_file(found.file)
            if sha256 == stamp.sha256:
                seen.touched[found.path] = (sha256, found.modified)
                return
        else:
            found.file.open("rb").close()
    except OSError:
        seen.hidden = True
        return
    (seen.changed if stamp else seen.new).append(found.path)


def _gone(listing: Listing, stamps: Mapping[str, FileStamp]) -> Iterator[str]:
    """What was read and is no more; of what is no document only that which was reported as a fault."""
    present = {found.path for found in listing.files}
    for path, stamp in stamps.items():
        missed = _is_document(path) or stamp.state is FileState.FAILED
        if path not in present and missed and not listing.may_hold(path):
            yield path


def _is_document(path: str) -> bool:
    """As a build decides for a source on this computer."""
    return bool(format_of(path)) or is_page(path)
