"""Golden questions: kept, anchored, asked, and why they fail."""

from __future__ import annotations

import asyncio
import codecs
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import Chunk, ChunkSettings
from gangdan_gui.domain.errors import (
    DocumentMissing,
    EmptyQuestion,
    LineRefused,
    NoQuestions,
    QuoteMissing,
    UnknownQuestion,
)
from gangdan_gui.domain.golden import Cause, Expected, Family, GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.domain.search import Support
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.sets import AskedQuestion
from gangdan_gui.services.golden.run import Asking
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.golden import TakenIn
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.services.conftest import Bench, Shelf

_LOOPS = "# Loops\n\nA loop repeats its body for every element of a list, one after another, in their order.\n"
_FILES = "# Files\n\nReading a file opens it, gives back all of its text as one string, and closes it in the end.\n"
_CATS = "# Cats\n\nA cat sleeps for most of the day, hunts in the evening, and purrs when somebody strokes it.\n"
_QUOTE = "repeats its body for every element of a list"


def _quiet(_done: int, _total: int) -> None:
    pass


def _expects(path: str, words: str, source: str = "course") -> Expected:
    return Expected(source, path, Quote(words, 0))


async def _build(bench: Bench, folder: Path, **texts: str) -> None:
    for name, text in (texts or {"loops": _LOOPS, "files": _FILES, "cats": _CATS}).items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    if not await bench.library.sources():
        await bench.library.add(str(folder), title="course")
    await bench.build("course")


class TestKeeping:
    def test_a_question_is_kept_with_the_place_of_its_words(self, shelf: Shelf, folder: Path) -> None:
        async def run() -> tuple[GoldenQuestion, ...]:
            async with shelf.open() as bench:
                await _build(bench, folder)
                words = _QUOTE.replace(" every ", "\n  every ")
                await bench.golden.add(
                    GoldenQuestion.of("What does a loop do?", Family.EXACT, _expects("loops.md", words))
                )
            async with shelf.open() as bench:
                return await bench.golden.questions()

        (kept,) = asyncio.run(run())
        assert kept.text == "What does a loop do?"
        assert kept.expected == (Expected("course", "loops.md", Quote(_QUOTE, _LOOPS.index(_QUOTE))),)

    def test_adding_it_again_changes_nothing_and_removing_it_twice_is_told(self, shelf: Shelf, folder: Path) -> None:
        async def run() -> None:
            async with shelf.open() as bench:
                await _build(bench, folder)
                one = GoldenQuestion.of("What does a loop do?", Family.EXACT, _expects("loops.md", _QUOTE))
                await bench.golden.add(one)
                await bench.golden.add(one)
                assert len(await bench.golden.questions()) == 1
                await bench.golden.remove(one.id)
                assert await bench.golden.questions() == ()
                with pytest.raises(UnknownQuestion):
                    await bench.golden.remove(one.id)

        asyncio.run(run())

    @pytest.mark.parametrize(
        ("question", "error"),
        [
            (GoldenQuestion.of("？", Family.EXACT), EmptyQuestion),
            (GoldenQuestion.of("what?", Family.EXACT, _expects("loops.md", "no such words")), QuoteMissing),
            (GoldenQuestion.of("what?", Family.EXACT, _expects("no.md", _QUOTE)), DocumentMissing),
        ],
    )
    def test_what_cannot_be_asked_is_refused(
        self, shelf: Shelf, folder: Path, question: GoldenQuestion, error: type[Exception]
    ) -> None:
        async def run() -> None:
            async with shelf.open() as bench:
                await _build(bench, folder)
                with pytest.raises(error):
                    await bench.golden.add(question)
                assert await bench.golden.questions() == ()

        asyncio.run(run())

    def test_a_file_that_was_damaged_by_hand_is_named_and_not_written_over(self, shelf: Shelf, folder: Path) -> None:
        async def run() -> None:
            async with shelf.open() as bench:
                await _build(bench, folder)
                kept = shelf.home / "golden" / "questions.jsonl"
                kept.parent.mkdir()
                kept.write_bytes(b'{"qid": "1", "query"\n')
                with pytest.raises(LineRefused):
                    await bench.golden.questions()
                with pytest.raises(LineRefused):
                    await bench.golden.add(GoldenQuestion.of("what?", Family.UNANSWERABLE))
                assert kept.read_bytes() == b'{"qid": "1", "query"\n'

        asyncio.run(run())


class TestFiles:
    def test_what_is_given_out_comes_in_again_as_it_was(self, shelf: Shelf, folder: Path, tmp_path: Path) -> None:
        questions = (
            GoldenQuestion.of("What does a loop do?", Family.EXACT, _expects("loops.md", _QUOTE)),
            GoldenQuestion("by-hand", "猫白天做什么？", Family.ACROSS, (
                replace(_expects("cats.md", "sleeps for most of the day"), grade=3.0), _expects("cats.md", "purrs")),
                any_passage=True),
            GoldenQuestion.of("How old is the moon?", Family.UNANSWERABLE),
        )  # fmt: skip
        file = tmp_path / "questions.jsonl"

        async def run() -> None:
            async with shelf.open() as bench:
                await _build(bench, folder)
                for one in questions:
                    await bench.golden.add(one)
                kept = await bench.golden.questions()
                assert await bench.golden.give_out(file) == 3
                for one in questions:
                    await bench.golden.remove(one.id)
                assert await bench.golden.take_in(file) == TakenIn(3)
                assert await bench.golden.questions() == kept

        asyncio.run(run())
        lines, at = [json.loads(line) for line in file.read_text("utf-8").splitlines()], _LOOPS.index(_QUOTE)
        assert lines[0]["spans"] == [
            {"doc": "course/loops.md", "start": at, "end": at + len(_QUOTE), "answer": _QUOTE}
        ]  # fmt: skip
        assert (lines[1]["grades"], lines[1]["any"], lines[1]["lang"]) == ([3.0, 1.0], True, "zh")

    def test_a_place_without_words_gets_those_that_stand_there(
        self, shelf: Shelf, folder: Path, tmp_path: Path
    ) -> None:
        file = tmp_path / "questions.jsonl"
        at = _LOOPS.index(_QUOTE)
        line: dict[str, Any] = {
            "qid": "1",
            "query": "what?",
            "spans": [{"doc": "course/loops.md", "start": at, "end": at + 7}],
            "grades": {"course/loops.md": 2},
        }
        lost = {"qid": "2", "query": "what?", "spans": [{"doc": "elsewhere/loops.md", "start": 0, "end": 7}]}

        async def run() -> None:
            async with shelf.open() as bench:
                await _build(bench, folder)
                file.write_text(json.dumps(line), "utf-8")
                assert await bench.golden.take_in(file) == TakenIn(1)
                (kept,) = await bench.golden.questions()
                assert (kept.expected[0].quote, kept.expected[0].grade) == (Quote("repeats", at), 2.0)
                file.write_text(f"{json.dumps(line)}\n{json.dumps(lost)}\n", "utf-8")
                with pytest.raises(LineRefused) as refused:
                    await bench.golden.take_in(file)
                assert refused.value.facts["line"] == "2"

        asyncio.run(run())

    def test_a_file_comes_in_as_editors_write_it_and_what_stands_nowhere_is_counted(
        self, shelf: Shelf, folder: Path, tmp_path: Path
    ) -> None:
        here = {"doc": "course/loops.md", "start": 0, "end": len(_QUOTE), "answer": _QUOTE}
        lines = [
            {"qid": "1", "query": "循环做什么？", "spans": [here], "teacher": "Li"},
            {"qid": "2", "query": "what?", "spans": [here | {"answer": "words that stand nowhere"}]},
            {"qid": "3", "query": "what?", "spans": [here | {"doc": "elsewhere/loops.md"}]},
        ]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        forms = (
            text.encode(),
            text.encode("utf-8-sig"),
            text.replace("\n", "\r\n").encode(),
            text.encode("utf-16"),
            codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
        )
        file = tmp_path / "questions.jsonl"

        async def run() -> None:
            async with shelf.open() as bench:
                await _build(bench, folder)
                for form in forms:
                    file.write_bytes(form)
                    assert await bench.golden.take_in(file) == TakenIn(3, lost=2)
                    assert [one.id for one in await bench.golden.questions()] == ["1", "2", "3"]
                for nothing in (b"", b"\n \r\n", codecs.BOM_UTF8, codecs.BOM_UTF16_LE):
                    file.write_bytes(nothing)
                    assert await bench.golden.take_in(file) == TakenIn(0)
                for bad in (text.encode("gbk"), text.encode("utf-16")[:-1], b"\0\0", text.encode() + b"{\n"):
                    file.write_bytes(bad)
                    with pytest.raises(LineRefused):
                        await bench.golden.take_in(file)
                assert len(await bench.golden.questions()) == 3, "of a file with a bad line nothing is taken in"

        asyncio.run(run())


class TestRuns:
    def test_every_failure_has_its_cause(self, shelf: Shelf, folder: Path) -> None:
        long = "\n\n".join(f"## Part {number}\n\n" + f"Word{number} " * 60 for number in range(20))
        questions = {
            "good": GoldenQuestion.of("loop body element list", Family.EXACT, _expects("loops.md", _QUOTE)),
            "lost": GoldenQuestion.of("cat sleeps day", Family.EXACT, _expects("cats.md", "sleeps for most")),
            "low": GoldenQuestion.of("Word1 Word2 Word3", Family.PARAPHRASE, _expects("files.md", "gives back all")),
            "parts": GoldenQuestion.of("loop body element list", Family.PARTS, _expects("loops.md", _QUOTE),
                                       _expects("files.md", "closes it in the end")),
            "absent": GoldenQuestion.of("quantum chromodynamics", Family.UNANSWERABLE),
        }  # fmt: skip

        async def run() -> GoldenRun:
            async with shelf.open() as bench:
                await _build(bench, folder, loops=_LOOPS, files=_FILES, cats=_CATS, long=long)
                for one in questions.values():
                    await bench.golden.add(one)
                await _build(
                    bench,
                    folder,
                    cats="# Dogs\n\nA dog barks at whoever passes by, runs after sticks, and eats all it is given.",
                )
                heard: list[tuple[int, int]] = []
                found = await bench.golden.run(SearchOptions(count=1), lambda *done: heard.append(done))
                assert heard[-1] == (5, 5)
                assert (await bench.golden.runs())[-1] == found
                return found

        found = asyncio.run(run())
        by_name = {
            name: next(one for one in found.outcomes if one.question == asked.id) for name, asked in questions.items()
        }
        assert by_name["good"].cause is None
        assert by_name["good"].rank == 1
        assert by_name["lost"].cause is Cause.NOT_IN_SOURCES
        assert by_name["low"].cause is Cause.TOO_LOW
        assert by_name["parts"].cause is Cause.TOO_LOW, "one of its two parts is not among those shown"
        assert by_name["parts"].rank == 1
        assert found.counts == {"": 5, "exact-term": 2, "multi-part": 1, "paraphrase": 1, "unanswerable": 1}
        assert found.figures["exact-term"]["recall@1"] == 0.5
        assert found.figures["unanswerable"]["recall@1"] is None

    @pytest.mark.parametrize(("size", "cause"), [(400, Cause.TOO_LOW), (150, Cause.CUT)])
    def test_a_passage_that_a_border_cuts_apart_is_told_as_that(
        self, shelf: Shelf, folder: Path, size: int, cause: Cause
    ) -> None:
        sentence = "Water boils at a hundred degrees where the air is as heavy as at the shore."
        text = "# Water\n\n" + "Rain falls on hills and runs into rivers. " * 3 + sentence + " Ice is light." * 20
        quote = sentence[:60]
        assert text.index(quote) < 150 < text.index(quote) + 60

        async def nothing(question: AskedQuestion, _options: SearchOptions) -> Ranked:
            return Ranked(question, (), Support.YES)

        async def run() -> GoldenRun:
            async with shelf.open() as bench:
                await _build(bench, folder, water=text)
                chunking = ChunkSettings("window", size, 0, 10)
                await bench.build("course", options=BuildOptions(chunking=chunking))
                asked = GoldenQuestion.of("when does water boil?", Family.EXACT, _expects("water.md", quote))
                texts = {("course", "water.md"): await bench.documents.document("course", "water.md")}

                async def chunks(_document: str) -> Sequence[Chunk]:
                    return (await bench.documents.cut_document("course", "water.md")).chunks

                asking = Asking([asked], texts)
                return await asking.run(nothing, chunks, SearchOptions(count=1), _quiet, over="")

        (outcome,) = asyncio.run(run()).outcomes
        assert outcome.cause is cause

    def test_questions_are_found_again_when_the_document_was_cut_and_moved(self, shelf: Shelf, folder: Path) -> None:
        async def run() -> tuple[GoldenRun, GoldenRun]:
            async with shelf.open() as bench:
                await _build(bench, folder)
                await bench.golden.add(
                    GoldenQuestion.of("loop body element", Family.EXACT, _expects("loops.md", _QUOTE))
                )
                first = await bench.golden.run(SearchOptions(), _quiet)
                (folder / "loops.md").write_text(
                    "A word before.\n\n" + _LOOPS.replace(" element ", "\nelement "), "utf-8"
                )
                await bench.build("course", options=BuildOptions(chunking=ChunkSettings("window", 400, 60, 20)))
                return first, await bench.golden.run(SearchOptions(), _quiet)

        first, second = asyncio.run(run())
        assert [one.cause for one in (*first.outcomes, *second.outcomes)] == [None, None]
        assert first.bound != second.bound, "figures of another chunking are not the same line of a chart"

    def test_what_was_not_asked_is_not_ranked_too_low(self, shelf: Shelf, folder: Path, tmp_path: Path) -> None:
        other = tmp_path / "other"
        other.mkdir()
        (other / "cats.md").write_text(_CATS, "utf-8")

        async def run() -> tuple[GoldenRun, GoldenRun]:
            async with shelf.open() as bench:
                await _build(bench, folder)
                source = (await bench.library.add(str(other))).source.id
                await bench.build(source)
                await bench.golden.add(GoldenQuestion.of("loop body", Family.EXACT, _expects("loops.md", _QUOTE)))
                narrow = await bench.golden.run(SearchOptions((source,)), _quiet)
                return narrow, await bench.golden.run(SearchOptions(), _quiet)

        narrow, every = asyncio.run(run())
        assert [one.cause for one in (*narrow.outcomes, *every.outcomes)] == [Cause.NOT_ASKED, None]
        assert narrow.asked_alike([every, narrow]) == (narrow,)

    def test_nothing_to_ask_is_told(self, shelf: Shelf, folder: Path) -> None:
        async def run() -> None:
            async with shelf.open() as bench:
                await _build(bench, folder)
                with pytest.raises(NoQuestions):
                    await bench.golden.run(SearchOptions(), _quiet)

        asyncio.run(run())

    def test_a_damaged_line_of_earlier_runs_is_passed_over(self, shelf: Shelf, folder: Path) -> None:
        async def run() -> int:
            async with shelf.open() as bench:
                await _build(bench, folder)
                await bench.golden.add(GoldenQuestion.of("loop", Family.EXACT, _expects("loops.md", _QUOTE)))
                await bench.golden.run(SearchOptions(), _quiet)
                file = shelf.home / "golden" / "runs.jsonl"
                file.write_bytes(b'{"at": 1}\n[]\nnothing\n' + file.read_bytes())
                await bench.golden.run(SearchOptions(), _quiet)
                return len(await bench.golden.runs())

        assert asyncio.run(run()) == 2

    def test_a_question_that_was_good_has_got_worse(self) -> None:
        def made(**causes: Cause | None) -> GoldenRun:
            return GoldenRun("", "", "", {}, {}, tuple(Outcome(id_, 1, cause) for id_, cause in causes.items()))

        before = made(a=None, b=Cause.CUT, c=None)
        after = made(a=Cause.TOO_LOW, b=Cause.TOO_LOW, c=None, d=Cause.CUT)
        assert [one.question for one in after.worse_than(before)] == ["a"]


class TestProposals:
    def test_headings_and_definitions_become_questions(self, shelf: Shelf, folder: Path) -> None:
        english = (
            "# Introduction\n\n" + "This book teaches many things to whoever reads it with patience and care. " * 2
            + "\n\n## 2.1 Recursion\n\nA function that calls itself solves a smaller piece of it each time.\n\n"
            + "## How do I copy a list\n\nA slice without bounds gives a new list that holds the same elements.\n\n"
            + "A generator is a function that gives back one value after another and waits in between.\n\n"
            + "It is a long way from here to the end of this book, which nobody has ever seen.\n\n## Short\n\nNo.\n"
        )  # fmt: skip
        chinese = (
            "# 第三章 循环语句\n\n"
            + "循环语句让程序按照条件重复执行一段代码，直到条件不再成立为止，是程序的基本结构之一，也是算法的基础。" * 2
            + "\n\n列表是一种可以存放任意多个元素的数据结构，元素之间有先后顺序，可以随时增减。\n"
        )

        async def run() -> list[GoldenQuestion]:
            async with shelf.open() as bench:
                await _build(bench, folder, english=english, chinese=chinese)
                found = await bench.golden.propose((), 20)
                await bench.golden.add(found[0])
                again = await bench.golden.propose((), 20)
                assert found[0].text not in {one.text for one in again}, "what is asked already is not proposed"
                assert len(await bench.golden.propose((), 1)) == 1
                return list(found)

        found = asyncio.run(run())
        texts = {one.text: one.expected[0].quote.text for one in found}
        assert set(texts) == {
            "What is Recursion?", "How do I copy a list?", "What is a generator?", "什么是循环语句？", "什么是列表？",
        }  # fmt: skip
        assert texts["How do I copy a list?"].startswith("A slice without bounds")
        assert texts["什么是列表？"].startswith("列表是一种")


def test_the_questions_are_in_a_backup(shelf: Shelf, folder: Path, tmp_path: Path) -> None:
    from gangdan_gui.storing.backup.contents import files_of

    async def run() -> None:
        async with shelf.open() as bench:
            await _build(bench, folder)
            await bench.golden.add(GoldenQuestion.of("what?", Family.UNANSWERABLE))

    SettingsFile(shelf.home / "settings.toml").save(Settings())
    asyncio.run(run())
    assert "golden/questions.jsonl" in files_of(shelf.home, whole=False, brought=()).files
