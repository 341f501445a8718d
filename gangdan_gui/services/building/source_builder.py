"""One source's turn in a build: what there is to do, and the doing of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gangdan_gui.domain.documents import OWN, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.events import BuildEvent, BuildReport, Stage, StageProgress
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.fetching.local import FoundFile, Listing, scan
from gangdan_gui.services.building.additions import Additions
from gangdan_gui.services.building.build_outcome import LIES_HERE, WHOLE, BuildOutcome
from gangdan_gui.services.building.build_plan import Plan, Planner
from gangdan_gui.services.building.build_turn import BuildTurn, Holders
from gangdan_gui.services.building.building import SourceBuild
from gangdan_gui.services.building.calibrating import Calibrating
from gangdan_gui.services.building.carrying import with_unseen
from gangdan_gui.services.building.frozen_plan import frozen_plan, kept_listing
from gangdan_gui.services.building.generation_choice import GenerationChoice
from gangdan_gui.services.building.listing import as_it_lies, taken_apart
from gangdan_gui.services.building.measuring import Received, remember
from gangdan_gui.services.building.pack_filling import PackFilling
from gangdan_gui.services.building.pack_texts import PackTexts, pack_texts
from gangdan_gui.services.building.references import References, references
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.services.building.vocabulary_making import VocabularyMaking
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.build_control import BuildControl
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.services.sources.notices import notices
from gangdan_gui.services.speeds import Measures, Work
from gangdan_gui.services.streams import Emit, Report
from gangdan_gui.storing.packs.tables import PackDocument
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord

_LOOK_AT_ONCE = 64


class SourceBuilder:
    """Builds sources of one library, which are then measured by `searcher`.

    `given` are, by source, documents whose files are Markdown to be left as it is.
    """

    def __init__(
        self, parts: Parts, searcher: Searcher, given: Mapping[str, Mapping[str, PackDocument]] | None = None
    ) -> None:
        self._parts = parts
        self._given = {} if given is None else given
        self._choice = GenerationChoice(parts)
        self._outcome = BuildOutcome(parts)
        self._filling = PackFilling(parts)
        self._words = VocabularyMaking(parts)
        self._calibrating = Calibrating(parts, searcher)

    async def build(
        self, record: SourceRecord, options: BuildOptions, emit: Emit[BuildEvent], control: BuildControl
    ) -> BuildReport:
        """Build one source; its failure is the report's state. One that is cancelled or ended leaves `partial`."""
        begun = time.perf_counter()
        source = record.source.id
        thorough = record.state not in WHOLE
        work: SourceBuild | None = None
        measures = Measures()
        try:
            await self._parts.manifest.sources.set_state(source, SourceState.BUILDING)
            if record.source.kind is SourceKind.PACK:
                record = await self._filled(record, options, emit)
            choice = await self._choice.embedder(record, options)
            generation = await self._choice.generation(record, choice.label, options, emit)
            plan, additions, looked = await self._plan(record, generation, options, emit, measures)
            await self._parts.manifest.sources.set_expected(source, plan.expected)
            turn = self._turn(source, plan, control, emit)
            work = SourceBuild(
                self._parts, generation, plan, additions, emit, turn, measures,
                language=record.source.language, thorough=thorough,
            )  # fmt: skip
            work.account.seconds[Stage.FETCH] += looked
            await work.run()
            if not work.remaining and await self._choice.settle(generation):
                work.account.removed += record.chunks
        except asyncio.CancelledError:
            await self._outcome.interrupted(record, work)
            raise
        except GangDanError as error:
            return await self._outcome.failed(record, work, error, time.perf_counter() - begun)
        finally:
            await remember(self._parts, measures)
        done = await self._outcome.done(record, work, options, time.perf_counter() - begun)
        said = [choice.why]
        if not work.remaining:
            report = _telling(source, Stage.WORDS, emit)
            said.append(await self._words.bring_up_to_date(generation, turn.come, report))
        await self._calibrating.measure(generation, turn.come, _telling(source, Stage.MEASURE, emit))
        now = await self._parts.manifest.sources.get(source)
        return replace(done, notices=(*filter(None, said), *await notices(self._parts, now)))

    async def put_right(self, record: SourceRecord, generation: Generation) -> None:
        """Make of a generation that does not answer, but soon will, what the user says of its documents by now.

        Raises EmbedderUnavailable, StoreError, WorkerError; what is whole by then is of use to the next try.
        """
        record = replace(record, live=generation)
        remembered = await self._parts.manifest.documents.all(generation)
        listing = await kept_listing(self._parts, record)
        additions, _ = await self._additions(record.source, listing, remembered)
        plan = await frozen_plan(self._parts, record, generation, remembered, listing, additions)
        if plan.changed:
            turn = self._turn(record.source.id, plan, BuildControl(), _unheard)
            await SourceBuild(
                self._parts, generation, plan, additions, _unheard, turn, Measures(),
                language=record.source.language, thorough=False,
            ).run()  # fmt: skip

    async def _filled(self, record: SourceRecord, options: BuildOptions, emit: Emit[BuildEvent]) -> SourceRecord:
        """With what its pack holds, where there is nothing yet of the pack that is there now. Raises PackRefused."""
        source = record.source.id
        if await self._filling.is_due(record, options):
            await self._filling.fill_from_shelf(record.source, _telling(source, Stage.STORE, emit))
        return await self._parts.manifest.sources.get(source)

    def _turn(self, source: str, plan: Plan, control: BuildControl, emit: Emit[BuildEvent]) -> BuildTurn:
        parts = self._parts
        holders = Holders(parts.asking, parts.power, parts.settings().pause_on_battery)
        return BuildTurn(source, len(plan.changed), control, holders, emit)

    # what there is to do

    async def _plan(
        self,
        record: SourceRecord,
        generation: Generation,
        options: BuildOptions,
        emit: Emit[BuildEvent],
        measures: Measures,
    ) -> tuple[Plan, Additions, float]:
        begun = time.perf_counter()
        remembered = await self._parts.manifest.documents.all(generation)
        if options.mend or frozen_until(record):
            listing = await kept_listing(self._parts, record)
            additions, _ = await self._additions(record.source, listing, remembered)
            plan = await frozen_plan(self._parts, record, generation, remembered, listing, additions)
            return plan, additions, time.perf_counter() - begun
        listing = await self._listing(record, options, emit, measures)
        additions, listing = await self._additions(record.source, listing, remembered)
        planner = Planner(
            record.source, remembered, additions.is_current, SourceFiles.listed(listing),
            force=options.force, retry=options.retry,
        )  # fmt: skip
        total = len(listing.files)
        for at in range(0, total, _LOOK_AT_ONCE):
            if record.source.kind in LIES_HERE:  # a download has told how far it is
                await emit(StageProgress(record.source.id, Stage.FETCH, at, total))
            some = listing.files[at : at + _LOOK_AT_ONCE]
            with measures.during(Work.LOOK, "", sum(found.size for found in some)):
                await asyncio.to_thread(_look, planner, some)
        if record.source.kind in LIES_HERE:
            await emit(StageProgress(record.source.id, Stage.FETCH, total, total))
        plan = planner.plan(listing)
        if record.live and record.live.number != generation.number:
            answering = await self._parts.manifest.documents.all(record.live)
            plan = with_unseen(plan, listing, record.live, answering, remembered)
        return plan, additions, time.perf_counter() - begun

    async def _additions(
        self, source: Source, listing: Listing, remembered: Mapping[str, DocumentRecord]
    ) -> tuple[Additions, Listing]:
        """What is said of the documents beside them, and the listing with what could not be read of that."""
        packed: PackTexts | None = None
        lists = References()  # a pack says of each document what those said of it
        if source.kind is SourceKind.PACK:
            packed = await pack_texts(self._parts, source)
        else:
            lists = await references(self._parts, source, listing, remembered)
        said = await asyncio.to_thread(self._parts.corrections.read, source.id)
        unread = (Problem("", Stage.STORE, Reason("corrections-unreadable", str(file))) for file in said.unreadable)
        listing = replace(listing, problems=(*listing.problems, *unread, *lists.problems))
        additions = Additions(said.corrections, lists.facts, lists.by_doi, bool(said.unreadable))
        if packed:
            additions = replace(additions, converter=packed.version, packed=packed.documents)
        elif given := self._given.get(source.id):
            additions = replace(additions, packed=given)
        return additions, listing

    async def _listing(
        self, record: SourceRecord, options: BuildOptions, emit: Emit[BuildEvent], measures: Measures
    ) -> Listing:
        if record.source.kind is SourceKind.LOCAL:
            return await taken_apart(self._parts, record.source, await asyncio.to_thread(scan, record.source), emit)
        if record.source.kind in OWN or record.source.kind is SourceKind.PACK:
            return await as_it_lies(self._parts, record.source)
        if not options.kept:
            with Received(measures, emit) as received:
                brought = await self._parts.downloader.bring(record.source, received.report)
            return await taken_apart(self._parts, record.source, brought, emit)
        listing = await as_it_lies(self._parts, record.source)
        # Nobody was asked again for what did not come the last time.
        still = dict.fromkeys((*filter(_of_download, record.problems), *listing.problems))
        return replace(listing, problems=tuple(still))


def _of_download(problem: Problem) -> bool:
    return problem.stage == Stage.FETCH and problem.reason.code != "never-downloaded"


def _telling(source: str, stage: Stage, emit: Emit[BuildEvent]) -> Report:
    async def report(done: int, total: int) -> None:
        await emit(StageProgress(source, stage, done, total))

    return report


async def _unheard(_event: BuildEvent) -> None:
    """Of what is done in a moment nobody is told how far it is."""


def _look(planner: Planner, files: Sequence[FoundFile]) -> None:
    for found in files:
        planner.look(found)
