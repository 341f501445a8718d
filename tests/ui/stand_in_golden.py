"""Golden questions in memory, and runs and trials that find what they are told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path

from gangdan_gui.domain.errors import GangDanError, NoQuestions
from gangdan_gui.domain.golden import Answered, GoldenQuestion, GoldenRun
from gangdan_gui.services.evaluation.asking import Report
from gangdan_gui.services.golden.hits import with_answer
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.golden import AnswerCost, AnswerStep, TakenIn
from gangdan_gui.services.requests.trials import TrialForecast, TrialReport, TrialStep, Way


class StandInGolden:
    """A `GoldenService`: each run gives the next of `coming`; a model answers as `answered` says, then fails so."""

    def __init__(self) -> None:
        self.kept: dict[str, GoldenQuestion] = {}
        self.proposed: tuple[GoldenQuestion, ...] = ()
        self.coming: list[GoldenRun] = []
        self.done: list[GoldenRun] = []
        self.asked: list[SearchOptions] = []
        self.answered: dict[str, Answered] = {}
        self.answering: list[str] = []
        self.seconds: float | None = None
        self.error: GangDanError | None = None

    async def questions(self) -> tuple[GoldenQuestion, ...]:
        return tuple(self.kept.values())

    async def add(self, question: GoldenQuestion) -> None:
        self.kept[question.id] = question

    async def remove(self, question: str) -> None:
        del self.kept[question]

    async def take_in(self, file: Path) -> TakenIn:
        return TakenIn(*map(int, file.read_text("utf-8").split()))

    async def give_out(self, file: Path) -> int:
        file.write_text("".join(question.text for question in self.kept.values()), "utf-8")
        return len(self.kept)

    async def propose(self, sources: Sequence[str], count: int) -> tuple[GoldenQuestion, ...]:
        return tuple(one for one in self.proposed if one.id not in self.kept)[:count]

    async def run(self, options: SearchOptions, report: Report) -> GoldenRun:
        if not self.kept:
            raise NoQuestions
        self.asked.append(options)
        report(len(self.kept), len(self.kept))
        self.done.append(self.coming.pop(0))
        return self.done[-1]

    async def answer_cost(self, model: str) -> AnswerCost:
        return AnswerCost(len(self.kept), 1, self.seconds)

    async def answer(self, run: GoldenRun, options: SearchOptions, model: str) -> AsyncGenerator[AnswerStep, None]:
        self.answering.append(model)
        run = replace(run, model=model)
        yield AnswerStep(0, len(self.answered), run)
        for done, (question, answered) in enumerate(self.answered.items(), start=1):
            run = with_answer(run, question, answered, {})
            self.done[-1] = run
            yield AnswerStep(done, len(self.answered), run)
        if self.error is not None:
            raise self.error

    async def runs(self) -> tuple[GoldenRun, ...]:
        return tuple(self.done)


class StandInTrials:
    """A `TrialService`: gives `coming`, once its gate is open."""

    def __init__(self) -> None:
        self.coming: tuple[GoldenRun, ...] = ()
        self.asked: list[Sequence[Way]] = []
        self.steps: list[TrialStep] = []
        self.forecasts: dict[int, TrialForecast] = {}
        self.error: GangDanError | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def forecast(self, ways: Sequence[Way]) -> TrialForecast:
        """As many are built, as `forecasts` says, else about nothing."""
        built = sum(way.build is not None for way in ways)
        return self.forecasts.get(built, TrialForecast(4, 1_200 * built, 300.0 * built))

    async def compare(self, ways: Sequence[Way], report: TrialReport) -> tuple[GoldenRun, ...]:
        self.asked.append(ways)
        for step in self.steps:
            report(step)
        await self.gate.wait()
        if self.error is not None:
            raise self.error
        return self.coming
