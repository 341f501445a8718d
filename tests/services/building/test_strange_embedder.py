"""A pack whose embedder no version here knows is searched by words, and takes nothing away from other sources."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.embedding.embedders import embedder
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from tests.memory_store import MemoryStore
from tests.services.packing import create, install
from tests.small_pack import HASH, HEAD, Ingredients, write_pack


@asynccontextmanager
async def opened(home: Path) -> AsyncIterator[Application]:
    """A library that knows the embedders that the program knows."""
    async with open_application(home, "test", replaced=Replaced(embedder, MemoryStore())) as application:
        yield application


def test_it_answers_by_words_and_is_given_on(home: Path, tmp_path: Path) -> None:
    pack = tmp_path / "strange.gdpack"
    write_pack(pack, Ingredients(HEAD, identities=(replace(HASH, label="acme:never heard of"),)))

    async def run() -> None:
        async with opened(home) as there:
            services = there.services
            report = await install(services.packs, pack)
            assert report.ok, report
            result = await services.assistant.search("ice floats", SearchOptions())
            assert {one.path for one in result.passages} == {"guide/ice.rst"}
            assert len(result.notices) == 1
            async with aclosing(services.library.build(("ice",), BuildOptions(kept=True))) as events:
                (report,) = [event.report async for event in events if isinstance(event, BuildFinished)]
            assert report.state is SourceState.READY
            assert (await create(services.packs, "ice", tmp_path / "on.gdpack")).ok

    asyncio.run(run())
