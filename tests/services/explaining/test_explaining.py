"""Why a passage is not found: the first step that it did not pass is named, and what comes after is not known."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import ChunkSettings, FileState
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.events import AnswerFinished
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Mode
from gangdan_gui.services.explaining.explaining import STEPS, _converted
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, BuildOptions, Check, SearchOptions
from gangdan_gui.storing.records import DocumentRecord
from gangdan_gui.wording.step_wording import step_sentences

TEXT = (
    "# Rice\n\nRice boils for twelve minutes. Then it stands with the lid on, so that the steam finishes the work.\n\n"
    "# Bread\n\nBread dough is kneaded by pushing it away with the heel of the hand, and it rests for an hour.\n"
)
QUESTION = "How long does rice boil?"


def by_id(steps: tuple[Check, ...]) -> dict[str, Check]:
    return {step.id: step for step in steps}


def failed_at(steps: tuple[Check, ...]) -> str:
    """The first step that is a problem; those after it are not known."""
    at = next(number for number, step in enumerate(steps) if step.state == PROBLEM)
    assert all(step.state == NOT_CHECKED for step in steps[at + 1 :])
    assert all(step.state == OK for step in steps[:at])
    return steps[at].id


def test_each_step_before_the_search_is_answered_from_what_is_kept(shelf, folder: Path) -> None:
    (folder / "rice.md").write_text(TEXT, "utf-8")
    (folder / "empty.md").write_text(" \n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            why, any_where = bench.explaining.why, SearchOptions()
            with pytest.raises(UnknownSource):
                await why(QUESTION, "nobody", "rice.md", 0, any_where)
            assert failed_at(await why(QUESTION, source, "rice.md", 0, any_where)) == "built"
            await bench.build(source)
            elsewhere = SearchOptions(collections=("other",))
            assert failed_at(await why(QUESTION, source, "rice.md", 0, elsewhere)) == "chosen"
            for path in ("gone.md", "empty.md"):
                assert failed_at(await why(QUESTION, source, path, 0, any_where)) == "converted"
            assert failed_at(await why(QUESTION, source, "rice.md", 10**6, any_where)) == "whole"
            chinese = SearchOptions(language="zh")
            assert failed_at(await why(QUESTION, source, "rice.md", 10, chinese)) == "filtered"

    asyncio.run(main())


@pytest.mark.parametrize(
    ("code", "said"),
    [("excluded", "You have taken the document out."), ("all-too-short", "hardly any text was found in it"),
     ("not-readable", "could not be read")],
)  # fmt: skip
def test_what_was_taken_out_or_says_too_little_is_not_called_unreadable(code: str, said: str) -> None:
    record = DocumentRecord("a.md", "", 0, 0.0, FileState.SKIPPED, reason=Reason(code, "3"))
    step = _converted(record)
    assert step.state == PROBLEM
    assert said in step_sentences(step)[0]


def test_a_passage_that_is_there_is_followed_to_its_place(shelf, folder: Path) -> None:
    (folder / "rice.md").write_text(TEXT, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            for start in (TEXT.index("twelve"), None):
                steps = await bench.explaining.why(QUESTION, source, "rice.md", start, SearchOptions(language="en"))
                states = {id_: step.state for id_, step in by_id(steps).items()}
                assert all(states[step] == OK for step in ("chosen", "built", "converted", "whole", "filtered"))
                assert [step.id for step in steps] == [id_ for id_ in STEPS if id_ in states]
                assert states["ranked"] != PROBLEM

    asyncio.run(main())


def test_the_same_text_twice_is_found_by_words_in_both_places(shelf, folder: Path) -> None:
    for name in ("rice.md", "again.md"):
        (folder / name).write_text(TEXT, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            for name in ("rice.md", "again.md"):
                steps = by_id(await bench.explaining.why(QUESTION, source, name, None, SearchOptions()))
                assert "rice" in steps["words"].facts["words"]
                assert all(step.state != PROBLEM for step in steps.values())

    asyncio.run(main())


def test_a_source_of_which_nothing_could_be_read_is_not_said_to_be_unbuilt(shelf, folder: Path) -> None:
    (folder / "empty.md").write_text(" \n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            steps = await bench.explaining.why(QUESTION, source, "empty.md", None, SearchOptions())
            assert failed_at(steps) == "built"
            assert "not built" not in " ".join(step_sentences(by_id(steps)["built"]))

    asyncio.run(main())


def test_a_sentence_that_no_passage_holds_whole_is_said_to_be_cut(shelf, folder: Path) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    (folder / "long.md").write_text(f"A first sentence stands here, at some length. {words}. And a last one.", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source, options=BuildOptions(chunking=ChunkSettings(size=200, overlap=20)))
            at = (await bench.documents.document(source, "long.md")).text.index("word30")
            cut = by_id(await bench.explaining.why("word30", source, "long.md", at, SearchOptions()))["whole"]
            assert (cut.state, cut.facts["case"]) == (PROBLEM, "cut")
            first = by_id(await bench.explaining.why("word30", source, "long.md", 5, SearchOptions()))["whole"]
            assert (first.state, first.facts["number"]) == (OK, "1")

    asyncio.run(main())


def test_of_a_search_by_words_alone_the_words_are_told(shelf, folder: Path) -> None:
    (folder / "rice.md").write_text(TEXT, "utf-8")
    (folder / "bread.md").write_text("# Bread\n\nBread dough is kneaded by pushing it away with the hand.\n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            options = SearchOptions(mode=Mode.KEYWORD)
            found = by_id(await bench.explaining.why("boiling rice", source, "rice.md", None, options))
            assert (found["meaning"].facts["case"], found["words"].state) == ("mode", OK)
            missed = by_id(await bench.explaining.why("boiling rice", source, "bread.md", None, options))["words"]
            assert missed.state == PROBLEM
            assert set(missed.facts["asked"].split(", ")) == {"boil", "rice"}
            assert "rice" in step_sentences(missed)[0]

    asyncio.run(main())


def test_the_guide_from_a_wrong_answer_looks_whether_its_passages_are_cut(shelf, folder: Path) -> None:
    # Each of some 300 characters, together more than a passage may have.
    sentences = (" ".join(f"s{number}word{n}" for n in range(33)) for number in range(20))
    (folder / "long.md").write_text(". ".join(sentences) + ".", "utf-8")
    (folder / "rice.md").write_text(TEXT, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            for size, overlap, state in ((430, 20, PROBLEM), (900, 400, OK)):
                cut = ChunkSettings(size=size, overlap=overlap)
                await bench.build(source, options=BuildOptions(chunking=cut))
                async with aclosing(bench.assistant.ask("s7word30", SearchOptions(count=1, model=""))) as events:
                    answer = [event.answer async for event in events if isinstance(event, AnswerFinished)][-1]
                assert [passage.path for passage in answer.passages] == ["long.md"]
                assert by_id(await bench.explaining.guide(SearchOptions(), answer))["guide-whole"].state == state
            gone = replace(answer, passages=(replace(answer.passages[0], text="Another text."),))
            assert by_id(await bench.explaining.guide(SearchOptions(), gone))["guide-whole"].state == NOT_CHECKED

    asyncio.run(main())
