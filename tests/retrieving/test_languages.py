"""The language of a question counts for most, unless another one surely has the answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.retrieving.languages import shares

odds = st.floats(-50, 50)


def test_a_question_is_meant_for_its_own_language() -> None:
    found = shares({"en": 1.0, "zh": 1.0}, "en")
    assert found["en"] > 0.8 > 0.2 > found["zh"] > 0


def test_another_language_leads_where_its_own_surely_has_no_answer() -> None:
    found = shares({"en": -4.0, "zh": 2.0}, "en")
    assert found["zh"] > 0.8 > found["en"]


def test_its_own_language_leads_where_it_has_the_answer_however_sure_another_one_is() -> None:
    found = shares({"en": 7.0, "zh": 3.0}, "zh")
    assert found["zh"] > 0.7
    assert found == shares({"en": 17.0, "zh": 3.0}, "zh")


def test_without_the_questions_own_language_the_likeliest_leads() -> None:
    found = shares({"en": 2.0, "fr": -1.0}, "zh")
    assert found["en"] == 1.0 > found["fr"] > 0
    assert shares({"en": -5.0}, "zh") == {"en": 1.0}
    assert shares({}, "zh") == {}


@given(odds, odds, odds)
def test_likelier_never_counts_for_less(own: float, less: float, more: float) -> None:
    less, more = sorted((less, more))
    before, after = shares({"en": own, "zh": less}, "en"), shares({"en": own, "zh": more}, "en")
    assert before["zh"] <= after["zh"]
    assert before["en"] >= after["en"]
    assert all(0 <= share <= 1 for share in (*before.values(), *after.values()))
