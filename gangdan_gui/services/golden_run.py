"""Asks golden questions and finds out why some fail: from data, without a chat model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from gangdan_gui.domain.documents import Chunk, MarkdownDocument
from gangdan_gui.domain.golden import Cause, Expected, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.search import Passage, SearchResult, Support
from gangdan_gui.services.anchoring import anchor
from gangdan_gui.services.evaluation.asking import Ranked, Report, ask_all
from gangdan_gui.services.evaluation.measures import DEEPEST, Place, recall, within
from gangdan_gui.services.evaluation.scores import budget_of
from gangdan_gui.services.evaluation.sets import AskedQuestion, Span
from gangdan_gui.services.golden_lines import document_key, source_and_path
from gangdan_gui.services.golden_try import rank_of, tried_run
from gangdan_gui.services.requests import SearchOptions

Chunks = Callable[[str, str], Awaitable[Sequence[Chunk]]]
Search = Callable[[str, SearchOptions], Awaitable[SearchResult]]
_LOST = "\0"


class Asking:
    """One asking of all questions. `texts` are the documents that they are about, None where one is not there.

    `chunks` gives how a document is cut, by source and path.
    """

    def __init__(
        self,
        questions: Sequence[GoldenQuestion],
        texts: Mapping[tuple[str, str], MarkdownDocument | None],
        chunks: Chunks,
    ) -> None:
        self._texts = texts
        self._chunks = chunks
        self.asked = [self._as_asked(question) for question in questions]

    async def run(self, search: Search, options: SearchOptions, report: Report, *, at: str, over: str) -> GoldenRun:
        """Ask them all."""

        async def one(question: AskedQuestion) -> Ranked:
            result = await search(question.text, options_deep(options))
            return Ranked(question, tuple(map(place_of, result.passages)), result.supported)

        answers = await ask_all(self.asked, one, report)
        outcomes = [await self._outcome(answer, options) for answer in answers]
        run = tried_run(answers, self._language_of, options, at=at, over=over)
        return replace(run, outcomes=tuple(outcomes))

    def _as_asked(self, question: GoldenQuestion) -> AskedQuestion:
        return AskedQuestion(
            question.id,
            question.text,
            detect_language(question.text),
            tuple(map(self._span, question.expected)),
            question.any_passage,
            question.family,
        )

    def _span(self, expected: Expected) -> Span:
        """Where a passage stands now; one that is not there any more is a place that nothing covers."""
        document = self._texts[expected.source, expected.path]
        place = anchor(expected.quote, document.text) if document else None
        key = document_key(expected.source, expected.path)
        return Span(key, *place, expected.grade) if place else Span(key + _LOST, 0, 1, expected.grade)

    def _language_of(self, document: str) -> str:
        found = self._texts.get(source_and_path(document.removesuffix(_LOST)))
        return found.language if found else ""

    async def _outcome(self, answer: Ranked, options: SearchOptions) -> Outcome:
        cause = await self._cause(answer, options)
        return Outcome(answer.question.id, rank_of(answer), cause, answer.supported)

    async def _cause(self, answer: Ranked, options: SearchOptions) -> Cause | None:
        question, shown = answer.question, answer.places[: options.count]
        if not question.spans:
            return None if answer.supported is Support.NO else Cause.SEEMED_ANSWERED
        if recall(question, shown) < 1:
            if _elsewhere(question, options.collections):
                return Cause.NOT_ASKED
            return await self._missed(question, answer.places, shown)
        if answer.supported is Support.NO:
            return Cause.BELOW_THRESHOLD
        read = within(shown, budget_of(question, self._language_of))
        return Cause.OUT_OF_BUDGET if recall(question, read) < 1 else None

    async def _missed(self, question: AskedQuestion, places: Sequence[Place], shown: Sequence[Place]) -> Cause:
        """Why a passage is not among those shown: that of the first that is missing, or with `any` of the nearest."""
        missing = [span for span in question.spans if not any(place.covers(span) for place in shown)]
        there = [span for span in missing if not span.document.endswith(_LOST)]
        if not there or (len(there) < len(missing) and not question.any_span):
            return Cause.NOT_IN_SOURCES
        if any(place.covers(span) for place in places for span in there):
            return Cause.TOO_LOW
        whole = [await self._stands_whole(span) for span in there]
        good = any(whole) if question.any_span else all(whole)
        return Cause.TOO_LOW if good else Cause.CUT

    async def _stands_whole(self, span: Span) -> bool:
        """Whether a single chunk shows it."""
        chunks = await self._chunks(*source_and_path(span.document))
        return any(Place(span.document, chunk.start, chunk.end).covers(span) for chunk in chunks)


def _elsewhere(question: AskedQuestion, sources: Sequence[str]) -> bool:
    """Whether sources were chosen that can't hold what is expected."""
    missing = [source_and_path(span.document)[0] not in sources for span in question.spans]
    return bool(sources) and (all(missing) if question.any_span else any(missing))


def options_deep(options: SearchOptions) -> SearchOptions:
    """The same search, as deep as measures look."""
    return SearchOptions(collections=options.collections, count=max(options.count, DEEPEST), mode=options.mode)


def place_of(passage: Passage) -> Place:
    """Where a passage of the library stands. Copies of it count wherever they are: their texts are the same."""
    copies = tuple((document_key(*same), passage.start) for same in passage.same_as)
    return Place(document_key(passage.source, passage.path), passage.start, passage.end, passage.score, copies)
