"""Exact search over vectors of 16 bits."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.ports import DISTANCE_ERROR
from gangdan_gui.storing.coded_rows import CodedRows, GrowingRows
from gangdan_gui.storing.exact_search import ExactRows
from tests.storing.rows import many, vector


def coded(ids: list[str], data: bytes, dimension: int) -> CodedRows:
    return CodedRows.of(ids, data, dimension)


@given(st.integers(0, 2**32 - 1), st.integers(1, 1200), st.integers(2, 40), st.integers(1, 30), st.floats(0.0001, 2))
def test_the_same_is_near_as_of_whole_vectors(seed: int, count: int, dimension: int, wanted: int, apart: float) -> None:
    drawn = np.random.default_rng(seed)
    middle = drawn.normal(size=dimension)
    matrix = (middle + apart * drawn.normal(size=(count, dimension))).astype(np.float32)
    ids = [f"{place:04}" for place in range(count)]
    asked = (middle + apart * drawn.normal(size=dimension)).astype(np.float32)
    rows, exact = coded(ids, matrix.tobytes(), dimension), ExactRows(ids, matrix)
    distances = {one.id: one.distance for one in exact.nearest(asked.tobytes(), count)}
    some = ids[:: 1 + seed % 3]
    for among in (None, some):
        found = rows.nearest(asked.tobytes(), wanted, among)
        truly = exact.nearest(asked.tobytes(), wanted, among)
        assert len(found) == len(truly)
        for one, other in zip(found, truly, strict=True):  # who is as far as somebody else may take its place
            assert one.distance == pytest.approx(distances[one.id], abs=DISTANCE_ERROR / 10)
            assert one.distance == pytest.approx(other.distance, abs=DISTANCE_ERROR / 10)
            assert among is None or one.id in among


def test_copies_are_equally_far_wherever_they_are_and_ordered_by_id() -> None:
    rows = many(700, dimension=16)
    data = [one.vector for one in rows]
    for place in (3, 300, 699):
        data[place] = rows[600].vector
    near = coded([one.id for one in rows], b"".join(data), 16).nearest(rows[600].vector, 3)
    assert [one.id for one in near] == ["3", "300", "600"]
    assert len({one.distance for one in near}) == 1


def test_lengths_and_vectors_without_a_direction_say_nothing() -> None:
    rows = coded(["a", "b", "none"], vector(2, 0) + vector(0, 1e-3) + vector(0, 0), 2)
    assert [(one.id, one.distance) for one in rows.nearest(vector(0, 5), 9)] == [("b", 0), ("a", 1), ("none", 1)]
    assert [one.distance for one in rows.nearest(vector(0, 0), 9)] == [1, 1, 1]


def test_rows_are_put_together_and_left_out() -> None:
    rows = many(9)
    growing = GrowingRows(9, 8)
    for some in (rows[:4], rows[4:]):
        growing.take(coded([one.id for one in some], b"".join(one.vector for one in some), 8))
    with pytest.raises(ValueError, match="room for 9"):
        growing.take(coded(["one more"], rows[0].vector, 8))
    whole = growing.grown()
    assert [whole.nearest(one.vector, 1)[0].id for one in rows] == [one.id for one in rows]
    fewer = GrowingRows(2, 8)
    fewer.take(whole, [2, 7])
    left = fewer.grown()
    assert {one.id for one in left.nearest(rows[0].vector, 9)} == {"2", "7"}
    assert len(left) == 2
    assert left.nearest(rows[0].vector, 9, ["7", "0", "7"])[0].id == "7"
    assert left.nearest(rows[0].vector, 9, []) == left.nearest(rows[0].vector, 0) == ()


def test_of_many_rows_none_is_passed_over() -> None:
    drawn = np.random.default_rng(5)
    matrix = drawn.normal(size=(20_000, 16)).astype(np.float32)
    ids = [f"{place:05}" for place in range(len(matrix))]
    rows, exact = coded(ids, matrix.tobytes(), 16), ExactRows(ids, matrix)
    for asked in matrix[::3999]:
        found, truly = rows.nearest(asked.tobytes(), 7), exact.nearest(asked.tobytes(), 7)
        assert [one.id for one in found] == [one.id for one in truly]


def test_threads_that_ask_at_once_find_all_that_they_look_among() -> None:
    count = 50_000
    ids = [str(place) for place in range(count)]
    together = Barrier(4)
    with ThreadPoolExecutor(4) as threads:
        for _ in range(3):
            rows = coded(ids, np.ones((count, 2), np.float32).tobytes(), 2)

            def ask(number: int, rows: CodedRows = rows) -> list[str]:
                together.wait()
                return [one.id for one in rows.nearest(vector(1, 0), 9, [ids[-1 - number]])]

            assert list(threads.map(ask, range(4))) == [[ids[-1 - number]] for number in range(4)]


def test_two_threads_look_at_the_rows_of_one() -> None:
    drawn = np.random.default_rng(7)
    matrix = drawn.normal(size=(40_000, 8)).astype(np.float32)
    matrix[[5, 39_999]] = matrix[20_000]
    ids = [f"{place:05}" for place in range(len(matrix))]
    rows, exact = coded(ids, matrix.tobytes(), 8), ExactRows(ids, matrix)
    for place, among in ((20_000, None), (39_998, None), (1, ids[3:])):
        asked = matrix[place].tobytes()
        near = [one.distance for one in rows.nearest(asked, 20, among)]
        truly = [one.distance for one in exact.nearest(asked, 20, among)]
        assert near == pytest.approx(truly, abs=DISTANCE_ERROR / 10)
    assert [one.id for one in rows.nearest(matrix[5].tobytes(), 3)] == ["00005", "20000", "39999"]
