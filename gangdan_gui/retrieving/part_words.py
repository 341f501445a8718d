"""Scores parts of a few texts by the terms of a question: which half of a chunk it is that holds them.

The index of words knows chunks as wholes. What is looked at here was found already, so terms are counted where they
stand in the text, from the beginning of a word on (they are stems), and how rare one is comes from these texts alone.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

_SATURATION, _LENGTH = 1.2, 0.75
_DIGITS = 9


def part_scores(terms: Mapping[str, float], texts: Sequence[str]) -> list[float | None]:
    """The score of each text by weighted terms (Okapi BM25); None where it holds none of them."""
    patterns = {term: _pattern(term) for term in terms if term}
    if not patterns:
        return [None] * len(texts)
    counted = [_counts(patterns, text) for text in texts]
    holding = Counter(term for counts in counted for term in counts)
    weights = {
        term: terms[term] * math.log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for term, count in holding.items()
    }
    mean = sum(map(len, texts)) / max(1, len(texts)) or 1.0
    return [
        _score(counts, weights, len(text) / mean) if counts else None
        for counts, text in zip(counted, texts, strict=True)
    ]


def _pattern(term: str) -> re.Pattern[str]:
    spaced = term[0].isascii() and term[0].isalnum()
    return re.compile((r"(?<![a-z0-9])" if spaced else "") + re.escape(term))


def _counts(patterns: Mapping[str, re.Pattern[str]], text: str) -> dict[str, int]:
    folded = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    found = {term: len(pattern.findall(folded)) for term, pattern in patterns.items() if term in folded}
    return {term: count for term, count in found.items() if count}


def _score(counts: Mapping[str, int], weights: Mapping[str, float], length: float) -> float:
    """`length` is in average lengths."""
    dampened = _SATURATION * (1 - _LENGTH + _LENGTH * length)
    total = sum(
        weights[term] * count * (_SATURATION + 1) / (count + dampened) for term, count in sorted(counts.items())
    )
    return round(total, _DIGITS)
