"""Lets questions go first: what builds would send waits until the answer is there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

# A small machine writes a long answer in some minutes. One that hangs must not stop a build for ever.
CEILING_SECONDS = 600.0


class Asking:
    """The questions that are open. Each holds builds back until it is answered, or for `ceiling` seconds."""

    def __init__(self, ceiling: float = CEILING_SECONDS) -> None:
        self._ceiling = ceiling
        self._open: set[object] = set()
        self._none = asyncio.Event()
        self._none.set()

    @property
    def open(self) -> bool:
        """Whether a question is under way."""
        return not self._none.is_set()

    @contextmanager
    def question(self) -> Iterator[None]:
        """Hold builds back, from when it is asked until all of its answer is there. Never waits."""
        mark = object()
        self._open.add(mark)
        self._none.clear()
        patience = asyncio.get_running_loop().call_later(self._ceiling, self._leave, mark)
        try:
            yield
        finally:
            patience.cancel()
            self._leave(mark)

    async def over(self) -> None:
        """Wait until none is open."""
        await self._none.wait()

    def _leave(self, mark: object) -> None:
        self._open.discard(mark)
        if not self._open:
            self._none.set()
