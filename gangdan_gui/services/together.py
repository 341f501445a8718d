"""Runs several pieces of work at once; where one fails, the others end with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from gangdan_gui.domain.errors import GangDanError

T = TypeVar("T")
U = TypeVar("U")

_log = logging.getLogger(__name__)


async def together(*work: Coroutine[Any, Any, T]) -> list[T]:
    """What each returned, in their order. The first GangDanError that one raised is raised as itself.

    Anything that nobody expected comes in its group, with all that was raised.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one) for one in work]
    except ExceptionGroup as failed:
        # Not `except*`: before Python 3.11.4 what is raised there comes out in a group again.
        known, unknown = failed.split(GangDanError)
        if known is None or unknown is not None:
            raise
        raise _first(known) from None
    return [task.result() for task in tasks]


async def both(one: Coroutine[Any, Any, T], other: Coroutine[Any, Any, U]) -> tuple[T, U]:
    """As `together`, of two that return different things."""
    found: list[Any] = await together(one, other)
    return found[0], found[1]


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Work that goes on beside the block as long as that lasts. What it fails at is logged."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        (done,) = await asyncio.gather(task, return_exceptions=True)
        if isinstance(done, Exception):
            _log.warning("what was to be ready is not: %r", done)


def _first(group: BaseExceptionGroup[Exception]) -> Exception:
    found: Sequence[Exception | BaseExceptionGroup[Exception]] = group.exceptions
    first = found[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
