"""A source that came as a pack is built like any other, from the pack alone: offline, and without embedding anew."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Correction, Quote
from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.storing.manifest import FILE_NAME
from gangdan_gui.storing.packs.tables import PackChunk
from tests.services.conftest import Bench, Shelf
from tests.services.packing import FIRE, ICE, create, found, install, made, write
from tests.small_pack import HEAD, Ingredients, documents_of, write_pack

LONG = "# Water\n\n" + "Water runs downhill, and fills what it finds on its way to the sea. " * 40


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack of three documents, of which one has several chunks."""
    root = tmp_path_factory.mktemp("maker")
    maker, folder, file = Shelf(root / "maker"), root / "documents", root / "elements.gdpack"
    folder.mkdir()
    write(folder, ice=ICE, fire=FIRE, water=LONG)
    (folder / "notes.rst").write_text("Steam\n=====\n\n" + "Steam is water that has become a gas when it was hot. " * 3)

    async def run() -> None:
        async with maker.open() as here:
            await made(here, folder, file)

    asyncio.run(run())
    return file


def installed(shelf: Shelf, pack: Path, then: Callable[[Bench], Awaitable[None]]) -> None:
    """Install a pack and do something with it."""

    async def run() -> None:
        async with shelf.open() as there:
            await install(there.packs, pack)
            await then(there)

    asyncio.run(run())


def test_nothing_is_done_where_nothing_has_changed(shelf: Shelf, pack: Path) -> None:
    async def then(there: Bench) -> None:
        before = await found(there, "water")
        report = await there.build("elements")
        assert (report.state, report.unchanged, report.fetched, report.embedded) == (SourceState.READY, 4, 0, 0)
        assert (report.chunks_added, report.chunks_removed, report.problems) == (0, 0, ())
        assert await found(there, "water") == before

    installed(shelf, pack, then)


def test_lost_records_come_back_from_the_pack(shelf: Shelf, pack: Path) -> None:
    async def run() -> None:
        async with shelf.open() as there:
            await install(there.packs, pack)
            before = await found(there, "water")
        for file in shelf.home.glob(f"{FILE_NAME}*"):
            file.unlink()
        async with shelf.open() as there:
            report = await there.build("elements")
            assert (report.state, report.embedded) == (SourceState.READY, 0)
            assert await found(there, "water") == before
            assert there.embedder.embedded == []

    asyncio.run(run())


def test_lost_vectors_and_texts_come_back(shelf: Shelf, pack: Path) -> None:
    async def then(there: Bench) -> None:
        before = await found(there, "water")
        there.store.collections.clear()
        for file in (shelf.home / "markdown").rglob("*.md"):
            file.unlink()
        report = await there.build("elements")
        assert (report.state, report.embedded) == (SourceState.READY, 0)
        assert await found(there, "water") == before
        assert (await there.library.document("elements", "water.md")).text.startswith("# Water")

    installed(shelf, pack, then)


def test_a_pack_that_is_gone_is_told_and_goes_on_answering(shelf: Shelf, pack: Path) -> None:
    async def then(there: Bench) -> None:
        before = await found(there, "water")
        (shelf.home / "packs" / "elements.gdpack").unlink()
        report = await there.build("elements")
        assert (report.state, [one.reason.code for one in report.problems]) == ("partial", ["location-missing"])
        assert await found(there, "water") == before
        # The same pack again is what mends it.
        (shelf.home / "packs" / "elements.gdpack").write_bytes(pack.read_bytes()[:-1])
        report = await there.build("elements")
        assert [one.reason.code for one in report.problems] == ["pack-cut"]
        assert await found(there, "water") == before

    installed(shelf, pack, then)


def test_all_can_be_made_anew_of_the_pack(shelf: Shelf, pack: Path) -> None:
    async def then(there: Bench) -> None:
        before = await found(there, "water")
        report = await there.build("elements", options=BuildOptions(force=True))
        assert (report.state, report.fetched, report.embedded) == (SourceState.READY, 4, 0)
        assert await found(there, "water") == before

    installed(shelf, pack, then)


def test_it_can_be_cut_in_another_way(shelf: Shelf, pack: Path) -> None:
    async def then(there: Bench) -> None:
        small = ChunkSettings(size=200, overlap=20)
        report = await there.build("elements", options=BuildOptions(chunking=small))
        assert report.state is SourceState.READY
        document = await there.documents.cut_document("elements", "water.md")
        assert max(len(chunk.text) for chunk in document.chunks) <= 200
        assert all(chunk.text == document.document.text[chunk.start : chunk.end] for chunk in document.chunks)
        (summary,) = await there.library.sources()
        assert summary.state is SourceState.READY
        # And stays so.
        assert (await there.build("elements")).embedded == 0

    installed(shelf, pack, then)


def test_what_the_user_puts_right_in_it_answers(shelf: Shelf, pack: Path) -> None:
    async def then(there: Bench) -> None:
        await there.documents.correct("elements", "ice.md", Correction(text=f"{ICE}\nAnd it is cold."))
        await there.documents.correct("elements", "fire.md", Correction(excluded=True))
        report = await there.build("elements", options=BuildOptions(kept=True))
        assert report.state is SourceState.READY
        assert any("it is cold" in text for text in await there.texts("cold ice"))
        assert not any("fire needs" in text for text in await there.texts("fire"))
        original = await there.documents.original("elements", "ice.md")
        assert (original.text, original.format) == (ICE, "md")
        assert (await there.documents.converted("elements", "ice.md")).text == ICE
        await there.documents.correct("elements", "ice.md", Correction())
        await there.build("elements")
        assert (await there.library.document("elements", "ice.md")).text == ICE

    installed(shelf, pack, then)


def test_what_its_maker_took_out_stays_out_when_it_is_cut_anew(tmp_path: Path, shelf: Shelf) -> None:
    maker, folder, file = Shelf(tmp_path / "maker"), tmp_path / "documents", tmp_path / "elements.gdpack"
    folder.mkdir()
    secret = "The key lies under the mat by the door, as it has done for all those many years. "
    write(folder, water=LONG + "\n\n" + secret + "\n\n" + "Rain comes from clouds and falls on all alike. " * 30)

    async def run() -> None:
        async with maker.open() as here:
            await here.library.add(str(folder), title="Elements")
            await here.build("elements")
            text = (await here.library.document("elements", "water.md")).text
            quote = Quote(secret.strip(), text.find(secret.strip()))
            await here.documents.correct("elements", "water.md", Correction(quotes=(quote,)))
            await here.build("elements")
            assert not any("under the mat" in one for one in await here.texts("key"))
            await create(here.packs, "elements", file)
        async with shelf.open() as there:
            await install(there.packs, file)
            assert not any("under the mat" in one for one in await there.texts("key"))
            for options in (BuildOptions(force=True), BuildOptions(chunking=ChunkSettings(size=300, overlap=0))):
                await there.build("elements", options=options)
                assert not any("under the mat" in one for one in await there.texts("key"))

    asyncio.run(run())


def test_it_goes_into_the_trash_and_comes_back_with_its_pack(shelf: Shelf, pack: Path) -> None:
    async def run() -> None:
        async with shelf.open() as there:
            await install(there.packs, pack)
            before = await found(there, "water")
            await there.library.remove("elements")
        async with shelf.open() as there:
            await there.library.restore("elements")
            assert await found(there, "water") == before
            assert (await there.build("elements")).state is SourceState.READY
            await there.library.remove("elements")
            (trashed,) = await there.library.trashed()
            record = await there.library._parts.manifest.sources.get(trashed.source.id)
            await there.library._trash.purge(record)
            assert not list((shelf.home / "packs").glob("*.gdpack"))
            with pytest.raises(UnknownSource):
                await there.library.restore("elements")

    asyncio.run(run())


def test_the_licence_and_the_places_of_documents_are_kept(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "ice.gdpack"
    texts = {"guide/ice.rst": ICE, "冰/水.md": "水结成冰。" * 30}
    documents = tuple(
        replace(one, url=f"https://example.org/{number}", commit="abc")
        for number, one in enumerate(documents_of(texts))
    )
    chunks = (PackChunk("guide/ice.rst", 0, 0, 90, ("Ice",), "en"), PackChunk("冰/水.md", 0, 0, 60, (), "zh"))
    write_pack(file, Ingredients(HEAD, texts, documents, chunks, ([1.0, 0, 0], [0, 1.0, 0]), counted=2))

    async def run() -> None:
        async with shelf.open() as there:
            report = await install(there.packs, file)
            assert [notice.code for notice in report.notices] == ["pack-embedder-other"]
            told = await there.library.report(report.source)
            assert told.licence == "MIT"
            assert [one.url for one in told.files] == ["https://example.org/0", "https://example.org/1"]
            assert told.summary.source.title == "Letters on ice"

    asyncio.run(run())
