"""A library on the real manifest and the real converter, with a quick embedder and a store in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.errors import BadVectors
from gangdan_gui.domain.events import BuildEvent, BuildFinished, BuildReport
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.fetching.patience import Patience
from gangdan_gui.services.answering.assistant import Assistant
from gangdan_gui.services.documents.documents import Documents
from gangdan_gui.services.forecasts.forecast import Forecasts
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.notes.notes import Notes
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.explaining import ExplainService
from gangdan_gui.services.requests.generations import GenerationService
from gangdan_gui.services.requests.golden import GoldenService
from gangdan_gui.services.requests.packs import PackService
from gangdan_gui.services.requests.trials import TrialService
from gangdan_gui.services.upkeep.doctor import Doctor
from tests.memory_store import MemoryStore
from tests.stand_ins import HashEmbedder

QUICK = Patience(pause=0.01, tries=3)


class PickyEmbedder(HashEmbedder):
    """Fails for every batch that holds a refused word, as a server does that answers 500 for one text.

    With a `limit` it answers no more once it has embedded that many texts, until the caller gives up.
    """

    def __init__(self, digest: str = "1") -> None:
        super().__init__(digest=digest)
        self.refused: set[str] = set()
        self.limit: int | None = None

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if any(word in text for text in texts for word in self.refused):
            raise BadVectors(embedder="hash", what="not a number")
        if self.limit is not None and len(self.embedded) >= self.limit:
            await asyncio.Event().wait()
        return await super().embed_passages(texts)


@dataclass
class Bench:
    """An open library and the parts that a test may look at or break."""

    library: Library
    assistant: Assistant
    doctor: Doctor
    notes: Notes
    documents: Documents
    forecasts: Forecasts
    generations: GenerationService
    packs: PackService
    golden: GoldenService
    trials: TrialService
    explaining: ExplainService
    store: MemoryStore
    embedder: PickyEmbedder

    async def build(self, *sources: str, options: BuildOptions | None = None) -> BuildReport:
        """Build and return the last source's report."""
        return [event.report for event in await self.events(*sources, options=options)
                if isinstance(event, BuildFinished)][-1]  # fmt: skip

    async def events(self, *sources: str, options: BuildOptions | None = None) -> list[BuildEvent]:
        """Build and return all events."""
        async with aclosing(self.library.build(sources, options or BuildOptions())) as events:
            return [event async for event in events]

    async def texts(self, question: str, *sources: str) -> list[str]:
        """The passages that a search finds."""
        result = await self.assistant.search(question, SearchOptions(sources, count=50))
        return [passage.text for passage in result.passages]


class Shelf:
    """Opens the library of one home, again and again, over the same store."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.store = MemoryStore()
        self.embedder = PickyEmbedder()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Bench]:
        """Open it as the program does."""
        make = lambda _label: self.embedder  # noqa: E731
        async with open_application(
            self.home, "test", replaced=Replaced(make, self.store, patience=QUICK)
        ) as application:
            services = application.services
            assert isinstance(services.library, Library)
            assert isinstance(services.assistant, Assistant)
            assert isinstance(services.doctor, Doctor)
            assert isinstance(services.notes, Notes)
            assert isinstance(services.documents, Documents)
            assert isinstance(services.forecasts, Forecasts)
            yield Bench(
                services.library,
                services.assistant,
                services.doctor,
                services.notes,
                services.documents,
                services.forecasts,
                services.generations,
                services.packs,
                services.golden,
                services.trials,
                services.explaining,
                self.store,
                self.embedder,
            )


@pytest.fixture
def shelf(home: Path) -> Shelf:
    return Shelf(home)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for documents."""
    place = tmp_path / "documents"
    place.mkdir()
    return place
