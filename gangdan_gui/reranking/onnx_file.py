"""The reranker in an ONNX file that the user names, in a child process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import RerankerUnavailable, WorkerError
from gangdan_gui.lasting import Lasting
from gangdan_gui.workers.child import Child

_ENCODER = "gangdan_gui.reranking.cross_encoder:CrossEncoder"
# Whoever gives up waits for one batch at most, or the next question does.
_AT_ONCE = 4
# What a search reads around, and builds, go first.
_NICENESS = 5
# Such a file fills up to two gigabytes of memory, which are given back when nobody has asked for so many seconds.
_IDLE = 900.0


class OnnxReranker:
    """A Reranker. Its process starts at the first question, loads the file once, and ends when it is not asked."""

    most = 100

    def __init__(self, file: Path, make: Callable[[], Child] | None = None, idle: float = _IDLE) -> None:
        self._file = file
        self._make = make or partial(Child, _ENCODER, name="reranker", arguments=(str(file),), niceness=_NICENESS)
        self._idle = idle
        self._child: Child | None = None
        self._lasting = Lasting()
        self._asked = 0
        self._rest: asyncio.TimerHandle | None = None

    @property
    def awake(self) -> bool:
        """Whether there is a process that holds the file, or is about to."""
        return self._child is not None

    async def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """See `Reranker.scores`. Longer texts than the model reads are cut at their end."""
        with self._at_work():
            await self._called("load")
            found: list[float] = []
            for at in range(0, len(texts), _AT_ONCE):
                found += await self._called("scores", question, list(texts[at : at + _AT_ONCE]))
            return tuple(found)

    async def check(self) -> None:
        """See `Reranker.check`."""
        await self.scores("?", ["?"])

    async def close(self) -> None:
        """End the process. May be called twice."""
        self._stay()
        await self._lasting.close()
        child, self._child = self._child, None
        if child is not None:
            await child.close()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        self._stay()
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1
            if not self._asked:
                self._rest = asyncio.get_running_loop().call_later(self._idle, self._end)

    def _stay(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            self._lasting.begin(child.close())

    async def _called(self, method: str, *arguments: object) -> Any:
        if self._child is None:
            self._child = self._make()
        try:
            return await self._lasting.wait(self._child.call(method, *arguments))
        except WorkerError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: WorkerError) -> RerankerUnavailable:
        detail = f"{self._file} ({error.facts.get('error') or error.facts.get('code', '')})"
        return RerankerUnavailable(reranker=str(self._file), reason="reranker-stopped", detail=detail)
