"""A changed choice of chunking makes a new generation: begun, gone on with, given up, and counted."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.events import DocumentDone
from gangdan_gui.services.requests import BuildOptions

SMALL = BuildOptions(chunking=ChunkSettings(size=300, overlap=50))
LARGE = BuildOptions(chunking=ChunkSettings())


def write(folder: Path) -> None:
    for number in range(20):
        text = " ".join(f"word{number}x{n} of the page about subject{number}." for n in range(40))
        (folder / f"page{number:02}.md").write_text(text, "utf-8")


async def stop_early(bench, source: str, options: BuildOptions) -> None:
    async with aclosing(bench.library.build([source], options)) as events:
        async for event in events:
            if isinstance(event, DocumentDone):
                break


def test_a_build_without_options_goes_on_with_the_choice_that_was_begun(shelf, folder: Path) -> None:
    write(folder)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            before = await bench.build(source)
            await stop_early(bench, source, SMALL)
        async with shelf.open() as bench:
            after = await bench.build(source)
            assert after.chunks_total > before.chunks_total
            assert after.unchanged > 0, "what was done before the stop is kept"
            assert (await bench.build(source, options=SMALL)).chunks_added == 0
            assert [len(rows) for rows in bench.store.collections.values()] == [after.chunks_total]

    asyncio.run(main())


def test_going_back_to_the_choice_that_answers_leaves_nothing_behind(shelf, folder: Path) -> None:
    write(folder)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            before = await bench.build(source)
            await stop_early(bench, source, SMALL)
            back = await bench.build(source, options=LARGE)
            assert (back.chunks_added, back.chunks_removed) == (0, 0)
            assert (await bench.build(source)).chunks_total == before.chunks_total
            assert [len(rows) for rows in bench.store.collections.values()] == [before.chunks_total]

    asyncio.run(main())


def test_what_a_new_generation_replaces_is_counted_as_removed(shelf, folder: Path) -> None:
    write(folder)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            total = (await bench.build(source)).chunks_total
            for options in (SMALL, LARGE, SMALL, SMALL):
                report = await bench.build(source, options=options)
                assert report.chunks_total == total + report.chunks_added - report.chunks_removed
                total = report.chunks_total

    asyncio.run(main())


def test_a_build_that_brought_nothing_decides_nothing(shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            assert (await bench.build(source)).documents == 0
        (shelf.home / "settings.toml").write_text("chunk_size = 300\nchunk_overlap = 50\n", "utf-8")
        write(folder)
        async with shelf.open() as bench:
            small = await bench.build(source)
            assert [len(rows) for rows in bench.store.collections.values()] == [small.chunks_total]
            assert (await bench.build(source, options=SMALL)).chunks_added == 0, "it was cut as the settings say now"

    asyncio.run(main())
