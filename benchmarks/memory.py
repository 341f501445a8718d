"""How much memory a process and all that it has started take together, and how much of the processor's time."""

from __future__ import annotations

import os
import threading
import time
from types import TracebackType
from typing import Self

import psutil

_PAUSE = 0.2


class Peak:
    """Samples this process and its descendants on a thread while the block runs; `bytes` is the most that was seen.

    What processes share is counted once where the system tells (Linux), else once for each of them. `processor` is how
    many seconds of the processor's time the sampling has taken by now, to be taken from what is measured meanwhile.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self.processor = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, name="memory", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _sample(self) -> None:
        own = psutil.Process()
        while not self._ended.wait(_PAUSE):
            self.bytes = max(self.bytes, sum(map(_of, [own, *own.children(recursive=True)])))
            self.processor = time.thread_time()


def _of(process: psutil.Process) -> int:
    try:
        known = process.memory_full_info()
    except psutil.Error:  # it has just ended
        return 0
    return int(getattr(known, "pss", known.rss))


def processor_seconds() -> float:
    """Of this process and of all that it has started, those that have ended as far as they were waited for."""
    times = os.times()
    seconds = times.user + times.system + times.children_user + times.children_system
    return seconds + sum(map(_seconds_of, psutil.Process().children(recursive=True)))


def _seconds_of(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.Error:  # it has just ended, and is counted as its parent's
        return 0
    # What it has started itself and is no more; Windows does not say.
    ended = times.children_user + times.children_system if hasattr(times, "children_user") else 0
    return float(times.user + times.system + ended)
