"""Finds out why a golden question failed: from what was found and how documents are cut, without a chat model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.golden import Cause
from gangdan_gui.domain.search import Support
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.measures import Place, recall, within
from gangdan_gui.services.evaluation.scores import Languages, budget_of
from gangdan_gui.services.evaluation.sets import AskedQuestion, Span
from gangdan_gui.services.golden.lines import source_and_path
from gangdan_gui.services.requests import SearchOptions

# How a document is cut, by its key.
Chunks = Callable[[str], Awaitable[Sequence[Chunk]]]
LOST = "\0"
"""Ends the key of a document in which what is expected does not stand any more."""


class Causes:
    """Why questions of one library failed. `language_of` tells a document's language by its key."""

    def __init__(self, chunks: Chunks, language_of: Languages) -> None:
        self._chunks = chunks
        self._language_of = language_of

    async def of(self, answer: Ranked, options: SearchOptions) -> Cause | None:
        """The cause; None where all is as expected."""
        question, shown = answer.question, answer.places[: options.count]
        if not question.spans:
            return None if answer.supported is Support.NO else Cause.SEEMED_ANSWERED
        if recall(question, shown) < 1:
            if _elsewhere(question, options.collections):
                return Cause.NOT_ASKED
            return await self._missed(answer, shown)
        if answer.supported is Support.NO:
            return Cause.BELOW_THRESHOLD
        read = within(shown, budget_of(question, self._language_of))
        return Cause.OUT_OF_BUDGET if recall(question, read) < 1 else None

    async def _missed(self, answer: Ranked, shown: Sequence[Place]) -> Cause:
        """Why a passage is not among those shown: that of the first that is missing, or with `any` of the nearest."""
        question = answer.question
        missing = [span for span in question.spans if not any(place.covers(span) for place in shown)]
        there = [span for span in missing if not span.document.endswith(LOST)]
        if not there or (len(there) < len(missing) and not question.any_span):
            return Cause.NOT_IN_SOURCES
        if any(place.covers(span) for place in answer.places for span in there):
            return Cause.TOO_LOW
        if any(place.covers(span) for place in answer.too_far for span in there):
            return Cause.TOO_FAR
        whole = [await self._stands_whole(span) for span in there]
        good = any(whole) if question.any_span else all(whole)
        return Cause.TOO_LOW if good else Cause.CUT

    async def _stands_whole(self, span: Span) -> bool:
        """Whether a single chunk shows it."""
        chunks = await self._chunks(span.document)
        return any(Place(span.document, chunk.start, chunk.end).covers(span) for chunk in chunks)


def _elsewhere(question: AskedQuestion, sources: Sequence[str]) -> bool:
    """Whether sources were chosen that can't hold what is expected."""
    missing = [source_and_path(span.document)[0] not in sources for span in question.spans]
    return bool(sources) and (all(missing) if question.any_span else any(missing))
