"""What is done with a knowledge base in its life, a function each, timed in a process of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchmarks.memory import Peak, processor_seconds
from benchmarks.whole import settle
from benchmarks.word_vectors import LABEL, WordVectors
from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.backups import BackupFinished
from gangdan_gui.services.requests.packs import InstallOptions, PackFinished
from gangdan_gui.storing.chroma_store import ChromaStore

Timed = dict[str, Any]
# Of the first folder, which the filter lets through.
FILTER = "part-000/*"
_WARM = 3


def build(home: str, documents: str) -> Timed:
    """Build a folder as the first source of a new library."""
    settle(Path(home))

    async def added(application: Application) -> None:
        await application.services.library.add(documents)

    return _timed(home, _build, before=added)


def update(home: str) -> Timed:
    """Build the only source again, whatever has become of its files or its collection."""
    return _timed(home, _build)


def hashing(documents: str) -> Timed:
    """Read and hash every file, and nothing else."""
    begun = time.perf_counter()
    files = sorted(Path(documents).rglob("*.md"))
    for file in files:
        sha256(file.read_bytes()).hexdigest()
    return {"seconds": time.perf_counter() - begun}


def pack(home: str, file: str) -> Timed:
    """Write the only source into a pack."""

    async def work(application: Application) -> None:
        source = await _source(application)
        async with aclosing(application.services.packs.create(source, Path(file))) as events:
            assert isinstance([event async for event in events][-1], PackFinished)

    return _timed(home, work)


def install(home: str, file: str) -> Timed:
    """Take a pack into a new library."""
    settle(Path(home))

    async def work(application: Application) -> None:
        async with aclosing(application.services.packs.install(Path(file), InstallOptions())) as events:
            assert isinstance([event async for event in events][-1], PackFinished)

    return _timed(home, work)


def backup(home: str, file: str) -> Timed:
    """Write the library into one file, without what can be made again."""

    async def work(application: Application) -> None:
        async with aclosing(application.services.backups.back_up(Path(file))) as events:
            assert isinstance([event async for event in events][-1], BackupFinished)

    return _timed(home, work)


def ask(home: str, documents: str, mode: str, path: str, count: str) -> list[float]:
    """Milliseconds from each of some questions to its passages, once model and index are loaded."""
    asked = questions(documents, int(count) + _WARM)

    async def work() -> list[float]:
        options = SearchOptions(mode=mode, path=path)
        async with _opened(Path(home)) as application:
            times = []
            for question in asked:
                begun = time.perf_counter()
                await application.services.assistant.search(question, options)
                times.append((time.perf_counter() - begun) * 1000)
            return times[_WARM:]

    return asyncio.run(work())


def questions(documents: str, count: int) -> list[str]:
    """The titles of some documents, in turn where there are fewer."""
    files = sorted(Path(documents).rglob("*.md"))
    titles = (files[number * 7 % len(files)].read_text("utf-8").partition("\n")[0] for number in range(count))
    return [title.strip("# ") for title in titles]


async def _build(application: Application) -> Timed:
    source = await _source(application)
    options = BuildOptions(embedder=LABEL)
    async with aclosing(application.services.library.build([source], options)) as events:
        reports = [event.report async for event in events if isinstance(event, BuildFinished)]
    (report,) = reports
    assert report.state == "ready", report
    return {"chunks": report.chunks_total, "embedded": report.embedded, "stages": report.seconds}


async def _source(application: Application) -> str:
    (summary,) = await application.services.library.sources()
    return summary.source.id


def _timed(
    home: str,
    work: Callable[[Application], Awaitable[Timed | None]],
    *,
    before: Callable[[Application], Awaitable[None]] | None = None,
) -> Timed:
    """What the work says, its seconds, processor time of all processes, and the peak of memory.

    Opening the library and starting the store's process are in neither time, as with Chroma alone.
    """

    async def run(peak: Peak) -> Timed:
        store = ChromaStore(Path(home) / "chroma")
        async with _opened(Path(home), store) as application:
            if before:
                await before(application)
            await store.names()
            begun, used = time.perf_counter(), processor_seconds() - peak.processor
            said = await work(application)
            spent = processor_seconds() - peak.processor - used
            times = {"seconds": time.perf_counter() - begun, "processor": spent}
            return times | (said or {})

    with Peak() as peak:
        result = asyncio.run(run(peak))
    return result | {"memory": peak.bytes}


@asynccontextmanager
async def _opened(home: Path, store: ChromaStore | None = None) -> AsyncIterator[Application]:
    replaced = Replaced(embedder=WordVectors, store=store)
    async with open_application(home, "benchmark", replaced=replaced) as application:
        yield application
