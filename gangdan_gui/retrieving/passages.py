"""Merges hits that overlap or touch in one document into passages, and puts these into a fixed order."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from gangdan_gui.domain.search import Hit, Passage

PASSAGE_LIMIT = 1600
"""Two neighbouring windows of the default size: longer passages are found more often, but crowd a prompt."""
# Beyond this, distances differ with the order in which an index was filled.
_DIGITS = 6


def merge(hits: Sequence[Hit], *, limit: int = PASSAGE_LIMIT) -> tuple[Passage, ...]:
    """Passages ordered by distance (6 digits) or keyword rank, then source, path and start, numbered from 1.

    A distance and a keyword rank can't be compared. So where there are both, those found by meaning and those found
    by words take turns, and neither crowds the other out; meaning begins, because a common word says less.

    No text comes twice: of hits with the same text (copies of a file, a licence under every page) the first in
    that order stands for all, and a hit next to a better one gives only what that one does not hold. A passage
    is longer than `limit` only where it is a single hit that long. The heading is the one nearest to where
    the passage begins, because that is where a reader who opens it starts.
    """
    documents: defaultdict[tuple[str, str], list[Hit]] = defaultdict(list)
    for hit in _without_copies(sorted(hits, key=_rank)):
        documents[hit.source, hit.path].append(hit)
    passages = [passage for ranked in documents.values() for passage in _passages(ranked, limit)]
    passages.sort(key=_rank)
    return tuple(replace(passage, number=number) for number, passage in enumerate(_in_turns(passages), start=1))


@dataclass(frozen=True, slots=True)
class _Span:
    """Text that was found, from one hit or several; `best` is the best of them."""

    start: int
    end: int
    text: str
    best: Hit


def rounded(distance: float | None) -> float:
    """A distance as far as it says the same on every machine; beyond all others where there is none."""
    # Adding 0 turns -0.0 into 0.0.
    return math.inf if distance is None else round(distance, _DIGITS) + 0.0


def _rank(item: Hit | Passage) -> tuple[float, int, str, str, int, int]:
    return rounded(item.distance), item.keyword_rank or 0, item.source, item.path, item.start, item.end


def _in_turns(ranked: Sequence[Passage]) -> Iterator[Passage]:
    by_meaning = [passage for passage in ranked if passage.distance is not None]
    by_words = [passage for passage in ranked if passage.distance is None]
    for pair in zip_longest(by_meaning, by_words):
        yield from (passage for passage in pair if passage is not None)


def _without_copies(ranked: Iterable[Hit]) -> Iterator[Hit]:
    seen: set[str] = set()
    for hit in ranked:
        words = " ".join(hit.text.split())
        if words not in seen:
            seen.add(words)
            yield hit


def _passages(ranked: Sequence[Hit], limit: int) -> Iterator[Passage]:
    """The passages of one document. Better hits come first, so that they are the ones that stay whole."""
    spans: list[_Span] = []
    for hit in ranked:
        for part in _new_parts(hit, tuple(spans)):
            _put(spans, part, limit)
    in_text_order = sorted(ranked, key=lambda hit: hit.start)
    starts = [hit.start for hit in in_text_order]
    for span in spans:
        if span.text.strip():
            begins_in = in_text_order[bisect_right(starts, span.start) - 1]
            yield _passage(span, begins_in.heading)


def _new_parts(hit: Hit, spans: Sequence[_Span]) -> Iterator[_Span]:
    """What of a hit no span holds yet. Spans are disjoint and in the order of the text."""
    reached = hit.start
    for span in spans:
        if span.end <= reached or span.start >= hit.end:
            continue
        if span.start > reached:
            yield _part(hit, reached, span.start)
        reached = span.end
    if reached < hit.end:
        yield _part(hit, reached, hit.end)


def _part(hit: Hit, start: int, end: int) -> _Span:
    return _Span(start, end, hit.text[start - hit.start : end - hit.start], hit)


def _put(spans: list[_Span], part: _Span, limit: int) -> None:
    """Insert a part, joined with the spans it touches, the better one first, as far as the limit allows."""
    touching = [span for span in spans if span.end == part.start or span.start == part.end]
    for span in sorted(touching, key=lambda span: _rank(span.best)):
        if span.end - span.start + part.end - part.start <= limit:
            spans.remove(span)
            part = _joined(span, part)
    spans.append(part)
    spans.sort(key=lambda span: span.start)


def _joined(one: _Span, other: _Span) -> _Span:
    first, second = (one, other) if one.start < other.start else (other, one)
    best = min(one.best, other.best, key=_rank)
    return _Span(first.start, second.end, first.text + second.text, best)


def _passage(span: _Span, heading: tuple[str, ...]) -> Passage:
    distance, keyword_rank = span.best.distance, span.best.keyword_rank
    if distance is not None:
        distance = rounded(distance)
    return Passage(
        number=0,
        source=span.best.source,
        path=span.best.path,
        url=span.best.url,
        title=span.best.title,
        heading=heading,
        start=span.start,
        end=span.end,
        text=span.text,
        language=span.best.language,
        score=round(1 / (keyword_rank or 1) if distance is None else 1 - distance, _DIGITS),
        distance=distance,
        commit=span.best.commit,
        keyword_rank=keyword_rank,
        kind=span.best.kind,
        facts=span.best.facts,
    )
