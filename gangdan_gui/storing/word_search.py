"""Scores chunks by weighted terms (Okapi BM25: Robertson and Zaragoza 2009, 3.1).

A term counts for more where few chunks have it, and hardly more for being there often. The weight of a term is the one
that is never below zero (1 is added inside the logarithm). How many chunks there are, how many hold a term and how long
they are on average is of those that answer in all generations together: what was there before leaves no trace.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gangdan_gui.storing.database import batches, marks
from gangdan_gui.storing.live_slots import LiveSlots
from gangdan_gui.storing.posting_arrays import Posting
from gangdan_gui.storing.records import Generation, WordHit

SATURATION, LENGTH = 1.2, 0.75
DIGITS = 9
"""What is equal must stay equal, whatever the sums were made of."""
# So many times as many as are wanted are ranked at first: some may say the same.
_AHEAD = 2
_READ_AT_ONCE = 64
_SAMPLE = 4096

PostingOf = Callable[[str], Posting]


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """A generation with what its index says. `chosen` are the chunks to be found, None for all."""

    generation: Generation
    live: LiveSlots
    posting: PostingOf
    chosen: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Holding:
    """A term's postings in each generation, and what it counts for."""

    term: str
    postings: Sequence[Posting]
    weight: float


@dataclass(frozen=True, slots=True, eq=False)
class _Merged:
    """The postings of several terms as those of one: `counts` are sums of shares.

    `chunks` is how many chunks hold any, each by the share of the heaviest that it holds.
    """

    slots: NDArray[np.int32]
    counts: NDArray[np.float64]
    chunks: float


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Terms that stand for one, in each generation, and what they count for together."""

    postings: Sequence[_Merged]
    weight: float


def best(
    connection: sqlite3.Connection,
    searched: Sequence[Searched],
    words: Mapping[str, float],
    wanted: int,
    groups: Sequence[Mapping[str, float]] = (),
) -> list[WordHit]:
    """The best different texts, best first; equal ones in the order of `searched`, then of path and ordinal.

    The terms of each of the `groups` count as one term: how often a chunk holds it is the sum over its terms, each by
    its share of the heaviest that any chunk holds.
    """
    total = sum(len(one.live) for one in searched)
    if not total or wanted < 1:
        return []
    mean = sum(float(one.live.lengths.sum()) for one in searched) / total
    plain = [_holding(term, weight, searched, total) for term, weight in words.items() if term and weight > 0]
    members = [
        [(_holding(term, weight, searched, total), weight) for term, weight in group.items()] for group in groups
    ]
    there = [[(one, weight) for one, weight in some if any(map(len, one.postings))] for some in members]
    together = [_together(some, total) for some in there if some]
    holding = list({one.term: one for one in (*plain, *(one for some in members for one, _ in some))}.values())
    scores = [_scores(one, number, [*plain, *together], mean) for number, one in enumerate(searched)]
    found = np.concatenate(scores)
    starts = np.cumsum([0, *(len(one.live) for one in searched)])
    hits: dict[tuple[str, ...], WordHit] = {}
    for places in _ranked(found, wanted * _AHEAD):
        owners = np.searchsorted(starts, places, side="right") - 1
        rounded = np.round(found[places], DIGITS)
        for hit, words_of in _hits(connection, searched, holding, rounded, owners, places - starts[owners]):
            hits.setdefault(words_of, hit)
            if len(hits) == wanted:
                return list(hits.values())
    return list(hits.values())


def _holding(term: str, weight: float, searched: Sequence[Searched], total: int) -> _Holding:
    postings = [one.live.of(one.posting(term)) for one in searched]
    count = sum(map(len, postings))
    return _Holding(term, postings, weight * _rarity(count, total))


def _rarity(count: float, total: int) -> float:
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def _together(members: Sequence[tuple[_Holding, float]], total: int) -> _Group:
    heaviest = max(weight for _, weight in members)
    shares = [(one, weight / heaviest) for one, weight in members]
    generations = range(len(members[0][0].postings))
    merged = [_merged([(one.postings[number], share) for one, share in shares]) for number in generations]
    return _Group(merged, heaviest * _rarity(sum(one.chunks for one in merged), total))


def _merged(parts: Sequence[tuple[Posting, float]]) -> _Merged:
    slots, places = np.unique(np.concatenate([posting.slots for posting, _ in parts]), return_inverse=True)
    counts = np.concatenate([posting.counts * share for posting, share in parts])
    reached = np.zeros(len(slots))
    np.maximum.at(reached, places, np.concatenate([np.full(len(posting), share) for posting, share in parts]))
    return _Merged(slots, np.bincount(places, counts, len(slots)).astype(np.float64), float(reached.sum()))


def _scores(one: Searched, number: int, holding: Sequence[_Holding | _Group], mean: float) -> NDArray[np.float64]:
    live = one.live
    scores = np.zeros(len(live))
    dampened = SATURATION * (1 - LENGTH + LENGTH * live.lengths / (mean or 1))
    for held in holding:
        posting = held.postings[number]
        places = live.places[posting.slots]
        counts = posting.counts.astype(np.float64)
        counts /= counts + dampened[places]
        counts *= held.weight * (SATURATION + 1)
        scores[places] += counts
    if one.chosen is not None:
        scores[~one.chosen] = 0
    return scores


def _ranked(scores: NDArray[np.float64], count: int) -> Iterator[NDArray[np.intp]]:
    """The places of all scores above 0, best first, equal ones by place: so many at once and all that equal the last.

    The rest is ranked only when it is asked for, and only what may be among the best is rounded.
    """
    left = np.flatnonzero(scores > 0)
    while len(left):
        of_left = scores[left]
        least = _largest(of_left, count)
        near = np.flatnonzero(of_left >= least - 2 * 10**-DIGITS)
        rounded = np.round(of_left[near], DIGITS)
        taken = near[rounded >= np.round(least, DIGITS)]
        some = left[taken]
        yield some[np.argsort(-np.round(scores[some], DIGITS), kind="stable")]
        left, count = np.delete(left, taken), count * 2


def _largest(scores: NDArray[np.float64], count: int) -> float:
    """The least of so many largest, or of all; where there are many, first of those that a sample says may be large."""
    sample = scores[:: max(1, len(scores) // _SAMPLE)]
    share = -(-2 * count * len(sample) // len(scores)) + _SAMPLE // 64
    if len(sample) < len(scores) and share < len(sample):
        large = scores[scores >= np.partition(sample, len(sample) - share)[len(sample) - share]]
        scores = large if len(large) >= count else scores
    at = max(0, len(scores) - count)
    return float(np.partition(scores, at)[at])


def _hits(
    connection: sqlite3.Connection,
    searched: Sequence[Searched],
    holding: Sequence[_Holding],
    scores: NDArray[np.float64],
    owners: NDArray[np.intp],
    places: NDArray[np.intp],
) -> Iterator[tuple[WordHit, tuple[str, ...]]]:
    """Chunks with what is the same for those with the same text.

    They are read a few at a time, because of many equal ones only the first are wanted.
    """
    equal = np.diff(scores, prepend=np.nan, append=np.nan) == 0
    may_be_copies = equal[1:] | equal[:-1]  # the same text has the same score
    for some in batches(range(len(scores)), _READ_AT_ONCE):
        here = slice(some[0], some[-1] + 1)
        terms = _terms(searched, holding, owners[here], places[here])
        found = zip(owners[here].tolist(), places[here].tolist(), scores[here].tolist(), terms, strict=True)
        rows = [int(searched[owner].live.rows[place]) for owner, place in zip(owners[here], places[here], strict=True)]
        said = _said(connection, rows)
        texts = _texts(connection, [row for row, tied in zip(rows, may_be_copies[here], strict=True) if tied])
        for row, (owner, place, score, held) in zip(rows, found, strict=True):
            if row in said:  # else a disk has changed it
                one = searched[owner]
                id_, start = said[row]
                yield WordHit(one.generation, id_, one.live.path(place), start, score, held), texts.get(row, ("", id_))


def _terms(
    searched: Sequence[Searched], holding: Sequence[_Holding], owners: NDArray[np.intp], places: NDArray[np.intp]
) -> list[tuple[str, ...]]:
    """The terms that each of these chunks holds, heaviest first."""
    heaviest = sorted(holding, key=lambda one: -one.weight)
    held = np.zeros((len(places), len(heaviest)), np.bool_)
    for number, one in enumerate(searched):
        ours = np.flatnonzero(owners == number)
        slots = one.live.slots[places[ours]]
        for column, holder in enumerate(heaviest):
            known = holder.postings[number].slots
            if len(known):
                held[ours, column] = known[np.minimum(np.searchsorted(known, slots), len(known) - 1)] == slots
    return [tuple(holder.term for holder, has in zip(heaviest, row, strict=True) if has) for row in held.tolist()]


def _said(connection: sqlite3.Connection, rows: Sequence[int]) -> dict[int, tuple[str, int]]:
    found = connection.execute(f"SELECT row, id, start FROM chunks WHERE row IN ({marks(len(rows))})", rows)
    return {row: (id_, start) for row, id_, start in found}


def _texts(connection: sqlite3.Connection, rows: Sequence[int]) -> dict[int, tuple[str, ...]]:
    found = connection.execute(f"SELECT row, text FROM chunks WHERE row IN ({marks(len(rows))})", rows)
    return {row: tuple(text.split()) for row, text in found}
