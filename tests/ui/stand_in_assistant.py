"""An assistant that finds the same passages for every question, and a library opened around it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from gangdan_gui.domain.errors import GangDanError, UnknownConversation
from gangdan_gui.domain.events import AnswerFinished, AskEvent, HitsFound
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import (
    Answer,
    Bridged,
    Citation,
    Conversation,
    Exchange,
    Passage,
    SearchResult,
    Support,
)
from gangdan_gui.domain.trace import Trace, Translated
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.services.requests import OK, Check, SearchOptions, Services
from gangdan_gui.services.settings import SettingsFile
from tests.ui.stand_in_backups import StandInBackups
from tests.ui.stand_in_documents import StandInDocuments
from tests.ui.stand_in_explaining import StandInExplaining
from tests.ui.stand_in_forecasts import StandInForecasts
from tests.ui.stand_in_generations import StandInGenerations
from tests.ui.stand_in_golden import StandInGolden, StandInTrials
from tests.ui.stand_in_library import StandInLibrary
from tests.ui.stand_in_models import StandInModels
from tests.ui.stand_in_notes import StandInNotes
from tests.ui.stand_in_packs import StandInPacks


def passage(number: int, source: str, text: str, *, heading: tuple[str, ...] = (), score: float = 0.83) -> Passage:
    return Passage(number, source, "broadcasting.rst", "", source, heading, 0, len(text), text, "en", score, 1 - score)


class StandInAssistant(StandInModels):
    """Answers with `passages`; while `gate` is closed it waits between the hits and the answer."""

    def __init__(self, *passages: Passage, supported: Support = Support.YES) -> None:
        super().__init__()
        self.passages = passages
        self.supported = supported
        self.given: Answer | None = None
        self.notices: tuple[Reason, ...] = ()
        self.bridged: tuple[Bridged, ...] = ()
        self.translated: tuple[Translated, ...] = ()
        self.trace: Trace | None = None
        self.error: GangDanError | None = None
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked: list[tuple[str, SearchOptions, str]] = []
        self.kept: dict[str, list[Exchange]] = {}

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        if self.error is not None:
            raise self.error
        trace = self.trace if options.explain else None
        return SearchResult(
            question,
            "en",
            self.passages,
            self.supported,
            {"total": 0.4},
            self.notices,
            self.bridged,
            trace,
            self.translated,
        )

    async def ask(self, question: str, options: SearchOptions, conversation: str = "") -> AsyncIterator[AskEvent]:
        self.asked.append((question, options, conversation))
        yield HitsFound(await self.search(question, options))
        await self.gate.wait()
        answer = self.given or self._answer()
        conversation = conversation or f"conversation {len(self.kept) + 1}"
        self.kept.setdefault(conversation, []).append(Exchange(question, answer, "2026-03-01T10:00:00+08:00"))
        yield AnswerFinished(conversation, answer)

    async def conversations(self) -> tuple[Conversation, ...]:
        return tuple([await self.conversation(name) for name in reversed(self.kept)])

    async def unreadable_conversations(self) -> tuple[Path, ...]:
        return ()

    async def conversation(self, conversation: str) -> Conversation:
        if conversation not in self.kept:
            raise UnknownConversation(conversation=conversation)
        exchanges = tuple(self.kept[conversation])
        return Conversation(conversation, exchanges[0].question, exchanges[-1].asked, exchanges)

    async def export(
        self, conversation: str, file: Path, labels: ExportLabels = ENGLISH, exchange: int | None = None
    ) -> int:
        return file.write_text(conversation, encoding="utf-8")

    def _answer(self) -> Answer:
        text = "\n\n".join(f"[{item.number}] {item.title}\n\n{item.text}" for item in self.passages)
        citations = tuple(
            Citation(item.number, item.source, item.title, item.path, item.url, item.heading, item.start, item.end)
            for item in self.passages
        )
        return Answer(text, True, self.supported, "", citations, self.passages, {"total": 0.4})


class StandInDoctor:
    """Finds `found`, one check each time its gate is open; `status` is what a glance sees."""

    def __init__(self, *found: Check) -> None:
        self.found = found
        self.status = Check("status", OK, {"case": "builtin"})
        self.gate = asyncio.Event()
        self.gate.set()
        self.health_found = Check("store", OK)
        self.glances = 0
        self.repaired = 0

    async def examine(self) -> tuple[Check, ...]:
        return self.found

    async def checks(self) -> AsyncIterator[Check]:
        for check in self.found:
            await self.gate.wait()
            yield check

    async def glance(self) -> Check:
        self.glances += 1
        return self.status

    async def mend(self) -> AsyncIterator[Check]:
        self.repaired += 1
        yield Check("repaired", OK, {"case": "list"})

    async def health(self) -> Check:
        return self.health_found

    async def repair(self) -> tuple[Check, ...]:
        await self.gate.wait()
        self.repaired += 1
        return self.found


@dataclass(frozen=True)
class StandInOpenLibrary:
    """What a window is built around."""

    home: Path
    library: StandInLibrary
    assistant: StandInAssistant
    problems: tuple[GangDanError, ...] = ()
    doctor: StandInDoctor = field(default_factory=StandInDoctor)
    forecasts: StandInForecasts = field(default_factory=StandInForecasts)
    backups: StandInBackups = field(default_factory=StandInBackups)
    packs: StandInPacks = field(default_factory=StandInPacks)
    explaining: StandInExplaining = field(default_factory=StandInExplaining)
    golden: StandInGolden = field(default_factory=StandInGolden)
    trials: StandInTrials = field(default_factory=StandInTrials)
    moved: Path | None = None

    @cached_property
    def notes(self) -> StandInNotes:
        """Notes that stand in the same library."""
        return StandInNotes(self.library)

    @cached_property
    def documents(self) -> StandInDocuments:
        """The documents of the same library."""
        return StandInDocuments(self.library)

    @property
    def services(self) -> Services:
        return Services(
            self.library,
            self.assistant,
            self.doctor,
            notes=self.notes,
            documents=self.documents,
            forecasts=self.forecasts,
            generations=StandInGenerations(self.library),
            backups=self.backups,
            packs=self.packs,
            explaining=self.explaining,
            golden=self.golden,
            trials=self.trials,
        )

    @property
    def settings(self) -> SettingsFile:
        return SettingsFile(self.home / "settings.toml")
