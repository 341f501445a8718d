"""Long passages from a folder to a pack and back: the built-in embedder, Chroma, and no row too many."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

from gangdan_gui.app import Application, open_application
from gangdan_gui.domain.documents import SourceState, chunk_of
from gangdan_gui.domain.events import BuildFinished, BuildReport
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from tests.services.packing import create, install

WATER = "Rain falls on the hills and runs down to the river, which meets the sea behind the town. " * 5
FIRE = "A volcano throws out ash and lava, which cools to black rock on the slopes of the mountain. " * 5
CHINESE = "火山喷出灰和熔岩，熔岩在山坡上冷却成黑色的岩石。" * 24


async def build(application: Application, source: str) -> BuildReport:
    options = BuildOptions(embedder="builtin")
    async with aclosing(application.services.library.build([source], options)) as events:
        return [event.report async for event in events if isinstance(event, BuildFinished)][-1]


async def agree(application: Application, source: str) -> tuple[int, int]:
    """How many chunks and rows a source has, where Chroma has the rows that the records name."""
    library = application.services.library
    assert isinstance(library, Library)
    parts = library._parts
    record = await parts.manifest.sources.get(source)
    assert record.live is not None
    assert await parts.store.ids(record.live.collection) == await parts.manifest.documents.row_ids(record.live)
    assert await parts.store.count(record.live.collection) == record.rows
    return record.chunks, record.rows


async def found(application: Application, question: str) -> list[str]:
    options = SearchOptions(mode="dense")
    return [one.path for one in (await application.services.assistant.search(question, options)).passages]


def test_long_passages_are_found_once_change_with_all_their_rows_and_go_into_a_pack(tmp_path: Path) -> None:
    folder, file = tmp_path / "course", tmp_path / "course.gdpack"
    folder.mkdir()
    (folder / "nature.md").write_text(f"{WATER}{FIRE}", "utf-8")
    (folder / "火山.md").write_text(CHINESE, "utf-8")

    async def main() -> None:
        async with open_application(tmp_path / "home", "test") as application:
            library = application.services.library
            assert isinstance(library, Library)
            source = (await library.add(str(folder))).source.id
            assert (await build(application, source)).state is SourceState.READY
            chunks, rows = await agree(application, source)
            assert rows == 2 * chunks - 1, "all but the short end of the first one are cut in two"
            assert (await found(application, "What does a volcano throw out?")).count("nature.md") == 1
            (folder / "nature.md").write_text(WATER, "utf-8")
            await build(application, source)
            assert (await agree(application, source))[1] < rows
            live = (await library._parts.manifest.sources.get(source)).live
            assert live is not None
            lost = next(id_ for id_ in await library._parts.store.ids(live.collection) if chunk_of(id_) != id_)
            await library._parts.store.delete(live.collection, [lost])
            mended = await build(application, source)
            assert (mended.embedded, mended.from_cache) == (0, 1)
            there = await agree(application, source)
            assert (await create(application.services.packs, source, file)).ok
        async with open_application(tmp_path / "other", "test") as application:
            report = await install(application.services.packs, file)
            assert await agree(application, report.source) == there
            assert "火山.md" in await found(application, "熔岩变成什么？")

    asyncio.run(main())
