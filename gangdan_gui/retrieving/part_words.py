"""Scores parts of a few texts by the terms of a question: which half of a chunk it is that holds them.

The index of words knows chunks as wholes. What is looked at here was found already, so terms are counted where they
stand in the text, from the beginning of a word on (they are stems) and in either script of Chinese, and how rare one is
comes from these texts alone.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from gangdan_gui.simplified import simplified

_SATURATION, _LENGTH = 1.2, 0.75
_DIGITS = 9
_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def part_scores(terms: Mapping[str, float], texts: Sequence[str]) -> list[float | None]:
    """The score of each text by weighted terms (Okapi BM25); None where it holds none of them."""
    looked_for = sorted(filter(None, terms))  # sums are the same in whatever order the terms came
    if not looked_for:
        return [None] * len(texts)
    folded = [_folded(text) for text in texts]
    mean = sum(map(len, texts)) / max(1, len(texts)) or 1.0
    dampened = [_SATURATION * (1 - _LENGTH + _LENGTH * (len(text) / mean)) for text in texts]
    found: dict[int, float] = {}
    for term in looked_for:
        counts = {at: count for at, text in enumerate(folded) if term in text and (count := _count(term, text))}
        weight = terms[term] * math.log(1 + (len(texts) - len(counts) + 0.5) / (len(counts) + 0.5))
        for at, count in counts.items():
            found[at] = found.get(at, 0.0) + weight * count * (_SATURATION + 1) / (count + dampened[at])
    return [round(found[at], _DIGITS) if at in found else None for at in range(len(texts))]


# Chinese takes some ten milliseconds for all that one question looks at, which it does twice across languages; the next
# one looks at many of the same texts.
@lru_cache(2000)
def _folded(text: str) -> str:
    return text.lower() if text.isascii() else simplified(unicodedata.normalize("NFKC", text)).casefold()


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
