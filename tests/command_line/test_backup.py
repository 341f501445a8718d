"""Backups on the command line, and what a library of a newer version goes through: nothing."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.storing.lock import LibraryLock
from gangdan_gui.storing.schema import SCHEMA_NUMBER
from tests.program import run_here

PLANTS = (
    "# Photosynthesis\n\nPhotosynthesis turns light energy into chemical energy inside the leaves of green plants.\n"
)


def run(home: Path, *words: str) -> tuple[int, dict[str, Any], str]:
    """The exit code, what was said as JSON, and what was told beside."""
    ran = run_here("--home", str(home), "--json", *words)
    return ran.returncode, json.loads(ran.stdout), ran.stderr.decode()


def tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {str(item): (item.read_bytes(), item.stat().st_mtime_ns) for item in folder.rglob("*") if item.is_file()}


@pytest.fixture
def home(tmp_path: Path, one_model: None) -> Path:
    """A library with one built source."""
    home, docs = tmp_path / "home", tmp_path / "docs"
    docs.mkdir()
    (docs / "plants.md").write_text(PLANTS, "utf-8")
    assert run(home, "sources", "add", str(docs))[0] == 0
    assert run(home, "build", "--embedder", "builtin")[0] == 0
    return home


def test_a_library_comes_back_and_answers_without_embedding(home: Path, tmp_path: Path) -> None:
    (home / "settings.toml").write_text('chroma_token = "s3cr3t"\n', "utf-8")
    file, new = tmp_path / "library.gdbackup", tmp_path / "new"

    code, created, told = run(home, "backup", "create", "-o", str(file))
    assert (code, created["ok"], created["sources"]) == (0, True, 1)
    assert "chroma_token" in told
    assert b"s3cr3t" not in file.read_bytes()
    code, verified, _ = run(tmp_path / "none", "backup", "verify", str(file))
    assert (code, verified) == (0, created)
    assert not (tmp_path / "none").exists()

    code, restored, _ = run(new, "backup", "restore", str(file))
    assert (code, restored["home"], restored["moved"]) == (0, str(new), None)
    assert restored["sha256"] == created["sha256"]
    _, found, _ = run(new, "search", "how do plants get their energy?")
    assert [hit["path"] for hit in found["hits"]] == ["plants.md"]
    assert found["hits"][0]["distance"] is not None, "by meaning"
    _, built, _ = run(new, "build")
    assert (built["sources"][0]["embedded"], built["sources"][0]["state"]) == (0, "ready")


def test_a_library_that_is_there_is_moved_aside_and_told(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "library.gdbackup"
    run(home, "backup", "create", "-o", str(file))
    (tmp_path / "note.md").write_text("# Later\n\nWritten after the backup was made.", "utf-8")
    assert run(home, "notes", "add", str(tmp_path / "note.md"))[0] == 0
    code, restored, _ = run(home, "backup", "restore", str(file))
    assert code == 0
    assert run(home, "notes", "list")[1]["notes"] == []
    (moved,) = tmp_path.glob("home-before-*")
    assert restored["moved"] == str(moved)
    assert len(run(moved, "notes", "list")[1]["notes"]) == 1


def test_documents_that_are_not_here_are_named_and_answer_all_the_same(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "library.gdbackup"
    run(home, "backup", "create", "-o", str(file))
    (tmp_path / "docs").rename(tmp_path / "elsewhere")
    code, restored, told = run(tmp_path / "new", "backup", "restore", str(file))
    assert code == 1
    assert any("can't be read on this machine" in notice for notice in restored["notices"])
    assert "sources move" in told
    assert str(tmp_path / "docs") in told
    assert run(tmp_path / "new", "search", "plants")[1]["hits"]

    assert run(tmp_path / "new", "sources", "move", "docs", str(tmp_path / "nowhere"))[0] == 2
    code, moved, _ = run(tmp_path / "new", "sources", "move", "docs", str(tmp_path / "elsewhere"))
    assert (code, moved["source"]["id"]) == (0, "docs")
    built = run(tmp_path / "new", "build")[1]["sources"][0]
    assert (built["state"], built["embedded"], built["chunks"]["added"]) == ("ready", 0, 0)
    assert str(tmp_path / "elsewhere") in (tmp_path / "new" / "sources.yaml").read_text("utf-8")


def test_a_library_that_is_in_use_can_be_backed_up_but_not_replaced(home: Path, tmp_path: Path) -> None:
    lock = LibraryLock(home, "the window")
    lock.acquire()
    try:
        code, created, _ = run(home, "backup", "create", "-o", str(tmp_path / "a.gdbackup"))
        assert (code, created["ok"]) == (0, True)
        before = tree(home)
        code, refused, _ = run(home, "backup", "restore", str(tmp_path / "a.gdbackup"))
        assert (code, refused["error"]["id"]) == (2, "library-locked")
        assert tree(home) == before
    finally:
        lock.release()


def test_what_a_restore_that_was_ended_has_left_goes_at_the_next_start(home: Path) -> None:
    for name in ("home.restoring", "home.restored"):
        (home.with_name(name) / "notes").mkdir(parents=True)
    assert run(home, "sources", "list")[1]["sources"][0]["id"] == "docs"
    assert sorted(item.name for item in home.parent.iterdir()) == ["docs", "home"]


@pytest.mark.parametrize("action", ["verify", "restore"])
def test_what_is_no_backup_is_refused_in_one_sentence(tmp_path: Path, action: str) -> None:
    file = tmp_path / "a.gdbackup"
    file.write_text("no backup")
    code, refused, _ = run(tmp_path / "home", "backup", action, str(file))
    assert (code, refused["error"]["id"]) == (2, "backup-refused")
    assert "it is no backup of GangDan" in refused["error"]["message"]
    assert run(tmp_path / "home", "backup", action, str(tmp_path / "missing"))[1]["error"]["id"] == "location-missing"
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("sources", "list"), ("sources", "add", "."), ("build",), ("search", "x"), ("doctor", "--repair"),
        ("notes", "list"), ("conversations", "list"), ("backup", "create", "-o", "b.gdbackup"),
    ],
)  # fmt: skip
def test_a_library_of_a_newer_version_keeps_every_byte(
    tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    (home / "sources.yaml").write_text("- {title: A, kind: hologram}\n")
    with closing(sqlite3.connect(home / "library.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE things (x)")
        connection.execute(f"PRAGMA user_version = {SCHEMA_NUMBER + 1}")
    before = tree(tmp_path)
    code, refused, _ = run(home, *words)
    assert (code, refused["error"]["id"]) == (2, "library-newer")
    assert tree(tmp_path) == before
