"""Vectors that are equal are no longer, and all are where they were but for a hair."""

from __future__ import annotations

import numpy as np
import pytest

from gangdan_gui.domain.ports import DISTANCE_ERROR
from gangdan_gui.storing.apart import apart

IDS = [f"{number:032x}" for number in range(500)]


@pytest.mark.parametrize("dimension", [3, 8, 512, 1024])
def test_copies_of_a_vector_all_differ(dimension: int) -> None:
    one = np.random.default_rng(3).standard_normal((1, dimension), dtype=np.float32)
    turned = apart(np.repeat(one, len(IDS), axis=0), IDS)
    assert turned.dtype == np.float32
    directions = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    assert len(np.unique(turned, axis=0)) == len(IDS)
    assert np.abs(1 - directions @ directions.T).max() < DISTANCE_ERROR


def test_what_an_id_does_to_a_vector_depends_on_nothing_else() -> None:
    rows = np.random.default_rng(4).standard_normal((len(IDS), 64), dtype=np.float32)
    together = apart(rows, IDS)
    alone = np.concatenate([apart(rows[at : at + 1], IDS[at : at + 1]) for at in range(len(IDS))])
    assert np.array_equal(together, alone)


def test_a_vector_stays_itself_within_the_error_that_is_promised() -> None:
    rows = np.random.default_rng(5).standard_normal((len(IDS), 512), dtype=np.float32)
    turned = apart(rows, IDS)
    other = np.random.default_rng(6).standard_normal((len(IDS), 512), dtype=np.float32)
    assert np.abs(_distances(rows, other) - _distances(turned, other)).max() < DISTANCE_ERROR
    assert np.linalg.norm(turned - rows, axis=1).max() < 1e-3 * np.linalg.norm(rows, axis=1).min()


def _distances(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return 1 - np.sum(left * right, axis=1) / lengths
