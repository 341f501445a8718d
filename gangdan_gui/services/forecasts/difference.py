"""What of a source a build would read, from its files as they lie here. Nothing is converted, asked for or changed."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gangdan_gui.converting.formats import format_of
from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.domain.documents import OWN, FileState, Source, SourceKind
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.fetching.local import FoundFile
from gangdan_gui.services.building.looking import Seen, compared, given_up
from gangdan_gui.services.building.made_by import converter_of, said_of
from gangdan_gui.services.building.prepared import MAKER
from gangdan_gui.services.deadline import within
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.storing.records import DocumentRecord, FileStamp, Generation, SourceRecord

_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Difference:
    """`read` are the files that would be converted; those of `as_before` are what they were, made anew all the same.

    `made_before` are documents among those that an earlier version of the program has made. `size` are the bytes of
    all files that would be looked at. `seen` is false where the place of the source is away.
    """

    changes: SourceChanges
    unchanged: int
    read: tuple[FoundFile, ...]
    as_before: frozenset[str] = frozenset()
    made_before: int = 0
    size: int = 0
    seen: bool = True


async def difference(
    parts: Parts,
    record: SourceRecord,
    target: Generation | None,
    remembered: Mapping[str, DocumentRecord],
    options: BuildOptions,
) -> Difference:
    """Compare; `target` is the generation that would be filled, None for a new one.

    `remembered` are the documents that answer now, or else those of the target.
    """
    source = record.source
    nothing = SourceChanges(source.id)
    seen = await _seen(parts, source, remembered, () if options.retry else given_up(record))
    if seen is None:
        return Difference(nothing, 0, (), seen=False)
    changes = SourceChanges(source.id, tuple(seen.new), tuple(seen.changed), tuple(seen.gone))
    other = {*changes.new, *changes.changed}
    same = seen.documents.keys() - other
    begun = await _done_in(parts, target, seen, remembered)
    said = await asyncio.to_thread(parts.corrections.read, source.id)
    made_here, frozen = source.kind is not SourceKind.PACK, bool(frozen_until(record))
    before = {path for path in same if made_here and not frozen and _is_made_before(remembered.get(path))}
    anew = {
        path for path in same
        if options.force or path in before or path not in begun
        or (made_here and _says_other(remembered.get(path), said.corrections.get(path)))
        or (options.retry and _has_failed(remembered.get(path)))
    }  # fmt: skip
    if frozen:  # nothing new is taken in, but what is there may be cut or embedded anew
        other = set()
    files = [found for path, found in seen.documents.items() if path in anew or path in other]
    return Difference(
        changes,
        len(same & remembered.keys()),
        tuple(files),
        frozenset(anew),
        len(before),
        sum(found.size for found in seen.documents.values()),
    )


async def _seen(
    parts: Parts, source: Source, remembered: Mapping[str, DocumentRecord], passed_over: Collection[str]
) -> Seen | None:
    if source.kind is SourceKind.PACK:  # its documents lie in the library alone
        return Seen({path: FoundFile(path, Path(path), one.size, one.modified) for path, one in remembered.items()})
    if source.kind not in OWN and source.kind is not SourceKind.LOCAL:
        listing = await asyncio.to_thread(parts.downloader.kept, source)
        return Seen(documents={found.path: found for found in listing.files if format_of(found.path)})
    if source.kind in OWN:
        source = replace(source, locations=(str(parts.notes.folder(source.id)),))
    stamps = {
        path: FileStamp(one.sha256, one.size, one.modified, one.state) for path, one in remembered.items()
    }  # fmt: skip
    try:
        return await within(_SECONDS, partial(compared, parts, source, stamps, passed_over), lambda: None)
    except TimeoutError:
        return None


async def _done_in(
    parts: Parts, target: Generation | None, seen: Seen, remembered: Mapping[str, DocumentRecord]
) -> Collection[str]:
    """The files that the target holds as they are now."""
    if target is None:
        return ()
    if target.live:
        return remembered.keys()
    stamps = await parts.manifest.documents.stamps(target)
    return {
        path for path, found in seen.documents.items()
        if path in stamps and (stamps[path].size, stamps[path].modified) == (found.size, found.modified)
    }  # fmt: skip


def _is_made_before(record: DocumentRecord | None) -> bool:
    """Whether the program would convert or cut a document in another way now."""
    return record is not None and bool(record.converter) and converter_of(record.converter) != MAKER


def _says_other(record: DocumentRecord | None, correction: Correction | None) -> bool:
    """Whether more is said of a document now, as far as that is seen without reading the lists of references."""
    said = correction is not None and correction != NO_CORRECTION
    return record is not None and bool(record.converter) and said and not said_of(record.converter)


def _has_failed(record: DocumentRecord | None) -> bool:
    return record is not None and record.state is FileState.FAILED
