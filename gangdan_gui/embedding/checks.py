"""Refuses what has no meaning as a vector, before it is sent and when it comes back.

Without numpy, so that the parent process need not import it; 32 vectors of 768 take half a millisecond.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Sequence

from gangdan_gui.domain.errors import BadVectors
from gangdan_gui.domain.vectors import FLOAT_BYTES, Vectors

# Controls, format characters (zero-width ones, byte order marks), lone surrogates, spaces and line ends.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"})


def is_blank(text: str) -> bool:
    """Whether nothing in `text` can be seen. Models give such a text a vector all the same, and it is near anything."""
    return all(unicodedata.category(character) in _INVISIBLE for character in text)


def check_texts(texts: Sequence[str], embedder: str) -> None:
    """Raise BadVectors naming the blank texts, if there are any."""
    blank = [index for index, text in enumerate(texts) if is_blank(text)]
    if blank:
        raise BadVectors(embedder=embedder, what=f"blank text at {_listed(blank)}", rows=_listed(blank))


def check_vectors(vectors: Vectors, expected: int, dimension: int | None, embedder: str, *, first: int = 0) -> None:
    """Raise BadVectors unless there are `expected` vectors of `dimension` numbers (None for any), finite and not zero.

    Where single vectors are bad, the fact `rows` names them, counted from `first` (the place of this batch in what
    was asked for), so that the caller can leave those texts out and try again with the others.
    """
    length = vectors.dimension
    count = len(vectors) if length > 0 else 0
    if count != expected or len(vectors.data) != count * length * FLOAT_BYTES:
        raise BadVectors(embedder=embedder, what=f"{count} vectors for {expected} texts")
    if expected and dimension not in (None, length):
        raise BadVectors(embedder=embedder, what=f"{length} numbers in a vector instead of {dimension}")
    bad = [first + index for index in bad_rows(vectors)]
    if bad:
        raise BadVectors(embedder=embedder, what=f"zero or not finite at {_listed(bad)}", rows=_listed(bad))


def bad_rows(vectors: Vectors) -> tuple[int, ...]:
    """The indexes of vectors that are zero or hold something that is not a finite number."""
    norms = (math.hypot(*vectors.values(index)) for index in range(len(vectors)))
    return tuple(index for index, norm in enumerate(norms) if not 0 < norm < math.inf)


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
