"""Scores texts by the words of a question (Okapi BM25: Robertson and Zaragoza 2009, 3.1).

A word counts for more where few texts have it, and hardly more for being there often. The weight of a word is the one
that is never below zero (1 is added inside the logarithm), and a text's length is in characters: what is compared
are windows of a few hundred, and words need not be told apart for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from gangdan_gui.retrieving.keywords import Searched, keywords

_SATURATION, _LENGTH = 1.2, 0.75
# What is equal must stay equal, whatever the sums were made of.
_DIGITS = 9


def scores(question: str, texts: Sequence[str]) -> list[float]:
    """The score of each text, in their order; 0 where it holds no word of the question."""
    wanted = keywords(question)
    counted = [_counts(text, wanted) for text in texts]
    mean = sum(map(len, texts)) / max(1, len(texts))
    holding = [sum(counts[word] > 0 for counts in counted if counts) for word in range(len(wanted))]
    weights = [_weight(count, len(texts)) for count in holding]
    return [
        round(_score(counts, weights, len(text) / mean), _DIGITS) if counts else 0.0
        for text, counts in zip(texts, counted, strict=True)
    ]


def weighted_scores(words: Mapping[str, float], texts: Sequence[str]) -> list[tuple[float, tuple[str, ...]]]:
    """The score of each text by weighted words, and which of them it holds."""
    wanted = tuple(words)
    counted = [_counts(text, wanted) or (0,) * len(wanted) for text in texts]
    mean = sum(map(len, texts)) / max(1, len(texts))
    holding = [sum(counts[word] > 0 for counts in counted) for word in range(len(wanted))]
    weights = [_weight(count, len(texts)) * words[word] for count, word in zip(holding, wanted, strict=True)]
    return [
        (
            round(_score(counts, weights, len(text) / mean), _DIGITS),
            tuple(word for word, count in zip(wanted, counts, strict=True) if count),
        )
        for text, counts in zip(texts, counted, strict=True)
    ]


def _counts(text: str, wanted: Iterable[str]) -> tuple[int, ...]:
    """How often each word stands in a text; nothing where none does."""
    searched = Searched.of(text)
    counts = tuple(map(searched.count, wanted))
    return counts if any(counts) else ()


def _weight(holding: int, count: int) -> float:
    return math.log(1 + (count - holding + 0.5) / (holding + 0.5))


def _score(counts: Sequence[int], weights: Sequence[float], length: float) -> float:
    """`length` is in average lengths."""
    dampened = _SATURATION * (1 - _LENGTH + _LENGTH * length)
    return sum(
        weight * count * (_SATURATION + 1) / (count + dampened) for count, weight in zip(counts, weights, strict=True)
    )
