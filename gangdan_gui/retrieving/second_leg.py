"""Puts what a translation of a question found beside what the question itself found."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.languages import shares

SHARE = 0.6
"""What the translation counts for in the documents of its language; the rest is the question with its bridge."""

# A translation can say that its language holds the answer, but not that it is the better place than a question's own
# language that holds it too: without this limit, questions whose answer stands in both lose one point of recall at five
# and sixteen of what is inside 2,000 characters (Chinese questions; passages in English take twice the room).
_SUREST = 1.0

_Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class SecondLeg:
    """What was found in documents of a language: by its own scores, 0 to 1, and how likely they hold the answer."""

    language: str
    hits: Sequence[Hit]
    odds: float


def with_legs(
    hits: Sequence[Hit], odds: Mapping[str, float], own: str, legs: Collection[SecondLeg], share: float = SHARE
) -> list[Hit]:
    """The hits of a question in the language `own` together with those of its legs, with their scores.

    `odds` are those by which the languages of `hits` were made comparable, empty where there was only one. A language
    is as likely to hold the answer as the question says, or its translation, up to a limit.
    """
    better = dict(odds)
    for leg in legs:
        if leg.language in better:
            better[leg.language] = max(better[leg.language], min(leg.odds, _SUREST))
    before, now = shares(odds, own), shares(better, own)
    factors = {language: now[language] / before[language] for language in now if before[language]}
    fused = {_place(hit): _times(hit, factors.get(hit.language, 1.0)) for hit in hits}
    for leg in legs:
        there = {_place(hit) for hit in leg.hits}
        for place, hit in fused.items():
            if hit.language == leg.language and place not in there:
                fused[place] = _times(hit, 1 - share)
        for hit in leg.hits:
            said = _times(hit, share * now.get(leg.language, 1.0))
            known = fused.get(_place(hit))
            fused[_place(hit)] = _together(known, said, share) if known else said
    return list(fused.values())


def _place(hit: Hit) -> _Place:
    return hit.chunk, hit.start, hit.end


def _times(hit: Hit, factor: float) -> Hit:
    return hit if factor == 1.0 else hit._replace(fused=(hit.fused or 0.0) * factor)


def _together(hit: Hit, said: Hit, share: float) -> Hit:
    score = (1 - share) * (hit.fused or 0.0) + (said.fused or 0.0)
    return hit._replace(fused=score, terms=tuple(dict.fromkeys((*hit.terms, *said.terms))))
