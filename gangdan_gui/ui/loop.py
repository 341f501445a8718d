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
    try:
        with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner, _terminate_as_interrupt():
            return runner.run(main())
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        heartbeat.stop()


@contextmanager
def _terminate_as_interrupt() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
