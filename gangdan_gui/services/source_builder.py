"""One source's turn in a build: which generation it goes into, what there is to do, and how it ended."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace

from gangdan_gui.domain.documents import OWN, ChunkSettings, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import (
    BuiltinUnavailable,
    CannotWrite,
    EmbedderUnavailable,
    GangDanError,
    LocationMissing,
    StoreError,
)
from gangdan_gui.domain.events import BuildEvent, BuildReport, ModelAwaited, Stage, StageProgress
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.embedding.embedders import Choice
from gangdan_gui.embedding.labels import model_of
from gangdan_gui.fetching.local import Listing, scan
from gangdan_gui.services.additions import Additions
from gangdan_gui.services.build_plan import Plan, Planner
from gangdan_gui.services.building import SourceBuild
from gangdan_gui.services.listing import as_it_lies, taken_apart
from gangdan_gui.services.notices import notices
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.references import references
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.source_files import SourceFiles
from gangdan_gui.services.streams import Emit
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord

_LOOK_AT_ONCE = 64
_LIES_HERE = OWN | {SourceKind.LOCAL}
# The last build ended well, whatever has become of the files since.
_WHOLE = (SourceState.READY, SourceState.STALE)


class SourceBuilder:
    """Builds sources of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def build(self, record: SourceRecord, options: BuildOptions, emit: Emit[BuildEvent]) -> BuildReport:
        """Build one source; its failure is the report's state. A cancelled build leaves the state `partial`."""
        begun = time.perf_counter()
        source = record.source.id
        work: SourceBuild | None = None
        try:
            await self._parts.manifest.sources.set_state(source, SourceState.BUILDING)
            choice = await self._choice(record, options)
            generation = await self._generation(record, choice.label, options, emit)
            plan, additions, looked = await self._plan(record, generation, options, emit)
            work = SourceBuild(
                self._parts, generation, plan, additions, emit,
                language=record.source.language, thorough=record.state not in _WHOLE,
            )  # fmt: skip
            work.seconds[Stage.FETCH] += looked
            await work.run()
            if await self._settle(generation):
                work.tally.removed += record.chunks
        except asyncio.CancelledError:
            await self._interrupted(record, work)
            raise
        except GangDanError as error:
            return await self._failed(record, work, error, time.perf_counter() - begun)
        done = await self._done(record, work, options, time.perf_counter() - begun)
        said = (choice.why,) if choice.why else ()
        now = await self._parts.manifest.sources.get(source)
        return replace(done, notices=(*said, *await notices(self._parts.manifest, now)))

    # what it goes into

    async def _choice(self, record: SourceRecord, options: BuildOptions) -> Choice:
        """The embedder that is asked for, else the one that the source has, else what the settings say."""
        if options.embedder:
            return Choice(options.embedder)
        built = await self._begun(record)
        return Choice(built.identity.label) if built else await self._parts.embedders.default(record.source.language)

    async def _begun(self, record: SourceRecord) -> Generation | None:
        """The generation whose embedder and chunking the source keeps; a build that brought nothing decides nothing."""
        return await self._parts.manifest.generations.building(record.source.id) or _answering(record)

    async def _identity(self, label: str, chosen: Generation | None) -> EmbedderIdentity:
        """Raises EmbedderUnavailable where there is nothing yet of that embedder.

        Else embedding raises it, which an unchanged source does not need.
        """
        try:
            return await self._parts.embedders.get(label).identify()
        except EmbedderUnavailable:
            if chosen is None or chosen.identity.label != label:
                raise
            return chosen.identity

    async def _generation(
        self, record: SourceRecord, label: str, options: BuildOptions, emit: Emit[BuildEvent]
    ) -> Generation:
        """The one that was begun, where the choice is still the same; else the live one; else a new one beside it."""
        settings = self._parts.settings()
        generations = self._parts.manifest.generations
        building = await generations.building(record.source.id)
        chosen = await self._begun(record)
        if model := model_of(label):
            await emit(ModelAwaited(record.source.id, model))
        identity = await self._identity(label, chosen)
        chunking = options.chunking or (chosen.chunking if chosen else _chunking(record.source, settings))
        if building and (building.identity, building.chunking) == (identity, chunking):
            return building
        if building:  # the choice was changed again
            await generations.drop(building)
            await self._parts.store.drop(building.collection)
        if record.live and (record.live.identity, record.live.chunking) == (identity, chunking):
            return record.live
        generation = await generations.begin(record.source.id, identity, chunking)
        if _answering(record) is None:  # what is there may answer while more is coming
            before = await generations.make_live(generation)
            if before:
                await self._parts.store.drop(before.collection)
        return generation

    async def _settle(self, generation: Generation) -> bool:
        """Let the finished generation answer, and clear away what it replaces; whether there was something."""
        before = await self._parts.manifest.generations.make_live(generation)
        if before:
            await self._parts.store.drop(before.collection)
        keep = await self._parts.manifest.documents.markdown_names(generation.source)
        await asyncio.to_thread(self._parts.markdown.sweep, generation.source, keep)
        return before is not None

    # what there is to do

    async def _plan(
        self, record: SourceRecord, generation: Generation, options: BuildOptions, emit: Emit[BuildEvent]
    ) -> tuple[Plan, Additions, float]:
        begun = time.perf_counter()
        listing = await self._listing(record, options, emit)
        remembered = await self._parts.manifest.documents.all(generation)
        additions, listing = await self._additions(record.source, listing, remembered)
        planner = Planner(
            record.source, remembered, additions.is_current, SourceFiles.listed(listing), force=options.force
        )
        total = len(listing.files)
        for at in range(0, total, _LOOK_AT_ONCE):
            if record.source.kind in _LIES_HERE:  # a download has told how far it is
                await emit(StageProgress(record.source.id, Stage.FETCH, at, total))
            await asyncio.to_thread(_look, planner, listing, at)
        if record.source.kind in _LIES_HERE:
            await emit(StageProgress(record.source.id, Stage.FETCH, total, total))
        return planner.plan(listing), additions, time.perf_counter() - begun

    async def _additions(
        self, source: Source, listing: Listing, remembered: Mapping[str, DocumentRecord]
    ) -> tuple[Additions, Listing]:
        """What is said of the documents beside them, and the listing with what could not be read of that."""
        lists = await references(self._parts, source, listing, remembered)
        said = await asyncio.to_thread(self._parts.corrections.read, source.id)
        unread = (Problem("", Stage.STORE, Reason("corrections-unreadable", str(file))) for file in said.unreadable)
        listing = replace(listing, problems=(*listing.problems, *unread, *lists.problems))
        return Additions(said.corrections, lists.facts, lists.by_doi, bool(said.unreadable)), listing

    async def _listing(self, record: SourceRecord, options: BuildOptions, emit: Emit[BuildEvent]) -> Listing:
        if record.source.kind is SourceKind.LOCAL:
            return await taken_apart(self._parts, record.source, await asyncio.to_thread(scan, record.source), emit)
        if record.source.kind in OWN:
            return await as_it_lies(self._parts, record.source)
        if not options.kept:
            brought = await self._parts.downloader.bring(record.source, emit)
            return await taken_apart(self._parts, record.source, brought, emit)
        listing = await as_it_lies(self._parts, record.source)
        # Nobody was asked again for what did not come the last time.
        still = dict.fromkeys((*filter(_of_download, record.problems), *listing.problems))
        return replace(listing, problems=tuple(still))

    # how it ended

    async def _done(
        self, record: SourceRecord, work: SourceBuild, options: BuildOptions, elapsed: float
    ) -> BuildReport:
        counts = await self._live_counts(record)
        refused = any(problem.stage == Stage.EMBED for problem in work.problems)
        state = SourceState.PARTIAL if refused or work.incomplete else SourceState.READY
        if not counts[0] and (work.problems or not await self._taken_out(record)):
            state = SourceState.FAILED
            if not work.problems:
                work.problems.append(Problem("", Stage.FETCH, Reason("nothing-found")))
        if state is SourceState.READY and options.kept and not self._is_whole(record):
            state = record.state if record.state is SourceState.STALE else SourceState.PARTIAL
        return await self._keep(record, work, state, tuple(work.problems), elapsed)

    async def _taken_out(self, record: SourceRecord) -> bool:
        """Whether the user has taken documents out of a source, so that it may well hold none."""
        now = await self._parts.manifest.sources.get(record.source.id)
        documents = await self._parts.manifest.documents.all(now.live) if now.live else {}
        return any(document.reason == Reason("excluded") for document in documents.values())

    @staticmethod
    def _is_whole(record: SourceRecord) -> bool:
        """Whether all of a source's files are here, as far as is known without asking for them."""
        return record.source.kind in _LIES_HERE or record.state is SourceState.READY

    async def _failed(
        self, record: SourceRecord, work: SourceBuild | None, error: GangDanError, elapsed: float
    ) -> BuildReport:
        counts = await self._live_counts(record)
        # Where nothing can be written, what was there before still answers.
        answering = counts[1] > 0 and (isinstance(error, CannotWrite) or not isinstance(error, StoreError))
        state = SourceState.PARTIAL if answering else SourceState.FAILED
        problems = (*(work.problems if work else ()), _problem(error))
        return await self._keep(record, work, state, problems, elapsed)

    async def _interrupted(self, record: SourceRecord, work: SourceBuild | None) -> None:
        _, chunks = await self._live_counts(record)
        if work is None or (work.remaining == 0 and record.state in _WHOLE):
            await self._parts.manifest.sources.set_state(record.source.id, record.state)
            return
        problem = Problem("", Stage.EMBED, Reason("interrupted", str(work.remaining)))
        await self._parts.manifest.sources.set_problems(record.source.id, (*work.problems, problem))
        state = SourceState.PARTIAL if chunks else SourceState.NEW
        await self._parts.manifest.sources.set_state(record.source.id, state)

    async def _keep(
        self,
        record: SourceRecord,
        work: SourceBuild | None,
        state: SourceState,
        problems: tuple[Problem, ...],
        elapsed: float,
    ) -> BuildReport:
        await self._parts.manifest.sources.set_problems(record.source.id, problems)
        await self._parts.manifest.sources.set_state(record.source.id, state)
        documents, chunks = await self._live_counts(record)
        if work is None:
            return BuildReport(
                record.source.id, state, documents=documents, chunks_total=chunks, problems=problems,
                seconds={"total": elapsed},
            )  # fmt: skip
        tally = work.tally
        return BuildReport(
            source=record.source.id,
            state=state,
            fetched=tally.fetched,
            unchanged=work.unchanged,
            failed=tally.failed,
            removed=work.gone,
            documents=documents,
            chunks_total=chunks,
            chunks_added=tally.added,
            chunks_removed=tally.removed,
            chunks_unchanged=tally.kept,
            dropped=tally.dropped,
            embedded=tally.made,
            from_cache=tally.cached,
            seconds=dict(work.seconds) | {"total": elapsed},
            problems=problems,
        )

    async def _live_counts(self, record: SourceRecord) -> tuple[int, int]:
        now = await self._parts.manifest.sources.get(record.source.id)
        return now.documents, now.chunks


def _answering(record: SourceRecord) -> Generation | None:
    return record.live if record.chunks else None


def _of_download(problem: Problem) -> bool:
    return problem.stage == Stage.FETCH and problem.reason.code != "never-downloaded"


def _chunking(source: Source, settings: Settings) -> ChunkSettings:
    """A note of a few words is all there is to find: nothing of the user's own is too short."""
    return replace(settings.chunking, minimum=0) if source.kind in OWN else settings.chunking


def _look(planner: Planner, listing: Listing, at: int) -> None:
    for found in listing.files[at : at + _LOOK_AT_ONCE]:
        planner.look(found)


def _problem(error: GangDanError) -> Problem:
    facts = error.facts
    if isinstance(error, LocationMissing):
        return Problem("", Stage.FETCH, Reason("location-missing", facts["location"]))
    if isinstance(error, BuiltinUnavailable):
        return Problem("", Stage.EMBED, Reason("builtin-unavailable"))
    if isinstance(error, EmbedderUnavailable):
        return Problem("", Stage.EMBED, Reason("embedder-unavailable", facts["why"]))
    if isinstance(error, CannotWrite):
        return Problem(facts["path"], Stage.STORE, Reason("not-written", facts["why"]))
    return Problem("", Stage.STORE, Reason("store-failed", facts.get("what") or facts.get("error") or str(error)))
