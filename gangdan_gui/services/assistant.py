"""Questions, and the conversations they stand in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from gangdan_gui.answering.passages_answer import answer_from_passages
from gangdan_gui.domain.events import AnswerFinished, AskEvent, HitsFound
from gangdan_gui.domain.search import Answer, Conversation, Exchange, SearchResult, Support
from gangdan_gui.exporting.exporters import export
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching import Searcher
from gangdan_gui.services.streams import Emit, stream

_LONGEST_TITLE = 100


class Assistant:
    """Answers from the library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._searcher = Searcher(parts)

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """See `AssistantService.search`."""
        return await self._searcher.search(question, options)

    async def ask(
        self, question: str, options: SearchOptions, conversation: str = ""
    ) -> AsyncGenerator[AskEvent, None]:
        """See `AssistantService.ask`."""

        async def work(emit: Emit[AskEvent]) -> None:
            if conversation:
                await self.conversation(conversation)
            result = await self._searcher.search(question, options)
            await emit(HitsFound(result))
            answer = await self._answer(question, result, strict=options.strict)
            place = conversation or await asyncio.to_thread(self._parts.conversations.start, _title(question))
            exchange = Exchange(question, answer, datetime.now().astimezone().isoformat(timespec="seconds"))
            await asyncio.to_thread(self._parts.conversations.append, place, exchange)
            await emit(AnswerFinished(place, answer))

        async with aclosing(stream(work)) as events:
            async for event in events:
                yield event

    async def conversations(self) -> tuple[Conversation, ...]:
        """All conversations, newest first."""
        return (await asyncio.to_thread(self._parts.conversations.list)).readable

    async def conversation(self, conversation: str) -> Conversation:
        """One conversation, whole. Raises UnknownConversation."""
        return await asyncio.to_thread(self._parts.conversations.read, conversation)

    async def export(self, conversation: str, file: Path, labels: ExportLabels = ENGLISH) -> int:
        """See `AssistantService.export`."""
        return await asyncio.to_thread(export, await self.conversation(conversation), file, labels)

    async def _answer(self, question: str, result: SearchResult, *, strict: bool) -> Answer:
        titles = {r.source.id: r.source.title for r in await self._parts.manifest.sources.all()}
        answer = answer_from_passages(question, result, titles)
        if strict and result.supported is Support.NO:
            # Refused: the nearest passages are shown as such, but nothing is offered as an answer.
            return replace(answer, text="", citations=())
        return answer


def _title(question: str) -> str:
    """The beginning of a question on one line."""
    line = " ".join(question.split())
    return line if len(line) <= _LONGEST_TITLE else f"{line[:_LONGEST_TITLE].rstrip()}…"
