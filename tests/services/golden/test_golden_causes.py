"""Why golden questions fail: every cause, and that the first that holds is told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.golden import Cause, Expected, Family, GoldenQuestion, GoldenRun
from gangdan_gui.domain.search import Support
from gangdan_gui.services.evaluation.asking import Ranked
from gangdan_gui.services.evaluation.measures import Place
from gangdan_gui.services.evaluation.sets import AskedQuestion, Span
from gangdan_gui.services.golden.causes import LOST, Causes
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.services.conftest import Shelf

_SPAN = Span("course/a.md", 100, 150)
_ASKED = AskedQuestion("1", "what?", "en", (_SPAN,))
_RIGHT, _WRONG = Place("course/a.md", 0, 800), Place("course/b.md", 0, 800)
_LONG = Place("course/b.md", 0, 4_000)


def _cause(answer: Ranked, *ends: int, sources: tuple[str, ...] = (), count: int = 2) -> Cause | None:
    """With a document that is cut at `ends`."""

    async def chunks(_document: str) -> Sequence[Chunk]:
        borders = (0, *ends)
        return [Chunk(f"{at}", "course", "a.md", at, (), at, end, "") for at, end in zip(borders, ends, strict=False)]

    causes = Causes(chunks, lambda _: "en")
    return asyncio.run(causes.of(answer, SearchOptions(sources, count=count)))


def _answer(*places: Place, too_far: tuple[Place, ...] = (), supported: Support = Support.YES) -> Ranked:
    return Ranked(_ASKED, places, supported, too_far)


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (_answer(_WRONG, _RIGHT), None),
        (_answer(_RIGHT, supported=Support.WEAK), None),
        (_answer(_WRONG, _WRONG, _RIGHT), Cause.TOO_LOW),
        (_answer(_WRONG), Cause.TOO_LOW),
        (_answer(_WRONG, too_far=(_WRONG,)), Cause.TOO_LOW),
        (_answer(_WRONG, too_far=(_RIGHT,)), Cause.TOO_FAR),
        (_answer(too_far=(_RIGHT,), supported=Support.NO), Cause.TOO_FAR),
        (_answer(_WRONG, _WRONG, _RIGHT, too_far=(_RIGHT,)), Cause.TOO_LOW),
        (_answer(_RIGHT, supported=Support.NO), Cause.BELOW_THRESHOLD),
        (_answer(_LONG, _RIGHT), Cause.OUT_OF_BUDGET),
        (_answer(_LONG, _RIGHT, supported=Support.NO), Cause.BELOW_THRESHOLD),
    ],
)
def test_what_became_of_the_passage_is_the_cause(answer: Ranked, cause: Cause | None) -> None:
    assert _cause(answer, 800) is cause


def test_a_border_is_the_cause_only_where_no_chunk_holds_enough() -> None:
    assert _cause(_answer(_WRONG), 120, 800) is Cause.CUT
    assert _cause(_answer(_WRONG), 90, 800) is Cause.TOO_LOW


def test_what_is_not_there_or_was_not_asked_is_told_before_all_else() -> None:
    lost = Ranked(replace(_ASKED, spans=(Span(_SPAN.document + LOST, 0, 1),)), (_RIGHT,), Support.YES)
    assert _cause(lost, 800) is Cause.NOT_IN_SOURCES
    assert _cause(_answer(_WRONG), 800, sources=("other",)) is Cause.NOT_ASKED
    assert _cause(_answer(_WRONG), 800, sources=("course",)) is Cause.TOO_LOW


@pytest.mark.parametrize(("supported", "cause"), [
    (Support.YES, Cause.SEEMED_ANSWERED), (Support.WEAK, Cause.SEEMED_ANSWERED), (Support.NO, None),
])  # fmt: skip
def test_what_nothing_answers_must_be_judged_so(supported: Support, cause: Cause | None) -> None:
    assert _cause(Ranked(replace(_ASKED, spans=()), (_WRONG,), supported), 800) is cause


def test_one_of_several_passages_is_enough_where_any_is() -> None:
    both = replace(_ASKED, spans=(_SPAN, Span("course/c.md" + LOST, 0, 1)))
    assert _cause(Ranked(both, (_WRONG,), Support.YES), 800) is Cause.NOT_IN_SOURCES
    assert _cause(Ranked(replace(both, any_span=True), (_WRONG,), Support.YES), 800) is Cause.TOO_LOW
    assert _cause(Ranked(replace(both, any_span=True), (_WRONG,), Support.YES, (_RIGHT,)), 800) is Cause.TOO_FAR


@pytest.mark.parametrize("mode", ["hybrid", "dense"])
def test_a_passage_that_the_settings_leave_out_for_its_distance_is_told_as_that(
    shelf: Shelf, folder: Path, mode: str
) -> None:
    words = "purrs when somebody strokes it"
    (folder / "cats.md").write_text(f"# Cats\n\nA cat sleeps most of the day, hunts at night, and {words}.\n", "utf-8")
    SettingsFile(shelf.home / "settings.toml").save(Settings(distance_ceiling=1))

    async def run() -> GoldenRun:
        async with shelf.open() as bench:
            await bench.library.add(str(folder), title="course")
            await bench.build("course")
            expected = Expected("course", "cats.md", Quote(words, 0))
            await bench.golden.add(GoldenQuestion.of("how does a cat purr?", Family.PARAPHRASE, expected))
            return await bench.golden.run(SearchOptions(mode=mode), lambda *_: None)

    (outcome,) = asyncio.run(run()).outcomes
    assert (outcome.rank, outcome.cause) == (0, Cause.TOO_FAR)
