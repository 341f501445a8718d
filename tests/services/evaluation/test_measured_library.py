"""A library of given texts: offsets are those of the texts, and nothing of it is left."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.app import open_measured
from gangdan_gui.domain.errors import BuildFailed, EmbedderUnavailable
from gangdan_gui.domain.events import BuildFinished, BuildReport
from gangdan_gui.domain.search import Support
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.services.evaluation.asking import Ranked, ask_all, balanced_accuracy
from gangdan_gui.services.evaluation.library import MeasuredLibrary
from gangdan_gui.services.evaluation.reference import REFERENCE_FORM
from gangdan_gui.services.evaluation.scores import score
from gangdan_gui.services.evaluation.sets import AskedQuestion, Corpus, GivenDocument, Span
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings
from tests.stand_ins import HashEmbedder

_BUILTIN = BuildOptions(embedder="builtin")
_LOOP = "A loop repeats its body for every element of a list, one after another, in order.\r\n"
_MATRIX = "矩阵与向量相乘时，结果的每个元素都是一行与该向量的内积，这是线性代数的基础运算之一。" * 2


def _corpora() -> tuple[Corpus, ...]:
    loops = GivenDocument("py/tutorial: 循环 1.en", "Loops", "# <b>Loops</b>\r\n\r\n" + _LOOP, "en")
    matrices = GivenDocument("../..", "", _MATRIX, "zh")
    return Corpus("first", (loops, matrices)), Corpus("second", (matrices, GivenDocument("empty", "", "")))


def _question(id_: str, text: str, *spans: Span) -> AskedQuestion:
    return AskedQuestion(id_, text, "en", spans)


async def _built(library: MeasuredLibrary) -> None:
    async with aclosing(library.build(_corpora(), _BUILTIN)) as events:
        async for _ in events:
            pass


def test_places_are_offsets_into_the_given_texts(tmp_path: Path) -> None:
    text = _corpora()[0].documents[0].text
    at = text.index("every element")
    questions = [_question("loop", "loop repeats every element of a list", Span("py/tutorial: 循环 1.en", at, at + 13)),
                 _question("matrix", "矩阵与向量相乘", Span("../..", 0, 5))]  # fmt: skip
    heard: list[tuple[int, int]] = []

    async def run() -> list[Ranked]:
        async with open_measured(tmp_path, Settings(), lambda _: HashEmbedder()) as library:
            await _built(library)
            assert library.language_of("../..") == "zh"
            return await library.ask(questions, SearchOptions(count=50), lambda *done: heard.append(done))

    answers = asyncio.run(run())
    assert [answer.question.id for answer in answers] == ["loop", "matrix"]
    assert heard == [(1, 2), (2, 2)]
    first = answers[0].places[0]
    assert first.document == "py/tutorial: 循环 1.en"
    assert "every element" in text[first.start : first.end]
    found = [place.document for place in answers[1].places]
    assert found[0] == "../.."
    assert found.count("../..") == 1, "a document of two corpora is in the library once"
    figures = score("both", answers, lambda _: "en")
    assert figures.means["recall@1"] == 1.0


def test_the_reference_gives_one_place_a_document(tmp_path: Path) -> None:
    long = "\n\n".join(f"Paragraph {number}: {_LOOP}" for number in range(60))
    corpus = Corpus("long", (GivenDocument("long", "", long, "en"), GivenDocument("short", "", _LOOP * 2, "en")))

    async def run() -> list[Ranked]:
        async with open_measured(tmp_path, Settings(), lambda _: HashEmbedder()) as library:
            async with aclosing(library.build([corpus], _BUILTIN)) as events:
                async for _ in events:
                    pass
            return await library.ask_as_reference([_question("loop", "loop list element")], lambda *_: None)

    (answer,) = asyncio.run(run())
    assert sorted(place.document for place in answer.places) == ["long", "short"]
    assert sum(place.length for place in answer.places) <= 3000


class _Away(HashEmbedder):
    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        raise EmbedderUnavailable(embedder="hash", why="nobody answers")


def test_a_library_that_cannot_be_built_is_no_library_with_bad_figures(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_measured(tmp_path, Settings(), lambda _: _Away()) as library:
            await _built(library)

    with pytest.raises(BuildFailed) as failed:
        asyncio.run(run())
    assert failed.value.facts["reason"] == "embedder-unavailable"
    assert failed.value.facts["detail"] == "nobody answers"


def test_questions_are_asked_several_at_a_time_and_answered_in_their_order() -> None:
    under_way, most = 0, 0

    async def ask(question: AskedQuestion) -> Ranked:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        for _ in range(7 - int(question.id) % 5):
            await asyncio.sleep(0)
        under_way -= 1
        return Ranked(question, (), Support.YES)

    questions = [_question(str(number), "what?") for number in range(20)]
    answers = asyncio.run(ask_all(questions, ask, lambda *_: None))
    assert [answer.question for answer in answers] == questions
    assert 1 < most <= 4
    assert asyncio.run(ask_all([], ask, lambda *_: None)) == []


def test_told_apart_is_the_mean_of_both_kinds() -> None:
    held = [Ranked(_question("a", "what?", Span("d", 0, 1)), (), support) for support in (Support.YES, Support.WEAK)]
    absent = [Ranked(_question("b", "what?"), (), support) for support in (Support.NO, Support.WEAK)]
    assert balanced_accuracy([*held, *absent]) == 0.75
    assert balanced_accuracy(held) is None
    figures = score("s", [*held, *absent], lambda _: "en")
    assert (figures.questions, figures.unanswerable, figures.balanced) == (4, 2, 0.75)
    assert figures.supported["unanswerable"] == {"yes": 0, "weak": 1, "no": 1}
    assert figures.means["recall@5"] == 0.0, "questions without an answer do not count for what was found"


def test_where_nothing_says_anything_nothing_is_found(tmp_path: Path) -> None:
    corpora = (Corpus("slight", (GivenDocument("a", "", "Kurz."), GivenDocument("b", "", ""))),)

    async def run() -> list[Ranked]:
        async with open_measured(tmp_path, Settings(), lambda _: HashEmbedder()) as library:
            async with aclosing(library.build(corpora, _BUILTIN)) as events:
                async for _ in events:
                    pass
            return await library.ask([_question("a", "what is short?")], SearchOptions(), lambda *_: None)

    (answer,) = asyncio.run(run())
    assert (answer.places, answer.supported) == ((), Support.NO)


def test_no_other_form_is_advised_than_the_one_that_is_measured(tmp_path: Path) -> None:
    async def run() -> list[BuildReport]:
        async with open_measured(tmp_path, Settings(), lambda _: HashEmbedder()) as library:
            options = BuildOptions(embedder="builtin", form=REFERENCE_FORM)
            async with aclosing(library.build(_corpora(), options)) as events:
                return [event.report async for event in events if isinstance(event, BuildFinished)]

    reports = asyncio.run(run())
    assert [report.chunks_total for report in reports] == [2, 0]
    assert [notice.code for report in reports for notice in report.notices if notice.code == "earlier-form"] == []
