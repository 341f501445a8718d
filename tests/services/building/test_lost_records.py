"""Records that are damaged or gone: told, kept aside, and everything built again from the list and the files."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import RecordsDamaged
from gangdan_gui.services.requests import BuildOptions, SearchOptions

LESSON = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour. "


def junk(file: Path) -> None:
    file.write_bytes(b"no database at all, but long enough to be one" * 99)


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def damaged_inside(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:8192] + b"\xa5" * (len(data) - 8192))


def spoil_table(file: Path, name: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file.open("r+b") as stream:
        stream.seek((page - 1) * size)
        stream.write(b"\xa5" * size)


@pytest.mark.parametrize("damage", [junk, emptied, Path.unlink, damaged_inside])
def test_the_list_and_the_files_bring_everything_back(
    shelf, home: Path, folder: Path, damage: Callable[[Path], None]
) -> None:
    for number in range(9):
        (folder / f"water {number}.md").write_text(LESSON * (number + 1), "utf-8")
    file = home / "library.sqlite3"

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder), title="水 Water")).source.id
            before = await bench.build(source)
        damage(file)
        async with shelf.open() as bench:
            (found,) = await bench.library.sources()
            assert (found.source.title, found.state, found.chunks) == ("水 Water", SourceState.FAILED, 0)
            assert [problem.reason.code for problem in found.problems] == ["records-lost"]
            states = {check.id: check.state for check in await bench.doctor.examine()}
            assert (states["records"], states["store"]) == ("problem", "not checked")
            assert "problem" not in {check.state for check in await bench.doctor.repair()}
            (found,) = await bench.library.sources()
            assert (found.state, found.chunks, found.problems) == (SourceState.READY, before.chunks_total, ())
            assert (await bench.assistant.search("rain and rivers", SearchOptions())).passages
        kept = [one for one in home.glob("library-damaged-*.sqlite3") if one.stat().st_size]
        assert len(kept) == (damage in (junk, damaged_inside))

    asyncio.run(main())


def test_damage_where_nobody_looked_yet_is_found_and_repaired(shelf, home: Path, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    file = home / "library.sqlite3"

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            before = await bench.build(source)
        spoil_table(file, "chunks")
        async with shelf.open() as bench:
            assert (await bench.library.sources())[0].state is SourceState.READY
            assert [check.state for check in await bench.doctor.examine() if check.id == "records"] == ["problem"]
            with pytest.raises(RecordsDamaged):
                await bench.assistant.search("rain", SearchOptions())
            assert (await bench.build(source, options=BuildOptions(force=True))).state is SourceState.FAILED
            assert "problem" not in {check.state for check in await bench.doctor.repair()}
            assert (await bench.library.sources())[0].chunks == before.chunks_total

    asyncio.run(main())


def test_a_new_library_has_lost_nothing(shelf, home: Path, folder: Path) -> None:
    home.mkdir()
    (home / "library.sqlite3").write_bytes(b"")

    async def main() -> None:
        async with shelf.open() as bench:
            added = await bench.library.add(str(folder))
            assert (added.state, added.problems) == (SourceState.NEW, ())

    asyncio.run(main())


def test_building_one_source_mends_the_others_when_their_store_was_lost(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            ids = [(await bench.library.add(str(folder), title=title)).source.id for title in ("one", "two", "three")]
            await bench.build(*ids[:2])
            shelf.store.collections.clear()
            embedded = len(bench.embedder.embedded)
            await bench.build(ids[0])
            assert [len(rows) for rows in shelf.store.collections.values()] == [1, 1]
            assert len(bench.embedder.embedded) == embedded
            assert (await bench.library.sources())[2].state is SourceState.NEW

    asyncio.run(main())
