"""What a forecast says of a build, and what the build then does."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.forecasts import forecast as forecasting
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast
from tests.services.conftest import Bench, Shelf
from tests.services.packing import create, install

LINE = "The water of line {number} of {name} runs down the hill, meets the river and reaches the sea at last. "


def write(folder: Path, *names: str, lines: int = 40) -> None:
    for name in names:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(LINE.format(number=number, name=name) for number in range(lines))
        file.write_text(f"# {name}\n\n{text}\n", "utf-8")


async def told(bench: Bench, source: str, **options: object) -> Forecast:
    (found,) = await bench.forecasts.forecast([source], BuildOptions(**options))  # type: ignore[arg-type]
    return found


async def added(bench: Bench, folder: Path) -> str:
    return (await bench.library.add(str(folder))).source.id


def test_of_a_new_source_all_is_new_and_the_guess_is_near(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "河/流.md")
    (folder / "tune.mp3").write_bytes(b"\x00" * 5000)

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            found = await told(bench, source)
            assert found.changes == SourceChanges(source, ("rain.md", "河/流.md"))
            assert (found.unchanged, found.cached, found.download) == (0, 0, 0)
            assert found.guessed
            report = await bench.build(source)
            assert found.passages == pytest.approx(report.chunks_total, rel=0.4)
            assert found.disk > 12_000 * found.passages
            assert set(found.seconds) == {"fetch", "convert", "chunk", "embed", "store", "total"}
            assert 0 < found.seconds["embed"] <= found.seconds["total"]

    asyncio.run(main())


def test_a_forecast_changes_nothing_and_embeds_nothing(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            await told(bench, source)
            (summary,) = await bench.library.sources()
            assert (summary.state, summary.live) == (SourceState.NEW, None)
            assert (bench.embedder.embedded, bench.store.collections) == ([], {})

    asyncio.run(main())


def test_what_did_not_change_costs_nothing(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md", "snow.md", "gone.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            before = await bench.build(source)
            found = await told(bench, source)
            assert (bool(found.changes), found.unchanged, found.passages, found.disk) == (False, 4, 0, 0)
            write(folder, "sea.md", lines=44)
            write(folder, "new.md")
            (folder / "gone.md").unlink()
            found = await told(bench, source)
            assert found.changes == SourceChanges(source, ("new.md",), ("sea.md",), ("gone.md",))
            assert found.unchanged == 2
            report = await bench.build(source)
            assert report.unchanged == 2
            # Measured on documents of the same kind, so that it is near: both files are cut into as many as before.
            assert found.passages == pytest.approx(before.chunks_total / 2, abs=2)
            assert found.embedder == "hash"

    asyncio.run(main())


def test_other_chunks_of_the_same_documents_are_counted_by_their_length(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            await bench.build(source)
            options = BuildOptions(chunking=ChunkSettings(size=400, overlap=50))
            (found,) = await bench.forecasts.forecast([source], options)
            assert (bool(found.changes), found.unchanged, found.cached) == (False, 2, 0)
            report = await bench.build(source, options=options)
            assert found.passages == pytest.approx(report.chunks_total, abs=3)
            assert report.embedded == pytest.approx(found.passages - found.cached, abs=3)

    asyncio.run(main())


def test_sentences_that_are_compared_are_counted_and_take_their_time(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "snow.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            plain = await told(bench, source, chunking=ChunkSettings("headings"))
            found = await told(bench, source, chunking=ChunkSettings("semantic"))
            assert plain.sentences == 0
            assert found.sentences == pytest.approx(2 * 40 * len(LINE) / 60, rel=0.4)
            assert found.seconds["chunk"] > 10 * plain.seconds["chunk"]

    asyncio.run(main())


def test_what_is_made_anew_without_change_comes_from_the_cache(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            chunks = (await bench.build(source)).chunks_total
            found = await told(bench, source, force=True)
            assert (found.passages, found.cached, found.disk) == (chunks, chunks, 0)
            assert found.seconds["embed"] == found.seconds["store"] == 0
            assert found.seconds["convert"] > 0

    asyncio.run(main())


def codes(found: Forecast) -> list[str]:
    return [notice.code for notice in found.notices]


def test_too_little_room_is_told_before_work_starts(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            assert "little-room" not in codes(await told(bench, source))
            monkeypatch.setattr(forecasting, "_free", lambda _home: 1_000_000)
            found = await told(bench, source)
            assert found.free == 1_000_000
            assert codes(found) == ["little-room"]
            await bench.build(source)
            assert codes(await told(bench, source)) == []  # nothing is to be written

    asyncio.run(main())


def test_a_folder_that_is_away_is_told(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            await bench.build(source)
            shutil.move(folder, folder.with_name("elsewhere"))
            found = await told(bench, source)
            assert codes(found) == ["location-missing"]
            assert (found.passages, bool(found.changes)) == (0, False)

    asyncio.run(main())


def test_a_source_on_the_web_that_was_never_built_is_known_by_its_size(shelf: Shelf) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            offer = next(one for one in await bench.library.offered() if one.size)
            source = (await bench.library.add(offer.id)).source.id
            found = await told(bench, source)
            assert found.download == offer.size
            assert codes(found) == ["download-first"]
            assert found.passages > 0
            assert found.seconds["total"] > found.seconds["fetch"] > 0
            other = (await bench.library.add("https://example.org/pages/one.md")).source.id
            assert codes(await told(bench, other)) == ["download-unknown"]

    asyncio.run(main())


def test_notes_are_looked_at_as_folders_are(shelf: Shelf) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            first = await bench.notes.write_note("Tides", "The moon pulls at the sea.")
            assert len((await told(bench, first.source)).changes.new) == 1
            await bench.build(first.source)
            assert not (await told(bench, first.source)).changes
            await bench.notes.write_note("Hail", "Ice that falls out of clouds in summer.")
            found = await told(bench, first.source)
            assert (len(found.changes.new), found.unchanged, found.passages) == (1, 1, 1)

    asyncio.run(main())


def test_several_are_told_in_their_order_and_an_unknown_one_is_refused(shelf: Shelf, folder: Path) -> None:
    for name in ("b", "a"):
        write(folder / name, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            ids = [await added(bench, folder / name) for name in ("b", "a")]
            found = await bench.forecasts.forecast([*ids, ids[0]], BuildOptions())
            assert [one.source for one in found] == ids
            with pytest.raises(UnknownSource):
                await bench.forecasts.forecast([ids[0], "none"], BuildOptions())

    asyncio.run(main())


@pytest.mark.parametrize("spoil", [lambda file: file.write_bytes(b""), lambda file: file.unlink()])
def test_forecasts_stand_odd_files(shelf: Shelf, folder: Path, spoil: Callable[[Path], object]) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            await bench.build(source)
            spoil(folder / "sea.md")
            found = await told(bench, source)
            assert found.unchanged == 1
            assert len(found.changes.changed) + len(found.changes.gone) == 1

    asyncio.run(main())


def test_of_a_frozen_source_nothing_new_is_counted(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            chunks = (await bench.build(source)).chunks_total
            await bench.library._parts.manifest.sources.freeze(source, "9999-01-01")
            write(folder, "sea.md")
            found = await told(bench, source)
            assert codes(found) == ["frozen"]
            assert (found.changes.new, found.passages) == (("sea.md",), 0)
            options = BuildOptions(chunking=ChunkSettings(size=400, overlap=0))
            (found,) = await bench.forecasts.forecast([source], options)
            assert found.passages > chunks

    asyncio.run(main())


def test_a_state_beside_the_one_that_answers_takes_room_and_no_embedding(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await added(bench, folder)
            chunks = (await bench.build(source)).chunks_total
            found = await told(bench, source, force=True, keep_previous=True)
            assert (found.passages, found.cached) == (chunks, chunks)
            assert found.disk > 12_000 * chunks

    asyncio.run(main())


def test_a_pack_is_forecast_from_what_it_brought(shelf: Shelf, folder: Path, tmp_path: Path) -> None:
    write(folder, "rain.md")
    file = tmp_path / "rain.gdpack"

    async def main() -> None:
        async with shelf.open() as here:
            source = await added(here, folder)
            chunks = (await here.build(source)).chunks_total
            await create(here.packs, source, file)
        async with Shelf(tmp_path / "other home").open() as there:
            await install(there.packs, file)
            found = await told(there, source)
            assert (found.unchanged, found.passages, found.download, codes(found)) == (1, 0, 0, [])
            options = BuildOptions(chunking=ChunkSettings(size=400, overlap=0))
            (found,) = await there.forecasts.forecast([source], options)
            assert found.passages > chunks

    asyncio.run(main())
