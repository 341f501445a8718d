"""A library without parts, for the window's tests: it answers at once and builds as far as it is let."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from gangdan_gui.domain.documents import FileState, MarkdownDocument, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import AlreadyAdded, GangDanError, LocationMissing, UnknownSource
from gangdan_gui.domain.events import (
    BuildEvent,
    BuildFinished,
    BuildHeld,
    BuildReport,
    BuildStarted,
    Hold,
    Stage,
    StageProgress,
)
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.reports import FileReport, SourceChanges, SourceReport, SourceSummary
from gangdan_gui.services.requests import BuildOptions, WholeSite
from gangdan_gui.services.requests.build_control import BuildControl


def summary(
    title: str, state: SourceState = SourceState.READY, *, documents: int = 3, chunks: int = 40, **more: object
) -> SourceSummary:
    """A source as the library tells it; `id` is the title."""
    source = Source(title, title, SourceKind.LOCAL, (f"/documents/{title}",), language=str(more.pop("language", "")))
    empty = state is SourceState.NEW
    return SourceSummary(
        source, state, 0 if empty else documents, 0 if empty else chunks, "" if empty else "builtin", **more
    )


class StandInLibrary:
    """Builds count to `steps`; while `gate` is closed they wait before the last step."""

    def __init__(self, *summaries: SourceSummary, steps: int = 20) -> None:
        self.catalogue: tuple[Source, ...] = ()
        self.refused: dict[str, GangDanError] = {}
        self.held = {item.source.id: item for item in summaries}
        self.trash: dict[str, SourceSummary] = {}
        self.tagged: dict[str, dict[str, int]] = {}
        self.steps = steps
        self.battery = False
        self.gate = asyncio.Event()
        self.gate.set()
        self.built: list[tuple[str, BuildOptions]] = []
        self.stopped: list[str] = []
        self.build_error: GangDanError | None = None
        self.look_error: GangDanError | None = None
        self.tags_error: GangDanError | None = None
        self.changes: tuple[SourceChanges, ...] = ()
        self.looks = 0
        self.look_gate = asyncio.Event()
        self.look_gate.set()
        self.sites: list[WholeSite | None] = []
        self.build_state = SourceState.READY

    async def sources(self) -> tuple[SourceSummary, ...]:
        return tuple(self.held.values())

    async def offered(self) -> tuple[Source, ...]:
        return self.catalogue

    async def add(
        self,
        location: str,
        *,
        title: str = "",
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        site: WholeSite | None = None,
    ) -> SourceSummary:
        self.sites.append(site)
        if location in self.refused:
            raise self.refused[location]
        for offered in self.catalogue:
            if offered.id == location:
                self.held[location] = SourceSummary(offered, SourceState.NEW)
                return self.held[location]
        if not Path(location).exists():
            raise LocationMissing(location=location)
        title = title or Path(location).name
        if title in self.held:
            raise AlreadyAdded(location=location, source=title, title=title)
        source = Source(title, title, SourceKind.LOCAL, (location,), tuple(include), tuple(exclude))
        self.held[title] = SourceSummary(source, SourceState.NEW)
        return self.held[title]

    async def remove(self, source: str) -> None:
        if source not in self.held:
            raise UnknownSource(source=source)
        self.trash[source] = self.held.pop(source)

    async def restore(self, source: str) -> SourceSummary:
        if source not in self.trash:
            raise UnknownSource(source=source)
        self.held[source] = self.trash.pop(source)
        return self.held[source]

    async def build(
        self, sources: Sequence[str], options: BuildOptions, control: BuildControl | None = None
    ) -> AsyncIterator[BuildEvent]:
        control = control or BuildControl()
        for source in sources:
            if control.ending:
                return
            try:
                yield BuildStarted(source)
                if self.build_error is not None:
                    raise self.build_error
                for done in range(1, self.steps + 1):
                    if self.battery and control.saves_power:
                        yield BuildHeld(source, Hold.BATTERY)
                        await control.power_wanted(3600)
                        yield BuildHeld(source, None)
                    if control.paused:
                        yield BuildHeld(source, Hold.PAUSED)
                        await control.turn()
                        yield BuildHeld(source, None)
                    if done == self.steps:
                        await self.gate.wait()
                    yield StageProgress(source, Stage.EMBED, done, self.steps)
                    await asyncio.sleep(0)
            except asyncio.CancelledError:
                self.stopped.append(source)
                raise
            yield BuildFinished(self._build(source, options))

    async def look(self) -> tuple[SourceChanges, ...]:
        self.looks += 1
        await self.look_gate.wait()
        if self.look_error is not None:
            raise self.look_error
        for source, item in self.held.items():
            if item.state in (SourceState.READY, SourceState.STALE):
                stale = any(one.source == source for one in self.changes)
                state = SourceState.STALE if stale else SourceState.READY
                self.held[source] = dataclasses.replace(item, state=state)
        return self.changes

    async def report(self, source: str) -> SourceReport:
        if source not in self.held:
            raise UnknownSource(source=source)
        files = (
            FileReport("broadcasting.rst", FileState.READY, "utf-8", 20_480, 12),
            FileReport("logo.png", FileState.SKIPPED, size=4_000, reason=Reason("asset", "png")),
            FileReport("第三章.txt", FileState.FAILED, size=300, reason=Reason("binary")),
        )
        return SourceReport(self.held[source], files)

    async def tags(self, sources: Sequence[str]) -> tuple[tuple[str, int], ...]:
        if self.tags_error is not None:
            raise self.tags_error
        return tuple((tag, count) for source in sources for tag, count in self.tagged.get(source, {}).items())

    async def kinds(self, sources: Sequence[str]) -> tuple[tuple[str, int], ...]:
        return (("md", 2 * len(sources)), ("pdf", len(sources)))

    async def document(self, source: str, path: str) -> MarkdownDocument:
        if source not in self.held:
            raise UnknownSource(source=source)
        return MarkdownDocument(source, path, path, f"# {path}\n\nText of {path}.\n", "en", "utf-8")

    def folder(self, source: str) -> Path | None:
        return Path(self.held[source].source.locations[0]) if source in self.held else None

    def _build(self, source: str, options: BuildOptions) -> BuildReport:
        self.built.append((source, options))
        failed = self.build_state is SourceState.FAILED
        problems = (Problem("", "convert", Reason("nothing-found")),) if failed else ()
        documents, chunks = (0, 0) if failed else (3, 40)
        self.held[source] = dataclasses.replace(
            self.held[source], state=self.build_state, documents=documents, chunks=chunks, problems=problems
        )
        return BuildReport(source, self.build_state, documents=documents, chunks_total=chunks, problems=problems)
