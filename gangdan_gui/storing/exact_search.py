"""Finds the nearest of many vectors by looking at each: exact, and quick enough up to a hundred thousand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gangdan_gui.domain.ports import Neighbour

Matrix = NDArray[np.float32]

# What is looked at in one go: so much of a file is in memory at a time, and a thread can be left in between.
_ROWS = 16_384
DECIMALS = 6
"""Of distances: below what one may be off by, so that copies are equally far whatever place they have in a matrix."""


class ExactRows:
    """Rows of one collection: `matrix` is `(n, d)` float32, in memory or mapped from a file, one row an id."""

    def __init__(self, ids: Sequence[str], matrix: Matrix) -> None:
        self.ids = tuple(ids)
        self._matrix = matrix
        self._places = {id_: place for place, id_ in enumerate(self.ids)}
        self._lengths: Matrix | None = None

    @classmethod
    def of(cls, ids: Sequence[str], data: bytes) -> ExactRows:
        """Rows of vectors that lie one after another in `data`."""
        matrix = np.frombuffer(data, np.float32)
        return cls(ids, matrix.reshape(len(ids), -1) if ids else matrix.reshape(0, 0))

    def __len__(self) -> int:
        return len(self.ids)

    def nearest(self, vector: bytes, count: int, among: Sequence[str] | None = None) -> tuple[Neighbour, ...]:
        """The nearest rows, nearest first; equal distances are ordered by id. Blocking, without holding the GIL."""
        places = None if among is None else places_among(self._places, among)
        total = len(self) if places is None else len(places)
        if count < 1 or not total:
            return ()
        question = np.frombuffer(vector, np.float32)
        distances = np.concatenate([self._distances(question, places, some) for some in _runs(total)])
        distances = np.maximum(np.round(distances, DECIMALS), 0)
        return nearest_first(self.ids, np.arange(total) if places is None else places, distances, count)

    def vectors(self) -> Iterator[tuple[str, bytes]]:
        """Every row with its vector."""
        return ((id_, self._matrix[place].tobytes()) for place, id_ in enumerate(self.ids))

    def whole(self) -> bool:
        """Whether every vector can be read and has a direction."""
        if not len(self):
            return True
        lengths = self._all_lengths()
        return bool(np.isfinite(lengths).all() and (lengths > 0).all())

    def _distances(self, question: Matrix, places: NDArray[np.intp] | None, some: slice) -> Matrix:
        rows: slice | NDArray[np.intp] = some if places is None else places[some]
        lengths = self._all_lengths()[rows] * np.linalg.norm(question)
        distances: Matrix = (1 - (self._matrix[rows] @ question) / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        return distances

    def _all_lengths(self) -> Matrix:
        if self._lengths is None:
            runs = [np.linalg.norm(self._matrix[some], axis=1) for some in _runs(len(self))]
            self._lengths = np.concatenate(runs).astype(np.float32)
        return self._lengths


def nearest_first(
    ids: Sequence[str], places: NDArray[np.intp], distances: NDArray[np.floating[Any]], count: int
) -> tuple[Neighbour, ...]:
    """So many of the nearest rows out of those at some places; equal distances are ordered by id."""
    if count < len(places):  # all that are as far as the last one: which of them are taken, their ids decide
        near = distances <= np.partition(distances, count - 1)[count - 1]
        places, distances = places[near], distances[near]
    found = map(Neighbour, (ids[place] for place in places.tolist()), distances.tolist())
    return tuple(sorted(found, key=lambda neighbour: (neighbour.distance, neighbour.id))[:count])


def places_among(places: Mapping[str, int], ids: Sequence[str]) -> NDArray[np.intp]:
    """The places of those ids that have one, in the order in which they lie in a file or in memory."""
    known = (places[id_] for id_ in dict.fromkeys(ids) if id_ in places)
    return np.sort(np.fromiter(known, np.intp))


def _runs(total: int) -> Iterator[slice]:
    return (slice(at, min(at + _ROWS, total)) for at in range(0, total, _ROWS))
