"""Processes are killed at any moment of a build: what was told as done is there, and the next build ends as ever."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from gangdan_gui.domain.documents import FileState, SourceState
from tests.faults.desk import Desk, desk, make_library
from tests.faults.lessons import lesson, subject, write_lessons
from tests.faults.small_index import SmallIndexStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")

ROOT = Path(__file__).resolve().parents[2]
# Sixty files: changed, unchanged, gone, new.
CHANGED, UNCHANGED, GONE, NEW = range(36), range(36, 44), range(44, 48), range(50, 66)
Texts = Counter[tuple[str, str, str]]


@dataclass(frozen=True)
class Course:
    """A library as it was built last, whose files have changed since, and what an undisturbed build makes of it."""

    home: Path
    source: str
    before: Texts
    after: Texts


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    place = tmp_path_factory.mktemp("course")
    folder, home = place / "lessons", place / "home"
    write_lessons(folder, range(CHANGED.start, GONE.stop))
    (source,) = make_library(home, folder, store=SmallIndexStore(home))
    write_lessons(folder, CHANGED, version=2)
    write_lessons(folder, NEW, version=2)
    for number in GONE:
        (folder / f"lesson {number:03}.md").unlink()
    undisturbed = place / "undisturbed"
    shutil.copytree(home, undisturbed)

    async def texts(at: Path, *, build: bool) -> Texts:
        async with desk(at, store=SmallIndexStore(at)) as opened:
            if build:
                await opened.build(source)
            return await opened.texts()

    before = asyncio.run(texts(home, build=False))
    return Course(home, source, before, asyncio.run(texts(undisturbed, build=True)))


@dataclass
class Killed:
    """What was told before the kill."""

    done: list[str] = field(default_factory=list)
    processes: dict[str, int] = field(default_factory=dict)
    heard: int = 0

    def hear(self, line: str) -> None:
        """Take note of an event."""
        if line.startswith('{"event"'):
            self.heard += 1
            said = json.loads(line)
            self.done += [said["done"]] if said["done"] else []
            self.processes = said["processes"]


@contextmanager
def program(home: Path, face: str, source: str) -> Iterator[subprocess.Popen[str]]:
    """The program while it builds; whatever of it is left in the end goes."""
    victim = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.victim", str(home), face, source],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    children: list[psutil.Process] = []
    try:
        yield victim
    finally:
        with suppress(psutil.NoSuchProcess):
            children = psutil.Process(victim.pid).children(recursive=True)
        victim.kill()
        victim.communicate()
        psutil.wait_procs(children, timeout=60)


def kill_once(home: Path, source: str, face: str, whom: str, after: int, moment: float) -> Killed:
    """Build, and kill a process a moment after so many events; where it is a child's, the program goes on."""
    killed = Killed()
    with program(home, face, source) as victim:
        assert victim.stdout is not None
        for _ in range(after):
            if not (line := victim.stdout.readline()):
                break
            killed.hear(line)
        with suppress(subprocess.TimeoutExpired):
            victim.wait(moment)
        number = killed.processes.get(whom, victim.pid)
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
        for line in victim.stdout:
            killed.hear(line)
    assert killed.heard, "it did not build at all"
    return killed


async def check_after(opened: Desk, course: Course, killed: Killed) -> None:
    """Nothing that was told as done is lost, nothing is there twice, and no document is half old and half new."""
    texts = await opened.texts()
    assert max(texts.values()) == 1
    generation = await opened.generation(course.source)
    of = {path: {key: n for key, n in texts.items() if key[1] == path} for _, path, _ in course.after + texts}
    for path in of:
        was, will_be = ({key: n for key, n in side.items() if key[1] == path} for side in (course.before, course.after))
        assert of[path] in (was, will_be), f"{path} is neither old nor new"
    for path in killed.done:
        record = await opened.parts.manifest.documents.get(generation, path)
        assert record is not None
        assert record.state is FileState.READY
        assert of[path] == {key: n for key, n in course.after.items() if key[1] == path}, f"{path} was told as done"
        text = (await opened.services.library.document(course.source, path)).text
        number = int(path.removeprefix("lesson ").removesuffix(".md"))
        assert text == lesson(number, version=1 if number in UNCHANGED else 2)
    (summary,) = await opened.services.library.sources()
    assert summary.state in (SourceState.PARTIAL, SourceState.READY, SourceState.STALE)


async def check_search(opened: Desk, course: Course, number: int) -> None:
    """A question finds a lesson by its meaning, each passage once, and no words of another time."""
    live = await opened.texts()
    found = await opened.search(f"What turns beside the bridge in {subject(number)}?", course.source)
    assert {notice.code for notice in found.notices} <= {"partly-built"}
    places = [(passage.path, passage.start) for passage in found.passages]
    assert len(set(places)) == len(places)
    assert f"lesson {number:03}.md" in {path for path, _ in places}
    by_path: dict[str, str] = {}
    for _, path, text in live:
        by_path[path] = by_path.get(path, "") + text
    for passage in found.passages:
        sentences = [line for line in passage.text.split("\n\n") if line.endswith(".") and line.startswith("In ")]
        assert all(sentence in by_path[passage.path] for sentence in sentences)


async def restart(home: Path, course: Course, killed: Killed, number: int, *, build: bool) -> None:
    """Open the library as the next start does, look, and build once more."""
    async with desk(home, store=SmallIndexStore(home)) as opened:
        await check_after(opened, course, killed)
        await check_search(opened, course, number)
        if build:
            (report,) = await opened.build(course.source)
            assert (report.state, report.problems) == (SourceState.READY, ())
            assert await opened.contradictions() == []
            assert await opened.texts() == course.after
            assert report.chunks_total == sum(course.after.values())
            assert (await opened.services.doctor.health()).state == "ok"


def test_a_program_that_is_killed_in_the_middle_loses_nothing_it_told_of(course: Course, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(course.home, home)
    killed = kill_once(home, course.source, "command", "program", 90, 0.01)
    assert killed.done
    asyncio.run(restart(home, course, killed, 40, build=True))


VICTIMS = [("command", "program"), ("window", "program"), ("command", "chroma"), ("window", "chroma"),
           ("command", "converter"), ("window", "converter")]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("face", "whom"), VICTIMS)
def test_any_process_that_is_killed_at_any_moment(
    course: Course, tmp_path: Path, face: str, whom: str, seed: int
) -> None:
    dice = random.Random(f"{face} {whom} {seed}")
    home = tmp_path / "home"
    shutil.copytree(course.home, home)
    killed = kill_once(home, course.source, face, whom, dice.randint(1, 120), dice.random() / 20)
    asyncio.run(restart(home, course, killed, dice.choice(UNCHANGED), build=True))
