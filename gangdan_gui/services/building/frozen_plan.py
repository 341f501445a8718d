"""What a build of a frozen source has to do: nothing new, but what the user says, and what a new generation wants."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gangdan_gui.domain.documents import FetchedFile
from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.domain.events import Stage
from gangdan_gui.fetching.local import FoundFile, Listing, hash_file
from gangdan_gui.services.building.additions import Additions
from gangdan_gui.services.building.build_plan import Plan
from gangdan_gui.services.building.carrying import with_carried
from gangdan_gui.services.building.listing import as_it_lies
from gangdan_gui.services.building.made_by import same_files
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.services.parts import Parts
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

    Documents of which the user says something else by now are made anew where their files are still those that were
    read; where they are not, what is taken out of the search goes out of what is kept of them. What a generation
    beside has got from other files, before the source was frozen, gives way to what answers.
    """
    live = record.live or generation
    beside = live.number != generation.number
    answering = await parts.manifest.documents.all(live) if beside else remembered
    said_anew = {path for path, document in answering.items() if additions.says_other(path, document.converter)}
    stays = {path for path in remembered if path in answering and path not in said_anew}
    if beside:
        stays = {path for path in remembered if _is_of(remembered[path], answering.get(path), additions)}
    files = _Files(listing)
    wanted = {path: answering[path] for path in said_anew - stays}
    anew = tuple(await asyncio.to_thread(lambda: list(files.as_read(record.source.id, wanted))))
    fresh = {file.path for file in anew}
    plan = Plan(
        changed=anew,
        skipped=(),
        unchanged=tuple(document for path, document in remembered.items() if path in stays),
        gone=tuple(path for path in remembered if path not in answering),
        unread=tuple(problem for problem in record.problems if problem.stage == Stage.FETCH),
        around=files.around,
    )
    rest = {path: one for path, one in answering.items() if path not in stays and path not in fresh}
    return with_carried(plan, live, rest) if rest else plan


def _is_of(made: DocumentRecord, answering: DocumentRecord | None, additions: Additions) -> bool:
    """Whether a document was made of what answers, with all that the user says of it now."""
    if answering is None or made.sha256 != answering.sha256:
        return False
    if additions.says_other(made.path, answering.converter):
        return not additions.says_other(made.path, made.converter)
    return (made.converter, made.markdown) == (answering.converter, answering.markdown)


@dataclass(slots=True)
class _Files:
    """The files of a source as they lie now. Blocking."""

    listing: Listing
    around: SourceFiles = field(init=False)

    def __post_init__(self) -> None:
        self.around = SourceFiles.listed(self.listing)

    def as_read(self, source: str, documents: Mapping[str, DocumentRecord]) -> Iterator[FetchedFile]:
        """Those that are still what those documents were made of."""
        for found in self.listing.files:
            document = documents.get(found.path)
            if document and _is_as_read(found, document) and same_files(document.converter, self.around.sha256):
                yield found.fetched(source, document.sha256, found.size)


def _is_as_read(found: FoundFile, document: DocumentRecord) -> bool:
    try:
        return hash_file(found.file)[0] == document.sha256
    except OSError:
        return False
