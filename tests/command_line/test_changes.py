"""The command line looks at the files before it says how sources stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.storing.lock import LibraryLock
from tests.program import run_here

pytestmark = pytest.mark.usefixtures("one_model")

LESSON = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour."
NOTHING: dict[str, list[str]] = {"new": [], "changed": [], "gone": []}


class Course:
    """A folder with two lessons that is built."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder
        folder.mkdir()
        for name in ("rain.md", "sea.md"):
            (folder / name).write_text(f"# {name}\n\n{LESSON}", "utf-8")
        self.run("sources", "add", str(folder))
        self.run("build", "--all")

    def run(self, *words: str) -> dict[str, Any]:
        done = run_here(*words, "--json", "--home", str(self.home))
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert isinstance(found, dict)
        return found

    def change(self) -> None:
        (self.folder / "雪.md").write_text(LESSON, "utf-8")
        (self.folder / "rain.md").write_text("Another text, on the tides of the sea and on the moon.", "utf-8")
        (self.folder / "sea.md").unlink()

    def state(self) -> str:
        return str(self.run("sources", "list")["sources"][0]["state"])


@pytest.fixture
def course(home: Path, tmp_path: Path) -> Course:
    return Course(home, tmp_path / "course")


def test_what_has_changed_on_disk_is_shown_and_taken_in_by_build(course: Course) -> None:
    assert course.state() == "ready"
    assert course.run("sources", "show", "course")["changes"] == NOTHING
    course.change()
    shown = course.run("sources", "show", "course")
    assert shown["source"]["state"] == "stale"
    assert shown["changes"] == {"new": ["雪.md"], "changed": ["rain.md"], "gone": ["sea.md"]}
    assert course.state() == "stale"
    told = run_here("sources", "show", "course", "--home", str(course.home)).stdout.decode()
    assert "new      on disk: 雪.md" in told
    built = course.run("build", "--all")["sources"][0]
    assert (built["state"], built["files"]) == (
        "ready", {"fetched": 2, "unchanged": 0, "failed": 0, "removed": 1},
    )  # fmt: skip
    assert course.state() == "ready"
    assert course.run("sources", "show", "course")["changes"] == NOTHING


def test_while_another_program_holds_the_library_changes_are_shown_and_not_written(course: Course) -> None:
    course.change()
    lock = LibraryLock(course.home, "another program")
    lock.acquire()
    try:
        before = {file: file.stat().st_mtime_ns for file in course.home.iterdir() if file.suffix != ".sqlite3-shm"}
        assert course.state() == "stale"
        assert course.run("sources", "show", "course")["changes"]["new"] == ["雪.md"]
        after = {file: file.stat().st_mtime_ns for file in before}
        assert after == before
    finally:
        lock.release()


def test_a_source_whose_folder_is_away_is_as_it_was(course: Course) -> None:
    course.folder.rename(course.folder.with_name("away"))
    assert course.state() == "ready"
    assert course.run("sources", "show", "course")["changes"] == NOTHING


def test_a_dry_run_says_what_a_build_would_do_and_does_nothing(course: Course) -> None:
    (whole,) = course.run("build", "--all", "--dry-run")["forecast"]
    assert (whole["changes"], whole["unchanged"], whole["passages"]) == (NOTHING, 2, 0)
    course.change()
    (found,) = course.run("build", "course", "--dry-run")["forecast"]
    assert found["changes"] == {"new": ["雪.md"], "changed": ["rain.md"], "gone": ["sea.md"]}
    assert (found["id"], found["embedder"], found["unchanged"], found["cached"]) == ("course", "builtin", 0, 0)
    assert found["passages"] == 2
    assert set(found["seconds"]) == {"fetch", "convert", "chunk", "embed", "store", "total"}
    assert 0 < found["disk"] < found["free"]
    assert course.run("sources", "show", "course")["source"]["documents"] == 2


def test_a_dry_run_says_it_in_one_line_also_while_the_window_is_open(course: Course) -> None:
    course.change()
    lock = LibraryLock(course.home, "the window")
    lock.acquire()
    try:
        done = run_here("build", "--dry-run", "--home", str(course.home))
    finally:
        lock.release()
    assert done.returncode == 0, done.stderr
    line = done.stdout.decode()
    assert line.startswith("course: +1 ~1 −1 =0, about 2 passages to embed, less than a minute, about 0.1 MB")


def test_where_there_is_nothing_to_do_nothing_is_guessed(course: Course) -> None:
    done = run_here("build", "--dry-run", "--home", str(course.home))
    line = done.stdout.decode()
    assert line.startswith("course: +0 ~0 −0 =2, nothing to embed")
    assert "guessed" not in line


def test_a_dry_run_names_its_reasons(home: Path, tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    (tmp_path / "away/sea.md").write_text(LESSON, "utf-8")
    assert run_here("sources", "add", str(tmp_path / "away"), "--home", str(home)).returncode == 0
    (tmp_path / "away").rename(tmp_path / "elsewhere")
    done = run_here("build", "--dry-run", "--home", str(home)).stdout.decode()
    assert "is not there" in done
