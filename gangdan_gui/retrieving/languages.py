"""Puts what was found in several languages into one order.

Scores of two languages can't be compared: each has the best of its own at the top of the scale. What can be compared
is how likely each language's documents are to hold the answer. A question is meant for documents of its own language
unless those of another one are clearly the better place: a reader likes to read what he asked in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

# How much likelier than its own language another one must be to count as much, and how soon that changes, both in
# logarithms of odds. Measured in a library of two languages: with these, questions in a language of their own lose
# hardly anything (recall@5 .909 to .908 in English, .843 to .827 in Chinese, where the same articles stand in both
# languages and take each other's places), and those that only the other language answers find .71 and .67 of .75 and
# .70; ranked by their scores alone they would find .65 and .59, and the others lose 4 to 6 points.
_HOME = 3.0
_SOFTNESS = 2.0
# From here on a language's documents do hold the answer, and how much is said for that makes no difference: a name in
# the question that stands in both lifts the other language, whose words are judged by the bridge, more than its own.
_SURE = 4.0
# Beyond this there is no difference left.
_MOST = 30.0


def shares(odds: Mapping[str, float], own: str) -> dict[str, float]:
    """What the scores of each language count for, 0 to 1.

    `odds` say how likely its documents are to hold the answer, as logarithms; `own` is the question's language.
    """
    odds = {language: min(one, _SURE) for language, one in odds.items()}
    if own not in odds:
        best = max(odds.values(), default=0.0)
        return {language: math.exp(max(-_MOST, (one - best) / _SOFTNESS)) for language, one in odds.items()}
    found = {
        language: 1 / (1 + math.exp(max(-_MOST, min(_MOST, (odds[own] - one + _HOME) / _SOFTNESS))))
        for language, one in odds.items()
        if language != own
    }
    return {**found, own: 1 - max(found.values(), default=0.0)}
