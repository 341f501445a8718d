"""What faces ask of a trial: the test questions asked of the library built and searched in two ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from gangdan_gui.domain.events import Hold, Stage
from gangdan_gui.domain.golden import GoldenRun
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings


@dataclass(frozen=True, slots=True)
class Way:
    """One way to build a library and to search it; without `build` it is asked as it is.

    `fusion` and `keyword_weight` are the settings of these names.
    """

    build: BuildOptions | None = None
    search: SearchOptions = SearchOptions()  # noqa: RUF009  (it is frozen)
    fusion: str = Settings().fusion
    keyword_weight: int = Settings().keyword_weight


@dataclass(frozen=True, slots=True)
class TrialStep:
    """How far a trial is: which of the ways is at work, counted from 0, and at what; without a `stage` it is asked.

    `source` is what is built, by its title. `total` is 0 where it is not known yet. `hold` says why it waits.
    """

    way: int
    done: int
    total: int
    stage: Stage | None = None
    source: str = ""
    hold: Hold | None = None


@dataclass(frozen=True, slots=True)
class TrialForecast:
    """What a comparison would take: so many questions in each way, and about so many passages embedded before.

    `seconds` are those of the building aside; 0 where nothing has to be built. `guessed`: nothing of the kind was
    measured on this machine yet. `notices`: an Ollama that is away, or that keeps one model at a time.
    """

    questions: int
    passages: int = 0
    seconds: float = 0.0
    guessed: bool = False
    notices: tuple[Reason, ...] = ()


TrialReport = Callable[[TrialStep], None]


class TrialService(Protocol):
    """Trials on the test questions."""

    async def forecast(self, ways: Sequence[Way]) -> TrialForecast:
        """What `compare` would take; nothing is built or asked. Raises NothingBuilt, InvalidChunking, NotAvailable."""

    async def compare(self, ways: Sequence[Way], report: TrialReport) -> tuple[GoldenRun, ...]:
        """What comes of asking in each way, with the causes of failures.

        What has to be built for it is built in a place of its own, which is gone when this ends, however it does; the
        library and its runs stay as they are. Ways that are built alike are built once. Raises NoQuestions,
        NothingBuilt, BuildFailed, CannotWrite, InvalidChunking, NotAvailable, and as a search does.
        """
