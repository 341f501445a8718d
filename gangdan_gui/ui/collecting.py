"""Has Python's cycle collector work on the main thread only, while the window is open.

An object of Qt that stands in a reference cycle ends where the cycle is collected, and Python collects on whichever
thread happens to allocate: on another thread than its own, ending it may end the process.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QTimer

# Often enough that there is little to do each time.
_INTERVAL_MS = 1000
# By then the window and the library stand, and with them most of what a full collection would walk.
_SETTLED_MS = 15_000


@contextmanager
def collecting_here(interval: int = _INTERVAL_MS) -> Iterator[None]:
    """Collect by a timer of this thread's Qt loop, every `interval` milliseconds; then once more and as before.

    What was there at the beginning, or a few seconds later, mostly lives as long as the process: it is set aside, so
    that no collection walks it. On a slow machine that is the difference between a pause that is seen and one that is
    not.
    """
    automatic = gc.isenabled()
    gc.disable()
    gc.freeze()
    timer = QTimer()
    timer.timeout.connect(collect_due)
    timer.start(interval)
    settled = QTimer(singleShot=True)
    settled.timeout.connect(_set_aside)
    settled.start(_SETTLED_MS)
    try:
        yield
    finally:
        settled.stop()
        timer.stop()
        gc.unfreeze()
        gc.collect()
        if automatic:
            gc.enable()


def collect_due() -> None:
    """Collect the oldest generation whose time has come, as Python by itself would."""
    counted = zip(gc.get_count(), gc.get_threshold(), strict=True)
    due = [generation for generation, (count, most) in enumerate(counted) if count > most > 0]
    if due:
        gc.collect(due[-1])


def _set_aside() -> None:
    gc.collect()
    gc.freeze()
