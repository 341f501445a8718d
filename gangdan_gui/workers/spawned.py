"""One process from its start to its end, as the thread that talks to it sees it: blocking, one exchange at a time."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.reduction import ForkingPickler
from pickle import loads
from typing import Any

from gangdan_gui.workers.serving import Reply, serve

CONTEXT = multiprocessing.get_context("spawn")
"""Every child has an interpreter of its own: what runs here has threads, of which a copy of it would have none."""

GRACE = 1.0
"""Seconds that a child gets to end by itself, or to finish what nobody waits for any more, before it is killed."""

# Starting a process makes multiprocessing poll, and so reap, all others it knows: without taking turns,
# the thread that waits for one of them may find it gone without an exit code.
_turns = threading.Lock()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A child inherits what its parent's thread holds back: Ctrl-C then finds it deaf already while Python starts."""
    if sys.platform == "win32":
        yield
        return
    # It would be started by the first process otherwise, and lets interrupts through when it is done.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Spawned:
    """A running child. Only `kill` and `alive` may be used by another thread than the one that made it."""

    def __init__(self, target: str, arguments: tuple[object, ...], *, name: str, killable: bool, niceness: int) -> None:
        self._killable = killable
        self._pipe, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(
            target=serve,
            args=(theirs, target, arguments, name),
            kwargs={"killable": killable, "niceness": niceness},
            name=name,
            daemon=True,
        )
        try:
            with _turns, _interrupts_held_back():
                self._process.start()
        except BaseException:
            self._pipe.close()
            raise
        finally:
            theirs.close()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return not wait([self._process.sentinel], timeout=0)

    def send(self, method: str, arguments: tuple[object, ...]) -> None:
        """Ask for a method. Raises OSError when the process has ended; what can't be pickled raises unsent."""
        self._pipe.send_bytes(ForkingPickler.dumps((method, arguments)))

    def receive(self) -> Any:
        """A reply's value, or raise what it holds. EOFError and OSError say that the process has ended."""
        reply: Reply = loads(self._pipe.recv_bytes())
        well, value = reply
        if not well:
            raise value
        return value

    def kill(self) -> None:
        """End the process now."""
        with _turns:
            self._process.kill()

    def end(self) -> int | None:
        """Close the pipe and wait for the process to end, at most GRACE seconds if it may be killed. Its exit code."""
        self._pipe.close()
        if not wait([self._process.sentinel], timeout=GRACE if self._killable else None):
            self.kill()
        wait([self._process.sentinel])
        with _turns:
            self._process.join()
            return self._process.exitcode
