"""Reading that may take for ever, as of a network drive that has gone: waited for so long, and not when all closes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


async def within(seconds: float, work: Callable[[], Result], done: Callable[[], None]) -> Result:
    """Run `work`, which changes nothing, in a thread of its own; `done` is called there when it has ended at last.

    Raises TimeoutError when that takes longer. A thread of the loop's own pool would keep the program from ending.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[Result] = loop.create_future()
    # Holds while the thread speaks to the loop: one of Qt that has ended ends the process where it is spoken to.
    speaking, given_up = threading.Lock(), threading.Event()

    def settle(put: Callable[[], None]) -> None:
        if not result.done():
            put()

    def run() -> None:
        try:
            found = work()
        except Exception as error:  # whatever it is, it belongs to whoever waits
            reason = error
            put = lambda: result.set_exception(reason)  # noqa: E731
        else:
            put = lambda: result.set_result(found)  # noqa: E731
        finally:
            done()
        with speaking:
            if not given_up.is_set():
                loop.call_soon_threadsafe(settle, put)

    threading.Thread(target=run, name="look", daemon=True).start()
    try:
        async with asyncio.timeout(seconds):
            return await result
    finally:
        with speaking:
            given_up.set()
