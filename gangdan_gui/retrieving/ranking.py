"""Ranks what was found in documents of one language, by meaning and by words together, part by part.

Ranked are the parts of chunks that have vectors of their own: which half of a chunk it is that answers decides what is
shown, and a whole chunk would fill a prompt with its other half.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.fusion import Column, Fusion, weighted
from gangdan_gui.retrieving.part_words import part_scores

# The shares of a part itself within meaning, and within words; the rest is that of its whole chunk. As a chunk in
# Chinese says twice as much as one in English, its parts differ more. Measured there: 2 points of recall at five, and
# 2 to 4 inside a fixed length, also where English questions find Chinese texts; in English 1 to 2 are lost by it.
_PART_OF_MEANING, _PART_OF_WORDS = 0.45, 0.45
_WIDE_PART_OF_MEANING, _WIDE_PART_OF_WORDS = 0.67, 0.64
# Across languages the words of the bridge, with the question's own among them, count for most of the words; these
# alone, which are names and code, for a little more. All words together count for a little less there: a bridge is no
# dictionary.
_BRIDGED, _PLAIN = 0.85, 0.15
_WORDS_ACROSS = 0.5 / 0.55
# More than within one language where embedders can't read the question: their vectors are of the bridge's words, too.
_WORDS_BLIND = 0.6 / 0.55
# What is longer is parted for what is shown, at an end of a sentence that is so near to an even place.
_LONGEST_PART = 440
_NEAR = 120
# It begins with all that an end may begin with, so that nothing else is looked at: that is ten times as fast.
_END = re.compile(r"[.!?。！？；\n](?:(?<=\.)(?=\s)|(?<=\n)|(?<=[!?。！？；])[!?。！？；]*)")


class Found(NamedTuple):
    """A chunk that was found, with all that is known of how well it fits.

    `embedder` tells whose distances compare. `whole` is the cosine distance of the chunk as a whole, `parts` those of
    its parts that begin at `cuts` (and at 0): none where it was not measured. `words` is its score by the question's
    own words, `bridged` by those of the bridge; 0 where it has none.
    """

    hit: Hit
    embedder: Hashable = ""
    whole: float | None = None
    cuts: tuple[int, ...] = ()
    parts: tuple[float, ...] = ()
    words: float = 0.0
    bridged: float = 0.0


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for in one language: the question's terms, and those of the bridge with them, all weighted.

    `wide`: its script is one of few characters. `across`: the question is in another language, `blind`: and in none
    that the embedders know.
    """

    terms: Mapping[str, float]
    bridged: Mapping[str, float] = field(default_factory=dict)
    wide: bool = False
    across: bool = False
    blind: bool = False


class _Piece(NamedTuple):
    """A part of a chunk: from `start` to `end` in its text, at that distance. There are hundreds for each question."""

    of: Found
    start: int
    end: int
    distance: float | None

    def hit(self, score: float, keyword_rank: int | None) -> Hit:
        return self.of.hit.part(self.start, self.end, score, keyword_rank)


def ranked(
    found: Sequence[Found],
    sought: Sought,
    fusion: Fusion,
    by_words: Mapping[str, int] | None = None,
    *,
    weight: float = 1.0,
) -> list[Hit]:
    """The parts of all chunks as hits, in the order of `found` and of the text; their fused score is times `weight`.

    `by_words` are the places of chunks among what was found by words.
    """
    pieces = [piece for one in found for piece in _pieces(one)]
    share = min(1.0, fusion.keyword_weight * _share_of_words(sought))
    of_meaning = _WIDE_PART_OF_MEANING if sought.wide else _PART_OF_MEANING
    of_words = _WIDE_PART_OF_WORDS if sought.wide else _PART_OF_WORDS
    nearest = [_similarity(piece.distance) for piece in pieces]
    whole = [_similarity(piece.of.whole) for piece in pieces]
    groups = [piece.of.embedder for piece in pieces]
    columns: list[tuple[float, Column]] = [
        ((1 - share) * of_meaning, fusion.by_meaning(nearest, groups)),
        ((1 - share) * (1 - of_meaning), fusion.by_meaning(whole, groups)),
    ]
    texts = [one.hit.text[start:end] for one, start, end, _ in pieces]
    of_chunks = [piece.of.words for piece in pieces], [piece.of.bridged for piece in pieces]
    shares = (_PLAIN, _BRIDGED) if sought.across else (1.0, 0.0)
    for part, scores, terms in zip(shares, of_chunks, (sought.terms, sought.bridged), strict=True):
        if part:
            columns += [
                (share * part * (1 - of_words), fusion.by_words([score or None for score in scores])),
                (share * part * of_words, fusion.by_words(part_scores(terms, texts))),
            ]
    fused = weighted(columns, len(pieces))
    places = by_words or {}
    return [
        piece.hit(weight * score, places.get(piece.of.hit.chunk)) for piece, score in zip(pieces, fused, strict=True)
    ]


def _share_of_words(sought: Sought) -> float:
    """What words count for, as a multiple of what they count for within one language."""
    if not sought.across:
        return 1.0
    return _WORDS_BLIND if sought.blind else _WORDS_ACROSS


def _pieces(one: Found) -> Iterator[_Piece]:
    borders = (0, *(one.cuts or _halves(one.hit.text)), len(one.hit.text))
    count = len(borders) - 1
    distances = one.parts if len(one.parts) == count else (one.hit.distance,) * count
    for (start, end), distance in zip(pairwise(borders), distances, strict=True):
        yield _Piece(one, start, end, distance)


def _halves(text: str) -> tuple[int, ...]:
    """Where a chunk that is embedded whole may be parted for what is shown: at ends of sentences, if there are any."""
    count = math.ceil(len(text) / _LONGEST_PART)
    cuts = (_sentence_end(text, len(text) * number // count) for number in range(1, count))
    return tuple(sorted({cut for cut in cuts if 0 < cut < len(text)}))


def _sentence_end(text: str, place: int) -> int:
    """The end of a sentence or a line nearest to a place, 0 where none is near."""
    ends = (found.end() for found in _END.finditer(text, max(0, place - _NEAR), place + _NEAR))
    return min(ends, key=lambda end: (abs(end - place), end), default=0)


def _similarity(distance: float | None) -> float | None:
    return None if distance is None or math.isinf(distance) else 1 - distance
