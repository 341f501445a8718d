"""Makes one score of several: of how near a text is, and of how many of the question's words it holds.

A column holds what one kind of search says of each text, more being better, None where it did not find it. Columns are
put on one scale, from 0 (not among the best fifty) to 1 (the best), and added up by their weights. Pure functions:
the same columns give the same scores, whatever order the texts come in.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

FUSIONS = WEIGHTED, RECIPROCAL = "weighted", "rrf"
# The score of the fiftieth is the bottom of the scale: what is behind it tells nothing of what is good.
_DEEP = 50
# What is equal must stay equal, whatever the sums were made of.
_DIGITS = 9

Column = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Fusion:
    """How scores are put together. `keyword_weight` (0 to 1) is the share of words, the rest is that of meaning.

    `method` is WEIGHTED (by how far scores are apart: min-max) or RECIPROCAL (by ranks alone: Cormack, Clarke and
    Büttcher 2009), of which `rrf_k` says how little the first places count for more than those behind them.
    """

    method: str = WEIGHTED
    keyword_weight: float = 0.55
    rrf_k: int = 10

    def by_words(self, column: Column) -> list[float | None]:
        """A column of scores by words, above 0, on the scale from 0 to 1."""
        if self.method == RECIPROCAL:
            return reciprocal_ranks(column, self.rrf_k)
        return min_max(column, bottom=0.0)

    def by_meaning(self, column: Column, groups: Sequence[Hashable]) -> list[float | None]:
        """A column of similarities on the scale from 0 to 1; each of `groups` for itself, which can't be compared."""
        if all(one is groups[0] for one in groups):  # as nearly always, and told sooner than what is equal
            return self._scaled(column)
        found: list[float | None] = [None] * len(column)
        for group in dict.fromkeys(groups):
            places = [at for at, one in enumerate(groups) if one is group or one == group]
            for at, value in zip(places, self._scaled([column[at] for at in places]), strict=True):
                found[at] = value
        return found

    def _scaled(self, column: Column) -> list[float | None]:
        return reciprocal_ranks(column, self.rrf_k) if self.method == RECIPROCAL else min_max(column)


def min_max(column: Column, *, bottom: float | None = None, deep: int = _DEEP) -> list[float | None]:
    """From 0, the score of the place `deep` and all below, to 1, the best. All are 1 where all are equally good.

    Where fewer were found, 0 is the score `bottom` of what was not, else that of the worst.
    """
    known = sorted((value for value in column if value is not None), reverse=True)
    if not known:
        return list(column)
    best, floor = known[0], known[min(len(known), deep) - 1]
    if bottom is not None and len(known) < deep:
        floor = min(floor, bottom)
    if best <= floor:
        return [None if value is None else float(value >= best) for value in column]
    return [None if value is None else max(0.0, (value - floor) / (best - floor)) for value in column]


def reciprocal_ranks(column: Column, k: int) -> list[float | None]:
    """(k + 1) / (k + rank), ranks counted from 1; equals have the rank of the first of them."""
    known = sorted(-value for value in column if value is not None)
    return [None if value is None else (k + 1) / (k + 1 + bisect_left(known, -value)) for value in column]


def weighted(columns: Sequence[tuple[float, Column]], count: int) -> list[float]:
    """The sum of scaled columns by their weights, 0 to 1. A kind of search that found nothing at all has no weight."""
    used = [(weight, column) for weight, column in columns if weight > 0 and any(v is not None for v in column)]
    total = sum(weight for weight, _ in used) or 1.0
    if not used:
        return [0.0] * count
    shares = ([weight * (value or 0.0) for value in column] for weight, column in used)
    return [round(sum(one) / total, _DIGITS) for one in zip(*shares, strict=True)]
