"""Follows what a model says: each piece goes on at once, and is remembered whatever happens then."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

from gangdan_gui.answering.model_answer import shortfall
from gangdan_gui.domain.chat import (
    ChatDone,
    ChatEvent,
    ChatModel,
    ChatRequest,
    ChatText,
    ChatThinking,
    ChatWithdrawn,
)
from gangdan_gui.domain.events import Answering, AnswerStage, AskEvent, TextArrived, TextWithdrawn
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.ollama.failures import OllamaFailure
from gangdan_gui.services.streams import Emit


async def _nothing() -> None:
    return None


@dataclass(slots=True)
class Draft:
    """What has been written so far. `kept` of it is no part of the present reply, which `lead` is put before.

    `place` is the conversation that it will be kept in, once there are words; `before` is done before the first.
    """

    text: str = ""
    place: str = ""
    kept: str = ""
    lead: str = ""
    before: Callable[[], Awaitable[None]] = _nothing
    thinking: bool = False
    asked: float = field(default_factory=time.perf_counter)
    first: float = 0.0
    done: ChatDone | None = None

    @property
    def reply(self) -> str:
        """The words of the present reply."""
        return self.text[len(self.kept) :].removeprefix(self.lead)

    def go_on(self, lead: str) -> None:
        """Begin with another reply, after all that is there."""
        self.kept, self.lead, self.done, self.thinking = self.text, lead, None, False


class Listener:
    """Follows replies. `place` is asked once, at the first words of all."""

    def __init__(self, chat: ChatModel, emit: Emit[AskEvent], place: Callable[[], Awaitable[str]]) -> None:
        self._chat = chat
        self._emit = emit
        self._place = place

    async def listen(self, request: ChatRequest, draft: Draft) -> Reason | None:
        """Follow a reply to its end; why it is not complete. Raises OllamaFailure where there are no words at all."""
        try:
            async with aclosing(self._chat.reply(request)) as events:
                async for event in events:
                    await self._hear(event, request.model, draft)
        except OllamaFailure as failure:
            if not draft.place:
                raise
            return Reason(failure.id, _detail(failure))
        return shortfall(draft.reply, draft.done) if draft.done else Reason("ollama-dropped")

    async def _hear(self, event: ChatEvent, model: str, draft: Draft) -> None:
        draft.first = draft.first or time.perf_counter()
        match event:
            case ChatText(text):
                await self._take(text, draft)
            case ChatThinking() if not draft.thinking:
                draft.thinking = True
                await self._emit(Answering(model, AnswerStage.THINKING))
            case ChatWithdrawn():
                await self._withdraw(draft)
            case ChatDone():
                draft.done = event
            case _:
                pass

    async def _take(self, text: str, draft: Draft) -> None:
        draft.place = draft.place or await self._place()
        if draft.text == draft.kept:
            before, draft.before = draft.before, _nothing
            await before()
            text = draft.lead + text
        draft.text += text
        draft.thinking = False
        await self._emit(TextArrived(text, draft.place))

    async def _withdraw(self, draft: Draft) -> None:
        draft.text = draft.kept
        await self._emit(TextWithdrawn())
        if draft.kept:
            await self._emit(TextArrived(draft.kept, draft.place))


def _detail(failure: OllamaFailure) -> str:
    """The one fact that goes into the sentence."""
    return next((failure.facts[name] for name in ("why", "found", "seconds") if failure.facts.get(name)), "")
