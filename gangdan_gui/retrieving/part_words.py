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
    pattern = _pattern(terms)
    if pattern is None or not texts:
        return [None] * len(texts)
    counted = [_counts(pattern, text) for text in texts]
    holding = Counter(term for counts in counted for term in counts)
    weights = {
        term: terms[term] * math.log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for term, count in holding.items()
    }
    mean = sum(map(len, texts)) / len(texts) or 1.0
    return [
        _score(counts, weights, len(text) / mean) if counts else None
        for counts, text in zip(counted, texts, strict=True)
    ]


def _pattern(terms: Mapping[str, float]) -> re.Pattern[str] | None:
    """Finds the longest of the terms at each place; None without any."""
    known = sorted((term for term in terms if term), key=lambda term: (-len(term), term))
    return re.compile("|".join(_at_a_seam(term) for term in known)) if known else None


def _at_a_seam(term: str) -> str:
    spaced = term[0].isascii() and term[0].isalnum()
    return (r"(?<![a-z0-9])" if spaced else "") + re.escape(term)


def _counts(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(pattern.findall(unicodedata.normalize("NFKC", text).casefold()))


def _score(counts: Mapping[str, int], weights: Mapping[str, float], length: float) -> float:
    """`length` is in average lengths."""
    dampened = _SATURATION * (1 - _LENGTH + _LENGTH * length)
    total = sum(
        weights[term] * count * (_SATURATION + 1) / (count + dampened) for term, count in sorted(counts.items())
    )
    return round(total, _DIGITS)
