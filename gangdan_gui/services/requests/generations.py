"""What faces ask of the generations of a source: go back to the one before, hold what there is."""

from __future__ import annotations

from typing import Protocol

from gangdan_gui.domain.reports import SourceSummary


class GenerationService(Protocol):
    """Which of the states of a source answers, and for how long it stays."""

    async def freeze(self, source: str, until: str) -> SourceSummary:
        """Let no build bring anything new into a source before a day (ISO 8601); empty lets it again.

        It still answers, is mended where it is damaged, and can be rebuilt from what is kept. Raises UnknownSource.
        """

    async def go_back(self, source: str) -> SourceSummary:
        """Let the previous generation answer again; the one that answered is the previous one then.

        Raises UnknownSource, NoPrevious.
        """

    async def forget_previous(self, source: str) -> SourceSummary:
        """Give up the previous generation and the room that it takes. Raises UnknownSource."""
