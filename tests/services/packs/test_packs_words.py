"""The words of a source go with its pack, without those of what was left out of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.storing.packs.reading import open_pack
from gangdan_gui.storing.packs.vocabulary import packed_vocabulary
from gangdan_gui.storing.vocabulary_table import Vocabulary
from tests.memory_store import MemoryStore
from tests.services.packing import FIRE, ICE, create, install, write
from tests.stand_ins import HashEmbedder


@asynccontextmanager
async def library(home: Path) -> AsyncIterator[tuple[Application, Library]]:
    """One whose words have vectors of the stand-in, too."""
    replaced = Replaced(lambda _: HashEmbedder(), MemoryStore(), words="words")
    async with open_application(home, "test", replaced=replaced) as application:
        assert isinstance(application.services.library, Library)
        yield application, application.services.library


async def built(application: Application, source: str) -> None:
    async with aclosing(application.services.library.build([source], BuildOptions())) as events:
        assert [event.report.state async for event in events if isinstance(event, BuildFinished)] == ["ready"]


async def packed(home: Path, folder: Path, file: Path, *without: str) -> Vocabulary:
    """The words of a library that packs a folder without some of its documents, all of which it has built."""
    async with library(home) as (application, mine):
        source = (await mine.add(str(folder))).source.id
        await built(application, source)
        for path in without:
            mine._parts.corrections.put(source, path, Correction(excluded=True))
        await create(application.services.packs, source, file)
        (words,) = await kept(mine)
        return words


async def kept(of: Library) -> list[Vocabulary]:
    manifest = of._parts.manifest
    live = [record.live.number for record in await manifest.sources.all() if record.live]
    return list((await manifest.vocabularies.of(live)).values())


def test_the_words_are_there_at_once_where_a_pack_is_taken_in(tmp_path: Path, folder: Path) -> None:
    write(folder, ice=ICE, fire=FIRE)
    file = tmp_path / "e.gdpack"

    async def main() -> None:
        before = await packed(tmp_path / "one", folder, file)
        assert {"ice", "water", "fire"} <= set(before.words)
        async with library(tmp_path / "two") as (application, other):
            await install(application.services.packs, file)
            (after,) = await kept(other)
            assert dict(zip(after.words, after.counts, strict=True)) == dict(
                zip(before.words, before.counts, strict=True)
            )
            assert after.row(after.words.index("ice")) == before.row(before.words.index("ice"))

    asyncio.run(main())


def test_words_of_a_document_that_is_taken_out_are_not_in_the_pack(tmp_path: Path, folder: Path) -> None:
    write(folder, ice=ICE, fire=FIRE)
    file = tmp_path / "e.gdpack"
    assert "fire" in asyncio.run(packed(tmp_path / "one", folder, file, "fire.md")).words
    with open_pack(file) as pack:
        words = packed_vocabulary(pack)
    assert words
    assert "ice" in words.words
    assert not {"fire", "burn"} & set(words.words)
