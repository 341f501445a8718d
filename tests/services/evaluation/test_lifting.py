"""What a reranker could bring is counted before what one brings, and both are said plainly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.golden import GoldenRun, Lift
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Support
from gangdan_gui.payloads.evaluation import lift
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.lifting import lift_of
from gangdan_gui.services.evaluation.measures import Place
from gangdan_gui.services.evaluation.sets import AskedQuestion, Span
from gangdan_gui.services.golden.lines import read_runs, run_line
from gangdan_gui.wording.lift_wording import lift_sentences

AWAY = Reason("reranker-ollama-away", "http://127.0.0.1:9")


def answer(rank: int, *notices: Reason, spans: bool = True) -> Ranked:
    """An answer whose passage is found at that rank, nowhere for 0."""
    question = AskedQuestion("q", "?", "en", (Span("d", 0, 10),) if spans else (), False, "")
    wrong = Place("other", 0, 10)
    places = [Place("d", 0, 10) if place == rank else wrong for place in range(1, 61)]
    return Ranked(question, tuple(places), Support.YES, notices=notices)


def test_fifty_bound_what_can_be_lifted_and_unanswerable_questions_are_none() -> None:
    found = lift_of([answer(1), answer(5), answer(6), answer(50), answer(51), answer(0), answer(1, spans=False)])
    assert found == Lift(questions=6, deep=4, near=2)
    assert found.room == 2
    assert lift_sentences(found) == (
        "What is expected is among the first 50 for 4 of 6 questions, among the first 5 for 2: "
        "a reranker can lift at most 2."
    )


def test_what_one_lifts_and_lowers_is_told_with_a_verdict() -> None:
    before = [answer(1), answer(9), answer(8), answer(2)]
    better = lift_of(before, [answer(2), answer(1), answer(3), answer(7)], "judge")
    assert (better.after, better.lifted, better.lowered) == (3, 2, 1)
    assert "“judge” lifts 2 and lowers 1: 3 are among the first 5 with it." in lift_sentences(better)
    assert "leave it out" not in lift_sentences(better)
    worse = lift_of(before, [answer(9), answer(9), answer(8), answer(2)], "judge")
    assert lift_sentences(worse).endswith("It does not help here: leave it out.")


def test_one_that_can_not_help_and_one_that_was_away_are_said_to_be_so() -> None:
    nothing = lift_of([answer(1), answer(0)])
    assert "a reranker can't help" in lift_sentences(nothing)
    away = lift_of([answer(9), answer(1, spans=False)], [answer(9, AWAY), answer(1, AWAY, spans=False)], "judge")
    assert "“judge” could not be used: Ollama does not answer" in lift_sentences(away)
    partly = lift_of([answer(9), answer(9)], [answer(9, AWAY), answer(1, Reason("partly-built", "x"))], "judge")
    assert partly.failed == 1
    assert "For 1 of them it gave no order" in lift_sentences(partly)
    assert lift_sentences(lift_of([])) == ""
    assert lift(None) is None


def test_json_says_the_same() -> None:
    told = lift(lift_of([answer(9)], [answer(1)], "judge"))
    assert told is not None
    assert (told["questions"], told["among_50"], told["among_5"], told["at_most"]) == (1, 1, 0, 1)
    assert (told["reranker"], told["after"], told["lifted"], told["lowered"]) == ("judge", 1, 1, 0)
    assert "reranker" not in (lift(lift_of([answer(9)])) or {})


@pytest.mark.parametrize(
    "counted", [None, Lift(3, 2, 1), Lift(3, 2, 1, "judge", 2, 1), Lift(1, 1, 0, "judge", failed=1, why=AWAY)]
)
def test_a_run_keeps_it(counted: Lift | None) -> None:
    run = GoldenRun("2026-11-30T10:00:00+00:00", "b", "hybrid, 10", {"": {"recall@5": 1.0}}, {"": 1}, lift=counted)
    assert read_runs([run_line(run)]) == (run,)


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=30))
def test_counts_agree(ranks: list[tuple[int, int]]) -> None:
    found = lift_of([answer(old) for old, _ in ranks], [answer(new) for _, new in ranks], "judge")
    assert found.after == found.near + found.lifted - found.lowered
    assert 0 <= found.near <= found.deep <= found.questions == len(ranks)
