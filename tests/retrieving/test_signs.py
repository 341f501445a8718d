"""The signs of a search: what is nearest stands out or not, and how much of the question's words is there."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.signs import Weighed, signs


def weighed(distance: float | None, words: float = 0.0, chunk: str = "c") -> Weighed:
    return Weighed(chunk, "s", "en", distance, words)


def test_the_nearest_is_compared_with_the_nine_behind_it() -> None:
    crowd = [weighed(0.8) for _ in range(9)]
    found = signs([*crowd, weighed(0.3), weighed(1.9), weighed(None, 6.0)], terms=3, chunks=1000)
    assert found is not None
    assert found.figures == pytest.approx((0.7, 0.2, 1.5 / math.log(1001), 0.0))


def test_of_two_equally_near_the_one_with_more_words_counts() -> None:
    found = signs([weighed(0.5, 1.0, "a"), weighed(0.5, 4.0, "b")], terms=1, chunks=100)
    assert found is not None
    assert found.nearest_words == found.words == pytest.approx(2 / math.log(101))


def test_without_a_distance_there_are_no_signs() -> None:
    assert signs([], 1, 1) is None
    assert signs([weighed(None, 3.0)], 1, 1) is None


@given(
    st.lists(st.tuples(st.floats(0, 2), st.floats(0, 50)), min_size=1, max_size=30),
    st.integers(0, 9),
    st.integers(0, 10**6),
)
def test_whatever_was_found_the_signs_are_numbers_of_their_range(
    pairs: list[tuple[float, float]], terms: int, chunks: int
) -> None:
    found = signs([weighed(*pair) for pair in pairs], terms, chunks)
    assert found is not None
    assert all(math.isfinite(figure) for figure in found.figures)
    assert found.lead >= -1e-9
    assert 0 <= found.nearest_words <= found.words
