"""Blocking work that must not be left in the middle, away from the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


async def to_its_end(work: Callable[[], Result], stop: Callable[[], None] = lambda: None) -> Result:
    """Run `work` in a thread. Cancelled, this calls `stop` and ends when the thread has let go of its files."""
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop()
        await asyncio.wait({running})
        if not running.cancelled():
            running.exception()  # looked at, so that nobody misses it
        raise
