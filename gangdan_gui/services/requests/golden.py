"""What faces ask of golden questions: the ones that a library must answer, and how it does."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun
from gangdan_gui.services.evaluation.asking import Report
from gangdan_gui.services.requests import SearchOptions


@dataclass(frozen=True, slots=True)
class AnswerCost:
    """What it takes to have a chat model answer the questions: so many, and those that are likely asked once `again`.

    `seconds` is how long one answer took before; None where this model has written none yet.
    """

    questions: int
    again: int = 0
    seconds: float | None = None

    @property
    def total(self) -> float | None:
        """How many seconds it takes in all, about."""
        return None if self.seconds is None else self.seconds * (self.questions + self.again)


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """So many questions are answered, and the run with what came of them."""

    done: int
    total: int
    run: GoldenRun


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What a file of questions brought: so many, of which so many expect what stands nowhere in the library now."""

    questions: int
    lost: int = 0


class GoldenService(Protocol):
    """Questions that are asked again and again, with what is known to answer them."""

    async def questions(self) -> tuple[GoldenQuestion, ...]:
        """All of them. Raises LineRefused, UnreadableFile."""

    async def add(self, question: GoldenQuestion) -> None:
        """Keep one, in the place of that of the same id.

        The quote of each passage must stand in its document. Raises EmptyQuestion, QuoteMissing, DocumentMissing,
        UnknownSource, CannotWrite, LineRefused.
        """

    async def remove(self, question: str) -> None:
        """Forget one by its id. Raises UnknownQuestion, CannotWrite, LineRefused."""

    async def take_in(self, file: Path) -> TakenIn:
        """Keep the questions of a file. Raises LineRefused, LocationMissing, UnreadableFile, CannotWrite."""

    async def give_out(self, file: Path) -> int:
        """Write all questions into a file; how many. Raises LineRefused, CannotWrite."""

    async def propose(self, sources: Sequence[str], count: int) -> tuple[GoldenQuestion, ...]:
        """Questions that headings and definitions suggest, for the user to choose from; they are not kept."""

    async def run(self, options: SearchOptions, report: Report) -> GoldenRun:
        """Ask all questions and keep what came of it. Raises as a search does, and NoQuestions."""

    async def answer_cost(self, model: str) -> AnswerCost:
        """What `answer` with that model would take. Raises LineRefused, UnreadableFile."""

    def answer(self, run: GoldenRun, options: SearchOptions, model: str) -> AsyncGenerator[AnswerStep, None]:
        """Have a chat model answer the questions of a run too, as `options` find passages.

        What comes of each is kept in the run at once, so that whoever stops it or loses the server loses nothing but
        the answer that is being written. Raises OllamaFailure, InvalidSetting, NoQuestions, and as a search does.
        """

    async def runs(self) -> tuple[GoldenRun, ...]:
        """What came of it before, oldest first."""
