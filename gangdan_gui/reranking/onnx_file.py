"""The reranker in an ONNX file that the user names, in a child process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gangdan_gui.domain.errors import RerankerUnavailable, WorkerError
from gangdan_gui.reranking.lasting import Lasting
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
        self._lasting = Lasting()

    async def scores(self, question: str, texts: Sequence[str]) -> tuple[float, ...]:
        """See `Reranker.scores`. Longer texts than the model reads are cut at their end."""
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
        await self._lasting.close()
        await self._child.close()

    async def _called(self, method: str, *arguments: object) -> Any:
        try:
            return await self._lasting.wait(self._child.call(method, *arguments))
        except WorkerError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: WorkerError) -> RerankerUnavailable:
        detail = f"{self._file} ({error.facts.get('error') or error.facts.get('code', '')})"
        return RerankerUnavailable(reranker=str(self._file), reason="reranker-stopped", detail=detail)
