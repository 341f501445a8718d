"""What faces ask of golden questions: the ones that a library must answer, and how it does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun
from gangdan_gui.services.evaluation.asking import Report
from gangdan_gui.services.requests import SearchOptions


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

    async def take_in(self, file: Path) -> int:
        """Keep the questions of a file; how many. Raises LineRefused, LocationMissing, UnreadableFile, CannotWrite."""

    async def give_out(self, file: Path) -> int:
        """Write all questions into a file; how many. Raises LineRefused, CannotWrite."""

    async def propose(self, sources: Sequence[str], count: int) -> tuple[GoldenQuestion, ...]:
        """Questions that headings and definitions suggest, for the user to choose from; they are not kept."""

    async def run(self, options: SearchOptions, report: Report) -> GoldenRun:
        """Ask all questions and keep what came of it. Raises as a search does, and NoQuestions."""

    async def runs(self) -> tuple[GoldenRun, ...]:
        """What came of it before, oldest first."""
