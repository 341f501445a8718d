"""What is read from a trace: by what a chunk was found, and what became of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gangdan_gui.domain.search import Passage, SearchResult, Support
from gangdan_gui.domain.trace import Asked, Candidate, Fate, Trace
from gangdan_gui.services.answering.reading_budget import budget_step
from gangdan_gui.services.explaining.explaining_search import candidate_of, found_steps
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check, SearchOptions
from gangdan_gui.services.settings import Settings
from gangdan_gui.wording.step_wording import step_sentences

FOUND = Candidate("c", "s", "p.md", (), 0, 90, "en", 2, 0.5, 3, 4.5, ("rice",), 0.6, Fate.SHOWN, 1)
BETTER = replace(FOUND, chunk="b", dense_rank=1, distance=0.3, keyword_rank=1, fused=0.9)
CHINESE = replace(FOUND, chunk="z", language="zh", dense_rank=1, distance=0.1, fused=0.7)
ASKED = Asked("words", "", "en", (("rice", 1.0), ("boil", 1.0)))
PASSAGE = Passage(1, "s", "p.md", "", "P", (), 0, 90, "rice " * 18, "en", 0.6, 0.5)


def result(*candidates: Candidate, passages: tuple[Passage, ...] = (PASSAGE,)) -> SearchResult:
    trace = Trace("en", (ASKED,), candidates)
    return SearchResult("rice", "en", passages, Support.YES, trace=trace)


def steps(
    found: Candidate | None, *others: Candidate, alone: Candidate | None = None, mode: str = "hybrid"
) -> dict[str, Check]:
    seen = result(*[one for one in (found, *others) if one])
    told = found_steps(seen, found, alone, SearchOptions(mode=mode), 1.2)
    return {step.id: step for step in told}


def test_ranks_are_told_among_those_of_its_language() -> None:
    told = steps(FOUND, BETTER, CHINESE)
    assert [step.state for step in told.values()] == [OK, OK, OK]
    assert (told["meaning"].facts["rank"], told["meaning"].facts["count"]) == ("2", "2")
    assert told["words"].facts["words"] == "rice"
    assert told["ranked"].facts["rank"] == "3"


@pytest.mark.parametrize(
    ("fate", "case", "state"),
    [(Fate.COPY, "copy", OK), (Fate.TOO_FAR, "ceiling", PROBLEM), (Fate.RANKED_TOO_LOW, "low", PROBLEM),
     (Fate.COVERED, "covered", OK)],
)  # fmt: skip
def test_every_fate_has_a_case_and_a_sentence(fate: Fate, case: str, state: str) -> None:
    ranked = steps(replace(FOUND, fate=fate, passage=int(state == OK)), BETTER)["ranked"]
    assert (ranked.state, ranked.facts["case"]) == (state, case)
    said, advice = step_sentences(ranked)
    assert "<" not in said + advice


def test_what_a_reranker_put_lower_is_told_with_its_name_and_place() -> None:
    low = replace(FOUND, fate=Fate.RANKED_TOO_LOW, passage=0, reranked=17, reranker_score=-2.0)
    seen = result(low, BETTER)
    assert seen.trace is not None
    seen = replace(seen, trace=replace(seen.trace, reranker="judge/model.onnx"))
    ranked = {step.id: step for step in found_steps(seen, low, None, SearchOptions(), 1.2)}["ranked"]
    said, advice = step_sentences(ranked)
    assert ranked.state == PROBLEM
    assert "“judge/model.onnx” put it at 17, behind the 1 passages" in said
    assert "without the reranker" in advice


def test_what_is_not_among_the_candidates_is_far_or_without_the_words() -> None:
    alone = replace(FOUND, distance=0.8, dense_rank=1, terms=())
    told = steps(None, BETTER, alone=alone)
    assert told["meaning"].facts == {"count": "1", "case": "far", "distance": "0.80", "last": "0.30"}
    assert told["words"].state == PROBLEM
    assert told["words"].facts["asked"] == "rice, boil"
    assert told["ranked"].state == NOT_CHECKED
    assert steps(None, BETTER)["meaning"].state == PROBLEM


@pytest.mark.parametrize("fate", [Fate.SHOWN, Fate.COVERED, Fate.COPY])
def test_nothing_is_wrong_with_what_is_shown_however_it_was_found(fate: Fate) -> None:
    by_meaning = replace(FOUND, fate=fate, keyword_rank=None, keyword_score=0.0, terms=())
    by_words = replace(FOUND, fate=fate, dense_rank=None, distance=None)
    for step, found in (("words", by_meaning), ("meaning", by_words)):
        told = steps(found, BETTER)
        assert {one.state for one in told.values()} == {OK}
        said, advice = step_sentences(told[step])
        assert "it was found by" in said
        assert not advice
        hidden = replace(found, fate=Fate.RANKED_TOO_LOW, passage=0)
        assert steps(hidden, BETTER)[step].state == PROBLEM


def test_what_was_not_asked_is_not_a_fault() -> None:
    assert steps(FOUND, mode="dense")["words"].state == NOT_CHECKED
    assert steps(FOUND, mode="keyword")["meaning"].state == NOT_CHECKED
    away = replace(BETTER, dense_rank=None, distance=None)
    assert steps(None, away)["meaning"].facts["case"] == "away"
    untraced = replace(result(FOUND), trace=None)
    assert {step.state for step in found_steps(untraced, None, None, SearchOptions(), 2.0)} == {NOT_CHECKED}


def test_of_several_the_one_that_is_shown_counts() -> None:
    low = replace(FOUND, chunk="d", fused=0.95, fate=Fate.RANKED_TOO_LOW)
    assert candidate_of(result(low, FOUND), ["c", "d"]) == FOUND
    assert candidate_of(result(low, FOUND), ["d"]) == low
    assert candidate_of(result(FOUND), ["nobody"]) is None
    assert candidate_of(None, ["c"]) is None


def test_the_budget_is_that_of_the_model_of_the_settings() -> None:
    long = tuple(
        replace(PASSAGE, number=number, start=number * 9000, end=number * 9000 + 4000, text="rice " * 800)
        for number in range(1, 81)
    )
    found = result(FOUND, passages=long)
    small = Settings(chat_model="m", context_tokens=2048)

    def in_passage(number: int, start: int = 0) -> Candidate:
        return replace(FOUND, passage=number, start=number * 9000 + start, end=number * 9000 + start + 90)

    assert budget_step(found, in_passage(1), {}, small).state == OK
    assert "case" not in budget_step(found, in_passage(1), {}, small).facts
    part = budget_step(found, replace(in_passage(1), end=13_000), {}, small)
    assert (part.state, part.facts["case"]) == (OK, "shortened")
    cut = budget_step(found, in_passage(1, 3900), {}, small)
    assert (cut.state, cut.facts["case"]) == (PROBLEM, "cut")
    assert "passage 1 is shortened to other sentences" in step_sentences(cut)[0]
    left = budget_step(found, in_passage(80), {}, small)
    assert (left.state, left.facts["found"]) == (PROBLEM, "80")
    assert int(left.facts["given"]) < 80
    assert "of 80 passages" in step_sentences(left)[0]
    assert budget_step(found, in_passage(80), {}, Settings()).state == NOT_CHECKED


def test_what_only_a_translation_found_is_told_as_that() -> None:
    by_it = replace(FOUND, dense_rank=None, distance=None, keyword_rank=None, terms=(), translated_rank=2)
    told = steps(by_it, BETTER)
    assert [told[step].state for step in ("meaning", "words")] == [OK, OK]
    assert all("as it was translated" in step_sentences(told[step])[0] for step in ("meaning", "words"))
    assert steps(replace(by_it, dense_rank=4, distance=0.6), BETTER)["words"].facts["case"] == "unneeded"
