"""What builds measure, and what is made of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.chunking.splitters import splitter
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.events import Stage, StageProgress
from gangdan_gui.services.building.measuring import Received
from gangdan_gui.services.forecasts.amounts import Lengths, passages_of
from gangdan_gui.services.forecasts.ollama import keeps_both, memory_of_machine
from gangdan_gui.services.speeds import GUESSED, Measures, Rates, Work
from gangdan_gui.storing.speed_table import Speed
from tests.services.conftest import Shelf


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_is_done_at_the_same_time_is_one_time() -> None:
    clock = Clock()
    measures = Measures(clock)
    with measures.during(Work.EMBED, "builtin", 10):
        clock.now += 1
        with measures.during(Work.EMBED, "builtin", 20):
            clock.now += 2
        clock.now += 1
    clock.now += 100
    with measures.during(Work.EMBED, "builtin", 30):
        clock.now += 6
    assert measures.taken == {("embed", "builtin"): Speed(60, 10)}


def test_what_failed_was_no_work() -> None:
    measures = Measures(Clock())
    with suppress(ValueError), measures.during(Work.STORE, "", 50):
        raise ValueError
    assert measures.taken[Work.STORE, ""].amount == 0


def test_a_guess_gives_way_to_what_is_measured() -> None:
    guess = GUESSED[Work.EMBED, "builtin"]
    assert Rates({}).seconds(Work.EMBED, "builtin", guess) == pytest.approx(1)
    assert Rates({}).guessed(Work.EMBED, "builtin")
    short = Rates({(Work.EMBED, "builtin"): Speed(1, 0.1)})
    assert short.guessed(Work.EMBED, "builtin")
    assert short.seconds(Work.EMBED, "builtin", guess) == pytest.approx(1, rel=0.1)
    long = Rates({(Work.EMBED, "builtin"): Speed(300_000, 1000)})
    assert not long.guessed(Work.EMBED, "builtin")
    assert long.seconds(Work.EMBED, "builtin", 3000) == pytest.approx(10, rel=0.01)


@pytest.mark.parametrize("kind", ["ollama:bge-m3", "hash", ""])
def test_there_is_a_guess_for_every_embedder_and_format(kind: str) -> None:
    assert Rates({}).seconds(Work.EMBED, kind, 10) > 0
    assert Rates({}).seconds(Work.CONVERT, kind, 10) > 0


def test_a_download_is_measured_by_its_bytes_and_a_small_one_not() -> None:
    async def main(count: int) -> Measures:
        measures, told = Measures(), []

        async def tell(event: StageProgress) -> None:
            told.append(event)

        with Received(measures, tell) as received:
            await received.report(StageProgress("s", Stage.FETCH, 0, 1, bytes_done=count))
            await received.report(StageProgress("s", Stage.FETCH, 1, 1))
        assert len(told) == 2
        return measures

    assert asyncio.run(main(5_000_000)).taken[Work.DOWNLOAD, ""].amount == 5_000_000
    assert asyncio.run(main(5_000)).taken == {}


def test_a_build_leaves_speeds_for_the_next_forecast(shelf: Shelf, folder: Path) -> None:
    (folder / "rain.md").write_text("# Rain\n\n" + "Rain falls on hills and runs into rivers. " * 60, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            speeds = await bench.library._parts.manifest.speeds.all()
            assert set(speeds) == {
                (Work.LOOK, ""), (Work.CONVERT, "md"), (Work.CHUNK, ""), (Work.EMBED, "hash"), (Work.STORE, ""),
            }  # fmt: skip
            size = (folder / "rain.md").stat().st_size
            assert speeds[Work.LOOK, ""].amount == speeds[Work.CONVERT, "md"].amount == size
            assert speeds[Work.STORE, ""].amount == report.chunks_total
            assert speeds[Work.EMBED, "hash"].amount == report.embedded
            await bench.build(source)
            again = await bench.library._parts.manifest.speeds.all()
            assert again[Work.EMBED, "hash"] == speeds[Work.EMBED, "hash"]
            assert again[Work.LOOK, ""].amount == 2 * size

    asyncio.run(main())


@given(st.integers(0, 6000), st.integers(100, 900), st.integers(0, 90), st.integers(0, 100))
def test_windows_are_counted_as_they_are_cut(length: int, size: int, overlap: int, minimum: int) -> None:
    chunking = ChunkSettings("window", size, overlap, minimum)
    pieces = splitter("window")("x" * length, chunking).pieces
    assert passages_of(length, chunking) == pytest.approx(len(pieces), abs=1)


def test_lengths_are_those_of_files_of_the_same_kind() -> None:
    lengths = Lengths([("a.html", 1000, 200), ("b/c.HTM", 3000, 600), ("a.md", 100, 90)])
    assert lengths._known == {"html": 0.2, "md": 0.9}


def test_a_server_keeps_two_models_where_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLLAMA_MAX_LOADED_MODELS", raising=False)
    memory = memory_of_machine()
    assert memory > 1e9
    assert keeps_both(10_000_000, local=True) is (memory > 3.1e9)
    assert not keeps_both(memory, local=True)
    assert keeps_both(memory, local=False)  # nobody knows its memory
    monkeypatch.setenv("OLLAMA_MAX_LOADED_MODELS", "1")
    assert not keeps_both(10, local=True)
