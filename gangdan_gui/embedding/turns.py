"""Who may ask next: passages a few at a time, questions at once and before waiting passages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Turns:
    """Passages hold one of `places` each; none begins while a question is under way."""

    def __init__(self, places: int) -> None:
        self._places = asyncio.Semaphore(places)
        self._questions = 0
        self._unasked = asyncio.Event()
        self._unasked.set()

    @asynccontextmanager
    async def passages(self) -> AsyncIterator[None]:
        """Wait for a place, and for questions to be answered."""
        async with self._places:
            await self._unasked.wait()
            yield

    @contextmanager
    def question(self) -> Iterator[None]:
        """Hold passages back. Never waits."""
        self._questions += 1
        self._unasked.clear()
        try:
            yield
        finally:
            self._questions -= 1
            if not self._questions:
                self._unasked.set()
