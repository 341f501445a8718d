"""What is told where an embedder says nothing to a question."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, cast

import pytest

from gangdan_gui.domain.errors import GangDanError, WorkerNotStarted
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.embedders import Embedders
from gangdan_gui.services.searching.question_vectors import Reply, replies


class Away:
    """Embedders none of which answers."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    async def within(self, _seconds: float, work: Coroutine[Any, Any, object]) -> object:
        work.close()
        raise self._error


@pytest.mark.parametrize("error", [TimeoutError(), WorkerNotStarted(worker="embedder", code="1")])
@pytest.mark.parametrize(("label", "why"), [("builtin", "words-only-now"), ("ollama:bge-m3", "words-only")])
def test_ollama_is_blamed_for_its_own_models_only(label: str, why: str, error: GangDanError | TimeoutError) -> None:
    identity = EmbedderIdentity(label, "model", "digest", 3)
    away = cast("Embedders", Away(error))
    assert asyncio.run(replies({identity: "what of the tide"}, away)) == {identity: Reply(why=why)}
