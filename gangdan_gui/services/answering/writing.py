"""Has a model write an answer: what it says goes on at once, and what there is of it is kept whatever happens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from gangdan_gui.answering.context import Context, fit_whole
from gangdan_gui.answering.follow_up import with_before
from gangdan_gui.answering.left_out import as_given
from gangdan_gui.answering.model_answer import answer_from_model, cut_by_server
from gangdan_gui.answering.prompt import quoted
from gangdan_gui.domain.chat import ChatModel, ChatRequest
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import QuestionTooLong
from gangdan_gui.domain.events import Answering, AnswerStage, AskEvent, HitsFound
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Exchange, Passage, SearchResult
from gangdan_gui.services.answering.listening import Draft, Listener
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.streams import Emit

Keep = Callable[[Answer], Awaitable[None]]
Rest = Callable[[int], Awaitable[tuple[Passage, ...]]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what was found for it. `sources` are by id; `begun` is of `time.perf_counter`.

    `rest` gives what else the chosen sources hold, for a model that reads that many tokens; nothing where it is more.
    `whole` is the code of what to say where it read all of that. `as_whole`: the passages are all that is asked about.
    `leaned_on` are earlier questions without which this one can't be understood.
    """

    result: SearchResult
    sources: Mapping[str, Source]
    history: Sequence[Exchange]
    begun: float
    rest: Rest
    whole: str = "whole-library"
    as_whole: bool = False
    leaned_on: Sequence[str] = ()

    @property
    def titles(self) -> dict[str, str]:
        """The sources' titles by their ids."""
        return {name: source.title for name, source in self.sources.items()}


@dataclass(frozen=True, slots=True)
class Hands:
    """What a writer works with. `place` is the conversation that words are kept in, asked for at the first ones."""

    chat: ChatModel
    emit: Emit[AskEvent]
    place: Callable[[], Awaitable[str]]
    keep: Keep


@dataclass(frozen=True, slots=True)
class Task:
    """A question on its way to a model."""

    asked: Asked
    context: Context
    request: ChatRequest


class Writer:
    """Writes one answer."""

    def __init__(self, hands: Hands) -> None:
        self._chat, self._emit, self._keep = hands.chat, hands.emit, hands.keep
        self._listener = Listener(hands.chat, hands.emit, hands.place)

    async def write(self, asked: Asked, model: str, settings: Settings) -> Answer:
        """The answer, kept; cancelling keeps what there is of it.

        Raises OllamaFailure where there was no word of it, QuestionTooLong.
        """
        facts = await self._chat.facts(model)
        # The same for every question to a model: another length would make the server load it again.
        tokens = facts.reads(settings.context_tokens)
        task = await asyncio.to_thread(_task, asked, await asked.rest(tokens), model, settings, tokens)
        if (given := _given(asked.result, task.context)) != asked.result:
            await self._emit(HitsFound(given))
        await self._emit(Answering(model, AnswerStage.READING if facts.loaded else AnswerStage.LOADING))
        draft = Draft()
        try:
            incomplete = await self._listener.listen(task.request, draft)
        except asyncio.CancelledError:
            if draft.place:
                await self._keep(answer_of(task, draft, Reason("answer-stopped")))
            raise
        answer = answer_of(task, draft, incomplete)
        await self._keep(answer)
        return answer


def _task(asked: Asked, rest: Sequence[Passage], model: str, settings: Settings, tokens: int) -> Task:
    """Raises QuestionTooLong."""
    result, language = asked.result, settings.answer_language

    def fitted(question: str) -> Context:
        return fit_whole(
            question, result.passages, rest, asked.titles, asked.history,
            language=language, context_tokens=tokens, notice=asked.whole,
        )  # fmt: skip

    context = fitted(result.question)
    told = {message.content for message in context.messages}
    if not told.issuperset(map(quoted, asked.leaned_on)):  # there was no room for these turns, or no answer to them
        with suppress(QuestionTooLong):
            context = fitted(with_before(result.question, asked.leaned_on))
    request = ChatRequest(model, context.messages, tokens, tokens - context.tokens, settings.temperature / 100)
    return Task(asked, context, request)


def _given(result: SearchResult, context: Context) -> SearchResult:
    """What was found as the model reads it: with the rest of the library, to which words may refer; what it lacks."""
    if len(context.passages) > len(result.passages):
        return replace(result, passages=context.passages)
    if result.trace is None:
        return result
    told = as_given(result.trace.candidates, result.passages, context.passages)
    return replace(result, trace=replace(result.trace, candidates=told))


def answer_of(task: Task, draft: Draft, incomplete: Reason | None) -> Answer:
    """The answer that a draft has become, by the context of its last request."""
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
