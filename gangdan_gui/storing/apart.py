"""Turns vectors by a hair, each in a direction of its own: no two are equal.

A graph of neighbours falls apart over equal vectors, because copies take all of each other's links: with 300 copies of
a text among 400 others, a quarter of the others could not be found at all. What remains is a row in a few hundred that
no link leads to: looking wider does not find it (measured up to four times as wide), only an exact search would.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# In radians. Less is lost in the rounding of float32; more costs neighbours, and DISTANCE_ERROR with them.
_HAIR = 3e-4
_PLACES = 1 << 16


def apart(vectors: NDArray[np.float32], ids: Sequence[str]) -> NDArray[np.float32]:
    """The rows of a matrix, each turned as its id says; the same id always turns the same way.

    A direction is the sum of two stretches of a fixed run of random numbers: drawing them anew for each row takes as
    long as a tenth of what Chroma does with it.
    """
    import numpy as np

    stretches = np.lib.stride_tricks.sliding_window_view(_noise(vectors.shape[1]), vectors.shape[1])
    places = np.frombuffer(b"".join(blake2b(id_.encode(), digest_size=4).digest() for id_ in ids), dtype="<u2")
    hairs = stretches[places[::2]] + stretches[places[1::2]]
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True) / np.linalg.norm(hairs, axis=1, keepdims=True)
    turned: NDArray[np.float32] = (vectors + hairs * (lengths * np.float32(_HAIR))).astype(np.float32, copy=False)
    return turned


@cache
def _noise(dimension: int) -> Any:
    """Normal random numbers, the same each time, as many as there are places and one stretch more."""
    import numpy as np

    return np.random.default_rng(1).standard_normal(_PLACES + dimension, dtype=np.float32)
