"""Recall, MRR and nDCG of ranked places against the spans that answer: any way of cutting can be scored by them.

A place covers a span if it overlaps it by the whole span (spans up to 60 characters) or by min(100, half the span).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.services.evaluation.sets import AskedQuestion, Span

DEPTHS = (1, 5, 10, 50)
DEEPEST = max(DEPTHS)
NAMES = (*(f"recall@{depth}" for depth in DEPTHS), "mrr@10", "ndcg@10", "recall_in_budget")
_WHOLE, _ENOUGH = 60, 100
_RANKED = 10
_BUDGET, _BUDGET_CHINESE = 4_000, 2_000


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a document that was found. `copies` are where the very same text stands too."""

    document: str
    start: int
    end: int
    score: float = 0.0
    copies: tuple[tuple[str, int], ...] = ()

    @property
    def length(self) -> int:
        """In characters."""
        return self.end - self.start

    def cut(self, length: int) -> Place:
        """As much of it as that."""
        return Place(self.document, self.start, min(self.end, self.start + length), self.score, self.copies)

    def covers(self, span: Span) -> bool:
        """Whether it shows the span, or enough of it, here or in a copy."""
        places = ((self.document, self.start), *self.copies)
        return any(document == span.document and _covers(at, at + self.length, span) for document, at in places)


def _covers(start: int, end: int, span: Span) -> bool:
    length = span.end - span.start
    needed = length if length <= _WHOLE else min(_ENOUGH, length / 2)
    return min(end, span.end) - max(start, span.start) >= needed


def recall(question: AskedQuestion, places: Iterable[Place]) -> float:
    """The share of the spans that the places cover; all or nothing where any span is enough."""
    shown = list(places)
    covered = [any(place.covers(span) for place in shown) for span in question.spans]
    return float(any(covered)) if question.any_span else sum(covered) / len(covered)


def reciprocal_rank(question: AskedQuestion, places: Sequence[Place]) -> float:
    """1 / the rank of the first of ten places that covers a span; 0 where none does."""
    ranks = (rank for rank, place in enumerate(places[:_RANKED], 1) if any(map(place.covers, question.spans)))
    return 1 / next(ranks, math.inf)


def ndcg(question: AskedQuestion, places: Sequence[Place]) -> float:
    """Discounted gain of ten places by what is the best possible: each span counts once, by its grade.

    A place that covers several spans has the gain of all, so that the best order of single spans can be surpassed:
    then it is 1.
    """
    waiting = list(question.spans)
    gained = 0.0
    for rank, place in enumerate(places[:_RANKED], start=1):
        found = [span for span in waiting if place.covers(span)]
        if found and question.any_span:
            gained = max(gained, max(span.grade for span in found) / math.log2(rank + 1))
        elif found:
            gained += sum(span.grade for span in found) / math.log2(rank + 1)
        waiting = [span for span in waiting if span not in found]
    grades = sorted((span.grade for span in question.spans), reverse=True)[: 1 if question.any_span else _RANKED]
    ideal = sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))
    return min(gained / ideal, 1.0) if ideal else 0.0


def within(places: Iterable[Place], characters: int) -> list[Place]:
    """The first places, as much of them as so many characters hold."""
    left, kept = characters, []
    for place in places:
        if left <= 0:
            break
        kept.append(place.cut(left))
        left -= place.length
    return kept


def budget(language: str) -> int:
    """How many characters of documents in that language are read for one question."""
    return _BUDGET_CHINESE if language.startswith("zh") else _BUDGET


def figures(question: AskedQuestion, places: Sequence[Place], characters: int) -> dict[str, float]:
    """All measures of one question that has an answer, by their names."""
    return {
        **{f"recall@{depth}": recall(question, places[:depth]) for depth in DEPTHS},
        "mrr@10": reciprocal_rank(question, places),
        "ndcg@10": ndcg(question, places),
        "recall_in_budget": recall(question, within(places, characters)),
    }


def means(measured: Sequence[Mapping[str, float]]) -> dict[str, float | None]:
    """The mean of each measure over questions; None where there are none."""
    return {name: sum(one[name] for one in measured) / len(measured) if measured else None for name in NAMES}
