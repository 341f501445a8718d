"""Asks golden questions of the library built and searched in several ways; nothing of the library changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import replace

from gangdan_gui.chunking.validation import checked
from gangdan_gui.domain.events import BuildHeld, Stage, StageProgress
from gangdan_gui.domain.golden import GoldenRun
from gangdan_gui.services.answering.assistant import Assistant
from gangdan_gui.services.evaluation.bound import bound
from gangdan_gui.services.evaluation.library import MeasuredLibrary
from gangdan_gui.services.evaluation.lifting import Find
from gangdan_gui.services.evaluation.sets import Corpus
from gangdan_gui.services.golden.causes import Chunks
from gangdan_gui.services.golden.questions import GoldenQuestions
from gangdan_gui.services.golden.run import Asking, finding
from gangdan_gui.services.golden.trial_forecast import TrialForecasts
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.trials import TrialForecast, TrialReport, TrialStep, Way
from gangdan_gui.services.searching.reranking import reranker_of
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.services.settings import Settings

# An empty library that is gone at the end of the block.
OpenTrial = Callable[[Settings], AbstractAsyncContextManager[MeasuredLibrary]]


class GoldenTrial:
    """See `TrialService`."""

    def __init__(self, parts: Parts, golden: GoldenQuestions, open_library: OpenTrial) -> None:
        self._parts = parts
        self._golden = golden
        self._open = open_library

    async def forecast(self, ways: Sequence[Way]) -> TrialForecast:
        """See `TrialService.forecast`."""
        _check(ways)
        builds = list(dict.fromkeys(way.build for way in ways if way.build))
        questions = len(await self._golden.questions())
        return await TrialForecasts(self._parts).forecast(questions, builds, await self._golden.searched())

    async def compare(self, ways: Sequence[Way], report: TrialReport) -> tuple[GoldenRun, ...]:
        """See `TrialService.compare`."""
        _check(ways)
        asking = await self._golden.asking()
        settings = self._parts.settings()
        ways = [replace(way, search=replace(way.search, reranker=reranker_of(way.search, settings))) for way in ways]
        runs: dict[int, GoldenRun] = {}
        for build in dict.fromkeys(way.build for way in ways):
            alike = {number: way for number, way in enumerate(ways) if way.build == build}
            if build is None:
                runs |= {number: await self._as_it_is(asking, number, way, report) for number, way in alike.items()}
            else:
                runs |= await self._built(asking, build, alike, report)
        return tuple(runs[number] for number in range(len(ways)))

    async def _as_it_is(self, asking: Asking, number: int, way: Way, report: TrialReport) -> GoldenRun:
        parts = self._parts.choosing(_settings(self._parts, way))
        find = finding(Assistant(parts, Searcher(parts)).search)
        return await _asked(asking, find, self._golden.chunks, number, way, report, over=await bound(parts))

    async def _built(
        self, asking: Asking, build: BuildOptions, ways: dict[int, Way], report: TrialReport
    ) -> dict[int, GoldenRun]:
        corpora = await self._golden.corpora()
        first = next(iter(ways))
        async with self._open(_settings(self._parts, ways[first])) as library:
            await _build(library, corpora, build, first, report)
            runs, over = {}, await library.bound()
            for number, way in ways.items():
                library.choose(_settings(self._parts, way))
                runs[number] = await _asked(asking, library.find, library.chunks, number, way, report, over=over)
            return runs


def _check(ways: Sequence[Way]) -> None:
    """Raises InvalidChunking, NotAvailable."""
    for way in ways:
        if way.build and way.build.chunking:
            checked(way.build.chunking)


async def _build(
    library: MeasuredLibrary, corpora: Sequence[Corpus], build: BuildOptions, number: int, report: TrialReport
) -> None:
    step = TrialStep(number, 0, 0, Stage.CONVERT)
    async with aclosing(library.build(corpora, build)) as events:
        async for event in events:
            if isinstance(event, StageProgress):
                step = TrialStep(number, event.done, event.total, event.stage, library.title(event.source))
            elif isinstance(event, BuildHeld):
                step = replace(step, source=library.title(event.source), hold=event.why)
            else:
                continue
            report(step)


async def _asked(
    asking: Asking, find: Find, chunks: Chunks, number: int, way: Way, report: TrialReport, *, over: str
) -> GoldenRun:
    tell = lambda done, total: report(TrialStep(number, done, total))  # noqa: E731  (one line, used once)
    run = await asking.run(find, chunks, way.search, tell, over=over)
    return replace(run, setting=f"{run.setting}, {way.fusion} {way.keyword_weight}")


def _settings(parts: Parts, way: Way) -> Settings:
    """Those of now, with what the way says of searching."""
    return replace(parts.settings(), fusion=way.fusion, keyword_weight=way.keyword_weight)
