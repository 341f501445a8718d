"""The window's asyncio tasks: each is held, its error is told, and all of them end when the window closes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

log = logging.getLogger(__name__)

Result = TypeVar("Result")
ErrorTeller = Callable[[str, BaseException], None]


class Jobs:
    """A registry of running tasks.

    What a user can do something about is caught where it is asked for (a presenter); `on_error(name, error)` hears
    of whatever got past that. Cancelling is not an error.
    """

    def __init__(self, on_error: ErrorTeller | None = None) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self._on_error = on_error
        self._closed = False

    def start(self, work: Coroutine[Any, Any, Result], name: str) -> asyncio.Task[Result]:
        """Run `work` as a task of the running loop; once the registry is closed, it is cancelled before it begins."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        if self._closed:
            task.cancel()
        return task

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what is running, in alphabetical order."""
        return tuple(sorted(task.get_name() for task in self._tasks))

    async def close(self, grace: float = 5.0) -> tuple[str, ...]:
        """Cancel everything and wait at most `grace` seconds; returns the names of what did not end in that time."""
        self._closed = True
        current = asyncio.current_task()
        waiting = {task for task in self._tasks if task is not current}
        for task in waiting:
            task.cancel()
        if waiting:
            _, waiting = await asyncio.wait(waiting, timeout=grace)
        late = tuple(sorted(task.get_name() for task in waiting))
        if late:
            log.warning("jobs still running after %.1f s: %s", grace, ", ".join(late))
        return late

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            return
        log.error("job %s failed", task.get_name(), exc_info=error)
        if self._on_error is not None:
            self._on_error(task.get_name(), error)
