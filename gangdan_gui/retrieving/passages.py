"""Merges hits that overlap or touch in one document into passages, and puts these into a fixed order."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from gangdan_gui.domain.search import Hit, Passage
from gangdan_gui.retrieving.editions import Edition, holds, says_the_same

PASSAGE_LIMIT = 1600
"""Two neighbouring windows of the default size: longer passages are found more often, but crowd a prompt."""
# Each is compared with all before it, and hundreds may be found by meaning alone; nobody reads so far.
_COMPARED = 60
_FIRST_WORDS = 4
# Beyond this, distances differ with the order in which an index was filled.
_DIGITS = 6


def merge(
    hits: Sequence[Hit],
    *,
    limit: int = PASSAGE_LIMIT,
    deep: int | None = None,
    most: int | None = None,
    wanted: int | None = None,
) -> tuple[Passage, ...]:
    """Passages ordered by fused score, else distance or keyword rank, then source, path and start, numbered from 1.

    A distance and a keyword rank can't be compared. So where there are both and no fused score, those found by meaning
    and those found by words take turns, and neither crowds the other out; meaning begins, because a common word says
    less.

    No text comes twice: of hits with the same text (copies of a file, a licence under every page), and of passages of
    two documents that say the same (`editions`), the first in that order stands for all, and names the places of the
    others; a hit next to a better one gives only what that one does not hold. Only the best `deep` hits make a passage
    longer, the others make passages of their own, and only the `most` best texts are looked at. A passage is longer
    than `limit` only where it is a single hit that long. The heading is the one nearest to where the passage begins,
    because that is where a reader who opens it starts. Of all passages the first `wanted` are made.
    """
    different, copies = _without_copies(by_merit(hits))
    joining = {id(hit) for hit in different[:deep]}
    documents: defaultdict[tuple[str, str], list[Hit]] = defaultdict(list)
    for hit in different[:most]:
        documents[hit.source, hit.path].append(hit)
    spans: list[_Span] = []
    enough = math.inf if wanted is None or _take_turns(different) else wanted + _COMPARED
    for found in documents.values():  # in the order of their best hits: what comes behind these is no better
        if enough <= 0:
            break
        made = _spans([_Span.of(hit, copies[id(hit)], joins=id(hit) in joining) for hit in found], limit)
        enough -= any(span.best is found[0] for span in made)
        spans += made
    ordered = list(
        _in_turns(sorted(spans, key=lambda span: (*_merit(span.best), *_place(span.best), span.start, span.end)))
    )
    return tuple(_passage(span, number) for number, span in enumerate(_without_editions(ordered)[:wanted], start=1))


class _Span(NamedTuple):
    """Text that was found, from one hit or several; `best` is the best of them.

    `joins`: others may be joined with it. `copies` are the other places where all of its text stands.
    """

    start: int
    end: int
    text: str
    best: Hit
    heading: tuple[str, ...]
    terms: tuple[str, ...]
    copies: frozenset[tuple[str, str]]
    joins: bool

    @classmethod
    def of(cls, hit: Hit, copies: frozenset[tuple[str, str]], *, joins: bool) -> _Span:
        return cls(hit.start, hit.end, hit.text, hit, hit.heading, hit.terms, copies, joins)

    def part(self, start: int, end: int) -> _Span:
        return self._replace(start=start, end=end, text=self.text[start - self.start : end - self.start])

    def with_next(self, other: _Span) -> _Span:
        """This and the one that begins where it ends."""
        return _Span(
            self.start,
            other.end,
            self.text + other.text,
            min(self.best, other.best, key=_rank),
            self.heading,
            tuple(dict.fromkeys(chain(self.terms, other.terms))),
            self.copies & other.copies,
            joins=True,
        )


def same_text(text: str) -> str:
    """What is equal where two texts say the same, however they are laid out."""
    return " ".join(text.split())


def beginning(text: str) -> tuple[str, ...]:
    """The first words of a text, which are the same where `same_text` is, and tell most texts apart."""
    return tuple(text.split(maxsplit=_FIRST_WORDS)[:_FIRST_WORDS])


def edition_of(found: Hit | Passage, text: str, terms: Sequence[str]) -> Edition:
    """What a text of a document says, to be compared with others."""
    return Edition.of(text, (found.title, found.path.rpartition("/")[2]), terms)


def by_merit(hits: Sequence[Hit]) -> list[Hit]:
    """Hits in the order that `merge` looks at them, the best first."""
    return sorted(hits, key=_rank)


def rounded(distance: float | None) -> float:
    """A distance as far as it says the same on every machine; beyond all others where there is none."""
    # Adding 0 turns -0.0 into 0.0.
    return math.inf if distance is None else round(distance, _DIGITS) + 0.0


def _merit(hit: Hit) -> tuple[float, float, int]:
    """How good a hit is, the best first. Of fused scores, which may be of several languages, distances say nothing."""
    if hit.fused is not None:
        return -round(hit.fused, _DIGITS), 0.0, 0
    return 0.0, rounded(hit.distance), hit.keyword_rank or 0


def _place(hit: Hit) -> tuple[str, str]:
    return hit.source, hit.path


def _rank(hit: Hit) -> tuple[float, float, int, str, str, int, int]:
    return *_merit(hit), *_place(hit), hit.start, hit.end


def _take_turns(hits: Sequence[Hit]) -> bool:
    """Whether some were found by meaning and some by words alone, and no score compares them."""
    return len({hit.distance is None for hit in hits}) > 1 and all(hit.fused is None for hit in hits)


def _in_turns(ranked: Sequence[_Span]) -> Iterator[_Span]:
    if not _take_turns([span.best for span in ranked]):
        yield from ranked
        return
    by_meaning = [span for span in ranked if span.best.distance is not None]
    by_words = [span for span in ranked if span.best.distance is None]
    for pair in zip_longest(by_meaning, by_words):
        yield from (span for span in pair if span is not None)


def _without_copies(ranked: Iterable[Hit]) -> tuple[list[Hit], dict[int, frozenset[tuple[str, str]]]]:
    """The first hit of each text, and by its `id()` the other places where that text was found."""
    beginnings = [(beginning(hit.text), hit) for hit in ranked]
    often = Counter(words for words, _ in beginnings)
    alike: dict[str | tuple[str, ...], list[Hit]] = {}
    for words, hit in beginnings:
        alike.setdefault(words if often[words] == 1 else same_text(hit.text), []).append(hit)
    first = [some[0] for some in alike.values()]
    return first, {
        id(some[0]): frozenset(map(_place, some)) - {_place(some[0])} if len(some) > 1 else frozenset()
        for some in alike.values()
    }


def _without_editions(ranked: Sequence[_Span]) -> list[_Span]:
    """The spans that say something which no better one of another document says; the best of them are compared."""
    kept: list[tuple[_Span, Edition]] = []
    for span in ranked[:_COMPARED]:
        edition = edition_of(span.best, span.text, span.terms)
        # Each is compared with each: hardly any pair comes farther than this.
        alike = [
            at
            for at, (_, known) in enumerate(kept)
            if edition.beginning in known.words or known.beginning in edition.words
        ]
        for at in alike:
            better, known = kept[at]
            if _place(better.best) == _place(span.best):
                continue
            if says_the_same(known, edition):
                others = {_place(span.best), *span.copies} - {_place(better.best)}
                kept[at] = better._replace(copies=better.copies | others), known
                break
            if holds(known, edition):
                break
        else:
            kept.append((span, edition))
    return [*(span for span, _ in kept), *ranked[_COMPARED:]]


def _spans(found: Sequence[_Span], limit: int) -> list[_Span]:
    """The spans of one document. Better ones come first, so that they are the ones that stay whole."""
    spans: list[_Span] = []
    for span in found:
        for part in _new_parts(span, tuple(spans)):
            _put(spans, part, limit)
    in_text_order = sorted(found, key=lambda span: span.start)
    starts = [span.start for span in in_text_order]
    return [
        span._replace(heading=in_text_order[bisect_right(starts, span.start) - 1].heading)
        for span in spans
        if span.text.strip()
    ]


def _new_parts(found: _Span, spans: Sequence[_Span]) -> Iterator[_Span]:
    """What no span holds yet. Spans are disjoint and in the order of the text."""
    reached = found.start
    for span in spans:
        if span.end <= reached or span.start >= found.end:
            continue
        if span.start > reached:
            yield found.part(reached, span.start)
        reached = span.end
    if reached < found.end:
        yield found.part(reached, found.end)


def _put(spans: list[_Span], part: _Span, limit: int) -> None:
    """Insert a part, joined with the spans it touches, the better one first, as far as the limit allows."""
    touching = [one for one in spans if one.end == part.start or one.start == part.end] if part.joins else []
    for span in sorted(touching, key=lambda span: _rank(span.best)):
        if span.joins and span.end - span.start + part.end - part.start <= limit:
            spans.remove(span)
            part = span.with_next(part) if span.start < part.start else part.with_next(span)
    spans.append(part)
    spans.sort(key=lambda span: span.start)


def _passage(span: _Span, number: int) -> Passage:
    best = span.best
    distance = None if best.distance is None else rounded(best.distance)
    return Passage(
        number=number,
        source=best.source,
        path=best.path,
        url=best.url,
        title=best.title,
        heading=span.heading,
        start=span.start,
        end=span.end,
        text=span.text,
        language=best.language,
        score=_score(best),
        distance=distance,
        commit=best.commit,
        keyword_rank=best.keyword_rank,
        kind=best.kind,
        facts=best.facts,
        terms=span.terms,
        same_as=tuple(sorted(span.copies)),
    )


def _score(best: Hit) -> float:
    if best.fused is not None:
        return round(best.fused, _DIGITS)
    by_words = 1 / (best.keyword_rank or 1)
    return round(by_words if best.distance is None else 1 - rounded(best.distance), _DIGITS)
