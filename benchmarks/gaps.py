"""The pauses of an event loop: how much later than asked for each turn comes, while something else is done."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Coroutine
from typing import Any

TICK = 0.005


async def gaps_during(work: Coroutine[Any, Any, Any]) -> list[float]:
    """Milliseconds between two turns of the running loop beyond the tick that was asked for, until `work` ends."""
    gaps: list[float] = []
    task = asyncio.ensure_future(work)
    before = time.perf_counter()
    while not task.done():
        await asyncio.sleep(TICK)
        now = time.perf_counter()
        gaps.append(max(0.0, (now - before - TICK) * 1000))
        before = now
    await task
    return gaps


def bare_gaps() -> list[float]:
    """The gaps of a bare window's loop until the standard input ends; says `ready` when it begins.

    Run by another process beside its own work, it shows what the machine itself holds up.
    """
    from PySide6.QtWidgets import QApplication, QMainWindow
    from qasync import QEventLoop

    app = QApplication([])
    window = QMainWindow()
    window.show()
    app.setQuitOnLastWindowClosed(False)

    async def until_told() -> None:
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)

    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        return runner.run(gaps_during(until_told()))


async def gaps_beside(work: Coroutine[Any, Any, Any]) -> tuple[list[float], list[float]]:
    """The gaps of this loop during `work`, and those of a bare one in another process at the same time."""
    pipe = asyncio.subprocess.PIPE
    command = [sys.executable, "-m", "benchmarks.one_run", "benchmarks.gaps:bare_gaps"]
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 26)
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    ours = await gaps_during(work)
    printed, _ = await process.communicate(b"")
    return ours, json.loads(printed)
