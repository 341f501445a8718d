"""A disk that fills up in the middle of a build: what is there answers, the report says why, and room lets it go on.

Needs a file system of its own, which only an administrator may mount.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import aclosing, suppress
from pathlib import Path

import pytest

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.events import BuildFinished, BuildReport
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.passage_vectors import BATCH
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.wording import reason_sentence
from tests.services.conftest import Shelf
from tests.services.packing import create
from tests.stand_ins import HashEmbedder

SIZE = 64 * 1024 * 1024
FIRST, MORE = 5, 30
LANES = 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """An empty file system of few megabytes, in memory."""
    place = tmp_path / "disk"
    place.mkdir()
    if sys.platform != "linux" or _run("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "gangdan-test", str(place)):
        pytest.skip("no file system can be mounted here")
    yield place
    assert not _run("umount", str(place))


def _run(*command: str) -> int:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode
    except OSError:
        return 1


def write(folder: Path, numbers: range) -> None:
    for number in numbers:
        lines = (f"Line {line} of part {number} is about harbours and the ships in them. " * 10 for line in range(40))
        (folder / f"{number:03}.md").write_text("\n\n".join(lines), "utf-8")


async def build(application: Application, source: str) -> BuildReport:
    async with aclosing(application.services.library.build((source,), BuildOptions())) as events:
        return [event.report async for event in events if isinstance(event, BuildFinished)][-1]


async def answers(application: Application, source: str) -> set[str]:
    found = await application.services.assistant.search("ships in harbours", SearchOptions((source,), count=50))
    return {passage.path for passage in found.passages}


def test_a_full_disk_ends_a_build_and_nothing_that_was_there(small_disk: Path, tmp_path: Path) -> None:
    folder, home = tmp_path / "documents", small_disk / "home"
    folder.mkdir()
    home.mkdir()
    write(folder, range(FIRST))
    ballast = small_disk / "ballast"
    embedder = HashEmbedder()

    async def main() -> None:
        async with open_application(home, "test", replaced=Replaced(lambda _: embedder)) as application:
            source = (await application.services.library.add(str(folder))).source.id
            assert (await build(application, source)).state is SourceState.READY
            before = await answers(application, source)
            write(folder, range(FIRST, FIRST + MORE))
            free = SIZE - sum(file.stat().st_size for file in home.rglob("*") if file.is_file())
            ballast.write_bytes(b"\0" * max(0, free - 3 * 1024 * 1024))
            report = await build(application, source)
            assert report.state is SourceState.PARTIAL
            assert FIRST <= report.documents < report.expected == FIRST + MORE
            assert "disk is full" in reason_sentence(report.problems[-1].reason)
            assert before <= await answers(application, source)
        ballast.unlink()
        async with open_application(home, "test", replaced=Replaced(lambda _: embedder)) as application:
            summary = (await application.services.library.sources())[0]
            assert (summary.state, summary.documents) == (SourceState.PARTIAL, report.documents)
            assert before <= await answers(application, source)
            again = await build(application, source)
            assert (again.state, again.documents, again.problems) == (SourceState.READY, FIRST + MORE, ())
            # But for what was under way, none of it twice.
            assert len(embedder.embedded) - len(set(embedder.embedded)) <= LANES * BATCH

    asyncio.run(main())


@pytest.mark.slow
def test_a_library_on_a_full_disk_opens_and_answers(small_disk: Path, tmp_path: Path) -> None:
    folder, home = tmp_path / "documents", small_disk / "home"
    folder.mkdir()
    home.mkdir()
    write(folder, range(FIRST))
    ballast = small_disk / "ballast"
    replaced = Replaced(lambda _: HashEmbedder())

    async def main() -> None:
        async with open_application(home, "test", replaced=replaced) as application:
            source = (await application.services.library.add(str(folder))).source.id
            await build(application, source)
            before = await answers(application, source)
            # As after a kill: a state that the next start wants to mend.
            assert isinstance(application.services.library, Library)
            await application.services.library._parts.manifest.sources.set_state(source, SourceState.BUILDING)
        with suppress(OSError), ballast.open("wb", buffering=0) as stream:
            while True:
                stream.write(bytes(4096))
        async with open_application(home, "test", replaced=replaced) as application:
            assert [problem.id for problem in application.problems] == ["cannot-write"]
            found = await application.services.assistant.search("ships in harbours", SearchOptions((source,), count=50))
            assert {passage.path for passage in found.passages} == before
            assert [notice.code for notice in found.notices] in ([], ["store-not-written"])
            with pytest.raises(CannotWrite):
                await build(application, source)
        ballast.unlink()
        async with open_application(home, "test", replaced=replaced) as application:
            assert application.problems == ()
            assert (await build(application, source)).embedded == 0
            assert await answers(application, source) == before

    asyncio.run(main())


def test_a_pack_for_which_there_is_no_room_is_told_and_leaves_nothing(
    shelf: Shelf, folder: Path, small_disk: Path
) -> None:
    write(folder, range(FIRST))
    room = small_disk / "room"
    room.write_bytes(bytes(shutil.disk_usage(small_disk).free - 8192))

    async def run() -> None:
        async with shelf.open() as here:
            source = (await here.library.add(str(folder), title="Harbours")).source.id
            await here.build(source)
            with pytest.raises(CannotWrite):
                await create(here.packs, source, small_disk / "harbours.gdpack")

    asyncio.run(run())
    assert list(small_disk.iterdir()) == [room]
