"""What a translation of a question found beside what the question found: its share, and what it says of a language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.languages import shares
from gangdan_gui.retrieving.second_leg import SecondLeg, with_legs


def hit(chunk: str, fused: float, language: str = "en", *terms: str, start: int = 0) -> Hit:
    place = (chunk, "s", f"{chunk}.md", "", (), start, start + 9, "text", language, 0.5)
    return Hit(*place, fused=fused, terms=terms)


def scores(hits: list[Hit]) -> dict[tuple[str, int], float]:
    return {(one.chunk, one.start): pytest.approx(one.fused) for one in hits}


def test_scores_are_added_part_by_part() -> None:
    usual = [hit("a", 0.8, "en", "tree"), hit("a", 0.4, start=9), hit("b", 0.6)]
    leg = SecondLeg("en", [hit("a", 0.2, "en", "leaf", "tree"), hit("c", 1.0)], 0.0)
    found = with_legs(usual, {}, "zh", [leg], share=0.5)
    assert scores(found) == {("a", 0): 0.5, ("a", 9): 0.2, ("b", 0): 0.3, ("c", 0): 0.5}
    assert found[0].terms == ("tree", "leaf")
    assert found[0].distance == 0.5


def test_what_is_in_another_language_stays() -> None:
    usual = [hit("a", 0.8, "zh"), hit("b", 0.6)]
    found = with_legs(usual, {}, "zh", [SecondLeg("en", [hit("b", 1.0)], 0.0)], share=0.5)
    assert scores(found) == {("a", 0): 0.8, ("b", 0): 0.8}
    assert with_legs(usual, {}, "zh", []) == usual


def test_a_translation_that_is_sure_lifts_its_language() -> None:
    odds = {"zh": -4.0, "en": -4.0}
    before, now = shares(odds, "zh"), shares({"zh": -4.0, "en": 0.9}, "zh")
    usual = [hit("a", 1.0 * before["zh"], "zh"), hit("b", 1.0 * before["en"])]
    found = with_legs(usual, odds, "zh", [SecondLeg("en", [hit("b", 1.0)], 0.9)])
    assert scores(found) == {("a", 0): now["zh"], ("b", 0): now["en"]}
    assert now["en"] > now["zh"]


def test_a_question_whose_own_language_holds_the_answer_stays_there() -> None:
    odds = {"zh": 2.0, "en": -4.0}
    before = shares(odds, "zh")
    usual = [hit("a", before["zh"], "zh"), hit("b", before["en"])]
    found = with_legs(usual, odds, "zh", [SecondLeg("en", [hit("b", 1.0)], 30.0)])
    best = max(found, key=lambda one: one.fused or 0.0)
    assert best.chunk == "a"
    assert (best.fused or 0.0) > 0.8


def test_one_that_is_not_sure_takes_nothing_away() -> None:
    odds = {"zh": 0.0, "en": 5.0}
    weight = shares(odds, "zh")["en"]
    found = with_legs([hit("b", weight)], odds, "zh", [SecondLeg("en", [hit("b", 1.0)], -9.0)])
    assert scores(found) == {("b", 0): weight}


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1), st.floats(0, 1)), max_size=8), st.floats(0, 1))
def test_scores_stay_between_none_and_the_best(found: list[tuple[int, float, float]], share: float) -> None:
    usual = list({n: hit(str(n), one) for n, one, _ in found}.values())
    leg = SecondLeg("en", list({n + 2: hit(str(n + 2), other) for n, _, other in found}.values()), 0.0)
    together = with_legs(usual, {}, "zh", [leg], share=share)
    assert {one.chunk for one in together} == {one.chunk for one in (*usual, *leg.hits)}
    assert all(-1e-9 <= (one.fused or 0.0) <= 1 + 1e-9 for one in together)
