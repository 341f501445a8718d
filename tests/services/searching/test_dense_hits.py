"""How far a chunk is by its nearest part and as a whole, computed by hand beside."""

from __future__ import annotations

import math

import pytest

from gangdan_gui.domain.vectors import cosine_distance
from gangdan_gui.services.searching.dense_hits import _distances
from tests.storing.rows import vector

ASKED = vector(1.0, 0.0, 0.0)


def test_a_whole_chunk_is_as_far_as_its_only_part() -> None:
    part = vector(3.0, 4.0, 0.0)
    assert _distances(ASKED, [[part]]) == [(pytest.approx(0.4), pytest.approx(0.4))]
    ((near, whole),) = filter(None, _distances(vector(0.5, 1, 2), [[part]]))
    assert near == whole == pytest.approx(cosine_distance(vector(0.5, 1, 2), part))


def test_parts_count_by_their_directions_not_their_lengths() -> None:
    ((near, far, whole),) = filter(None, _distances(ASKED, [[vector(1, 1, 0), vector(0, 9, 9)]]))
    # Directions (1, 1, 0)/√2 and (0, 1, 1)/√2 add up to (1, 2, 1)/√2.
    assert (near, far) == (pytest.approx(1 - math.sqrt(0.5)), pytest.approx(1))
    assert whole == pytest.approx(1 - 1 / math.sqrt(6))


def test_parts_that_cancel_each_other_leave_the_first_for_the_whole() -> None:
    assert _distances(ASKED, [[vector(1, 0, 0), vector(-1, 0, 0)]]) == [(0.0, 2.0, 0.0)]


def test_a_chunk_of_which_a_vector_is_not_kept_has_none_of_both() -> None:
    known = vector(0, 1, 0)
    assert _distances(ASKED, [[known, None], [known]]) == [None, (1.0, 1.0)]
    assert _distances(ASKED, []) == []


def test_copies_are_equally_far_wherever_they_stand() -> None:
    rows = [[vector(0.1 * n, 0.7, -0.3 * n)] for n in range(1, 9)]
    first = _distances(vector(0.3, 0.2, 0.9), rows)
    again = _distances(vector(0.3, 0.2, 0.9), rows[::-1])
    assert [round(one[0], 12) for one in first if one] == [round(one[0], 12) for one in again[::-1] if one]
