"""Whether this machine runs on its battery, asked of the system at most every few seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

_FRESH_SECONDS = 10.0


class Power:
    """Asks `read`, which may block for a moment, in a thread."""

    def __init__(self, read: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._read = read
        self._clock = clock
        self._known = False
        self._until = -1.0

    async def on_battery(self) -> bool:
        """As it was a few seconds ago at most."""
        if self._clock() >= self._until:
            self._until = self._clock() + _FRESH_SECONDS
            self._known = await asyncio.to_thread(self._read)
        return self._known
