"""The guide from a wrong answer: each step is told from what is kept, in the order of the way."""

from __future__ import annotations

from dataclasses import replace

from gangdan_gui.domain.documents import ChunkSettings, Source, SourceKind, SourceState
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.search import Answer, Citation, Passage, Support
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.explaining.wrong_answer import guide_steps, rests_on
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM
from gangdan_gui.storing.records import Generation, Role, SourceRecord
from gangdan_gui.wording.step_wording import step_sentences

LIVE = Generation(1, "s", "c", EmbedderIdentity("builtin", "m", "d", 2), ChunkSettings(), Role.LIVE)
RECORD = SourceRecord(
    Source("s", "Cooking", SourceKind.LOCAL, ("/x",)), SourceState.READY, live=LIVE, documents=3, chunks=9, expected=3
)
PASSAGE = Passage(1, "s", "rice.md", "", "Rice", (), 0, 9, "Boil rice", "en", 0.9, 0.1)
GOOD = Answer(
    "Boil it [1].", True, Support.YES, "qwen", (Citation(1, "s", "Cooking", "rice.md", "", (), 0, 9),), (PASSAGE,)
)


def states(*records: SourceRecord, answer: Answer = GOOD, cut: tuple[Passage, ...] | None = ()) -> dict[str, str]:
    steps = guide_steps(records, answer, cut=cut)
    for step in steps:
        said, advice = step_sentences(step)
        assert "<" not in said + advice, step
        assert said
    return {step.id.removeprefix("guide-"): step.state for step in steps}


def test_where_nothing_is_amiss_every_step_says_so() -> None:
    way = ("sources", "documents", "whole", "found", "ranked", "held", "read", "written")
    assert list(states(RECORD).items()) == list(dict.fromkeys(way, OK).items())


def test_what_is_not_built_or_has_changed_or_came_in_part_is_named() -> None:
    assert states()["sources"] == PROBLEM
    assert states(RECORD, replace(RECORD, live=None, chunks=0))["sources"] == PROBLEM
    assert states(replace(RECORD, state=SourceState.STALE))["sources"] == PROBLEM
    assert states(replace(RECORD, state=SourceState.PARTIAL, documents=2))["sources"] == PROBLEM
    trouble = replace(RECORD, problems=(Problem("a.pdf", "convert", Reason("encrypted")),))
    assert states(trouble)["documents"] == PROBLEM


def test_sources_that_are_gone_are_named_and_none_is_said_to_be_none() -> None:
    gone = guide_steps((RECORD,), GOOD, ("rivers", GOOD.citations[0].source))[0]
    assert gone.state == PROBLEM
    assert f"rivers, {GOOD.citations[0].title}." in step_sentences(gone)[0]
    assert "0" not in step_sentences(guide_steps((), GOOD)[0])[0]


def test_what_was_found_and_read_and_written_is_told_of_the_answer() -> None:
    assert states(RECORD, answer=replace(GOOD, passages=()))["found"] == PROBLEM
    assert states(RECORD, answer=replace(GOOD, notices=(Reason("words-only", "Cooking"),)))["found"] == PROBLEM
    for support in (Support.WEAK, Support.NO):
        assert states(RECORD, answer=replace(GOOD, supported=support))["held"] == PROBLEM
    assert states(RECORD, answer=replace(GOOD, notices=(Reason("passages-left-out", "3"),)))["read"] == PROBLEM
    assert states(RECORD, answer=replace(GOOD, citations=()))["written"] == PROBLEM
    cut = replace(GOOD, complete=False, incomplete=Reason("answer-stopped"))
    assert states(RECORD, answer=cut)["written"] == PROBLEM
    assert states(RECORD, answer=replace(GOOD, complete=False))["written"] == PROBLEM
    told = states(RECORD, answer=replace(GOOD, model=""))
    assert (told["read"], told["written"]) == (NOT_CHECKED, NOT_CHECKED)


def test_what_it_rests_on_is_what_it_names_else_the_first() -> None:
    many = tuple(replace(PASSAGE, number=number) for number in range(1, 9))
    named = replace(GOOD, passages=many, citations=tuple(replace(GOOD.citations[0], number=n) for n in (5, 7)))
    assert [one.number for one in rests_on(named)] == [5, 7]
    assert [one.number for one in rests_on(replace(named, citations=()))] == [1, 2, 3]
    assert [one.number for one in rests_on(replace(named, model=""))] == [1, 2, 3]
    assert rests_on(replace(GOOD, passages=())) == ()


def test_an_answer_that_passes_over_what_fits_best_is_told() -> None:
    many = tuple(replace(PASSAGE, number=number) for number in range(1, 9))
    for numbers, state in (((5, 7), PROBLEM), ((2, 7), OK)):
        cited = tuple(replace(GOOD.citations[0], number=number) for number in numbers)
        assert states(RECORD, answer=replace(GOOD, passages=many, citations=cited))["ranked"] == state
    shown = guide_steps((RECORD,), replace(GOOD, model=""))[4]
    assert "the first is of “Rice”" in step_sentences(shown)[0]
    assert states(RECORD, answer=replace(GOOD, passages=()))["ranked"] == NOT_CHECKED


def test_a_sentence_that_is_cut_off_is_told_with_its_passage() -> None:
    assert states(RECORD, cut=(PASSAGE,))["whole"] == PROBLEM
    assert states(RECORD, cut=None)["whole"] == NOT_CHECKED
    told = guide_steps((RECORD,), GOOD, cut=(PASSAGE, replace(PASSAGE, number=4)))[2]
    assert "1, 4" in step_sentences(told)[0]
