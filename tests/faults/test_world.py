"""What the machine around a library does: a disk fills up or is read-only, a clock jumps, and somebody else comes."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.services.requests import OK, PROBLEM, Check, SearchOptions
from gangdan_gui.storing.database import Database
from gangdan_gui.whole_file import set_aside
from tests.faults.conftest import Built
from tests.faults.damages import DATABASE, MANIFEST, junk
from tests.faults.desk import desk
from tests.faults.lessons import lesson, subject, write_lessons
from tests.faults.test_kills import program
from tests.memory_store import MemoryStore
from tests.program import run_here
from tests.stand_ins import HashEmbedder

ROOM = 48 << 20
NOW = datetime.now(UTC)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, which only an administrator may mount."""
    place = tmp_path / "disk"
    place.mkdir()
    if sys.platform != "linux" or mounted("-t", "tmpfs", "-o", f"size={ROOM}", "gangdan-test", str(place)):
        pytest.skip("no file system can be mounted here")
    yield place
    assert subprocess.run(["umount", str(place)], check=False).returncode == 0


def mounted(*arguments: str) -> int:
    try:
        return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode
    except OSError:
        return 1


@pytest.mark.slow
def test_a_repair_on_a_full_disk_is_told_and_goes_on_once_there_is_room(built: Built, small_disk: Path) -> None:
    home, ballast = small_disk / "home", small_disk / "ballast"
    shutil.copytree(built.home, home)
    junk(home / DATABASE)

    async def main() -> None:
        embedder = HashEmbedder(64)
        async with desk(home, embedder=embedder) as opened:
            before = await opened.texts()
            free = shutil.disk_usage(small_disk).free
            ballast.write_bytes(b"\0" * (free - (96 << 10)))
            done: list[Check] = []
            with suppress(CannotWrite):
                done = await opened.repair()
            assert all(check.state == PROBLEM for check in done)
            ballast.unlink()
            assert {check.state for check in await opened.repair()} == {OK}
            assert await opened.contradictions() == []
            assert await opened.texts() == before
        assert embedder.embedded == []

    asyncio.run(main())


def test_a_library_on_a_read_only_disk_answers_and_is_left_as_it_is(built: Built, small_disk: Path) -> None:
    home = small_disk / "home"
    shutil.copytree(built.home, home)
    assert mounted("-o", "remount,ro", str(small_disk)) == 0

    async def main() -> None:
        replaced = Replaced(lambda _label: HashEmbedder(64))
        async with open_application(home, "test", may_read_only=True, replaced=replaced) as application:
            assert application.read_only
            found = await application.services.assistant.search(subject(7), SearchOptions())
            assert found.passages[0].path == "lesson 007.md"
            assert (await application.services.doctor.health()).state == OK
        ran = await asyncio.to_thread(run_here, "build", "--json", "--home", str(home))
        assert ran.returncode == 2
        assert json.loads(ran.stdout)["error"]["id"] == "library-read-only"

    asyncio.run(main())


@pytest.mark.parametrize("when", [0, 86_400, 4_102_444_800, 32_503_680_000], ids=["1970", "1971", "2100", "3000"])
def test_files_of_any_time_are_built_and_changes_are_seen_whatever_their_time(
    tmp_path: Path, home: Path, when: int
) -> None:
    folder = tmp_path / "lessons"
    write_lessons(folder, range(3))
    for file in folder.iterdir():
        os.utime(file, (when, when))

    async def main() -> None:
        async with desk(home, store=MemoryStore()) as opened:
            source = (await opened.services.library.add(str(folder))).source.id
            (report,) = await opened.build(source)
            assert (report.state, report.documents) == (SourceState.READY, 3)
            changed = folder / "lesson 001.md"
            changed.write_text(lesson(1).replace("version1", "version9"), "utf-8")  # of the same length
            os.utime(changed, (when, when))
            (report,) = await opened.build(source)
            assert (report.fetched, report.unchanged) == (1, 2)
            assert "version9" in (await opened.search(subject(1))).passages[0].text

    asyncio.run(main())


def at(moment: datetime) -> type[datetime]:
    """A clock that stands at a moment."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment.astimezone(tz)

    return Clock


def test_a_clock_that_jumps_ahead_does_not_empty_the_trash(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    async def trashed() -> list[str]:
        async with desk(built.home, store=MemoryStore()) as opened:
            return [one.source.id for one in await opened.services.library.trashed()]

    async def remove() -> None:
        async with desk(built.home, store=MemoryStore()) as opened:
            await opened.services.library.remove(built.second)

    asyncio.run(remove())
    later = NOW + timedelta(days=400)
    monkeypatch.setattr("gangdan_gui.services.library.opening.datetime", at(later))
    assert asyncio.run(trashed()) == [built.second]
    # Used at that time as well, so it is that time.
    os.utime(built.home / MANIFEST, (later.timestamp(),) * 2)
    assert asyncio.run(trashed()) == []


def test_a_clock_that_is_set_back_loses_nothing(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("library.opening", "sources.trash", "building.looking"):
        monkeypatch.setattr(f"gangdan_gui.services.{name}.datetime", at(NOW - timedelta(days=4000)), raising=False)

    async def main() -> None:
        async with desk(built.home, store=MemoryStore()) as opened:
            before = await opened.texts()
            reports = await opened.build(built.first, built.second)
            assert {(report.state, report.fetched, report.embedded) for report in reports} == {
                (SourceState.READY, 0, 0)
            }
            assert await opened.texts() == before
            await opened.services.library.remove(built.second)
        async with desk(built.home, store=MemoryStore()) as opened:
            assert [one.source.id for one in await opened.services.library.trashed()] == [built.second]
            await opened.services.library.restore(built.second)
            assert await opened.texts() == before

    asyncio.run(main())


def test_what_was_moved_aside_last_is_kept_also_when_the_clock_was_set_back(tmp_path: Path) -> None:
    for year in (2090, 2091, 2092):
        (tmp_path / f"chroma-damaged-{year}0101-000000").mkdir()
        (tmp_path / f"sources-damaged-{year}0101-000000.yaml").touch()
    (tmp_path / "chroma").mkdir()
    (tmp_path / "sources.yaml").touch()
    aside = set_aside(tmp_path / "chroma"), set_aside(tmp_path / "sources.yaml")
    assert all(path.exists() for path in aside)
    assert len(list(tmp_path.glob("chroma-damaged-*"))) == len(list(tmp_path.glob("sources-damaged-*"))) == 3


def test_records_that_were_moved_aside_last_are_kept_also_when_the_clock_was_set_back(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    for year in (2090, 2091, 2092):
        (home / f"library-damaged-{year}0101-000000-000000.sqlite3").touch()
    (home / MANIFEST).write_bytes(b"the only vectors there are")

    async def main() -> None:
        database = Database(home / MANIFEST)
        await database.set_aside()
        await database.close()

    asyncio.run(main())
    kept = [file.read_bytes() for file in home.glob("library-damaged-*")]
    assert sorted(kept) == [b"", b"", b"the only vectors there are"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows can't hold a process")
def test_a_second_program_names_the_first_and_reads_what_needs_no_store(built: Built) -> None:
    write_lessons(built.home.parent / "more", range(30))

    async def add() -> str:
        async with desk(built.home, store=MemoryStore()) as opened:
            return (await opened.services.library.add(str(built.home.parent / "more"))).source.id

    source = asyncio.run(add())
    with program(built.home, "command", source) as first:
        assert first.stdout is not None
        first.stdout.readline()
        os.kill(first.pid, signal.SIGSTOP)  # it holds the library for as long as is looked
        for words in (["build", source], ["sources", "remove", source], ["doctor", "--repair"]):
            ran = run_here(*words, "--json", "--home", str(built.home))
            error = json.loads(ran.stdout)["error"]
            assert (ran.returncode, error["id"]) == (2, "library-locked")
            assert "gangdan-gui build" in error["message"]
        ran = run_here("sources", "list", "--json", "--home", str(built.home))
        assert ran.returncode == 0
        assert len(json.loads(ran.stdout)["sources"]) == 3
        os.kill(first.pid, signal.SIGCONT)
        assert first.wait(60) == 0

    async def look() -> None:
        async with desk(built.home) as opened:
            assert await opened.contradictions() == []
            assert {one.state for one in await opened.services.library.sources()} == {SourceState.READY}

    asyncio.run(look())
