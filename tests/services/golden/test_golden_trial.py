"""Golden questions asked in two ways: side by side, and nothing of the library is another one afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import InvalidChunking, NoQuestions
from gangdan_gui.domain.events import Hold, Stage
from gangdan_gui.domain.golden import Cause, Expected, Family, GoldenQuestion, GoldenRun
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.trials import TrialForecast, TrialStep, Way
from tests.services.conftest import Bench, Shelf

_SENTENCE = "Water boils at a hundred degrees where the air is as heavy as at the shore."
_WATER = "# Water\n\n" + "Rain falls on hills and runs into rivers. " * 3 + _SENTENCE + " Ice is light." * 20
_CATS = "# Cats\n\nA cat sleeps for most of the day, hunts in the evening, and purrs when somebody strokes it.\n"
_SMALL = BuildOptions(embedder="builtin", chunking=ChunkSettings("window", 30, 0, 10))


def _quiet(_step: TrialStep) -> None:
    pass


async def _begin(bench: Bench, folder: Path) -> None:
    (folder / "water.md").write_text(_WATER, "utf-8")
    (folder / "cats.md").write_text(_CATS, "utf-8")
    await bench.library.add(str(folder), title="course")
    await bench.build("course")
    for text, path, words in (
        ("at which heat does steam rise?", "water.md", _SENTENCE),
        ("cat sleeps day", "cats.md", "cat sleeps"),
    ):
        await bench.golden.add(GoldenQuestion.of(text, Family.EXACT, Expected("course", path, Quote(words, 0))))


def _left(home: Path) -> list[str]:
    return sorted(path.name for path in (home / ".trial").glob("*"))


def test_the_library_as_it_is_stands_beside_another_cut(shelf: Shelf, folder: Path) -> None:
    steps: list[TrialStep] = []

    async def run() -> tuple[GoldenRun, ...]:
        async with shelf.open() as bench:
            await _begin(bench, folder)
            before = await bench.library.sources()
            names, files = await bench.store.names(), sorted(path.name for path in shelf.home.iterdir())
            found = await bench.trials.compare(
                (Way(), Way(_SMALL, SearchOptions(count=1, mode="keyword"))), steps.append
            )
            assert await bench.library.sources() == before
            assert await bench.store.names() == names
            assert await bench.golden.runs() == ()
            assert sorted(path.name for path in shelf.home.iterdir()) == files
            return found

    now, other = asyncio.run(run())
    assert [one.cause for one in now.outcomes] == [None, None]
    assert [one.cause for one in other.outcomes] == [Cause.CUT, None]
    worse, same = other.beside(now)
    assert (worse.old > 0, worse.new, worse.got_worse, worse.changed) == (True, 0, True, True)
    assert not same.got_worse
    assert "30/0/10" in other.bound
    assert other.setting == "keyword, 1, weighted 55"
    assert _left(shelf.home) == []
    assert {step.way for step in steps} == {0, 1}
    assert {step.source for step in steps if step.stage} == {"course"}
    assert TrialStep(1, 2, 2) in steps


def test_ways_that_are_built_alike_are_built_once(shelf: Shelf, folder: Path) -> None:
    async def run() -> None:
        async with shelf.open() as bench:
            await _begin(bench, folder)
            bench.embedder.embedded.clear()
            ways = (Way(_SMALL), Way(_SMALL, SearchOptions(mode="keyword"), "rrf", 90))
            first, second = await bench.trials.compare(ways, _quiet)
            assert first.bound == second.bound
            assert second.setting == "keyword, 10, rrf 90"
            texts = list(bench.embedder.embedded)
            assert len(texts) == len(set(texts)) > 0

    asyncio.run(run())


def test_a_trial_that_is_stopped_leaves_nothing(shelf: Shelf, folder: Path) -> None:
    async def run() -> None:
        async with shelf.open() as bench:
            await _begin(bench, folder)
            bench.embedder.limit = len(bench.embedder.embedded) + 1
            begun = asyncio.Event()
            work = asyncio.create_task(bench.trials.compare((Way(_SMALL), Way()), lambda _: begun.set()))
            await begun.wait()
            assert len(_left(shelf.home)) == 1
            work.cancel()
            with pytest.raises(asyncio.CancelledError):
                await work
            assert not (shelf.home / ".trial").exists()
            bench.embedder.limit = None
            assert await bench.texts("cat purrs"), "the library answers as before"

    asyncio.run(run())


def test_a_build_of_a_trial_gives_way_to_questions(shelf: Shelf, folder: Path) -> None:
    steps: list[TrialStep] = []

    async def run() -> None:
        async with shelf.open() as bench:
            await _begin(bench, folder)
            embedded = len(bench.embedder.embedded)
            held = asyncio.Event()

            def report(step: TrialStep) -> None:
                steps.append(step)
                if step.hold:
                    held.set()

            with bench.assistant._parts.asking.question():
                work = asyncio.create_task(bench.trials.compare((Way(_SMALL),), report))
                await held.wait()
                assert len(bench.embedder.embedded) == embedded, "nothing is embedded while a question is open"
            await work
            assert len(bench.embedder.embedded) > embedded

    asyncio.run(run())
    holds = [step.hold for step in steps]
    assert (Hold.ASKING in holds, holds[-1]) == (True, None)
    assert {step.source for step in steps if step.hold} == {"course"}


def test_what_it_takes_is_told_before_and_near_the_truth(shelf: Shelf, folder: Path) -> None:
    steps: list[TrialStep] = []
    coarse = BuildOptions(embedder="builtin", chunking=ChunkSettings("window", 120, 20, 10))

    async def run() -> None:
        async with shelf.open() as bench:
            await _begin(bench, folder)
            embedded = len(bench.embedder.embedded)
            told = await bench.trials.forecast((Way(), Way(coarse), Way(coarse, fusion="rrf")))
            assert (told.questions, told.notices) == (2, ())
            assert len(bench.embedder.embedded) == embedded, "nothing is built for it"
            assert not (shelf.home / ".trial").exists()
            assert await bench.trials.forecast((Way(), Way(fusion="rrf"))) == TrialForecast(2), (
                "only the search is another"
            )
            twice = await bench.trials.forecast((Way(_SMALL), Way(coarse)))
            assert twice.seconds > told.seconds > 0, "two builds are made one after the other"
            await bench.trials.compare((Way(coarse),), steps.append)
            made = max(step.total for step in steps if step.stage is Stage.EMBED)
            assert told.passages == pytest.approx(made, rel=0.3)
            with pytest.raises(InvalidChunking):
                await bench.trials.forecast((Way(BuildOptions(chunking=ChunkSettings("window", 100, 100))),))

    asyncio.run(run())


def test_what_a_trial_has_left_that_was_killed_goes_at_the_next_start(shelf: Shelf) -> None:
    left = shelf.home / ".trial" / "tmp1" / "library.sqlite3"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half")

    async def run() -> None:
        async with shelf.open():
            assert not left.parent.parent.exists()

    asyncio.run(run())


def test_what_can_not_be_tried_is_told_before_anything_is_built(shelf: Shelf, folder: Path) -> None:
    async def run() -> None:
        async with shelf.open() as bench:
            with pytest.raises(NoQuestions):
                await bench.trials.compare((Way(), Way()), _quiet)
            await _begin(bench, folder)
            wrong = BuildOptions(chunking=ChunkSettings("window", 100, 100))
            with pytest.raises(InvalidChunking):
                await bench.trials.compare((Way(), Way(wrong)), _quiet)
            assert not (shelf.home / ".trial").exists()

    asyncio.run(run())
