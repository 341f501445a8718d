"""Libraries of older versions, as those made them, brought up to date; libraries of newer ones, left as they are."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.domain.documents import SourceKind, SourceState
from gangdan_gui.domain.errors import LibraryLocked, LibraryNewer, UpgradeFailed, UpgradeImpossible
from gangdan_gui.storing import database, upgrade
from gangdan_gui.storing.manifest import FILE_NAME, Manifest
from gangdan_gui.storing.records import Role, SourceRecord
from gangdan_gui.storing.schema import MIGRATIONS, SCHEMA_NUMBER
from gangdan_gui.storing.schema_number import schema_number
from gangdan_gui.storing.upgrade import KEPT_COPIES, copies

Rows = dict[str, list[dict[str, Any]]]

OLDER = tuple(range(1, SCHEMA_NUMBER))
# What rows of an older version have in the columns that came later.
ADDED: dict[int, dict[str, dict[str, object]]] = {
    2: {"sources": {"description_zh": "", "revision": "", "size": 0}, "documents": {"commit": ""}},
    3: {"sources": {"pages": 0, "depth": 0}},
    4: {"documents": {"facts": "{}", "characters": 0, "excluded": 0}},
    5: {"sources": {"expected": 0, "frozen_until": ""}, "generations": {"converter": "", "made": "", "keeps": 0}},
    6: {
        "generations": {"form": "", "slots": 0, "terms": ""},
        "documents": {"cuts": 0},
        "chunks": {"context": "", "cuts": "", "slot": -1, "length": 0},
    },
}
# Tables that came later, empty in what was brought up to date.
TABLES = {5: ("speeds",), 6: ("postings", "vocabularies", "calibrations")}


def make(home: Path, number: int) -> Path:
    """A library of an older version."""
    file = home / FILE_NAME
    home.mkdir(exist_ok=True)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((Path(__file__).parent / "older" / f"schema_{number}.sql").read_text("utf-8"))
    return file


def rows(file: Path) -> Rows:
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in names}


def as_of_now(before: Rows, number: int) -> Rows:
    """What the rows of an older library are to be in one of this version."""
    after = {name: [dict(row) for row in found] for name, found in before.items()}
    for later in range(number + 1, SCHEMA_NUMBER + 1):
        after |= {table: [] for table in TABLES.get(later, ())}
        for table, columns in ADDED[later].items():
            for row in after[table]:
                row.update(columns)
    for row in after["generations"]:
        if "live" in row:
            row["role"] = row.pop("live")
    return after


def read(home: Path, *, read_only: bool = False) -> list[SourceRecord]:
    async def run() -> list[SourceRecord]:
        manifest = Manifest(home, read_only=read_only)
        try:
            return [*await manifest.sources.all(), *await manifest.sources.trashed()]
        finally:
            await manifest.close()

    return asyncio.run(run())


def tree(home: Path) -> dict[str, tuple[bytes, int]]:
    return {str(item): (item.read_bytes(), item.stat().st_mtime_ns) for item in home.rglob("*") if item.is_file()}


@pytest.mark.parametrize("number", OLDER)
def test_every_row_of_an_older_library_is_there_after_the_upgrade(tmp_path: Path, number: int) -> None:
    file = make(tmp_path, number)
    before = rows(file)
    assert all(before[table] for table in ("sources", "generations", "documents", "chunks", "vectors"))
    read(tmp_path)
    after = rows(file)
    assert after == as_of_now(before, number)
    assert schema_number(file) == SCHEMA_NUMBER


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("number", OLDER)
def test_an_older_library_reads_as_what_it_held(tmp_path: Path, number: int, read_only: bool) -> None:
    make(tmp_path, number)
    notes, gone = read(tmp_path, read_only=read_only)
    assert (notes.source.title, notes.source.locations) == ("课堂 “Notes”", ("/home/wang/备课",))
    assert (notes.state, notes.documents, notes.chunks) == (SourceState.READY, 1, 2)
    assert notes.live is not None
    assert (notes.live.number, notes.live.role, notes.live.chunking.size) == (3, Role.LIVE, 800)
    assert (gone.source.kind, gone.removed_at) == (SourceKind.GITHUB, "2026-03-01T08:00:00+00:00")


@pytest.mark.parametrize("number", OLDER)
def test_an_older_library_has_the_tables_of_a_new_one(tmp_path: Path, number: int) -> None:
    def columns(file: Path) -> dict[str, set[tuple[object, ...]]]:
        with closing(sqlite3.connect(file)) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            # Without their places: a column that came later stands at the end.
            return {name: {row[1:] for row in connection.execute(f"PRAGMA table_info({name})")} for name in names}

    make(tmp_path / "old", number)
    for name in ("old", "new"):
        read(tmp_path / name)
    assert columns(tmp_path / "old" / FILE_NAME) == columns(tmp_path / "new" / FILE_NAME)


def test_a_copy_of_the_older_library_is_kept_and_can_be_opened(tmp_path: Path) -> None:
    file = make(tmp_path, 3)
    before = rows(file)
    read(tmp_path)
    (copy,) = copies(file)
    assert f"-schema-{SCHEMA_NUMBER}-was-3" in copy.name
    assert rows(copy) == before
    assert schema_number(copy) == 3
    read(tmp_path)
    assert copies(file) == [copy], "an up-to-date library is not copied"


def test_only_the_newest_copies_are_kept(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    made: list[Path] = []
    for number in OLDER:
        file.unlink(missing_ok=True)
        make(tmp_path, number)
        read(tmp_path)
        made += [copy for copy in copies(file) if copy not in made]
    assert len(made) == len(OLDER)
    assert copies(file) == made[-KEPT_COPIES:]


def test_reading_an_older_library_changes_no_byte_of_it(tmp_path: Path) -> None:
    file = make(tmp_path, 1)
    before = file.read_bytes()
    read(tmp_path, read_only=True)
    assert file.read_bytes() == before
    assert copies(file) == []


def test_a_failed_upgrade_leaves_the_library_and_says_where_the_copy_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = make(tmp_path, 2)
    before = rows(file)
    monkeypatch.setitem(MIGRATIONS, SCHEMA_NUMBER, (*MIGRATIONS[SCHEMA_NUMBER], "ALTER TABLE nothing RENAME TO any"))
    with pytest.raises(UpgradeFailed) as caught:
        read(tmp_path)
    copy = Path(caught.value.facts["copy"])
    assert rows(file) == before == rows(copy)
    assert (schema_number(file), schema_number(copy)) == (2, 2)
    monkeypatch.undo()
    assert len(read(tmp_path)) == 2, "the next start does it"


def test_a_disk_that_fills_up_during_the_upgrade_leaves_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = make(tmp_path, 1)
    before = rows(file)
    real = upgrade.create_schema

    def on_a_full_disk(connection: sqlite3.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        monkeypatch.setitem(MIGRATIONS, SCHEMA_NUMBER, ("CREATE TABLE much AS SELECT zeroblob(9999999) AS what",))
        real(connection)

    monkeypatch.setattr(upgrade, "create_schema", on_a_full_disk)
    with pytest.raises(UpgradeFailed, match="full"):
        read(tmp_path)
    assert rows(file) == before


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_disk_without_room_for_the_copy_leaves_the_library(tmp_path: Path) -> None:
    file = make(tmp_path, 4)
    before = rows(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO vectors VALUES (x'99', zeroblob(3000000))")
        connection.commit()
    process = multiprocessing.get_context("spawn").Process(target=_read_with_little_room, args=(tmp_path,))
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert schema_number(file) == 4
    assert rows(file)["sources"] == before["sources"]
    assert sorted(item.name for item in tmp_path.iterdir()) == [FILE_NAME]


def _read_with_little_room(home: Path) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with pytest.raises(UpgradeImpossible):
        read(home)


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
@pytest.mark.parametrize("statement", [0, 2, len(MIGRATIONS[SCHEMA_NUMBER])])
def test_an_upgrade_that_is_killed_begins_again_at_the_next_start(tmp_path: Path, statement: int) -> None:
    file = make(tmp_path, 1)
    before = rows(file)
    process = multiprocessing.get_context("spawn").Process(target=_die_in_upgrade, args=(tmp_path, statement))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert rows(file) == before
    read(tmp_path)
    after = rows(file)
    assert after == as_of_now(before, 1)
    assert not list(tmp_path.glob(".*"))


def _die_in_upgrade(home: Path, statement: int) -> None:
    """Be killed inside the transaction, before this statement of the last step."""
    real = upgrade._statements

    def until(found: int) -> Any:
        for number in range(found + 1, SCHEMA_NUMBER):
            yield from MIGRATIONS[number]
        yield from MIGRATIONS[SCHEMA_NUMBER][:statement]
        os.kill(os.getpid(), signal.SIGKILL)
        yield from real(found)

    upgrade._statements = until  # type: ignore[assignment]
    read(home)


def test_what_a_killed_upgrade_has_half_copied_is_removed(tmp_path: Path) -> None:
    make(tmp_path, 3)
    (tmp_path / ".0123.copy.part").write_bytes(b"half")
    read(tmp_path)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_library_keeps_every_byte_and_gets_no_file(tmp_path: Path, read_only: bool) -> None:
    file = make(tmp_path, 4)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_NUMBER + 2}")
    before = tree(tmp_path)
    with pytest.raises(LibraryNewer) as caught:
        read(tmp_path, read_only=read_only)
    assert caught.value.facts["found"] == str(SCHEMA_NUMBER + 2)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_library_whose_program_was_killed_keeps_its_log(tmp_path: Path, read_only: bool) -> None:
    """The number stands in the log of writes only, which SQLite would fold into the database when it opens it."""
    file = make(tmp_path / "made", 4)
    home = tmp_path / "copied"
    home.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA user_version = {SCHEMA_NUMBER + 1}")
        connection.execute("BEGIN")
        connection.execute("INSERT INTO vectors VALUES (x'98', zeroblob(50000))")
        for name in (FILE_NAME, f"{FILE_NAME}-wal"):
            (home / name).write_bytes((file.parent / name).read_bytes())
    before = tree(home)
    assert schema_number(home / FILE_NAME) == SCHEMA_NUMBER + 1
    with pytest.raises(LibraryNewer):
        read(home, read_only=read_only)
    assert tree(home) == before


def test_the_number_is_read_from_a_log_as_sqlite_reads_it(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for number in (1, 7, 3):
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute(f"CREATE TABLE t{number} AS SELECT zeroblob(20000) AS x")
            assert schema_number(file) == number
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        assert schema_number(file) == 3
        connection.execute("PRAGMA user_version = 4")
        assert schema_number(file) == 4, "pages from before the log was begun anew do not count"


@pytest.mark.parametrize("data", [b"", b"SQLite format 3\x00", b"no database at all" * 20])
def test_what_is_no_database_has_no_number(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / FILE_NAME
    file.write_bytes(data)
    assert schema_number(file) == 0
    assert schema_number(tmp_path / "missing") == 0


def test_an_upgrade_that_another_process_holds_up_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    file = make(tmp_path, 4)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO vectors VALUES (x'97', x'')")
        with pytest.raises(LibraryLocked):
            read(tmp_path)
    assert schema_number(file) == 4
