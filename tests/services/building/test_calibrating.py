"""A build measures what a collection looks like to strange questions: once, and again when it is another one."""

from __future__ import annotations

import asyncio
import operator
import random
from collections.abc import Sequence
from contextlib import aclosing
from itertools import dropwhile
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.events import BuildFinished, Stage, StageProgress
from gangdan_gui.domain.search import Support
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.retrieving.calibration import LEAST_CHUNKS, read_calibration
from gangdan_gui.retrieving.probes import is_probe
from gangdan_gui.services.building import calibrating
from gangdan_gui.services.building.build_turn import BuildTurn
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.storing.manifest import Manifest
from tests.memory_store import MemoryStore
from tests.ollama_server.server import OllamaTestServer

_WATERS = """
    river lake sea rain brook tide wave harbour boat sail anchor shore island reef current delta estuary lighthouse
    pier dune storm fog drizzle flood canal lock weir bridge ferry raft
"""
WORDS = _WATERS.split()
QUESTION = "search_query: "


@pytest.fixture(autouse=True)
def few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrating, "_PROBES", 8)
    monkeypatch.setattr(calibrating, "_OWN", 6)


def write(folder: Path, *numbers: int) -> None:
    """Documents of ten sentences each."""
    for number in numbers:
        dice = random.Random(number)
        said = [f"The {dice.choice(WORDS)} lies beyond the {dice.choice(WORDS)} of {dice.choice(WORDS)} {number}."
                for _ in range(10)]  # fmt: skip
        (folder / f"{number:03}.md").write_text(" ".join(said) + "\n", "utf-8")


async def kept(home: Path) -> dict[int, str]:
    manifest = Manifest(home, read_only=True)
    try:
        return await manifest.calibrations.of(range(1, 9))
    finally:
        await manifest.close()


def test_a_collection_is_measured_once_it_is_large_enough_and_again_when_it_has_changed(shelf, folder: Path) -> None:
    write(folder, *range(LEAST_CHUNKS - 1))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            assert await kept(shelf.home) == {}
            write(folder, LEAST_CHUNKS)
            await bench.build(source)
            ((generation, text),) = (await kept(shelf.home)).items()
            first = read_calibration(text)
            assert first is not None
            assert first.chunks == LEAST_CHUNKS
            # Nobody knows the cosines of this embedder: strange questions are farther than its own sentences.
            assert first.scale is not None
            assert first.scale.strange < first.scale.own
            write(folder, LEAST_CHUNKS + 1)
            await bench.build(source)
            assert await kept(shelf.home) == {generation: text}
            write(folder, *range(LEAST_CHUNKS, 2 * LEAST_CHUNKS))
            await bench.build(source)
            again = read_calibration((await kept(shelf.home))[generation])
            assert again is not None
            assert again.chunks == 2 * LEAST_CHUNKS - 1

    asyncio.run(main())


def test_strange_questions_are_embedded_once_and_what_takes_a_while_is_told(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrating, "_TOLD_AFTER", -1.0)
    asked: list[Sequence[str]] = []
    embed = shelf.embedder.embed_questions

    async def noted(texts: Sequence[str]) -> Vectors:
        asked.append(texts)
        return await embed(texts)

    monkeypatch.setattr(shelf.embedder, "embed_questions", noted)
    write(folder, *range(LEAST_CHUNKS))
    other = folder.parent / "other"
    other.mkdir()
    write(other, *range(100, 100 + LEAST_CHUNKS))

    async def main() -> None:
        async with shelf.open() as bench:
            for place in (folder, other):
                source = (await bench.library.add(str(place))).source.id
                steps = [one for one in await bench.events(source)
                         if isinstance(one, StageProgress) and one.stage is Stage.MEASURE]  # fmt: skip
                assert [(step.source, step.done, step.total) for step in steps] == [
                    (source, done, 22) for done in range(23)
                ]
            strange, *own = asked
            assert all(map(is_probe, strange))
            assert len(strange) == len(set(strange)) == 16
            assert [len(texts) for texts in own] == [6, 6]

    asyncio.run(main())


def test_whatever_goes_first_is_waited_for_before_questions_are_embedded_and_before_each_is_looked_for(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    embed, come = shelf.embedder.embed_questions, BuildTurn.come

    async def embedded(texts: Sequence[str]) -> Vectors:
        done.append("embedded")
        return await embed(texts)

    async def waited(turn: BuildTurn) -> None:
        done.append("waited")
        await come(turn)

    monkeypatch.setattr(shelf.embedder, "embed_questions", embedded)
    monkeypatch.setattr(BuildTurn, "come", waited)
    write(folder, *range(LEAST_CHUNKS))

    async def main() -> None:
        async with shelf.open() as bench:
            await bench.build((await bench.library.add(str(folder))).source.id)

    asyncio.run(main())
    own, strange = done[done.index("embedded") :], done[: done.index("embedded")]
    assert strange[-1] == "waited"
    assert own == ["embedded", *["waited"] * (16 + 6 + 1), "embedded", *["waited"] * 6]


def test_a_server_is_asked_for_many_at_once_and_hardly_ever_what_it_is(
    home: Path, folder: Path, ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrating, "LEAST_CHUNKS", 8)
    write(folder, *range(8))
    home.mkdir()
    SettingsFile(home / "settings.toml").save(Settings(ollama_address=ollama_server.address))

    async def main() -> None:
        async with open_application(home, "test", replaced=Replaced(store=MemoryStore())) as application:
            library = application.services.library
            source = (await library.add(str(folder))).source.id
            async with aclosing(library.build([source], BuildOptions(embedder="ollama"))) as events:
                assert [event.report.state async for event in events if isinstance(event, BuildFinished)] == ["ready"]

    asyncio.run(main())
    texts = [request.texts for request in ollama_server.asked]
    passages = [place for place, some in enumerate(texts) if some and not some[0].startswith(QUESTION)]
    measuring = list(dropwhile(operator.not_, texts[passages[-1] + 1 :]))
    strange, own = [[text.removeprefix(QUESTION) for text in some] for some in measuring if some]
    # It reads English only: Chinese ones are put to it by English words that stand for them.
    assert (len(strange), all(map(is_probe, strange[:8])), all(map(is_probe, strange))) == (16, True, False)
    assert (len(own), any(map(is_probe, own))) == (6, False)
    # After each of the two it was asked whether its weights are still the same.
    assert [len(some) for some in measuring] == [16, 0, 6, 0]
    ((_, text),) = asyncio.run(kept(home)).items()
    measured = read_calibration(text)
    assert measured is not None
    assert measured.scale is not None
    assert measured.scale.strange < measured.scale.own


def test_what_was_measured_is_what_a_question_is_judged_by(shelf, folder: Path) -> None:
    write(folder, *range(LEAST_CHUNKS))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            own = (folder / "007.md").read_text("utf-8").split(".")[0]
            options = SearchOptions((source,), explain=True)
            held, strange = [await bench.assistant.search(said, options) for said in (own, "Who won the cup in 1986?")]
            assert held.trace is not None
            assert strange.trace is not None
            assert {"nearest", "lead", "words", "doubt", "score"} <= set(held.trace.support)
            assert held.trace.support["score"] > 0 > strange.trace.support["score"]
            assert (held.supported, strange.supported) == (Support.YES, Support.NO)

    asyncio.run(main())
