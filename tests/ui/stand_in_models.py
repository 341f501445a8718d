"""The models of a server that is not there: lists them, and downloads as far as it is let."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from gangdan_gui.domain.chat import PullProgress
from gangdan_gui.domain.errors import GangDanError

LAYER = 4_000_000


class StandInModels:
    """The part of an AssistantService that is about models. While `pull_gate` is closed a download stays half-way."""

    def __init__(self) -> None:
        self.chat: tuple[str, ...] = ()
        self.embedding: tuple[str, ...] = ()
        self.list_error: GangDanError | None = None
        self.pull_error: GangDanError | None = None
        self.pull_gate = asyncio.Event()
        self.pull_gate.set()
        self.pulled: list[tuple[str, bool]] = []
        self.stopped_pulls: list[str] = []

    async def chat_models(self) -> tuple[str, ...]:
        if self.list_error is not None:
            raise self.list_error
        return self.chat

    async def embedding_models(self) -> tuple[str, ...]:
        if self.list_error is not None:
            raise self.list_error
        return self.embedding

    async def pull(self, model: str, *, for_embedding: bool = False) -> AsyncGenerator[PullProgress, None]:
        self.pulled.append((model, for_embedding))
        yield PullProgress("pulling manifest")
        if self.pull_error is not None:
            raise self.pull_error
        try:
            yield PullProgress("pulling", "sha256:1", LAYER // 4, LAYER)
            await self.pull_gate.wait()
        except (asyncio.CancelledError, GeneratorExit):
            self.stopped_pulls.append(model)
            raise
        yield PullProgress("pulling", "sha256:1", LAYER, LAYER)
        yield PullProgress("success")
        if for_embedding:
            self.embedding += (model,)
        else:
            self.chat += (model,)
