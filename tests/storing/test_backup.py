"""A library as one file and back: whole, as of one moment, refused where it is not what was written."""

from __future__ import annotations

import hashlib
import io
import json
import multiprocessing
import os
import signal
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.domain.errors import BackupRefused, CannotWrite, LocationMissing, RecordsDamaged
from gangdan_gui.storing.backup import restoring, writing
from gangdan_gui.storing.backup.checking import check_backup, safe
from gangdan_gui.storing.backup.contents import DATABASE
from gangdan_gui.storing.backup.inventory import NAME, Inventory
from gangdan_gui.storing.backup.restoring import finish, put_in_place, unpack_backup
from gangdan_gui.storing.backup.writing import write_backup
from gangdan_gui.storing.schema import SCHEMA_NUMBER
from gangdan_gui.whole_file import part_beside

OWN = {
    "conversations/20260301-080000-aa.json": "{}",
    "corrections/notes.json": "{}",
    "notes/my-notes/第一课.md": "# 光合作用",
    "markdown/notes~1/a.md": "# A",
    "files/getting-started/en.md": "# Welcome",
    "lessons/one.md": "",
    "packs/physics.gdpack": "a pack",
    "window.ini": "[General]",
}
AGAIN = {
    "files/gone/README.md": "# Read me",
    "files/gone.json": "{}",
    "files/gone.archives/x/a.md": "# A",
    "files/notes/unpacked.md": "# U",
    "chroma/chroma.sqlite3": "chroma",
}
NEVER = {
    "lock": "", "lock.holder": "the window (1)", "logs/gangdan.log": "…", ".0123.part": "half",
    "chroma-damaged-1/a": "x",
    "library-damaged-20260101.sqlite3": "x", "settings.toml.broken": "proxy = 1", "old.gdbackup": "PK",
}  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A library with something of each kind in it."""
    home = tmp_path / "library"
    for name, text in (OWN | AGAIN | NEVER).items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    with closing(sqlite3.connect(home / DATABASE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript((Path(__file__).parent / "older" / "schema_4.sql").read_text("utf-8"))
    (home / "settings.toml").write_text('theme = "dark"\nproxy_address = "http://me:pw@p:1"\n', "utf-8")
    (home / "sources.yaml").write_text("- title: Notes\n", "utf-8")
    return home


def nothing(_done: int, _total: int) -> None:
    """Nobody looks."""


def back_up(home: Path, *, whole: bool = False, name: str = "b.gdbackup") -> tuple[Path, Inventory]:
    file = home.parent / name
    return file, write_backup(home, file, whole=whole, count=nothing)[0]


def tree(folder: Path) -> dict[str, bytes]:
    """All files but those that SQLite keeps beside a database that is open."""
    files = (item for item in folder.rglob("*") if item.is_file() and not item.name.endswith(("-wal", "-shm")))
    return {item.relative_to(folder).as_posix(): item.read_bytes() for item in files}


def restored(file: Path, home: Path) -> dict[str, bytes]:
    unpack_backup(file, home, nothing)
    put_in_place(home)
    return tree(home)


def test_a_backup_holds_the_only_copies_and_not_what_can_be_made_again(home: Path, tmp_path: Path) -> None:
    before = tree(home)
    file, inventory = back_up(home)
    found = restored(file, tmp_path / "new" / "home")
    expected = {name: text.encode() for name, text in OWN.items()} | {"sources.yaml": b"- title: Notes\n"}
    assert {name: found[name] for name in expected} == expected
    assert found.keys() - expected.keys() == {DATABASE, "settings.toml"}
    assert b"pw" not in found["settings.toml"]
    assert [(one.code, one.detail) for one in inventory.left_out] == [
        ("secret-left-out", "settings.toml: proxy_address")
    ]
    assert (inventory.sources, inventory.schema, inventory.whole) == (2, SCHEMA_NUMBER, False)
    assert inventory.places == (("课堂 “Notes”", "/home/wang/备课"),)
    assert tree(home) == before, "nothing is changed where it was made"
    assert sorted(item.name for item in tmp_path.iterdir()) == ["b.gdbackup", "library", "new"]


def test_a_whole_backup_holds_downloads_and_indexes_too(home: Path, tmp_path: Path) -> None:
    found = restored(back_up(home, whole=True)[0], tmp_path / "new")
    assert {name: text.encode() for name, text in (OWN | AGAIN).items()}.items() <= found.items()
    assert not NEVER.keys() & found.keys()


def test_every_record_comes_back(home: Path, tmp_path: Path) -> None:
    restored(back_up(home)[0], tmp_path / "new")
    for table in ("sources", "documents", "chunks", "vectors"):
        both = []
        for folder in (home, tmp_path / "new"):
            with closing(sqlite3.connect(folder / DATABASE)) as connection:
                columns = "id, title, locations, problems" if table == "sources" else "rowid"
                both.append(connection.execute(f"SELECT {columns} FROM {table}").fetchall())
        assert both[0] == both[1] != []


def test_files_keep_their_times(home: Path, tmp_path: Path) -> None:
    """What tells whether a file is still the one that was read."""
    note = "notes/my-notes/第一课.md"
    os.utime(home / note, (1_700_000_000.25, 1_700_000_000.25))
    restored(back_up(home)[0], tmp_path / "new")
    assert (tmp_path / "new" / note).stat().st_mtime == 1_700_000_000.25


@pytest.mark.parametrize("committed", [False, True])
def test_the_records_are_those_of_one_moment_though_somebody_writes(home: Path, committed: bool) -> None:
    with closing(sqlite3.connect(home / DATABASE, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO vectors VALUES (x'77', x'')")
        if committed:
            writer.execute("COMMIT")
        file, _ = back_up(home)
    restored(file, home.parent / "new")
    with closing(sqlite3.connect(home.parent / "new" / DATABASE)) as connection:
        kept = connection.execute("SELECT count(*) FROM vectors WHERE key = x'77'").fetchone()[0]
    assert kept == committed


def test_an_index_that_is_written_to_meanwhile_is_left_to_be_made_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = writing._Writer._add

    def add(writer: Any, archive: zipfile.ZipFile, path: str, file: Path) -> None:
        real(writer, archive, path, file)
        if path.startswith("chroma/"):
            file.write_text("written by a build meanwhile", "utf-8")

    monkeypatch.setattr(writing._Writer, "_add", add)
    file, inventory = back_up(home, whole=True)
    assert "chroma-left-out" in [one.code for one in inventory.left_out]
    assert not [name for name in restored(file, home.parent / "new") if name.startswith("chroma")]


def test_a_library_without_records_can_be_backed_up(tmp_path: Path) -> None:
    (tmp_path / "home" / "notes").mkdir(parents=True)
    (tmp_path / "home" / "notes" / "a.md").write_text("# A")
    file, inventory = back_up(tmp_path / "home")
    assert (inventory.sources, [one.path for one in inventory.files]) == (0, ["notes/a.md"])
    assert restored(file, tmp_path / "new") == {"notes/a.md": b"# A"}


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_file_whose_name_is_no_text_comes_back(home: Path) -> None:
    name = os.fsdecode(b"notes/my-notes/\xff\xfe.md")
    (home / name).write_text("odd")
    assert restored(back_up(home)[0], home.parent / "new")[name] == b"odd"


def test_damaged_records_are_told_and_no_file_is_left(home: Path) -> None:
    data = bytearray((home / DATABASE).read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    (home / DATABASE).write_bytes(data)
    with pytest.raises(RecordsDamaged):
        back_up(home)
    assert [item.name for item in home.parent.iterdir()] == ["library"]


def test_settings_that_nobody_can_read_are_left_out(home: Path) -> None:
    (home / "settings.toml").write_text("proxy = me:pw@host", "utf-8")
    file, inventory = back_up(home)
    assert [one.code for one in inventory.left_out] == ["settings-left-out"]
    assert "settings.toml" not in restored(file, home.parent / "new")


@pytest.mark.parametrize(
    "name",
    ["settings-damaged-20261130-080000.toml", "settings.toml~", "settings.toml.broken", "sources-damaged-2026.yaml",
     "sources.yaml.bak", "files/guide.json"],
)  # fmt: skip
@pytest.mark.parametrize("whole", [True, False])
def test_copies_of_what_holds_secrets_do_not_let_them_in(home: Path, name: str, whole: bool) -> None:
    (home / name).parent.mkdir(exist_ok=True)
    (home / name).write_text(
        'proxy_address = "http://me:ge-heim@p:1"\nurl = "https://e.org/a?token=ge-heim"\n', "utf-8"
    )
    file, inventory = back_up(home, whole=whole)
    with zipfile.ZipFile(file) as archive:
        assert not any(b"ge-heim" in archive.read(entry) for entry in archive.namelist())
    assert (name in {kept.path for kept in inventory.files}) == (not name.startswith("settings"))


def test_what_can_not_be_read_now_is_named(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "lessons-away").symlink_to(tmp_path / "a stick that is not in")
    (home / "locked.md").write_text("x", "utf-8")
    opened = Path.open

    def locked(path: Path, mode: str = "r", *arguments: str) -> object:
        if path.name == "locked.md":
            raise PermissionError(13, "Permission denied")
        return opened(path, mode, *arguments)

    monkeypatch.setattr(Path, "open", locked)
    _, inventory = back_up(home)
    told = {reason.detail for reason in inventory.left_out if reason.code == "not-in-backup"}
    assert told == {"lessons-away", "locked.md"}


def test_what_was_there_stays_where_a_backup_can_not_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _ = back_up(home)
    before = file.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing._Writer, "_put", full)
    with pytest.raises(CannotWrite, match="No space"):
        back_up(home)
    assert file.read_bytes() == before
    assert sorted(item.name for item in home.parent.iterdir()) == ["b.gdbackup", "library"]


@pytest.mark.parametrize("name", ["missing/b.gdbackup", "library"])
def test_a_place_that_no_file_can_have_is_refused(home: Path, name: str) -> None:
    with pytest.raises(CannotWrite):
        back_up(home, name=name)


def test_what_backups_that_were_killed_have_left_goes_with_the_next(home: Path) -> None:
    left = part_beside(home.parent / "b.gdbackup")
    left.write_bytes(b"half")
    os.utime(left, (0, 0))
    file, _ = back_up(home)
    assert sorted(home.parent.iterdir()) == [file, home]


class Stop(Exception):
    """Nobody waits any more."""


@pytest.mark.parametrize("after", [1, 3, 8])
def test_a_backup_that_is_stopped_leaves_nothing(home: Path, after: int) -> None:
    calls: list[int] = []

    def count(done: int, total: int) -> None:
        calls.append(done)
        assert 0 <= done <= total
        if len(calls) > after:
            raise Stop

    with pytest.raises(Stop):
        write_backup(home, home.parent / "b.gdbackup", whole=True, count=count)
    assert [item.name for item in home.parent.iterdir()] == ["library"]
    assert calls == sorted(calls)


# what is refused


def rewritten(file: Path, change: Callable[[dict[str, bytes], dict[str, Any]], None], *, honest: bool = False) -> Path:
    """The backup with other contents. `honest`: hashes and sizes are made to fit."""
    with zipfile.ZipFile(file) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    said = json.loads(entries.pop(NAME))
    change(entries, said)
    if honest:
        said["files"] = [
            {"path": name.removeprefix("home/"), "size": len(data), "sha256": hashlib.sha256(data).hexdigest(),
             "modified": 0} for name, data in entries.items()
        ]  # fmt: skip
    other = file.with_name("other.gdbackup")
    with zipfile.ZipFile(other, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
        archive.writestr(NAME, json.dumps(said))
    return other


def refusal(file: Path, home: Path) -> str:
    """Why a backup is refused; what was at home is as it was, and nothing lies beside it."""
    before, beside = tree(home), sorted(item.name for item in home.parent.iterdir())
    with pytest.raises(BackupRefused) as caught:
        unpack_backup(file, home, nothing)
    assert tree(home) == before
    assert sorted(item.name for item in home.parent.iterdir()) == beside
    with pytest.raises(BackupRefused):
        check_backup(file)
    return caught.value.facts["reason"]


CHANGES: dict[str, tuple[str, Callable[[dict[str, bytes], dict[str, Any]], Any]]] = {
    "a file was changed": ("backup-damaged", lambda files, _: files.update({"home/lessons/one.md": b"x"})),
    "a file was taken out": ("backup-damaged", lambda files, _: files.pop("home/sources.yaml")),
    "a file was put in": ("backup-damaged", lambda files, _: files.update({"home/more.md": b"x"})),
    "a file leads out": ("backup-unsafe", lambda files, _: files.update({"../more.md": b"x"})),
    "a hash was changed": ("backup-damaged", lambda _, said: said["files"][0].update(sha256="00")),
    "a size was changed": ("backup-damaged", lambda _, said: said["files"][0].update(size=3)),
    "a file is named twice": ("backup-damaged", lambda _, said: said["files"].append(said["files"][0])),
    "a size that no file has": ("backup-damaged", lambda _, said: said["files"][0].update(size=-1)),
    "no list of files": ("backup-damaged", lambda _, said: said.pop("files")),
    "files that are no list": ("backup-damaged", lambda _, said: said.update(files="all")),
    "another kind of file": ("backup-damaged", lambda _, said: said.update(kind="something else")),
    "a newer format": ("backup-newer", lambda _, said: said.update(format=2, files="otherwise")),
    "newer records": ("backup-newer", lambda _, said: said.update(schema=SCHEMA_NUMBER + 1)),
    "far too much": ("backup-too-large", lambda _, said: said["files"][0].update(size=1 << 50)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_backup_that_was_changed_is_refused(home: Path, name: str) -> None:
    reason, change = CHANGES[name]
    assert refusal(rewritten(back_up(home)[0], change), home) == reason


@pytest.mark.parametrize("path", ["../out.md", "a/../../out.md", "/etc/out.md", "C:/out.md", "a//b.md", "./a.md", "a/"])
def test_a_path_that_leads_out_is_refused_though_all_else_fits(home: Path, path: str) -> None:
    other = rewritten(back_up(home)[0], lambda files, _: files.update({f"home/{path}": b"x"}), honest=True)
    assert refusal(other, home) == "backup-unsafe"


def test_what_unpacks_to_far_more_is_refused_before_it_is_unpacked(home: Path) -> None:
    other = rewritten(back_up(home)[0], lambda files, _: files.update({"home/zeros": bytes(100 << 20)}), honest=True)
    assert other.stat().st_size < 1 << 20
    assert refusal(other, home) == "backup-too-large"


def test_records_that_are_newer_than_the_backup_says_are_refused(home: Path) -> None:
    def change(files: dict[str, bytes], _: dict[str, Any]) -> None:
        data = bytearray(files[f"home/{DATABASE}"])
        data[60:64] = (SCHEMA_NUMBER + 1).to_bytes(4, "big")
        files[f"home/{DATABASE}"] = bytes(data)

    other = rewritten(back_up(home)[0], change, honest=True)
    with pytest.raises(BackupRefused, match="backup-newer"):
        unpack_backup(other, home, nothing)
    assert not home.with_name("library.restoring").exists()


@pytest.mark.parametrize("part", [0.02, 0.5, 0.99])
def test_a_backup_that_was_cut_off_is_refused(home: Path, part: float) -> None:
    file, _ = back_up(home)
    data = file.read_bytes()
    file.write_bytes(data[: int(len(data) * part)])
    assert refusal(file, home) == "backup-cut-off"


def test_no_byte_of_a_backup_can_be_other_without_being_noticed(home: Path) -> None:
    file, _ = back_up(home)
    data, before = file.read_bytes(), check_backup(file)
    for at in range(0, len(data), max(len(data) // 60, 1)):
        file.write_bytes(data[:at] + bytes([data[at] ^ 0x5A]) + data[at + 1 :])
        try:
            found, _ = check_backup(file)
        except BackupRefused:
            continue
        assert found == before[0], "what only the archive itself says of an entry, as its time"


def test_a_backup_whose_entries_begin_before_it_is_refused(home: Path) -> None:
    file, _ = back_up(home)
    data = bytearray(file.read_bytes())
    at = data.rindex(b"PK\x05\x06") + 16  # where its list begins, as the end says
    data[at : at + 4] = (int.from_bytes(data[at : at + 4], "little") + len(data)).to_bytes(4, "little")
    file.write_bytes(data)
    assert refusal(file, home) in ("backup-damaged", "backup-cut-off")


def zipped(names: tuple[str, ...]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, "[]")
    return stream.getvalue()


@pytest.mark.parametrize("data", [b"", b"no archive", zipped(()), zipped(("a.txt",)), b"\x00" * 3000])
def test_what_is_no_backup_is_refused(home: Path, data: bytes) -> None:
    file = home.parent / "b.gdbackup"
    file.write_bytes(data)
    assert refusal(file, home) == "backup-other"


def test_a_backup_that_is_not_there_is_told(home: Path) -> None:
    for place in ("missing.gdbackup", "library", "a\0b"):
        with pytest.raises(LocationMissing):
            check_backup(home.parent / place)


@pytest.mark.parametrize("path", ["a", "a/b.md", "笔记/第一课.md", "..a/b..", "a b/.c"])
def test_ordinary_paths_are_safe(path: str) -> None:
    assert safe(path)


# taking the place of a library


def test_what_was_there_is_moved_aside_whole(home: Path) -> None:
    file, _ = back_up(home)
    (home / "notes" / "later.md").write_text("later")
    before = tree(home)
    unpack_backup(file, home, nothing)
    assert tree(home) == before, "until it takes the place"
    aside = put_in_place(home)
    assert aside is not None
    assert aside.parent == home.parent
    assert tree(aside) == before
    assert not (home / "notes" / "later.md").exists()
    assert (home / "notes/my-notes/第一课.md").read_text("utf-8") == "# 光合作用"


@pytest.mark.parametrize("there", [False, True])
def test_an_empty_folder_is_no_library_to_be_moved(home: Path, there: bool) -> None:
    file, _ = back_up(home)
    new = home.parent / "new"
    if there:
        new.mkdir()
    unpack_backup(file, new, nothing)
    assert put_in_place(new) is None
    assert (new / DATABASE).exists()


def test_a_library_that_can_not_be_moved_stays(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _ = back_up(home)
    unpack_backup(file, home, nothing)
    before = tree(home)
    home.with_name("library.restored").rename(home.parent / "elsewhere")
    with pytest.raises(CannotWrite):
        put_in_place(home)
    assert tree(home) == before


@pytest.mark.parametrize("after", [1, 4, 20])
def test_a_restore_that_is_stopped_leaves_the_library(home: Path, after: int) -> None:
    file, _ = back_up(home)
    before = tree(home.parent)
    calls: list[int] = []

    def count(done: int, total: int) -> None:
        calls.append(done)
        assert done <= total
        if len(calls) > after:
            raise Stop

    with pytest.raises(Stop):
        unpack_backup(file, home, count)
    assert tree(home.parent) == before
    assert calls == sorted(calls)


def _die(file: Path, home: Path, step: int) -> None:
    """Be killed while it is unpacked (0), when it is unpacked (1), or when the old library has been moved aside (2)."""
    calls: list[int] = []

    def count(_done: int, _total: int) -> None:
        calls.append(0)
        if step == 0 and len(calls) == 18:
            os.kill(os.getpid(), signal.SIGKILL)

    unpack_backup(file, home, count)
    if step == 2:
        patient = restoring.patiently

        def once(act: Callable[[], object]) -> None:
            patient(act)
            os.kill(os.getpid(), signal.SIGKILL)

        restoring.patiently = once
        put_in_place(home)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
@pytest.mark.parametrize("step", [0, 1, 2])
def test_a_restore_that_is_killed_leaves_one_whole_library(home: Path, step: int) -> None:
    file, _ = back_up(home)
    (home / "notes" / "later.md").write_text("later")
    before = tree(home)
    process = multiprocessing.get_context("spawn").Process(target=_die, args=(file, home, step))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    finish(home)  # the next start
    if step < 2:
        assert tree(home) == before
    else:
        assert (home / DATABASE).exists()
        assert not (home / "notes" / "later.md").exists()
        (aside,) = home.parent.glob("library-before-*")
        assert tree(aside) == before
    restored(file, home)
    assert not [item.name for item in home.parent.iterdir() if item.name.endswith((".restoring", ".restored"))]
