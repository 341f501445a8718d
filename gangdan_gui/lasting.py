"""Calls that go on when nobody waits for them any more: else what is slow to load would begin anew each time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Lasting:
    """The calls of what one owner asks."""

    def __init__(self) -> None:
        self._going_on: set[asyncio.Task[Any]] = set()

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """What a call gives. Cancelling stops the waiting, not the call."""
        return await asyncio.shield(self.begin(work))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Have it done; nobody needs to wait."""
        task = asyncio.ensure_future(work)
        self._going_on.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """End them."""
        if going_on := set(self._going_on):
            for task in going_on:
                task.cancel()
            await asyncio.wait(going_on)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._going_on.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, or it would be told as forgotten where nobody waits any more
