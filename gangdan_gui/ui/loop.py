"""Runs the window's main coroutine on Qt's event loop and gives back its exit code."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

# PySide6 comes first: qasync takes the binding that is imported already.
from qasync import QEventLoop

from gangdan_gui.ui.collecting import collecting_here

_INTERRUPTED = 130
# Python runs a signal's handler between two of its own instructions, and a waiting Qt loop executes none.
_HEARTBEAT_MS = 200


def run(app: QApplication, main: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run `main()` to its end and return its exit code; Ctrl-C and SIGTERM cancel it, and its cleanup still runs.

    So does being told to quit (by the system when the user logs off, by the menu of macOS): all windows are closed.
    """
    # The loop ends when `main` does, not when some last window or message box closes.
    app.setQuitOnLastWindowClosed(False)
    heartbeat = QTimer()
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(_HEARTBEAT_MS)

    async def until_terminated() -> int:
        task = asyncio.current_task()
        with _cancelled_by_terminate(task), _closed_by_quit(app, task):
            return await main()

    # The loop's own timers stand in reference cycles, too; they are collected here in the end.
    with collecting_here():
        try:
            with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
                return runner.run(until_terminated())
        except (KeyboardInterrupt, asyncio.CancelledError):
            return _INTERRUPTED
        finally:
            heartbeat.stop()
            app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


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


class _Quit(QObject):
    """Left to Qt, the loop would end under the feet of `main`, which would neither end nor clean up."""

    def __init__(self, app: QApplication, task: asyncio.Task[Any]) -> None:
        super().__init__()
        self._app, self._task = app, task

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close what is open; where nothing is, there is nobody who would tell `main` of it."""
        # Every event of every widget comes through here, and asking for its type takes longest.
        if watched is not self._app or event.type() is not QEvent.Type.Quit:
            return False
        if any(widget.isVisible() for widget in self._app.topLevelWidgets()):
            self._app.closeAllWindows()
        else:
            self._task.cancel()
        return True


@contextmanager
def _closed_by_quit(app: QApplication, task: asyncio.Task[Any] | None) -> Iterator[None]:
    if task is None:
        yield
        return
    watch = _Quit(app, task)
    app.installEventFilter(watch)
    try:
        yield
    finally:
        app.removeEventFilter(watch)
