"""Builds one source: look, convert, cut, embed, store, each step working while the next one does.

A document changes from old to new at one moment: its new vectors go into the collection, then the manifest's live
chunks switch in one transaction, then the old vectors go. Stopping anywhere leaves every document whole, old or new.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from gangdan_gui.domain.documents import Chunk, FetchedFile, FileState, chunk_of
from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.events import BuildEvent, DocumentDone, DocumentSkipped, Stage, StageProgress
from gangdan_gui.services.building.additions import Additions
from gangdan_gui.services.building.build_account import BuildAccount
from gangdan_gui.services.building.build_plan import Plan, skipped_record
from gangdan_gui.services.building.build_turn import BuildTurn
from gangdan_gui.services.building.carrying import Carrier
from gangdan_gui.services.building.converter import Converter
from gangdan_gui.services.building.document_group import Group, joined, take_group, take_waiting
from gangdan_gui.services.building.measuring import note_prepared
from gangdan_gui.services.building.prepared import Prepared, document_record
from gangdan_gui.services.integrity.mending import Mending, vector_rows, withdraw
from gangdan_gui.services.integrity.verifying import how_differs
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import PassageVectors, rows_of
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.services.speeds import Measures, Work
from gangdan_gui.services.streams import Emit
from gangdan_gui.services.together import together
from gangdan_gui.storing.records import DocumentChange, Generation

# Two groups are under way in the embedder at a time, so that it never waits for the cache or the store.
_LANES = 2
_QUEUED_DOCUMENTS = 16
_QUEUED_GROUPS = 4


class SourceBuild:
    """The work on one source's generation; made for one build and thrown away.

    `thorough` compares the collection with the manifest id by id, as after a build that did not end well.
    """

    def __init__(
        self,
        parts: Parts,
        generation: Generation,
        plan: Plan,
        additions: Additions,
        emit: Emit[BuildEvent],
        turn: BuildTurn,
        measures: Measures,
        *,
        language: str,
        thorough: bool,
    ) -> None:
        self._parts = parts
        self._generation = generation
        self._plan = plan
        self._additions = additions
        self._thorough = thorough
        self._emit = emit
        self._turn = turn
        self._converter = Converter(parts.preparer, additions, plan.around, generation, language)
        kept = plan.answering or plan.carried
        self._carrier = Carrier(parts, additions, kept, generation) if kept else None
        self._vectors = PassageVectors.of(parts, generation, measures)
        self._measures = measures
        self._files = {file.path: file for file in plan.changed}
        self._live: set[str] = set()
        self._embed_total = 0
        self._embed_done = 0
        self._finished = 0
        self.account = BuildAccount(failed=plan.failed, problems=list(plan.unread))

    @property
    def remaining(self) -> int:
        """Files that are not finished: after `run` those that were not begun, because it was to end before."""
        return len(self._plan.changed) - self._finished

    @property
    def unchanged(self) -> int:
        """Files that are as they were, failed ones not counted."""
        carried = self._plan.carried.documents.values() if self._plan.carried else ()
        return sum(record.state is not FileState.FAILED for record in (*self._plan.unchanged, *carried))

    @property
    def gone(self) -> int:
        """Files that are no longer there."""
        return len(self._plan.gone)

    @property
    def expected(self) -> int:
        """Files that would be documents."""
        return self._plan.expected

    @property
    def incomplete(self) -> bool:
        """Whether downloads are missing that another build may bring."""
        return self._plan.incomplete

    async def run(self) -> None:
        """Do all of the plan. Raises EmbedderUnavailable, StoreError, WorkerError; a file's own fault is a problem."""
        self._live = set(await self._parts.manifest.documents.live_ids(self._generation))
        for record in self._plan.unchanged:
            self.account.count_unchanged(record)
        await self._pipeline()
        await self._verify()
        await KeywordIndex(self._parts).settle(self._generation)

    async def _pipeline(self) -> None:
        prepared: asyncio.Queue[Prepared | None] = asyncio.Queue(_QUEUED_DOCUMENTS)
        embedded: asyncio.Queue[Group | None] = asyncio.Queue(_QUEUED_GROUPS)
        await together(self._prepare_all(prepared), self._embed_all(prepared, embedded), self._store_all(embedded))

    # look and convert

    async def _prepare_all(self, out: asyncio.Queue[Prepared | None]) -> None:
        total = len(self._plan.changed)
        for done, file in enumerate(self._plan.changed):
            await self._turn.come()
            if self._turn.ending:
                break
            await self._emit(StageProgress(self._generation.source, Stage.CONVERT, done, total))
            prepared = await self._prepare(file)
            self.account.seconds[Stage.CONVERT] += prepared.seconds_convert
            self.account.seconds[Stage.CHUNK] += prepared.seconds_chunk
            note_prepared(self._measures, prepared, self._generation.chunking.splitter)
            await out.put(prepared)
        if total and not self._turn.ending:
            await self._emit(StageProgress(self._generation.source, Stage.CONVERT, total, total))
        await out.put(None)

    async def _prepare(self, file: FetchedFile) -> Prepared:
        if self._carrier and self._plan.is_carried(file.path):
            return await self._carrier.prepare(file)
        prepared = await self._converter.prepare(file)
        return await self._carrier.instead_of(prepared, file) if self._carrier else prepared

    # embed

    async def _embed_all(self, given: asyncio.Queue[Prepared | None], out: asyncio.Queue[Group | None]) -> None:
        await together(*(self._embed_lane(given, out) for _ in range(_LANES)))
        await out.put(None)

    async def _embed_lane(self, given: asyncio.Queue[Prepared | None], out: asyncio.Queue[Group | None]) -> None:
        while documents := await take_group(given):
            group = await self._embed_group(documents)
            await out.put(group)

    async def _embed_group(self, documents: tuple[Prepared, ...]) -> Group:
        rows = rows_of(c for prepared in documents for c in prepared.chunks if c.id not in self._live)
        self._embed_total += len(rows)
        with self.account.timed(Stage.EMBED):
            embedded = await self._vectors.complete(rows, self._count_embedded, self._turn.come)
        self.account.made += embedded.made
        self.account.cached += embedded.cached
        return Group(documents, embedded)

    async def _count_embedded(self, done: int) -> None:
        self._embed_done += done
        await self._emit(StageProgress(self._generation.source, Stage.EMBED, self._embed_done, self._embed_total))

    # store

    async def _store_all(self, given: asyncio.Queue[Group | None]) -> None:
        # While documents are converted and embedded already: the store takes a second to start.
        await self._put_right()
        while groups := await take_waiting(given):
            await self._turn.come()
            with self.account.timed(Stage.STORE):
                await self._store(joined(groups))

    async def _put_right(self) -> None:
        """Make the collection hold what answers now, without what is gone."""
        await self._mend(thorough=self._thorough)
        await self._drop_gone()
        await self._note_skipped()

    async def _mend(self, *, thorough: bool) -> None:
        mended = await Mending(self._parts, self._generation, self._vectors).run(thorough=thorough)
        self.account.made += mended.made
        self.account.cached += mended.cached
        await self._withdraw(mended.refused)

    async def _store(self, group: Group) -> None:
        vectors = group.embedded.vectors
        fresh = [chunk for chunk in group.chunks if chunk.id in vectors]
        rows = vector_rows(fresh, vectors)
        with self._measures.during(Work.STORE, "", len(rows)):
            await self._parts.store.add(self._generation.collection, rows)
        # In place: of a hundred thousand ids a copy for each group would take longer than all else.
        self._live.update(chunk.id for chunk in fresh)
        made = [await self._change(prepared, group.embedded.refused) for prepared in group.documents]
        changes = [change for change in made if change is not None]
        same = await self._as_they_are(changes)
        if same:
            await self._parts.manifest.documents.update(
                self._generation, [change.record for change in changes if change.record.path in same]
            )
        old = await self._parts.manifest.documents.replace(
            self._generation, [change for change in changes if change.record.path not in same]
        )
        await self._parts.store.delete(self._generation.collection, old)
        self.account.added += len(fresh)
        self._forget(old)
        self.account.kept += sum(len(change.chunks) for change in changes) - len(fresh)
        self.account.note_refused(group.chunks, group.embedded.refused)
        for prepared in group.documents:
            self._finished += 1
            await self._emit(_outcome(self._generation.source, prepared))

    async def _as_they_are(self, changes: Sequence[DocumentChange]) -> Collection[str]:
        """The paths of documents that come out as they are: neither their chunks nor their words are written again."""
        paths = [change.record.path for change in changes if change.chunks]
        there: dict[str, list[Chunk]] = {path: [] for path in paths}
        for chunk in await self._parts.manifest.documents.chunks_of(self._generation, paths):
            there[chunk.path].append(chunk)
        return {change.record.path for change in changes if list(change.chunks) == there.get(change.record.path)}

    async def _change(self, prepared: Prepared, refused: Collection[str]) -> DocumentChange | None:
        if prepared.failure:
            self.account.note_failure(prepared.path, prepared.failure)
            if not prepared.sha256 and await self._parts.manifest.documents.get(self._generation, prepared.path):
                return None  # nobody has seen what is in it now: what it held before goes on answering
        else:
            self.account.fetched += not prepared.carried
            self.account.dropped += prepared.dropped
        markdown = ""
        if prepared.document:
            markdown = await asyncio.to_thread(
                self._parts.markdown.write, self._generation.source, prepared.path, prepared.document.text
            )
        record = document_record(prepared, markdown, self._files[prepared.path], self._additions.version(prepared.path))
        if any(chunk.id in refused for chunk in prepared.chunks):
            record = replace(record, sha256="")  # the next build tries again, or says again what is missing
        chunks = tuple(chunk for chunk in prepared.chunks if chunk.id in self._live)
        return DocumentChange(record, chunks, prepared.terms if len(chunks) == len(prepared.chunks) else None)

    # what was there before

    async def _withdraw(self, refused: Mapping[str, str]) -> None:
        """Let no chunk answer whose vector was lost and can't be made again; its document is tried again later."""
        withdrawn = await withdraw(self._parts, self._generation, list(refused))
        self._live -= set(refused)
        self.account.removed += len(withdrawn)
        # What changed is embedded again in this build, and says itself whether it was refused.
        as_before = {record.path for record in self._plan.unchanged}
        chunks = [chunk for chunk in withdrawn if chunk.path in as_before]
        self.account.note_refused(chunks, refused)
        self.account.kept -= len(chunks)

    async def _drop_gone(self) -> None:
        old = await self._parts.manifest.documents.remove(self._generation, self._plan.gone)
        with self.account.timed(Stage.STORE):
            await self._parts.store.delete(self._generation.collection, old)
        self._forget(old)

    async def _note_skipped(self) -> None:
        records = [skipped_record(item) for item in self._plan.skipped]
        for record in records:
            assert record.reason is not None
            self.account.note_failure(record.path, record.reason)
            await self._emit(DocumentSkipped(self._generation.source, record.path, record.reason))
        old = await self._parts.manifest.documents.replace(self._generation, [DocumentChange(r) for r in records])
        await self._parts.store.delete(self._generation.collection, old)
        self._forget(old)

    def _forget(self, rows: Sequence[str]) -> None:
        """Count no longer as live what has no rows any more."""
        gone = set(map(chunk_of, rows))
        self._live -= gone
        self.account.removed += len(gone)

    async def _verify(self) -> None:
        """See that the collection holds what answers; what differs is mended at once. Raises StoreDamaged."""
        written = bool(self.account.added or self.account.removed)
        if await how_differs(self._parts, self._generation, written=written):
            await self._mend(thorough=True)
            if difference := await how_differs(self._parts, self._generation, written=written):
                raise StoreDamaged(what=difference, folder="")


def _outcome(source: str, prepared: Prepared) -> BuildEvent:
    if prepared.failure:
        return DocumentSkipped(source, prepared.path, prepared.failure)
    return DocumentDone(source, prepared.path, len(prepared.chunks))
