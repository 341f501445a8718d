"""Waiting inside a coroutine without a clock: turn by turn, with the loop's hard end as its bound."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], object]) -> None:
    """Return as soon as something is true."""
    while not condition():
        await asyncio.sleep(0)
