"""The window beside a bare one: `python -m benchmarks.window`.

Printed: seconds from the start of the process to the first painted window, ours and a bare PySide6 window in turn, with
the differences; gaps of the event loop during a build of 2,000 chunks, ours and a bare loop beside the
same build in another process; peak memory of all our processes during the build. Runs offscreen unless QT_QPA_PLATFORM
says otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from benchmarks.documents import write_documents
from benchmarks.figures import show, show_gaps
from benchmarks.gaps import gaps_during

if TYPE_CHECKING:
    import psutil

    from gangdan_gui.ui.window import Window

CHUNKS, RUNS = 2000, 7
QUICK_CHUNKS, QUICK_RUNS = 60, 1
SMOOTH = "p99 ≤ 50, max ≤ 100"


def _first_paint(then: Callable[[], None]) -> Any:
    """An event filter for a QApplication that calls `then` once, after the first paint of any widget."""
    from PySide6.QtCore import QEvent, QObject, QTimer

    class Watch(QObject):
        painted = False

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint and not self.painted:
                self.painted = True
                QTimer.singleShot(0, then)
            return False

    return Watch()


def _print_now() -> None:
    print(time.time(), flush=True)


def bare_start() -> None:
    """Show a bare window, print when it was painted, and quit."""
    from PySide6.QtWidgets import QApplication, QMainWindow

    app = QApplication([])

    def done() -> None:
        _print_now()
        app.quit()

    watch = _first_paint(done)
    app.installEventFilter(watch)
    window = QMainWindow()
    window.resize(1360, 840)
    window.show()
    app.exec()


def our_start(home: Path) -> None:
    """Show our window on a library, print when it was painted, and quit."""
    from functools import partial

    from PySide6.QtWidgets import QApplication

    from gangdan_gui.app import open_application
    from gangdan_gui.ui.face import show_window

    app = QApplication([])
    painted = asyncio.Event()

    def done() -> None:
        _print_now()
        painted.set()

    watch = _first_paint(done)
    app.installEventFilter(watch)

    async def visit(_window: Window) -> int:
        await painted.wait()
        return 0

    show_window(home, partial(open_application, home, "benchmark"), visit=visit)


def our_gaps(home: Path, documents: Path) -> None:
    """Build in our window and print its loop's gaps and the peak memory of all processes."""
    from functools import partial

    import psutil

    from gangdan_gui.app import open_application
    from gangdan_gui.ui.face import show_window
    from gangdan_gui.ui.sources.add_request import AddRequest

    peak = 0

    async def visit(window: Window) -> int:
        nonlocal peak
        report: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        window.library.queue.finished.connect(report.set_result)

        async def work() -> None:
            nonlocal peak
            await window.library.add(AddRequest(str(documents), "benchmark"))
            while not report.done():
                await asyncio.wait({report}, timeout=1.0)
                peak = max(peak, await asyncio.to_thread(_memory, psutil.Process()))

        gaps = await gaps_during(work())
        assert report.result().state == "ready", report.result()
        show_gaps("our window", gaps, SMOOTH)
        return 0

    show_window(home, partial(open_application, home, "benchmark"), visit=visit)
    show("peak memory, window and its processes", [peak / 1e6], "MB")


def _memory(process: psutil.Process) -> int:
    import psutil

    total: int = process.memory_info().rss
    for child in process.children(recursive=True):
        try:
            total += child.memory_info().rss
        except psutil.NoSuchProcess:  # it has ended meanwhile
            continue
    return total


def bare_gaps(home: Path, documents: Path) -> None:
    """Print the gaps of a bare window's loop while another process builds the same documents."""
    from PySide6.QtWidgets import QApplication, QMainWindow
    from qasync import QEventLoop

    app = QApplication([])
    window = QMainWindow()
    window.show()

    async def work() -> None:
        for words in (["sources", "add", str(documents)], ["build"]):
            command = [sys.executable, "-m", "gangdan_gui", *words, "--home", str(home)]
            quiet = asyncio.subprocess.DEVNULL
            process = await asyncio.create_subprocess_exec(*command, stdout=quiet, stderr=quiet)
            assert await process.wait() == 0

    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        show_gaps("bare loop beside it", runner.run(gaps_during(work())))


def _timed_start(*words: str) -> float:
    begun = time.time()
    command = [sys.executable, "-m", "benchmarks.window", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout.splitlines()[0]) - begun


def main() -> None:
    """Print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--documents", type=Path, metavar="FOLDER", help="Markdown to build instead of made-up text")
    arguments.add_argument("--runs", type=int, default=RUNS, help="of the start")
    arguments.add_argument("--quick", action="store_true", help="so little that the figures mean nothing")
    arguments.add_argument("--part", help=argparse.SUPPRESS)
    arguments.add_argument("places", nargs="*", type=Path, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    parts: dict[str, Callable[..., None]] = {
        "bare-start": bare_start,
        "our-start": our_start,
        "our-gaps": our_gaps,
        "bare-gaps": bare_gaps,
    }
    if given.part:
        parts[given.part](*given.places)
        return
    chunks, runs = (QUICK_CHUNKS, QUICK_RUNS) if given.quick else (CHUNKS, given.runs)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        write_documents(work / "documents", chunks, given.documents)
        home = str(work / "home")
        starts = [(_timed_start("--part", "our-start", home), _timed_start("--part", "bare-start"))
                  for _ in range(runs + 1)][1:]  # fmt: skip
        ours, bare = (list(times) for times in zip(*starts, strict=True))
        show("start to first paint", ours, "s")
        show("  of a bare window", bare, "s")
        show("  difference", [one - other for one, other in starts], "s")
        for part, place in (("our-gaps", "home1"), ("bare-gaps", "home2")):
            command = [sys.executable, "-m", "benchmarks.window", "--part", part]
            subprocess.run([*command, str(work / place), str(work / "documents")], check=True)


if __name__ == "__main__":
    main()
