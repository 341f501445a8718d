"""Asks golden questions of a library, and finds out why some fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from gangdan_gui.domain.documents import MarkdownDocument
from gangdan_gui.domain.golden import Expected, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.search import Passage, SearchResult
from gangdan_gui.domain.trace import Fate
from gangdan_gui.reranking.names import short_name
from gangdan_gui.services.building.anchoring import anchor
from gangdan_gui.services.evaluation.asking import Ranked, Report
from gangdan_gui.services.evaluation.lacking import lacking
from gangdan_gui.services.evaluation.lifting import Find, ask_for_lift, rank_of
from gangdan_gui.services.evaluation.measures import DEEPEST, NAMES, Place
from gangdan_gui.services.evaluation.scores import Score, score
from gangdan_gui.services.evaluation.sets import AskedQuestion, Span
from gangdan_gui.services.golden.causes import LOST, Causes, Chunks
from gangdan_gui.services.golden.lines import document_key, source_and_path
from gangdan_gui.services.requests import SearchOptions

Search = Callable[[str, SearchOptions], Awaitable[SearchResult]]


class Asking:
    """One asking of all questions. `texts` are the documents that they are about, None where one is not there."""

    def __init__(
        self, questions: Sequence[GoldenQuestion], texts: Mapping[tuple[str, str], MarkdownDocument | None]
    ) -> None:
        self._texts = texts
        self.asked = [self._as_asked(question) for question in questions]

    @property
    def lost(self) -> int:
        """How many of them expect something that stands nowhere."""
        return sum(any(span.document.endswith(LOST) for span in one.spans) for one in self.asked)

    async def run(self, find: Find, chunks: Chunks, options: SearchOptions, report: Report, *, over: str) -> GoldenRun:
        """Ask them all. `chunks` gives how a document is cut in the library that is asked, `over` is its `bound`."""
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        answers, lift = await ask_for_lift(self.asked, find, _deep(options), report)
        causes = Causes(chunks, self.language_of)
        outcomes = [
            Outcome(answer.question.id, rank_of(answer), await causes.of(answer, options), answer.supported)
            for answer in answers
        ]
        scores = score("", answers, self.language_of)
        every = (scores, *scores.families)
        return GoldenRun(
            at=at,
            bound=over,
            setting=_setting(options),
            figures={one.name: _figures(one) for one in every},
            counts={one.name: one.questions for one in every},
            outcomes=tuple(outcomes),
            lift=lift,
            lacking=lacking(answers),
        )

    def language_of(self, document: str) -> str:
        """The language of a document by its key; empty for one that is not there."""
        found = self._texts.get(source_and_path(document.removesuffix(LOST)))
        return found.language if found else ""

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
        return Span(key, *place, expected.grade) if place else Span(key + LOST, 0, 1, expected.grade)


def finding(search: Search) -> Find:
    """What a search finds in the library that the questions are of."""

    async def find(question: AskedQuestion, options: SearchOptions) -> Ranked:
        result = await search(question.text, options)
        places = tuple(map(place_of, result.passages))
        return Ranked(question, places, result.supported, _too_far(result), result.notices)

    return find


def _setting(options: SearchOptions) -> str:
    """How is asked, as runs are told apart by it."""
    reranker = short_name(options.reranker or "")
    return ", ".join(
        (options.mode, str(options.count), *sorted(options.collections), *([reranker] if reranker else []))
    )


def _figures(one: Score) -> Mapping[str, float | None]:
    return {**{name: one.means[name] for name in NAMES}, "told_apart": one.balanced}


def _deep(options: SearchOptions) -> SearchOptions:
    """The same search, as deep as measures look, with what became of all that was looked at."""
    return replace(options, count=max(options.count, DEEPEST), explain=True)


def place_of(passage: Passage) -> Place:
    """Where a passage of the library stands. Copies of it count wherever they are: their texts are the same."""
    copies = tuple((document_key(*same), passage.start) for same in passage.same_as)
    return Place(document_key(passage.source, passage.path), passage.start, passage.end, passage.score, copies)


def _too_far(result: SearchResult) -> tuple[Place, ...]:
    """What was looked at and left out because it is farther than the settings allow."""
    seen = result.trace.candidates if result.trace else ()
    far = (one for one in seen if one.fate is Fate.TOO_FAR)
    return tuple(Place(document_key(one.source, one.path), one.start, one.end) for one in far)
