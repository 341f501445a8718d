"""What faces ask about how a passage was found, why another was not, and what may be wrong with an answer."""

from __future__ import annotations

from typing import Protocol

from gangdan_gui.domain.search import Answer
from gangdan_gui.services.requests import Check, SearchOptions


class ExplainService(Protocol):
    """Steps in the order in which a passage comes to an answer, each told from what is here (`step_wording`).

    A step is OK, a PROBLEM, or NOT_CHECKED because of one before it.
    """

    async def why(
        self, question: str, source: str, path: str, start: int | None, options: SearchOptions
    ) -> tuple[Check, ...]:
        """Why the passage at `start` of a document (None: its best one) is not among what a question finds, or where.

        `start` is an offset into the document's Markdown. Raises UnknownSource, and what a search raises.
        """

    async def guide(self, options: SearchOptions, answer: Answer) -> tuple[Check, ...]:
        """Where an answer that is wrong may have gone wrong."""
