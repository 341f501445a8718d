"""Reading that may take for ever: waited for so long, and without a word to a loop that has ended meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from gangdan_gui.services.deadline import within


class Watched(asyncio.SelectorEventLoop):
    """Remembers who spoke to it when it had ended: one of Qt's ends the process then."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[str] = []

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any, context: Any = None) -> asyncio.Handle:
        """Note who is late."""
        if self.is_closed():
            self.late.append(threading.current_thread().name)
        return super().call_soon_threadsafe(callback, *args, context=context)


def nothing() -> None:
    """Ended at last."""


def test_what_is_read_in_time_is_given() -> None:
    assert asyncio.run(within(60, lambda: 6 * 7, nothing)) == 42


def test_what_goes_wrong_is_told_to_whoever_waits() -> None:
    def fails() -> None:
        raise PermissionError("locked")

    with pytest.raises(PermissionError, match="locked"):
        asyncio.run(within(60, fails, nothing))


def test_a_thread_that_comes_too_late_says_nothing_to_a_loop_that_has_ended() -> None:
    released, ended = threading.Event(), threading.Event()
    loops: list[Watched] = []
    before = set(threading.enumerate())

    def made() -> Watched:
        loops.append(Watched())
        return loops[0]

    with asyncio.Runner(loop_factory=made) as runner, pytest.raises(TimeoutError):
        runner.run(within(0.01, released.wait, ended.set))
    (thread,) = set(threading.enumerate()) - before
    released.set()
    thread.join(10)

    assert ended.is_set(), "it has told whoever counts such threads"
    assert loops[0].late == []
