"""The bridge of words: what a question in one language is looked for by among documents in another.

Both languages' words have vectors of one embedder that knows them all, so the words of the documents that are nearest
to a word of the question stand for it, and those the more that a dictionary gives for it. Several words that stand for
the same one count together as one word would (structured queries: Pirkola 1998; with weights: Darwish and Oard 2003),
or the rarest and least fitting of them would decide.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gangdan_gui.domain.search import Bridged
from gangdan_gui.retrieving.asked_words import AskedWord
from gangdan_gui.retrieving.bridging import Bridging, heaviest

LEAST_COSINE = 0.5
"""Below this, the nearest word is any word."""
MOST_FOR_ONE = 10
"""Words that stand for one of the question's."""
_EACH_NEXT = 0.75
# What a translation has at least, whose vector is far or not known.
_OF_TRANSLATION = 0.35
# Rows of a vocabulary that are compared at once: four thousand of float32 are 8 MB.
_AT_ONCE = 4096
# Of many collections together; 40 MB of vectors, compared in some hundredths of a second.
_MOST_WORDS = 40_000


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The words of one language that documents are written with, and in how many chunks each stands.

    `vectors` is `(n, d)` float16, of unit length.
    """

    words: tuple[str, ...]
    counts: tuple[int, ...]
    vectors: NDArray[np.float16]


def bridge(
    asked: Sequence[AskedWord], vectors: NDArray[np.float32], lexicon: Lexicon, struck: Collection[str] = ()
) -> Bridging:
    """What stands for the words of a question, whose `vectors` are `(m, d)` of unit length.

    Of its words' translations those are given that the documents hold. `struck` are words that stand for nothing.
    """
    if not len(asked) or not len(lexicon.words):
        return Bridging()
    said = {term for one in asked for term in one.translations}
    places = {word: place for place, word in enumerate(lexicon.words) if word in said}
    bridged = []
    for one, row in zip(asked, _cosines(vectors, lexicon.vectors), strict=True):
        nearness = {lexicon.words[place]: float(row[place]) for place in _nearest(row, MOST_FOR_ONE + len(struck))}
        for term, nearer in one.translations.items():
            known = float(row[places[term]]) if term in places else 0.0
            nearness[term] = max(known, _OF_TRANSLATION) + nearer
        near = sorted((-cosine, term) for term, cosine in nearness.items() if cosine >= LEAST_COSINE)
        best = [(term, -far) for far, term in near if term not in struck][:MOST_FOR_ONE]
        if best:
            found = tuple((term, _weight(cosine, rank)) for rank, (term, cosine) in enumerate(best))
            bridged.append(Bridged(one.word, found))
    return Bridging(tuple(bridged), heaviest([dict(one.found) for one in bridged]))


def joined(lexicons: Sequence[Lexicon]) -> Lexicon:
    """The words of several as one: each once, the most frequent first, and no more than are compared in a moment."""
    counts: dict[str, int] = {}
    whence: dict[str, tuple[int, int]] = {}
    for number, lexicon in enumerate(lexicons):
        for place, (word, count) in enumerate(zip(lexicon.words, lexicon.counts, strict=True)):
            counts[word] = counts.get(word, 0) + count
            whence.setdefault(word, (number, place))
    words = sorted(counts, key=lambda word: (-counts[word], word))[:_MOST_WORDS]
    rows = [lexicons[number].vectors[place] for number, place in map(whence.__getitem__, words)]
    return Lexicon(tuple(words), tuple(counts[word] for word in words), np.stack(rows))


def _cosines(vectors: NDArray[np.float32], rows: NDArray[np.float16]) -> NDArray[np.float32]:
    parts = [vectors @ rows[at : at + _AT_ONCE].astype(np.float32).T for at in range(0, len(rows), _AT_ONCE)]
    return np.concatenate(parts, axis=1)


def _nearest(cosines: NDArray[np.float32], count: int) -> list[int]:
    """The places of the nearest words, nearest first; equal ones in their order."""
    near = np.flatnonzero(cosines >= LEAST_COSINE)
    best = near[np.argsort(-cosines[near], kind="stable")][:count]
    return [int(place) for place in best]


def _weight(cosine: float, rank: int) -> float:
    return round(min(1.0, cosine) ** 2 * _EACH_NEXT**rank, 4)
