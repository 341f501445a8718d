"""What faces ask before a build: what it would do, and what it would take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.requests import BuildOptions

MADE_BEFORE = "made-before"
"""The code of the notice that documents were made by an earlier version of the program, and would be made anew."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a build of one source would do, as far as that can be said before anything is converted.

    `changes` are all that is new for a source that was never built, empty for one on the web: what is there now is
    not known without asking. `unchanged` counts files. `passages` are about as many as would be embedded;
    `cached` of them need no embedding. `sentences` are embedded besides, to find where documents are cut. `seconds` by
    stage are measured on this machine, where it has built before; `disk` are bytes that would be taken, `free` those
    that there are. `guessed`: nothing of the kind was measured here yet. `notices`: too little room, a frozen source,
    an Ollama that keeps one model at a time, and the like.
    """

    source: str
    embedder: str
    changes: SourceChanges
    unchanged: int = 0
    passages: int = 0
    cached: int = 0
    sentences: int = 0
    download: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    disk: int = 0
    free: int = 0
    guessed: bool = False
    notices: tuple[Reason, ...] = ()


class ForecastService(Protocol):
    """Says what builds would do."""

    async def forecast(self, sources: Sequence[str], options: BuildOptions) -> tuple[Forecast, ...]:
        """What `build` would do with each source, what it would take, and how long. Nothing is downloaded or changed.

        Raises UnknownSource.
        """
