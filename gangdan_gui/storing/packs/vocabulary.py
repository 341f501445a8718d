"""The vocabulary in a pack, two parts of their own: whoever does not know them passes them over.

Without them the library that takes the pack in makes the vocabulary itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from gangdan_gui.storing.packs.reading import Pack, told
from gangdan_gui.storing.packs.refusing import Unfit
from gangdan_gui.storing.vocabulary_table import HALF_BYTES, Vocabulary

WORDS, VECTORS = "vocabulary.json", "vocabulary.f16"
# So many words of each of the languages that there might be; what has more is no vocabulary.
_MOST_WORDS, _LONGEST_WORD, _MOST_DIMENSIONS = 200_000, 64, 65_536


def vocabulary_parts(vocabulary: Vocabulary, counts: Mapping[str, int], chunks: int) -> Iterator[tuple[str, bytes]]:
    """The names and bytes of both parts, of the words in `counts` alone; none where there is no such word.

    `counts` is how many of the packed `chunks` hold each.
    """
    held = [place for place, word in enumerate(vocabulary.words) if word in counts]
    if not held:
        return
    words = [vocabulary.words[place] for place in held]
    said = {
        "digest": vocabulary.digest,
        "dimension": vocabulary.dimension,
        "chunks": chunks,
        "words": words,
        "counts": [counts[word] for word in words],
    }
    yield WORDS, json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    yield VECTORS, b"".join(map(vocabulary.row, held))


def packed_vocabulary(pack: Pack) -> Vocabulary | None:
    """What a pack has of one. Raises PackRefused where it does not fit together."""
    there = {WORDS, VECTORS} & set(pack.names)
    if not there:
        return None
    with told(pack.file):
        if len(there) == 1:
            raise Unfit(there.pop())
        return _read(pack.part(WORDS), pack.part(VECTORS))


def _read(words: bytes, vectors: bytes) -> Vocabulary:
    try:
        said = json.loads(words)
        found = Vocabulary(said["digest"], tuple(said["words"]), tuple(said["counts"]), said["chunks"], vectors)
        dimension = said["dimension"]
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise Unfit(WORDS) from error
    numbers = (dimension, found.chunks, *found.counts)
    fits = (
        isinstance(found.digest, str)
        and all(type(number) is int and number >= 0 for number in numbers)
        and 1 <= dimension <= _MOST_DIMENSIONS
        and all(isinstance(word, str) and word.isalpha() and len(word) <= _LONGEST_WORD for word in found.words)
        and len(set(found.words)) == len(found.words) == len(found.counts) <= _MOST_WORDS
    )
    if not fits:
        raise Unfit(WORDS)
    if len(vectors) != len(found.words) * dimension * HALF_BYTES or not _finite(vectors):
        raise Unfit(VECTORS)
    return found


def _finite(vectors: bytes) -> bool:
    import numpy as np

    return bool(np.isfinite(np.frombuffer(vectors, "<f2")).all())
