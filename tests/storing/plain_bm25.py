"""BM25 as its authors write it, over texts as they are: what an index has to say too."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.retrieving.words import counted


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands."""

    source: str
    path: str
    ordinal: int
    text: str


def plain_bm25(words: Mapping[str, float], places: Sequence[Place]) -> list[tuple[Place, float, frozenset[str]]]:
    """Every different text that holds a word, with its score and the words it holds; best first, equals by place."""
    counts = [counted(place.text) for place in places]
    mean = sum(length for _, length in counts) / max(1, len(places)) or 1
    scored = []
    for place, (held, length) in zip(places, counts, strict=True):
        score = 0.0
        for word, weight in words.items():
            holding = sum(word in other for other, _ in counts)
            rare = math.log(1 + (len(places) - holding + 0.5) / (holding + 0.5))
            often = min(held.get(word, 0), 255)
            score += weight * rare * often * 2.2 / (often + 1.2 * (0.25 + 0.75 * length / mean))
        if score > 0:
            scored.append((place, round(score, 9), frozenset(words.keys() & held.keys())))
    scored.sort(key=lambda one: (-one[1], one[0].source, one[0].path, one[0].ordinal))
    different: dict[str, tuple[Place, float, frozenset[str]]] = {}
    for one in scored:
        different.setdefault(" ".join(one[0].text.split()), one)
    return list(different.values())
