"""Scores of several kinds become one: whatever order they come in, and never against what each kind says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.fusion import RECIPROCAL, Fusion, min_max, reciprocal_ranks, weighted

scores = st.lists(st.one_of(st.none(), st.integers(-20, 20).map(lambda one: one / 4)), max_size=12)


def test_the_best_is_one_and_the_fiftieth_nothing() -> None:
    column = [float(score) for score in range(100)]
    scaled = min_max(column)
    assert (scaled[99], scaled[50], scaled[49], scaled[0]) == (1.0, 0.0, 0.0, 0.0)
    assert scaled[75] == pytest.approx(25 / 49)


def test_of_few_found_by_words_none_counts_for_nothing() -> None:
    assert min_max([4.0, 1.0, None], bottom=0.0) == [1.0, 0.25, None]
    assert min_max([4.0, 1.0, None]) == [1.0, 0.0, None]


def test_equally_good_ones_are_all_the_best() -> None:
    assert min_max([0.5, None, 0.5]) == [1.0, None, 1.0]
    assert min_max([None, None]) == [None, None]


def test_equals_share_a_rank() -> None:
    assert reciprocal_ranks([0.5, 0.9, None, 0.5], 10) == [11 / 12, 1.0, None, 11 / 12]


def test_distances_of_two_embedders_are_scaled_apart() -> None:
    assert Fusion().by_meaning([0.9, 0.8, 0.3, 0.1], ["a", "a", "b", "b"]) == [1.0, 0.0, 1.0, 0.0]


def test_a_kind_that_found_nothing_takes_no_weight_from_the_others() -> None:
    assert weighted([(0.4, [1.0, 0.5]), (0.6, [None, None])], 2) == [1.0, 0.5]
    assert weighted([], 2) == [0.0, 0.0]


@given(scores, st.booleans(), st.randoms(use_true_random=False))
def test_scales_keep_the_order_and_do_not_care_for_places(column, by_ranks: bool, shuffle) -> None:
    fusion = Fusion(RECIPROCAL) if by_ranks else Fusion()
    scaled = fusion.by_words(column)
    assert all((one is None) == (other is None) for one, other in zip(column, scaled, strict=True))
    known = sorted((one, other) for one, other in zip(column, scaled, strict=True) if one is not None)
    assert [other for _, other in known] == sorted(other for _, other in known)
    assert all(0 <= other <= 1 for _, other in known)
    places = list(range(len(column)))
    shuffle.shuffle(places)
    assert fusion.by_words([column[place] for place in places]) == [scaled[place] for place in places]


@given(st.lists(st.tuples(scores.map(lambda _: 0.5), st.floats(0, 1)), max_size=6), st.floats(0, 1), st.floats(0, 1))
def test_better_in_one_kind_is_never_worse_in_all(others, low: float, high: float) -> None:
    low, high = sorted((low, high))
    rest = [(weight, [value, value]) for weight, value in others]
    first, second = weighted([(0.5, [low, high]), *rest], 2)
    assert 0 <= first <= second <= 1
