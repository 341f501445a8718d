"""What a search shows of whether the sources hold an answer, in four figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

# The nearest chunk of what is answered stands out from those that are near by chance.
_CROWD = 10
# Beyond this a larger lead says no more: in a library of a few chunks even the second has nothing to do with the first.
_MOST_LEAD = 0.2
# As if one more had been asked for that is nowhere: a single word that stands somewhere says little.
_LACKING = 1


class Weighed(NamedTuple):
    """What tells of a chunk whether it answers: its cosine distance, None where it has none, and its score by words."""

    chunk: str
    source: str
    language: str
    distance: float | None
    keyword_score: float


@dataclass(frozen=True, slots=True)
class Signs:
    """`nearest` is the cosine of the nearest chunk, `lead` what it has over the mean of those behind it.

    `words` is the best score by words, `nearest_words` that of the nearest chunk: a term of the question (and one more,
    so that one word alone is not all), in shares of what a term weighs at most among so many chunks, so that small and
    large libraries compare.
    """

    nearest: float
    lead: float
    words: float
    nearest_words: float

    @property
    def figures(self) -> tuple[float, float, float, float]:
        """All four, in their order, as they count."""
        return self.nearest, min(_MOST_LEAD, self.lead), self.words, self.nearest_words


def signs(seen: Sequence[Weighed], terms: int, chunks: int) -> Signs | None:
    """Of what was looked at of one embedder and one language; None where none was found by meaning.

    `terms` is how many the question has, `chunks` how many were searched.
    """
    near = sorted((one.distance, -one.keyword_score) for one in seen if one.distance is not None)[:_CROWD]
    if not near:
        return None
    nearest = 1 - near[0][0]
    behind = [1 - distance for distance, _ in near[1:]]
    weight = (terms + _LACKING) * math.log1p(max(1, chunks))
    return Signs(
        nearest,
        nearest - fmean(behind) if behind else 0.0,
        max(one.keyword_score for one in seen) / weight,
        -near[0][1] / weight,
    )
