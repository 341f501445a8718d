"""Reads the vectors out of Ollama's replies, and says which text a refusal is about."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Sequence
from enum import Enum, auto
from operator import mul

from gangdan_gui.domain.errors import BadVectors
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.embedding.checks import check_vectors
from gangdan_gui.ollama.failures import Dropped, OllamaFailure, ProxyInTheWay, Refused, Unreachable

# The server's own sort gives lengths of 1 but for rounding; only the old endpoint's are changed.
_UNIT = 1e-4
_TOO_LONG = re.compile(
    r"context.?(length|size|window)|input length|too large to process|too long"
    r"|too many tokens|maximum\b.{0,20}\btokens",
    re.IGNORECASE,
)
_NOT_A_NUMBER = re.compile(r"\bnan\b|unsupported value|[+-]inf\b", re.IGNORECASE)
_CANNOT_LOAD = re.compile(
    r"system memory|(unable|failed) to load|runner to start|support embed|not implemented", re.IGNORECASE
)
# Ollama's words for a model that ended: while it was being loaded, or over a text.
_DIED = re.compile(r"runner (process )?(has )?(terminated|no longer running)", re.IGNORECASE)
# A request that failed later than this was probably loading the model, and the same again would load it again.
_QUICK = 5.0


class Blame(Enum):
    """What a refusal is about."""

    LENGTH = auto()
    TEXT = auto()
    SERVER = auto()
    UNKNOWN = auto()


def blame(refusal: Refused) -> Blame:
    """What the server's words say. UNKNOWN is for errors that a text may cause, and the server may have without it."""
    if _CANNOT_LOAD.search(refusal.why):
        return Blame.SERVER
    if refusal.status == 413 or _TOO_LONG.search(refusal.why):
        return Blame.LENGTH
    if _NOT_A_NUMBER.search(refusal.why):
        return Blame.TEXT
    return Blame.SERVER if refusal.seconds > _QUICK else Blame.UNKNOWN


def may_pass(failure: OllamaFailure) -> bool:
    """Whether the same request may do better in a moment.

    A server that is silent has had its time, and a model that was being loaded or has ended would be loaded again.
    """
    if failure.seconds > _QUICK:
        return False
    if isinstance(failure, Refused):
        busy = failure.status >= 500 or failure.status == 429
        return busy and blame(failure) is Blame.UNKNOWN and not _DIED.search(failure.why)
    return isinstance(failure, Unreachable | Dropped | ProxyInTheWay)


def vectors_of(rows: object, count: int, dimension: int | None, embedder: str, first: int = 0) -> Vectors:
    """One unit vector a text. Raises BadVectors; where single rows are bad its `rows` names them, counted from `first`.

    `dimension` is None while it is not known yet. Rows may hold anything that JSON has.
    """
    if not isinstance(rows, list) or len(rows) != count:
        found = len(rows) if isinstance(rows, list) else 0
        raise BadVectors(embedder=embedder, what=f"{found} vectors for {count} texts")
    numbers = [_numbers(row) for row in rows]
    lengths = {len(row) for row in numbers if row}
    length = dimension or max(lengths, default=0)
    if lengths and length not in lengths:
        raise BadVectors(embedder=embedder, what=f"{max(lengths)} numbers in a vector instead of {length}")
    # A row that can't be read becomes a zero vector, which the check names like every other.
    whole = [unit(row) if len(row) == length else array("f", bytes(4 * length)) for row in numbers]
    vectors = Vectors(length, b"".join(row.tobytes() for row in whole))
    check_vectors(vectors, count, dimension, embedder, first=first)
    return vectors


def unit(row: Sequence[float]) -> array[float]:
    """The vector of length 1 in the direction of `row`; what has no direction stays as it is."""
    length = math.hypot(*row)
    if not 0 < length < math.inf or abs(length - 1) < _UNIT:
        return array("f", row)
    return array("f", [number / length for number in row])


def mean(vectors: Sequence[Sequence[float]], weights: Sequence[float]) -> array[float]:
    """The direction of the weighted mean of vectors of equal length."""
    return unit([math.fsum(map(mul, column, weights)) for column in zip(*vectors, strict=True)])


def joined(vectors: Sequence[Vectors]) -> Vectors:
    """Vectors one after another; at least one of each."""
    return Vectors(vectors[0].dimension, b"".join(some.data for some in vectors))


def _numbers(row: object) -> array[float]:
    """A row's numbers; none at all where one of them is no number."""
    try:
        return array("f", row) if isinstance(row, list) else array("f")
    except (TypeError, OverflowError):
        return array("f")
