"""A reader sees the old content or the new one."""

from __future__ import annotations

import os
import stat
import sys
import time
from pathlib import Path

import pytest

from gangdan_gui import whole_file
from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.whole_file import part_beside, remove_file, set_aside, write_chosen, write_whole


def test_the_new_content_takes_the_place_of_the_old_and_nothing_is_left_beside(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "a.json"
    write_whole(file, b"one")
    write_whole(file, b"two", durable=False)
    assert file.read_bytes() == b"two"
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_is_held_for_a_moment_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.json"
    refusals = [PermissionError(13, "in use")] * 3
    replace = Path.replace

    def held(self: Path, target: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", held)
    monkeypatch.setattr(whole_file, "_PAUSES", (0.0,) * 5)
    write_whole(file, b"data")
    assert file.read_bytes() == b"data"
    assert refusals == []


def test_a_file_that_stays_held_is_told_and_the_old_one_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.json"
    write_whole(file, b"old")

    def held(self: Path, target: Path) -> Path:
        raise PermissionError(13, "in use")

    monkeypatch.setattr(Path, "replace", held)
    monkeypatch.setattr(whole_file, "_PAUSES", (0.0,) * 5)
    with pytest.raises(CannotWrite) as caught:
        write_whole(file, b"new")
    assert caught.value.facts == {"path": str(file), "why": "in use"}
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_removing_says_whether_it_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.touch()
    assert remove_file(file)
    assert remove_file(file)
    assert not remove_file(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_a_file_is_its_owner_s_alone_unless_it_is_to_be_shared(tmp_path: Path) -> None:
    plain, own, shared = tmp_path / "plain", tmp_path / "own", tmp_path / "shared"
    plain.touch()
    write_whole(own, b"x")
    write_whole(shared, b"x", shared=True)
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    assert shared.stat().st_mode == plain.stat().st_mode


def test_a_file_that_the_user_named_is_written_whole_through_links(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_bytes(b"old")
    (tmp_path / "link.md").symlink_to(tmp_path / "real.md")

    write_chosen(tmp_path / "link.md", b"new")

    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "real.md").read_bytes() == b"new"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["nowhere/a.md", ".", "a\0b", "x" * 300, "loop", "plain/a.md"])
def test_a_place_that_cannot_be_written_is_told_and_made_nowhere(tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "plain").write_bytes(b"")
    before = sorted(tmp_path.iterdir())

    with pytest.raises(CannotWrite):
        write_chosen(tmp_path / name, b"data")

    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="no such device there")
def test_what_is_no_file_is_written_into_and_stays(tmp_path: Path) -> None:
    (tmp_path / "nothing").symlink_to("/dev/null")

    write_chosen(tmp_path / "nothing", b"text")

    assert Path("/dev/null").is_char_device()


def test_the_newest_three_of_a_damaged_folder_are_kept_aside(tmp_path: Path) -> None:
    folder = tmp_path / "chroma"
    earlier = [tmp_path / f"chroma-damaged-2020010{day}-000000" for day in (1, 2, 3)]
    for old in earlier:
        old.mkdir()
    moved = []
    for number in range(2):
        folder.mkdir()
        (folder / str(number)).touch()
        moved.append(set_aside(folder))
    assert len(set(moved)) == 2
    assert sorted(tmp_path.iterdir()) == sorted([earlier[2], *moved])
    assert not set_aside(folder).exists()


def test_what_belongs_to_a_damaged_file_goes_aside_and_in_the_end_away_with_it(tmp_path: Path) -> None:
    file = tmp_path / "library.sqlite3"
    for _ in range(4):
        for ending in ("", "-wal"):
            file.with_name(file.name + ending).write_text("x")
        aside = set_aside(file, ("-wal", "-shm"))
        assert aside.with_name(f"{aside.name}-wal").is_file()
        assert [item for item in tmp_path.iterdir() if "damaged" not in item.name] == []
    assert len(list(tmp_path.glob("*.sqlite3"))) == len(list(tmp_path.glob("*-wal"))) == 3


def test_a_damaged_file_keeps_its_ending_aside(tmp_path: Path) -> None:
    file = tmp_path / "sources.yaml"
    file.write_text("[")
    aside = set_aside(file)
    assert (aside.read_text(), aside.suffix, file.exists()) == ("[", ".yaml", False)


def test_what_was_left_of_the_same_file_goes_and_nothing_else(tmp_path: Path) -> None:
    file, other = tmp_path / ("课程" * 42 + ".gdpack"), tmp_path / "[other].gdpack"
    left, at_it, others = part_beside(file), part_beside(file), part_beside(other)
    journal, foreign = left.with_name(f"{left.name}-journal"), tmp_path / ".somebody's.part"
    for one in (left, journal, at_it, others, foreign):
        one.write_bytes(b"half")
        if one != at_it:
            os.utime(one, (time.time() - 7200,) * 2)

    fresh = part_beside(file)

    assert not fresh.exists()
    assert sorted(tmp_path.iterdir()) == sorted([at_it, others, foreign])
