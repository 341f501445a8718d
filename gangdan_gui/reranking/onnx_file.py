"""The reranker in an ONNX file that the user names, in a child process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import RerankerUnavailable, WorkerError
from gangdan_gui.workers.child import Child

_ENCODER = "gangdan_gui.reranking.cross_encoder:CrossEncoder"
# Whoever gives up waits for one batch at most, or the next question does.
_AT_ONCE = 4
# What a search reads around, and builds, go first.
_NICENESS = 5


class OnnxReranker:
    """A Reranker. Its process starts at the first question, and loads the file once."""

    most = 100

    def __init__(self, file: Path, child: Child | None = None) -> None:
        self._file = file
        self._child = child or Child(_ENCODER, name="reranker", arguments=(str(file),), niceness=_NICENESS)
        self._going_on: set[asyncio.Task[Any]] = set()

    async def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """See `Reranker.scores`. Longer texts than the model reads are cut at their end."""
        await self._lasting("load")
        found: list[float] = []
        for at in range(0, len(texts), _AT_ONCE):
            found += await self._lasting("scores", question, list(texts[at : at + _AT_ONCE]))
        return tuple(found)

    async def check(self) -> None:
        """See `Reranker.check`."""
        await self.scores("?", ["?"])

    async def close(self) -> None:
        """End the process. May be called twice."""
        for task in tuple(self._going_on):
            task.cancel()
        await self._child.close()
        if self._going_on:
            await asyncio.wait(self._going_on)

    async def _lasting(self, method: str, *arguments: object) -> Any:
        """Call the process. Whoever waits no longer does not end it, or a large file would never be loaded."""
        task = asyncio.ensure_future(self._child.call(method, *arguments))
        self._going_on.add(task)
        task.add_done_callback(self._ended)
        try:
            return await asyncio.shield(task)
        except WorkerError as error:
            raise self._unusable(error) from error

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._going_on.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, or it would be told as forgotten where nobody waits any more

    def _unusable(self, error: WorkerError) -> RerankerUnavailable:
        detail = f"{self._file} ({error.facts.get('error') or error.facts.get('code', '')})"
        return RerankerUnavailable(reranker=str(self._file), reason="reranker-stopped", detail=detail)
