"""What deleted collections left on disk goes before the client lives, and nothing else does."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import CannotWrite, StoreDamaged
from gangdan_gui.storing.chroma_store import ChromaStore
from gangdan_gui.storing.leftovers import DATABASE, check_folder, give_back_space, remove_leftovers, segments
from tests.storing.rows import many

KNOWN, UNKNOWN = "0b9cd0d2-6c4b-4d4e-8f6f-0123456789ab", "ffffffff-6c4b-4d4e-8f6f-0123456789ab"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store as its table of segments says, with one index too many and things of the user's."""
    for name in (KNOWN, UNKNOWN, "my notes"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "data_level0.bin").write_bytes(b"data")
    (tmp_path / UNKNOWN.replace("f", "e")).write_text("a file and no folder")
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        connection.execute("CREATE TABLE segments (id TEXT)")
        connection.execute("INSERT INTO segments VALUES (?)", (KNOWN,))
        connection.commit()
    return tmp_path


def test_only_indexes_that_no_collection_has_are_removed(folder: Path) -> None:
    before = {item.name for item in folder.iterdir()}
    check_folder(folder)
    remove_leftovers(folder)
    assert before - {item.name for item in folder.iterdir()} == {UNKNOWN}


@pytest.mark.parametrize("content", [None, b""])
def test_indexes_without_a_database_are_damage_and_are_kept(folder: Path, content: bytes | None) -> None:
    (folder / DATABASE).unlink()
    if content is not None:
        (folder / DATABASE).write_bytes(content)
    with pytest.raises(StoreDamaged):
        check_folder(folder)
    assert len(segments(folder)) == 2


def test_a_database_that_can_not_be_read_is_damage_and_nothing_is_removed(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"no database" * 1000)
    with pytest.raises(StoreDamaged):
        remove_leftovers(folder)
    give_back_space(folder, least=0)
    assert len(segments(folder)) == 2


def test_a_database_with_other_tables_is_left_to_chroma(folder: Path) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("ALTER TABLE segments RENAME TO parts")
    remove_leftovers(folder)
    assert len(segments(folder)) == 2


def test_a_new_folder_is_made(tmp_path: Path) -> None:
    check_folder(tmp_path / "a" / "b")
    remove_leftovers(tmp_path / "a" / "b")
    give_back_space(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []
    (tmp_path / "file").touch()
    with pytest.raises(CannotWrite):
        check_folder(tmp_path / "file" / "chroma")


def test_space_of_deleted_rows_is_given_back_and_the_rest_stays(tmp_path: Path) -> None:
    folder = tmp_path / "chroma"

    async def fill() -> None:
        store = ChromaStore(folder)
        for name, count in (("kept", 50), ("gone", 1500)):
            await store.ensure(name)
            await store.add(name, many(count))
        await store.drop("gone")
        await store.close()

    async def look() -> tuple[int, bool]:
        store = ChromaStore(folder)
        found = await store.count("kept"), await store.reachable("kept")
        await store.close()
        return found

    asyncio.run(fill())
    before = (folder / DATABASE).stat().st_size
    give_back_space(folder, least=before)
    assert (folder / DATABASE).stat().st_size == before
    give_back_space(folder, least=0)
    assert (folder / DATABASE).stat().st_size < before / 2
    assert asyncio.run(look()) == (50, True)
