"""Runs the window's main coroutine on Qt's event loop and gives back its exit code."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

# PySide6 comes first: qasync takes the binding that is imported already.
from qasync import QEventLoop

_INTERRUPTED = 130
# Python runs a signal's handler between two of its own instructions, and a waiting Qt loop executes none.
_HEARTBEAT_MS = 200


def run(app: QApplication, main: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run `main()` to its end and return its exit code; Ctrl-C and SIGTERM cancel it, and its cleanup still runs."""
    # The loop ends when `main` does, not when some last window or message box closes.
    app.setQuitOnLastWindowClosed(False)
    heartbeat = QTimer()
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(_HEARTBEAT_MS)

    async def until_terminated() -> int:
        with _cancelled_by_terminate(asyncio.current_task()):
            return await main()

    try:
        with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
            return runner.run(until_terminated())
    except (KeyboardInterrupt, asyncio.CancelledError):
        return _INTERRUPTED
    finally:
        heartbeat.stop()


@contextmanager
def _cancelled_by_terminate(task: asyncio.Task[Any] | None) -> Iterator[None]:
    """As Ctrl-C does by asyncio's own handler; not by way of it, because a shell may start us with Ctrl-C ignored."""
    if task is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def cancel(_number: int, _frame: FrameType | None) -> None:
        task.cancel()

    before = signal.signal(signal.SIGTERM, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
