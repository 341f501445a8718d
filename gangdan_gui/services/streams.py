"""Long work as a generator of events.

The work runs in a task of its own and hands events over through a bounded queue; the generator only reads the queue.
A generator that yielded from inside the work's task group would deliver cancellation to the wrong task (PEP 789).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TypeVar

Event = TypeVar("Event")
Emit = Callable[[Event], Awaitable[None]]
Report = Callable[[int, int], Awaitable[None]]
"""Is told how many are done, and of how many."""

_WAITING_EVENTS = 256


async def stream(work: Callable[[Emit[Event]], Awaitable[None]]) -> AsyncGenerator[Event, None]:
    """Run `work` and yield what it emits. Closing the generator cancels the work and waits for its clean-up.

    The work's own error is raised after its last event. Use it with `contextlib.aclosing`.
    """
    queue: asyncio.Queue[Event] = asyncio.Queue(_WAITING_EVENTS)

    async def run() -> None:
        await work(queue.put)

    task = asyncio.create_task(run())
    try:
        while not (task.done() and queue.empty()):
            getter = asyncio.ensure_future(queue.get())
            try:
                await asyncio.wait({getter, task}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not getter.done():
                    getter.cancel()
            if getter.done() and not getter.cancelled():
                yield getter.result()
        await task
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
