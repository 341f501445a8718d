"""One file, one thread, whole transactions, and errors that say what is wrong with the file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked, LibraryNewer, RecordsDamaged
from gangdan_gui.storing import database as module
from gangdan_gui.storing.database import Database, batches
from gangdan_gui.storing.schema import SCHEMA_NUMBER


def sources(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM sources").fetchone()[0])


def insert(connection: sqlite3.Connection, name: str = "s") -> None:
    connection.execute(
        "INSERT INTO sources (id, title, kind, locations, include, exclude, language, licence, description, state)"
        " VALUES (?, '', 'local', '[]', '[]', '[]', '', '', '', 'new')",
        (name,),
    )


async def count(file: Path, *, read_only: bool = False) -> int:
    database = Database(file, read_only=read_only)
    try:
        return await database.read(sources)
    finally:
        await database.close()


def set_schema(file: Path, number: int) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {number}")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A library with one source, under a path that needs escaping in an address."""
    file = tmp_path / "资料 100% #1?" / "library.sqlite3"

    async def make() -> None:
        database = Database(file)
        await database.write(insert)
        await database.close()

    asyncio.run(make())
    return file


@pytest.mark.parametrize("read_only", [False, True])
def test_what_was_written_is_there_after_opening_again(file: Path, read_only: bool) -> None:
    assert asyncio.run(count(file, read_only=read_only)) == 1


def test_a_transaction_is_kept_whole_or_not_at_all(file: Path) -> None:
    async def run() -> int:
        database = Database(file)

        def half(connection: sqlite3.Connection) -> None:
            insert(connection, "a")
            raise KeyError("half way")

        with pytest.raises(KeyError):
            await database.write(half)
        after = await database.read(sources)
        await database.close()
        return after

    assert asyncio.run(run()) == 1


def test_all_sql_runs_on_one_thread_that_is_not_the_loops(file: Path) -> None:
    async def run() -> set[int]:
        database = Database(file)
        calls = [database.read(lambda _: threading.get_ident()) for _ in range(20)]
        threads = set(await asyncio.gather(*calls))
        await database.close()
        return threads

    threads = asyncio.run(run())
    assert len(threads) == 1
    assert threads != {threading.get_ident()}


def test_work_that_has_begun_is_finished_though_its_caller_was_cancelled(file: Path) -> None:
    async def run() -> int:
        database = Database(file)
        begun, go_on = threading.Event(), threading.Event()

        def slow(connection: sqlite3.Connection) -> None:
            insert(connection, "a")
            begun.set()
            go_on.wait(30)

        task = asyncio.create_task(database.write(slow))
        await asyncio.to_thread(begun.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        go_on.set()
        after = await database.read(sources)
        await database.close()
        return after

    assert asyncio.run(run()) == 2


def test_a_newer_library_is_not_touched(file: Path) -> None:
    set_schema(file, SCHEMA_NUMBER + 1)
    before = file.read_bytes()
    for read_only in (False, True):
        with pytest.raises(LibraryNewer) as caught:
            asyncio.run(count(file, read_only=read_only))
        assert caught.value.facts == {
            "home": str(file.parent), "found": str(SCHEMA_NUMBER + 1), "known": str(SCHEMA_NUMBER),
        }  # fmt: skip
    assert file.read_bytes() == before


def test_a_missing_library_reads_as_empty_and_nothing_is_made(tmp_path: Path) -> None:
    assert asyncio.run(count(tmp_path / "home" / "library.sqlite3", read_only=True)) == 0
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_is_a_new_library(tmp_path: Path) -> None:
    file = tmp_path / "library.sqlite3"
    file.touch()
    assert asyncio.run(count(file, read_only=True)) == 0
    assert file.stat().st_size == 0
    assert asyncio.run(count(file)) == 0


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("junk", [b"this is not a database, but long enough to be one" * 99, b"SQLite format 3\x00"])
def test_a_damaged_file_is_told_and_kept(tmp_path: Path, junk: bytes, read_only: bool) -> None:
    file = tmp_path / "library.sqlite3"
    file.write_bytes(junk)
    with pytest.raises(RecordsDamaged) as caught:
        asyncio.run(count(file, read_only=read_only))
    assert caught.value.facts["home"] == str(tmp_path)
    assert "library.sqlite3" in caught.value.facts["what"]
    assert file.read_bytes() == junk


def test_pages_of_junk_inside_are_told(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[1024:] = b"\xa5" * (len(data) - 1024)
    file.write_bytes(data)
    with pytest.raises(RecordsDamaged):
        asyncio.run(count(file))


def test_a_library_can_be_read_while_another_process_writes(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        insert(writer, "b")
        assert asyncio.run(count(file, read_only=True)) == 1


def test_a_writer_that_is_kept_waiting_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.05)

    async def run() -> None:
        database = Database(file)
        try:
            await database.write(insert)
        finally:
            await database.close()

    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryLocked):
            asyncio.run(run())


def test_writing_to_a_read_only_view_is_refused(file: Path) -> None:
    async def run() -> None:
        database = Database(file, read_only=True)
        try:
            await database.write(insert)
        finally:
            await database.close()

    with pytest.raises(CannotWrite):
        asyncio.run(run())


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root writes everywhere")
def test_a_library_in_a_folder_that_can_not_be_written_can_be_read(file: Path) -> None:
    file.chmod(0o400)
    file.parent.chmod(0o500)
    try:
        assert asyncio.run(count(file, read_only=True)) == 1
        with pytest.raises(CannotWrite):
            asyncio.run(count(file))
    finally:
        file.parent.chmod(0o700)


def test_a_home_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file is in the way")
    with pytest.raises(CannotWrite):
        asyncio.run(count(tmp_path / "home" / "library.sqlite3"))


def test_a_full_disk_is_told_and_what_was_there_stays(file: Path) -> None:
    async def run() -> int:
        database = Database(file)

        def much(connection: sqlite3.Connection) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages}")
            connection.execute("INSERT INTO vectors VALUES (x'00', zeroblob(100000))")

        with pytest.raises(CannotWrite):
            await database.write(much)
        after = await database.read(sources)
        await database.close()
        return after

    assert asyncio.run(run()) == 1


def test_closing_twice_is_fine(file: Path) -> None:
    async def run() -> None:
        database = Database(file)
        await database.read(sources)
        await database.close()
        await database.close()

    asyncio.run(run())
    assert [item.name for item in file.parent.iterdir()] == [file.name]


def test_batches_hold_everything_in_order() -> None:
    assert [list(some) for some in batches(range(7), 3)] == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(batches([], 3)) == []
