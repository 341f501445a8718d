"""Answers to “why?” that a test gives."""

from __future__ import annotations

from dataclasses import dataclass, field

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.search import Answer
from gangdan_gui.services.requests import OK, Check, SearchOptions


@dataclass
class StandInExplaining:
    """Finds `found` whatever is asked, and remembers what that was."""

    found: tuple[Check, ...] = (Check("chosen", OK, {"source": "S"}),)
    error: GangDanError | None = None
    asked: list[tuple[str, str, str, int | None]] = field(default_factory=list)

    async def why(
        self, question: str, source: str, path: str, start: int | None, options: SearchOptions
    ) -> tuple[Check, ...]:
        del options
        self.asked.append((question, source, path, start))
        if self.error is not None:
            raise self.error
        return self.found

    async def guide(self, options: SearchOptions, answer: Answer) -> tuple[Check, ...]:
        del options, answer
        return self.found
