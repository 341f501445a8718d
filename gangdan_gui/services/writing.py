"""Has a model write an answer: what it says goes on at once, and what there is of it is kept whatever happens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from gangdan_gui.answering.context import Context, fit_whole
from gangdan_gui.answering.model_answer import answer_from_model, cut_by_server, shortfall
from gangdan_gui.domain.chat import (
    ChatDone,
    ChatEvent,
    ChatModel,
    ChatRequest,
    ChatText,
    ChatThinking,
    ChatWithdrawn,
)
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.events import Answering, AnswerStage, AskEvent, HitsFound, TextArrived, TextWithdrawn
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Exchange, Passage, SearchResult
from gangdan_gui.ollama.failures import OllamaFailure
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.streams import Emit

Keep = Callable[[Answer], Awaitable[None]]
Rest = Callable[[int], Awaitable[tuple[Passage, ...]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what was found for it. `sources` are by id; `begun` is of `time.perf_counter`.

    `rest` gives what else the chosen sources hold, for a model that reads that many tokens; nothing where it is more.
    """

    result: SearchResult
    sources: Mapping[str, Source]
    history: Sequence[Exchange]
    begun: float
    rest: Rest

    @property
    def titles(self) -> dict[str, str]:
        """The sources' titles by their ids."""
        return {name: source.title for name, source in self.sources.items()}


@dataclass(frozen=True, slots=True)
class _Task:
    asked: Asked
    context: Context
    request: ChatRequest


@dataclass(slots=True)
class _Draft:
    text: str = ""
    place: str = ""
    thinking: bool = False
    asked: float = field(default_factory=time.perf_counter)
    first: float = 0.0
    done: ChatDone | None = None


class Writer:
    """Writes one answer. `place` is asked once, at the first words, for the conversation that they will be kept in."""

    def __init__(self, chat: ChatModel, emit: Emit[AskEvent], place: Callable[[], Awaitable[str]], keep: Keep) -> None:
        self._chat = chat
        self._emit = emit
        self._place = place
        self._keep = keep

    async def write(self, asked: Asked, model: str, settings: Settings) -> Answer:
        """The answer, kept; cancelling keeps what there is of it.

        Raises OllamaFailure where there was no word of it, QuestionTooLong.
        """
        facts = await self._chat.facts(model)
        # The same for every question to a model: another length would make the server load it again.
        tokens = min(settings.context_tokens, facts.context_tokens or settings.context_tokens)
        task = await asyncio.to_thread(_task, asked, await asked.rest(tokens), model, settings, tokens)
        if len(task.context.passages) > len(asked.result.passages):  # the words may refer to any of them
            await self._emit(HitsFound(replace(asked.result, passages=task.context.passages)))
        await self._emit(Answering(model, AnswerStage.READING if facts.loaded else AnswerStage.LOADING))
        draft = _Draft()
        try:
            incomplete = await self._listen(task.request, draft)
        except asyncio.CancelledError:
            if draft.place:
                await self._keep(_answer(task, draft, Reason("answer-stopped")))
            raise
        answer = _answer(task, draft, incomplete)
        await self._keep(answer)
        return answer

    async def _listen(self, request: ChatRequest, draft: _Draft) -> Reason | None:
        """Follow the reply to its end; why it is not complete."""
        try:
            async with aclosing(self._chat.reply(request)) as events:
                async for event in events:
                    await self._hear(event, request.model, draft)
        except OllamaFailure as failure:
            if not draft.place:
                raise
            return Reason(failure.id, _detail(failure))
        return shortfall(draft.text, draft.done) if draft.done else Reason("ollama-dropped")

    async def _hear(self, event: ChatEvent, model: str, draft: _Draft) -> None:
        draft.first = draft.first or time.perf_counter()
        match event:
            case ChatText(text):
                draft.place = draft.place or await self._place()
                draft.text += text
                draft.thinking = False
                await self._emit(TextArrived(text, draft.place))
            case ChatThinking() if not draft.thinking:
                draft.thinking = True
                await self._emit(Answering(model, AnswerStage.THINKING))
            case ChatWithdrawn():
                draft.text = ""
                await self._emit(TextWithdrawn())
            case ChatDone():
                draft.done = event
            case _:
                pass


def _task(asked: Asked, rest: Sequence[Passage], model: str, settings: Settings, tokens: int) -> _Task:
    """Raises QuestionTooLong."""
    result, language = asked.result, settings.answer_language
    context = fit_whole(
        result.question, result.passages, rest, asked.titles, asked.history, language=language, context_tokens=tokens
    )
    request = ChatRequest(model, context.messages, tokens, tokens - context.tokens, settings.temperature / 100)
    return _Task(asked, context, request)


def _answer(task: _Task, draft: _Draft, incomplete: Reason | None) -> Answer:
    answer = answer_from_model(
        draft.text, task.request.model, task.context, task.asked.result, task.asked.sources, incomplete
    )
    now = time.perf_counter()
    first = draft.first or now
    seconds = {"wait": first - draft.asked, "write": now - first, "total": now - task.asked.begun}
    cut = cut_by_server(task.request, draft.done) if draft.done else None
    notices = (*answer.notices, cut) if cut else answer.notices
    return replace(
        answer,
        seconds=answer.seconds | seconds,
        notices=notices,
        temperature=task.request.temperature,
        context_tokens=task.request.context_tokens,
    )


def _detail(failure: OllamaFailure) -> str:
    """The one fact that goes into the sentence."""
    return next((failure.facts[name] for name in ("why", "found", "seconds") if failure.facts.get(name)), "")
