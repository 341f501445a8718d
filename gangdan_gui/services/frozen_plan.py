"""What a build of a frozen source has to do: nothing new, but what the user says, and what a new generation wants."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection, Mapping

from gangdan_gui.domain.documents import FetchedFile
from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.domain.events import Stage
from gangdan_gui.fetching.local import FoundFile, Listing, hash_file
from gangdan_gui.services.additions import Additions
from gangdan_gui.services.build_plan import Plan
from gangdan_gui.services.carrying import with_carried
from gangdan_gui.services.listing import as_it_lies
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.source_files import SourceFiles
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord


async def kept_listing(parts: Parts, record: SourceRecord) -> Listing:
    """The files as they lie here, nothing where their place is away: nobody needs them."""
    try:
        return await as_it_lies(parts, record.source)
    except LocationMissing:
        return Listing(())


async def frozen_plan(
    parts: Parts,
    record: SourceRecord,
    generation: Generation,
    remembered: Mapping[str, DocumentRecord],
    listing: Listing,
    additions: Additions,
) -> Plan:
    """The plan for the live `generation`, or for one beside it, of which some documents are `remembered` already.

    Documents that the user corrects are made anew where their files are still those that were read.
    """
    around = SourceFiles.listed(listing)
    changed = await asyncio.to_thread(_said_anew, record.source.id, listing, remembered, additions)
    anew = {file.path for file in changed}
    unread = tuple(problem for problem in record.problems if problem.stage == Stage.FETCH)
    plan = Plan(
        changed=changed,
        skipped=(),
        unchanged=tuple(document for path, document in remembered.items() if path not in anew),
        gone=(),
        unread=unread,
        around=around,
    )
    if record.live is None or record.live.number == generation.number:
        return plan
    answering = await parts.manifest.documents.all(record.live)
    return with_carried(plan, record.live, _without(answering, remembered))


def _without(documents: Mapping[str, DocumentRecord], paths: Collection[str]) -> dict[str, DocumentRecord]:
    return {path: document for path, document in documents.items() if path not in paths}


def _said_anew(
    source: str, listing: Listing, remembered: Mapping[str, DocumentRecord], additions: Additions
) -> tuple[FetchedFile, ...]:
    """Blocking."""
    around = SourceFiles.listed(listing)

    def sha256_of(path: str) -> str:
        data = around.read(path)
        return hashlib.sha256(data).hexdigest() if data is not None else ""

    return tuple(
        FetchedFile(
            source, found.path, found.file, document.sha256, found.size, found.modified,
            found.url, found.commit, found.charset,
        )
        for found in listing.files
        if found.path in additions.corrections
        and (document := remembered.get(found.path))
        and not additions.is_current(found.path, document.converter, sha256_of)
        and _is_as_read(found, document)
    )  # fmt: skip


def _is_as_read(found: FoundFile, document: DocumentRecord) -> bool:
    try:
        return hash_file(found.file)[0] == document.sha256
    except OSError:
        return False
