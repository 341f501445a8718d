"""What a ranked place covers, and the figures that follow from it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.services.evaluation.measures import (
    Place,
    budget,
    figures,
    means,
    ndcg,
    recall,
    reciprocal_rank,
    within,
)
from gangdan_gui.services.evaluation.sets import AskedQuestion, Span


def _asked(*spans: Span, any_span: bool = False) -> AskedQuestion:
    return AskedQuestion("q", "what?", "en", spans, any_span)


@pytest.mark.parametrize(
    ("span", "place", "covered"),
    [
        (Span("d", 10, 70), Place("d", 10, 70), True),
        (Span("d", 10, 70), Place("d", 11, 500), False),
        (Span("d", 10, 71), Place("d", 0, 41), True),
        (Span("d", 10, 71), Place("d", 0, 40), False),
        (Span("d", 0, 1000), Place("d", 900, 2000), True),
        (Span("d", 0, 1000), Place("d", 901, 2000), False),
        (Span("d", 10, 20), Place("other", 0, 100), False),
        (Span("d", 110, 120), Place("other", 0, 100, copies=(("d", 100),)), True),
        (Span("d", 210, 220), Place("other", 0, 100, copies=(("d", 100),)), False),
    ],
)
def test_a_place_covers_a_short_span_whole_and_a_long_one_by_half_or_a_hundred_characters(
    span: Span, place: Place, covered: bool
) -> None:
    assert place.covers(span) is covered


def test_recall_is_the_share_of_spans_unless_any_is_enough() -> None:
    spans = Span("d", 0, 10), Span("d", 50, 60)
    first = [Place("d", 0, 20)]
    assert recall(_asked(*spans), first) == 0.5
    assert recall(_asked(*spans, any_span=True), first) == 1.0
    assert recall(_asked(*spans, any_span=True), [Place("d", 20, 40)]) == 0.0


def test_what_is_read_ends_within_a_place() -> None:
    places = [Place("d", 0, 30), Place("e", 100, 200), Place("f", 0, 10)]
    assert [(one.document, one.start, one.end) for one in within(places, 50)] == [("d", 0, 30), ("e", 100, 120)]
    assert (budget("en"), budget("zh"), budget("")) == (4000, 2000, 4000)


def test_the_first_right_place_counts_among_ten() -> None:
    wrong = [Place("x", 0, 10)] * 9
    question = _asked(Span("d", 0, 10))
    assert reciprocal_rank(question, [*wrong, Place("d", 0, 10)]) == pytest.approx(0.1)
    assert reciprocal_rank(question, [*wrong, *wrong, Place("d", 0, 10)]) == 0.0


def test_ndcg_weighs_by_grade_and_rank() -> None:
    good, fair = Span("d", 0, 10, grade=3), Span("e", 0, 10, grade=1)
    question = _asked(good, fair)
    right, wrong_way_round = [Place("d", 0, 10), Place("e", 0, 10)], [Place("e", 0, 10), Place("d", 0, 10)]
    assert ndcg(question, right) == pytest.approx(1.0)
    ideal = 3 + 1 / math.log2(3)
    assert ndcg(question, wrong_way_round) == pytest.approx((1 + 3 / math.log2(3)) / ideal)
    assert ndcg(question, [Place("d", 0, 10), Place("d", 0, 10)]) == pytest.approx(3 / ideal), "a span counts once"
    assert ndcg(_asked(good, fair, any_span=True), [Place("e", 0, 10)]) == pytest.approx(1 / 3)


def test_a_mean_over_no_question_is_none() -> None:
    assert set(means([]).values()) == {None}
    question = _asked(Span("d", 0, 10))
    half = means([figures(question, [Place("d", 0, 10)], 4000), figures(question, [], 4000)])
    assert half == dict.fromkeys(half, 0.5)


_SPANS = st.lists(
    st.builds(lambda d, s, n, g: Span(d, s, s + n, g), st.sampled_from("ab"), st.integers(0, 500), st.integers(1, 300),
              st.floats(0, 5)),
    min_size=1, max_size=5,
)  # fmt: skip
_PLACES = st.lists(
    st.builds(lambda d, s, n: Place(d, s, s + n), st.sampled_from("ab"), st.integers(0, 500), st.integers(1, 600)),
    max_size=60,
)


@given(_SPANS, _PLACES, st.booleans())
def test_every_figure_is_a_share_and_grows_with_what_is_looked_at(
    spans: list[Span], places: list[Place], any_span: bool
) -> None:
    found = figures(_asked(*spans, any_span=any_span), places, 4000)
    assert all(0 <= figure <= 1 for figure in found.values())
    assert found["recall@1"] <= found["recall@5"] <= found["recall@10"] <= found["recall@50"]
