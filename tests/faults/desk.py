"""A library that is opened as the program opens it, with a quick embedder, and what is looked at in it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.events import BuildEvent, BuildFinished, BuildReport
from gangdan_gui.domain.ports import VectorStore
from gangdan_gui.domain.search import SearchResult
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import BuildOptions, Check, SearchOptions, Services
from gangdan_gui.services.upkeep.doctor import Doctor
from gangdan_gui.storing.records import Generation
from tests.stand_ins import HashEmbedder

DIMENSION = 64


@dataclass
class Desk:
    """An open library."""

    services: Services
    parts: Parts
    embedder: HashEmbedder

    async def build(self, *sources: str, options: BuildOptions | None = None) -> list[BuildReport]:
        """Build to the end; a report for each source."""
        events = await self.events(*sources, options=options)
        return [event.report for event in events if isinstance(event, BuildFinished)]

    async def events(self, *sources: str, options: BuildOptions | None = None) -> list[BuildEvent]:
        """Build to the end; all that is told."""
        async with aclosing(self.services.library.build(sources, options or BuildOptions())) as events:
            return [event async for event in events]

    async def search(self, question: str, *sources: str) -> SearchResult:
        """Ten passages for a question."""
        return await self.services.assistant.search(question, SearchOptions(sources))

    async def repair(self) -> list[Check]:
        """Repair; what was done."""
        doctor = self.services.doctor
        assert isinstance(doctor, Doctor)
        async with aclosing(doctor._repair.run()) as steps:
            return [step async for step in steps]

    async def generation(self, source: str) -> Generation:
        """What answers."""
        live = (await self.parts.manifest.sources.get(source)).live
        assert live is not None
        return live

    async def contradictions(self) -> list[str]:
        """What manifest and store say differently of any source, and what of a source's texts is not there."""
        found = []
        for record in await self.parts.manifest.sources.all():
            if (live := record.live) is None:
                continue
            wanted = await self.parts.manifest.documents.row_ids(live)
            there = await self.parts.store.ids(live.collection)
            count = await self.parts.store.count(live.collection)
            if wanted != there or count != len(wanted):
                found.append(f"{record.source.id}: {len(wanted)} live, {len(there)} stored, {count} counted")
            if not await self.parts.store.reachable(live.collection):
                found.append(f"{record.source.id}: vectors are lost")
        known = await self.parts.manifest.generations.collections()
        found += [f"{name}: nobody's" for name in await self.parts.store.names() if name not in known]
        return found

    async def texts(self) -> Counter[tuple[str, str, str]]:
        """Every live passage as source, path and text."""
        found: Counter[tuple[str, str, str]] = Counter()
        for record in await self.parts.manifest.sources.all():
            if record.live:
                paths = list(await self.parts.manifest.documents.all(record.live))
                chunks = await self.parts.manifest.documents.chunks_of(record.live, paths)
                found.update((record.source.id, one.path, one.text) for one in chunks)
        return found


@asynccontextmanager
async def desk(home: Path, *, store: VectorStore | None = None, embedder: HashEmbedder | None = None,
               holder: str = "test") -> AsyncIterator[Desk]:  # fmt: skip
    """Open a library; without a `store` it is the real one."""
    made = embedder or HashEmbedder(DIMENSION)
    async with open_application(home, holder, replaced=Replaced(lambda _label: made, store)) as application:
        library = application.services.library
        assert isinstance(library, Library)
        yield Desk(application.services, library._parts, made)


def make_library(home: Path, *folders: Path, store: VectorStore | None = None) -> list[str]:
    """Add folders as sources and build them; their ids."""

    async def main() -> list[str]:
        async with desk(home, store=store) as opened:
            ids = [(await opened.services.library.add(str(folder))).source.id for folder in folders]
            reports = await opened.build(*ids)
            assert [report.state.value for report in reports] == ["ready"] * len(ids)
            return ids

    return asyncio.run(main())
