"""Takes documents over from the generation that answers into a new one, where their files can't or may not be read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from gangdan_gui.domain.documents import Chunk, FetchedFile
from gangdan_gui.fetching.local import Listing
from gangdan_gui.services.building.additions import Additions
from gangdan_gui.services.building.build_plan import Plan
from gangdan_gui.services.building.embedded_chunks import formed
from gangdan_gui.services.building.made_by import said_in_part
from gangdan_gui.services.building.prepared import Carried, Prepared, carried_record
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import DocumentRecord, Generation


def with_carried(plan: Plan, answering: Generation, documents: Mapping[str, DocumentRecord]) -> Plan:
    """The plan, with documents that are taken over as they answer now."""
    files = tuple(
        FetchedFile(
            answering.source, path, Path(), record.sha256, record.size, record.modified, record.url, record.commit
        )
        for path, record in documents.items()
    )
    return replace(plan, changed=(*plan.changed, *files), carried=Carried(answering, documents))


def with_unseen(
    plan: Plan,
    listing: Listing,
    answering: Generation,
    documents: Mapping[str, DocumentRecord],
    remembered: Mapping[str, DocumentRecord],
) -> Plan:
    """The plan of a new generation, with the documents that answer now and whose files nobody can look at now.

    `remembered` are those that it has. Without the others it would lose what is there, and only out of sight.
    """
    missing = (path for path in documents if path not in remembered or not remembered[path].markdown)
    kept = {path: documents[path] for path in missing if documents[path].markdown}
    plan = replace(plan, answering=Carried(answering, kept))
    unread = {problem.path for problem in plan.unread}
    unseen = {
        path: record
        for path, record in kept.items()
        if path not in remembered and (path in unread or listing.may_hold(path))
    }
    return with_carried(plan, answering, unseen) if unseen else plan


class Carrier:
    """Makes what a generation holds of such documents: other chunks of the Markdown that is kept of them.

    What the user takes out of the search is not in them.

    They keep the hash and the converter version that they were made from and by, so that the next build of a source
    that is not frozen makes them anew where the file is another one.
    """

    def __init__(self, parts: Parts, additions: Additions, carried: Carried, into: Generation) -> None:
        self._parts = parts
        self._additions = additions
        self._carried = carried
        self._into = into

    async def instead_of(self, unread: Prepared, file: FetchedFile) -> Prepared:
        """What answers now of a document whose file could not be read just then; it is still told of as a failure."""
        if not unread.failure or unread.sha256 or file.path not in self._carried.documents:
            return unread
        return replace(await self.prepare(file), failure=unread.failure)

    async def prepare(self, file: FetchedFile) -> Prepared:
        """What becomes of one document. One whose text is lost stays cut as it is, and holds no other up."""
        record, answering = self._carried.documents[file.path], self._carried.generation
        kept = Prepared(file.path, record.sha256, record.size, None, carried=record)
        if not record.markdown:
            return replace(kept, failure=record.reason)
        chunks = await self._parts.manifest.documents.chunks(answering, file.path)
        as_cut = replace(kept, chunks=self._formed(chunks, record.title), dropped=record.dropped)
        cut_alike = answering.chunking == self._into.chunking
        if self._additions.says_other(file.path, record.converter):
            record = replace(record, converter=said_in_part(record.converter, self._additions.version(file.path)))
        elif cut_alike:
            return as_cut
        text = await asyncio.to_thread(self._parts.markdown.read, file.source, file.path, record.markdown)
        if text is None:
            return as_cut
        order = self._additions.order(file, self._into, record.language)
        made = await self._parts.preparer.call("recut", order, text, record, chunks)
        assert isinstance(made, Prepared)
        return replace(made, document=None, carried=carried_record(record, made))

    def _formed(self, chunks: tuple[Chunk, ...], title: str) -> tuple[Chunk, ...]:
        """Chunks as the embedder of the new generation likes them."""
        before = self._carried.generation.form
        if before == self._into.form:
            return chunks
        return tuple(formed(chunk, title, self._into.form, before) for chunk in chunks)
