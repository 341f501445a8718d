"""Scores parts of a few texts by the terms of a question: which half of a chunk it is that holds them.

The index of words knows chunks as wholes. What is looked at here was found already, so terms are counted where they
stand in the text, from the beginning of a word on (they are stems) and in either script of Chinese, and how rare one is
comes from these texts alone.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from gangdan_gui.simplified import simplified

_SATURATION, _LENGTH = 1.2, 0.75
_DIGITS = 9
_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def part_scores(terms: Mapping[str, float], texts: Sequence[str]) -> list[float | None]:
    """The score of each text by weighted terms (Okapi BM25); None where it holds none of them."""
    looked_for = [term for term in terms if term]
    if not looked_for:
        return [None] * len(texts)
    counted = [_counts(looked_for, text) for text in texts]
    holding = Counter(term for counts in counted for term in counts)
    weights = {
        term: terms[term] * math.log(1 + (len(texts) - count + 0.5) / (count + 0.5)) for term, count in holding.items()
    }
    mean = sum(map(len, texts)) / max(1, len(texts)) or 1.0
    return [
        _score(counts, weights, len(text) / mean) if counts else None
        for counts, text in zip(counted, texts, strict=True)
    ]


def _counts(terms: Sequence[str], text: str) -> dict[str, int]:
    folded = text.lower() if text.isascii() else simplified(unicodedata.normalize("NFKC", text)).casefold()
    found = {term: _count(term, folded) for term in terms if term in folded}
    return {term: count for term, count in found.items() if count}


def _count(term: str, folded: str) -> int:
    """How often a term stands in a text; a Latin one where a word begins. A pattern would be compiled for each term."""
    if not (term[0].isascii() and term[0].isalnum()):
        return folded.count(term)
    count, at = 0, folded.find(term)
    while at >= 0:
        begins = at == 0 or folded[at - 1] not in _LATIN
        count += begins
        at = folded.find(term, at + (len(term) if begins else 1))
    return count


def _score(counts: Mapping[str, int], weights: Mapping[str, float], length: float) -> float:
    """`length` is in average lengths."""
    dampened = _SATURATION * (1 - _LENGTH + _LENGTH * length)
    total = sum(
        weights[term] * count * (_SATURATION + 1) / (count + dampened) for term, count in sorted(counts.items())
    )
    return round(total, _DIGITS)
