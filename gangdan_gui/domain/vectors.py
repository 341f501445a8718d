"""Vectors as plain bytes, so that they cross processes and go into a database without numpy."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import mul

FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class Vectors:
    """A matrix `(count, dimension)` of float32 in the machine's byte order, row after row in `data`.

    `made_by` is what made it, where that may have changed since it was last asked.
    """

    dimension: int
    data: bytes
    made_by: EmbedderIdentity | None = field(default=None, compare=False)

    def __len__(self) -> int:
        return len(self.data) // (FLOAT_BYTES * self.dimension) if self.dimension else 0

    def __iter__(self) -> Iterator[bytes]:
        step = FLOAT_BYTES * self.dimension or 1
        return (self.data[at : at + step] for at in range(0, len(self.data), step))

    def row(self, index: int) -> bytes:
        """The bytes of one vector."""
        step = FLOAT_BYTES * self.dimension
        return self.data[index * step : (index + 1) * step]

    def values(self, index: int) -> array[float]:
        """One vector as numbers."""
        return array("f", self.row(index))

    @classmethod
    def of(cls, rows: Sequence[Sequence[float]]) -> Vectors:
        """Pack rows of numbers of equal length. Raises TypeError for anything that is not a number."""
        data = b"".join(array("f", row).tobytes() for row in rows)
        return cls(len(rows[0]) if rows else 0, data)


def cosine_distance(one: bytes, other: bytes) -> float:
    """From 0 (same direction) to 2, of two vectors that are not zero."""
    left, right = array("f", one), array("f", other)
    similarity: float = sum(map(mul, left, right)) / (math.hypot(*left) * math.hypot(*right))
    return max(0.0, 1 - similarity)


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """What a collection is bound to: vectors of two identities are never compared.

    `label` is what the user types and sees (`builtin`, `ollama:nomic-embed-text`); `digest` names the exact weights;
    `prefix_scheme` names what is put before passages and questions (empty for nothing). Under which name weights are
    asked for (`nomic-embed-text`, `nomic-embed-text:latest`) makes no other vectors, and no other identity.
    """

    label: str = field(compare=False)
    model: str = field(compare=False)
    digest: str
    dimension: int
    prefix_scheme: str = ""
