"""No server is asked for too much at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """At every server, by its name, so many at once as are polite."""

    def __init__(self, at_once: int) -> None:
        self._turns: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(at_once))

    @asynccontextmanager
    async def at(self, server: str, deadline: asyncio.Timeout) -> AsyncIterator[None]:
        """A turn. The wait for it is no part of a file's own time: slow files must not use up that of the others."""
        loop = asyncio.get_running_loop()
        ends = deadline.when()
        left = None if ends is None else ends - loop.time()
        deadline.reschedule(None)
        async with self._turns[server]:
            deadline.reschedule(None if left is None else loop.time() + left)
            yield
