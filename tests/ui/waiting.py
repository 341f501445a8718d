"""Waiting inside a coroutine without a clock: turn by turn, with the loop's hard end as its bound."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(condition: Callable[[], object]) -> None:
    """Return as soon as something is true."""
    while not condition():  # noqa: ASYNC110 (what is waited for has no event of its own)
        await asyncio.sleep(0)
