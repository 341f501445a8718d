"""The parent's side: asks an object in a child process, from any event loop, without ever holding it.

One daemon thread a child starts the process, sends one request and waits for its reply. All other requests wait
here and not in the pipe. So urgent ones go first, a cancelled one that waits is just dropped, nothing is ever
half sent, and a process that dies or is killed takes only the request with it that it was serving: the others
have had no effect and go to the next process.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from gangdan_gui.domain.errors import GangDanError, WorkerDied, WorkerNotStarted
from gangdan_gui.workers.serving import failure
from gangdan_gui.workers.spawned import GRACE, Spawned

_log = logging.getLogger(__name__)

_URGENT, _ORDINARY, _LAST = range(3)
_PATIENCE = 30.0
"""Seconds that `close` waits for a child that may not be killed; after that it ends by itself when it is done."""


@dataclass(eq=False, slots=True)
class _Request:
    method: str
    arguments: tuple[object, ...]
    reply: Future[Any] = field(default_factory=Future)


class Child:
    """A spawned process that serves the methods of one object.

    `target` is `module:callable`; the child calls it with `arguments` and serves the public methods of what it
    returns, one call at a time. `killable` says that a call may be ended by killing the process: true for
    anything that only computes, false for whatever writes. `niceness` lets other programs go first: as `nice` on Unix,
    any above 0 as a priority below normal on Windows.
    """

    def __init__(
        self,
        target: str,
        *,
        name: str,
        arguments: tuple[object, ...] = (),
        killable: bool = True,
        niceness: int = 0,
    ) -> None:
        self._target = target
        self._name = name
        self._arguments = arguments
        self._killable = killable
        self._niceness = niceness
        self._waiting: queue.PriorityQueue[tuple[int, int, _Request | None]] = queue.PriorityQueue()
        self._order = itertools.count()
        self._thread: threading.Thread | None = None
        self._closed = False
        # Holds while the process or the request it serves changes, so that `_kill` meets the one it means.
        self._lock = threading.Lock()
        self._spawned: Spawned | None = None
        self._serving: _Request | None = None

    @property
    def alive(self) -> bool:
        """Whether the process runs now; false before the first call."""
        spawned = self._spawned
        return spawned is not None and spawned.alive

    async def call(self, method: str, *arguments: object, urgent: bool = False) -> Any:
        """Call a method of the object and return what it returns; both ways things are pickled.

        The process is started when there is none. Raises the GangDanError that was raised there, WorkerFailed for
        any other exception, WorkerDied when the process ended by itself (the next call starts a new one),
        WorkerNotStarted when there is none to be had, and RuntimeError after `close`. Cancelling drops a call that
        still waits. One that is being served goes on and its reply is dropped, but a killable process that has not
        finished within GRACE seconds is killed.
        """
        request = _Request(method, arguments)
        self._put(request, _URGENT if urgent else _ORDINARY)
        try:
            return await asyncio.wrap_future(request.reply)
        except asyncio.CancelledError:
            if not request.reply.cancel() and self._killable:
                self._kill_later(request)
            raise

    async def close(self) -> None:
        """End the process by closing its pipe. Calls that still wait are cancelled; the one being served may finish,
        within GRACE seconds where the process may be killed."""
        self._closed = True
        self._drop_waiting()
        if self._thread is None:
            return
        self._waiting.put((_LAST, next(self._order), None))
        timer = self._kill_later(None) if self._killable else None
        await asyncio.to_thread(self._thread.join, _PATIENCE)
        if timer is not None:
            timer.cancel()
        if self._thread.is_alive():
            _log.warning("%s is still busy and will end when it is done", self._name)

    def _put(self, request: _Request, rank: int) -> None:
        if self._closed:
            raise RuntimeError(f"{self._name} is closed")
        self._waiting.put((rank, next(self._order), request))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def _drop_waiting(self) -> None:
        while True:
            try:
                _, _, request = self._waiting.get_nowait()
            except queue.Empty:
                return
            if request is not None:
                request.reply.cancel()

    def _kill_later(self, request: _Request | None) -> threading.Timer:
        # A thread and not the loop counts the time, because the loop may end together with the task.
        timer = threading.Timer(GRACE, self._kill, (request,))
        timer.daemon = True
        timer.start()
        return timer

    def _kill(self, request: _Request | None) -> None:
        """Kill the process if it is still at `request`, or whatever it does where that is None."""
        with self._lock:
            if self._spawned is not None and request in (None, self._serving):
                self._spawned.kill()

    # What follows runs in the child's own thread.

    def _run(self) -> None:
        while True:
            _, _, request = self._waiting.get()
            if request is None:
                break
            if request.reply.set_running_or_notify_cancel():
                self._serve(request)
            del request  # its payload may be large, and the next one may be long in coming
        if self._spawned is not None:
            self._end()

    def _serve(self, request: _Request) -> None:
        value: Any = None
        error: GangDanError | None = None
        with self._lock:
            self._serving = request
        try:
            value = self._exchange(request)
        except Exception as reason:  # the edge: whatever went wrong belongs to the one who asked
            error = failure(self._name, reason)
        with self._lock:
            self._serving = None
        if error is None:
            request.reply.set_result(value)
        else:
            request.reply.set_exception(error)

    def _exchange(self, request: _Request) -> Any:
        try:
            spawned = self._running()
            spawned.send(request.method, request.arguments)
            return spawned.receive()
        except (EOFError, OSError) as error:
            raise WorkerDied(worker=self._name, code=str(self._end())) from error

    def _running(self) -> Spawned:
        if self._spawned is not None and not self._spawned.alive:
            _log.warning("%s ended by itself with code %s while it had nothing to do", self._name, self._end())
        return self._spawned or self._start()

    def _start(self) -> Spawned:
        try:
            with self._lock:
                self._spawned = spawned = Spawned(
                    self._target, self._arguments, name=self._name, killable=self._killable, niceness=self._niceness
                )
        except OSError as error:  # the system has no room for another process
            raise WorkerNotStarted(worker=self._name, code="") from error
        try:
            spawned.receive()
        except (EOFError, OSError) as error:
            raise WorkerNotStarted(worker=self._name, code=str(self._end())) from error
        except GangDanError:
            self._end()
            raise
        return spawned

    def _end(self) -> int | None:
        with self._lock:
            spawned, self._spawned = self._spawned, None
        return spawned.end() if spawned is not None else None
