"""How one source's build ended: the state that it leaves, and its report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gangdan_gui.domain.documents import OWN, SourceKind, SourceState
from gangdan_gui.domain.errors import (
    BuiltinUnavailable,
    CannotWrite,
    EmbedderUnavailable,
    GangDanError,
    LocationMissing,
    PackRefused,
    StoreAway,
    StoreError,
    WorkerDied,
    WorkerNotStarted,
)
from gangdan_gui.domain.events import BuildReport, Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.storing.records import SourceRecord

if TYPE_CHECKING:  # who opens a library asks here what a build left, and builds nothing
    from gangdan_gui.services.building.building import SourceBuild

# Their files are on this computer as they are: nobody else has to be asked for them.
LIES_HERE = OWN | {SourceKind.LOCAL, SourceKind.PACK}
# The last build ended well, whatever has become of the files since.
WHOLE = (SourceState.READY, SourceState.STALE)

# The codes of the reason for which a build was not done to its end.
CUT_OFF = frozenset({"interrupted", "cut-off"})


class BuildOutcome:
    """Keeps what became of a build in the manifest. `work` is None where it ended before anything was done."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def done(self, record: SourceRecord, work: SourceBuild, options: BuildOptions, elapsed: float) -> BuildReport:
        if work.remaining:
            return await self._ended(record, work, elapsed)
        counts = await self._live_counts(record)
        await self._parts.manifest.sources.set_expected(record.source.id, counts[0] + work.account.failed)
        refused = any(problem.stage == Stage.EMBED for problem in work.account.problems)
        state = SourceState.PARTIAL if refused or work.incomplete else SourceState.READY
        if not counts[0] and (work.account.problems or not await self._taken_out(record)):
            state = SourceState.FAILED
            if not work.account.problems:
                work.account.problems.append(await self._why_nothing(record))
        if state is SourceState.READY and options.kept and not self._is_whole(record):
            state = record.state if record.state is SourceState.STALE else SourceState.PARTIAL
        return await self._keep(record, work, state, tuple(work.account.problems), elapsed)

    async def _why_nothing(self, record: SourceRecord) -> Problem:
        """Why nothing of a source can be searched although no file failed: none is there, or all say too little."""
        now = await self._parts.manifest.sources.get(record.source.id)
        documents = await self._parts.manifest.documents.all(now.live) if now.live else {}
        short = [one for one in documents.values() if one.reason and one.reason.code == "all-too-short"]
        if not short:
            return Problem("", Stage.FETCH, Reason("nothing-found"))
        return Problem("", Stage.CHUNK, Reason("all-too-short", str(sum(one.dropped_characters for one in short))))

    async def _taken_out(self, record: SourceRecord) -> bool:
        """Whether the user has taken documents out of a source, so that it may well hold none."""
        now = await self._parts.manifest.sources.get(record.source.id)
        documents = await self._parts.manifest.documents.all(now.live) if now.live else {}
        return any(document.reason == Reason("excluded") for document in documents.values())

    @staticmethod
    def _is_whole(record: SourceRecord) -> bool:
        """Whether all of a source's files are here, as far as is known without asking for them."""
        return record.source.kind in LIES_HERE or record.state is SourceState.READY

    async def _ended(self, record: SourceRecord, work: SourceBuild, elapsed: float) -> BuildReport:
        """What a build leaves that was to begin no other file."""
        _, chunks = await self._live_counts(record)
        state = SourceState.PARTIAL if chunks else SourceState.NEW
        return await self._keep(record, work, state, (*work.account.problems, still_to_come(work.remaining)), elapsed)

    async def failed(
        self, record: SourceRecord, work: SourceBuild | None, error: GangDanError, elapsed: float
    ) -> BuildReport:
        counts = await self._live_counts(record)
        # Where nothing can be written, what was there before still answers.
        answering = counts[1] > 0 and (isinstance(error, CannotWrite | StoreAway) or not isinstance(error, StoreError))
        state = SourceState.PARTIAL if answering else SourceState.FAILED
        problems = (*(work.account.problems if work else ()), _problem(error))
        return await self._keep(record, work, state, problems, elapsed)

    async def interrupted(self, record: SourceRecord, work: SourceBuild | None) -> None:
        _, chunks = await self._live_counts(record)
        if work is None or (work.remaining == 0 and record.state in WHOLE):
            await self._parts.manifest.sources.set_state(record.source.id, record.state)
            return
        problems = (*work.account.problems, still_to_come(work.remaining))
        await self._parts.manifest.sources.set_problems(record.source.id, problems)
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
                seconds={"total": elapsed}, expected=record.expected,
            )  # fmt: skip
        account = work.account
        return BuildReport(
            source=record.source.id,
            state=state,
            fetched=account.fetched,
            unchanged=work.unchanged,
            failed=account.failed,
            removed=work.gone,
            documents=documents,
            chunks_total=chunks,
            chunks_added=account.added,
            chunks_removed=account.removed,
            chunks_unchanged=account.kept,
            dropped=account.dropped,
            embedded=account.made,
            from_cache=account.cached,
            seconds=dict(work.account.seconds) | {"total": elapsed},
            problems=problems,
            expected=(await self._parts.manifest.sources.get(record.source.id)).expected,
        )

    async def _live_counts(self, record: SourceRecord) -> tuple[int, int]:
        now = await self._parts.manifest.sources.get(record.source.id)
        return now.documents, now.chunks


def still_to_come(files: int) -> Problem:
    """That a build was stopped before so many files; 0 where nobody knows how many."""
    return Problem("", Stage.EMBED, Reason("interrupted", str(files)) if files else Reason("cut-off"))


def _problem(error: GangDanError) -> Problem:
    facts = error.facts
    if isinstance(error, LocationMissing):
        return Problem("", Stage.FETCH, Reason("location-missing", facts["location"]))
    if isinstance(error, PackRefused):
        return Problem("", Stage.FETCH, Reason(facts["reason"], facts["detail"]))
    if isinstance(error, BuiltinUnavailable):
        return Problem("", Stage.EMBED, Reason("builtin-unavailable"))
    if isinstance(error, EmbedderUnavailable):
        return Problem("", Stage.EMBED, Reason("embedder-unavailable", facts["why"]))
    if isinstance(error, StoreAway):
        return Problem("", Stage.STORE, Reason("server-away", facts["address"]))
    if isinstance(error, CannotWrite):
        return Problem(facts["path"], Stage.STORE, Reason("not-written", facts["why"]))
    if isinstance(error, WorkerDied):
        stage = Stage.EMBED if facts["worker"] == "embedder" else Stage.STORE
        return Problem("", stage, Reason("part-not-started" if isinstance(error, WorkerNotStarted) else "part-ended"))
    return Problem("", Stage.STORE, Reason("store-failed", facts.get("what") or facts.get("error") or str(error)))
