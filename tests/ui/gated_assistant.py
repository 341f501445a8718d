"""An assistant without parts, for the window's tests: it answers as far as it is let."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite, UnknownConversation
from gangdan_gui.domain.events import AnswerFinished, AskEvent, HitsFound
from gangdan_gui.domain.search import Answer, Bridged, Conversation, Exchange, SearchResult
from gangdan_gui.domain.trace import Translated
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.services.requests import Check, SearchOptions
from tests.ui.passages import answer
from tests.ui.stand_in_models import StandInModels


class GatedAssistant(StandInModels):
    """Holds an answer back after its hits while `gate` is closed; `error` is raised instead of any event."""

    def __init__(self) -> None:
        super().__init__()
        self.answer: Answer = answer()
        self.bridged: tuple[Bridged, ...] = ()
        self.translated: tuple[Translated, ...] = ()
        self.error: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()
        self.labels: list[ExportLabels] = []
        self.exported: list[tuple[str, int | None]] = []
        self.asked: list[tuple[str, SearchOptions, str]] = []
        self.stopped: list[str] = []
        self.kept: dict[str, list[Exchange]] = {}

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        bridged = tuple(one for one in self.bridged if one.found[0][0] not in options.struck)
        translated = tuple(one for one in self.translated if one.text not in options.struck)
        found = self.answer.passages, self.answer.supported
        return SearchResult(question, "en", *found, bridged=bridged, translated=translated)

    async def ask(
        self, question: str, options: SearchOptions, conversation: str = ""
    ) -> AsyncGenerator[AskEvent, None]:
        self.asked.append((question, options, conversation))
        if self.error is not None:
            raise self.error
        try:
            yield HitsFound(await self.search(question, options))
            await self.gate.wait()
        except (asyncio.CancelledError, GeneratorExit):
            self.stopped.append(question)
            raise
        place = conversation or f"conversation-{len(self.kept) + 1}"
        self.kept.setdefault(place, []).append(Exchange(question, self.answer, "2025-01-01T00:00:00+00:00"))
        yield AnswerFinished(place, self.answer)

    async def conversations(self) -> tuple[Conversation, ...]:
        return tuple([await self.conversation(conversation) for conversation in self.kept])

    async def unreadable_conversations(self) -> tuple[Path, ...]:
        return ()

    async def conversation(self, conversation: str) -> Conversation:
        if conversation not in self.kept:
            raise UnknownConversation(conversation=conversation)
        return Conversation(conversation, "Kept 课", "2025-01-01T00:00:00+00:00", tuple(self.kept[conversation]))

    async def export(
        self, conversation: str, file: Path, labels: ExportLabels = ENGLISH, exchange: int | None = None
    ) -> int:
        self.labels.append(labels)
        self.exported.append((file.name, exchange))
        if not file.parent.is_dir():
            raise CannotWrite(path=str(file), why="no such folder")
        return file.write_text(f"# {conversation}\n", encoding="utf-8")


class QuietDoctor:
    """Finds nothing to say."""

    async def examine(self) -> tuple[Check, ...]:
        return ()
