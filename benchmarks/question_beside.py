"""Questions asked of one source while nothing else is done, and while another one is built."""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from pathlib import Path

from gangdan_gui.app import open_application
from gangdan_gui.domain.events import Stage, StageProgress
from gangdan_gui.services.requests import AssistantService, BuildOptions, LibraryService, SearchOptions

_PAUSE = 0.1
_MOST = 40


def asked_twice(home: str, documents: str, embedder: str) -> dict[str, list[float]]:
    """Milliseconds to the passages, idle and during the build; the library has one built source already."""
    return asyncio.run(_asked(Path(home), documents, embedder))


async def _asked(home: Path, documents: str, embedder: str) -> dict[str, list[float]]:
    async with open_application(home, "benchmark") as application:
        library, assistant = application.services.library, application.services.assistant
        (built,) = await library.sources()
        options = SearchOptions(collections=(built.source.id,))
        await assistant.search("The first question loads the model and the index", options)
        never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        idle = await _times(assistant, options, never)
        added = await library.add(documents)
        embedding = asyncio.Event()
        building = asyncio.create_task(_build(library, added.source.id, embedder, embedding))
        await embedding.wait()
        busy = await _times(assistant, options, building)
        building.cancel()
        await asyncio.wait({building})
    return {"idle": idle, "busy": busy}


async def _build(library: LibraryService, source: str, embedder: str, embedding: asyncio.Event) -> None:
    async with aclosing(library.build([source], BuildOptions(embedder=embedder))) as events:
        async for event in events:
            if isinstance(event, StageProgress) and event.stage is Stage.EMBED and event.done:
                embedding.set()
    embedding.set()


async def _times(assistant: AssistantService, options: SearchOptions, until: asyncio.Future[None]) -> list[float]:
    """Times of one question after the other, at most so many, the last one begun before `until` is done."""
    times: list[float] = []
    while len(times) < _MOST and not until.done():
        begun = time.perf_counter()
        await assistant.search(f"What does lesson {len(times)} say of the tide and the moon?", options)
        times.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(_PAUSE)
    return times
