"""Words that were taken out of the search are in no pack, whenever they were taken out and whoever did it."""

from __future__ import annotations

import asyncio
import hashlib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Correction, Quote
from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.errors import NothingBuilt, NotPacked
from gangdan_gui.services.packs.pack_contents import verify_pack
from tests.services.conftest import Bench, Shelf
from tests.services.packing import create, install, write
from tests.small_pack import CHUNKS, HEAD, ROWS, TEXTS, Ingredients, documents_of, write_pack

NAME = "Anna Muster"
SECRET = f"{NAME} has had no marks this year, because she was ill for months and stayed at home all that time."
RAIN = "Rain comes from clouds and falls on all alike, wherever they are and whatever they do. " * 15
SNOW = "Snow falls in winter and lies on the hills until the sun of spring takes it away again. " * 15
TEXT = f"# Rain\n\n{RAIN}\n\n## {NAME}\n\n{SECRET}\n\n# Snow\n\n{SNOW}\n"
TAKEN = TEXT[TEXT.index("## ") : TEXT.index("# Snow")]
QUOTE = Quote(TAKEN, TEXT.index("## "))


def unpacked(file: Path) -> bytes:
    """All that is in a pack."""
    with zipfile.ZipFile(file) as archive:
        return b"\n".join(archive.read(name) for name in archive.namelist())


async def made_of(here: Bench, folder: Path) -> None:
    write(folder, class_=TEXT, other=f"# Other\n\n{SNOW}")
    await here.library.add(str(folder), title="Weather")
    await here.build("weather")


@pytest.mark.parametrize("built", [True, False])
def test_a_passage_that_was_taken_out_is_not_in_it(shelf: Shelf, folder: Path, tmp_path: Path, built: bool) -> None:
    file = tmp_path / "weather.gdpack"

    async def run() -> None:
        async with shelf.open() as here:
            await made_of(here, folder)
            await here.documents.correct("weather", "class_.md", Correction(quotes=(QUOTE,)))
            if built:
                await here.build("weather")
            await create(here.packs, "weather", file)
            before = [text for text in await here.texts("rain snow") if NAME not in text]
        async with Shelf(tmp_path / "other home").open() as there:
            await install(there.packs, file)
            text = (await there.library.document("weather", "class_.md")).text
            assert RAIN.strip() in text
            assert SNOW.strip() in text
            assert set(await there.texts("rain snow")) == set(before) or not built

    asyncio.run(run())
    assert NAME.encode() not in unpacked(file)
    assert asyncio.run(verify_pack(file)).ok


def test_a_document_that_was_taken_out_a_moment_ago_is_not_in_it(shelf: Shelf, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "weather.gdpack"

    async def run() -> None:
        async with shelf.open() as here:
            await made_of(here, folder)
            await here.documents.correct("weather", "class_.md", Correction(excluded=True))
            await create(here.packs, "weather", file)
            await here.documents.correct("weather", "other.md", Correction(excluded=True))
            with pytest.raises(NothingBuilt):
                await create(here.packs, "weather", tmp_path / "empty.gdpack")

    asyncio.run(run())
    assert NAME.encode() not in unpacked(file)
    assert not (tmp_path / "empty.gdpack").exists()


def test_a_text_that_was_changed_and_not_built_is_not_given_out_as_it_was(
    shelf: Shelf, folder: Path, tmp_path: Path
) -> None:
    async def run() -> None:
        async with shelf.open() as here:
            await made_of(here, folder)
            await here.documents.correct("weather", "class_.md", Correction(text=f"# Rain\n\n{RAIN}"))
            with pytest.raises(NotPacked) as refused:
                await create(here.packs, "weather", tmp_path / "early.gdpack")
            assert refused.value.facts["reason"] == "correction-not-built"
            await here.build("weather")
            await create(here.packs, "weather", tmp_path / "weather.gdpack")

    asyncio.run(run())
    assert not (tmp_path / "early.gdpack").exists()
    assert NAME.encode() not in unpacked(tmp_path / "weather.gdpack")


def test_nothing_goes_out_while_nobody_can_tell_what_was_taken_out(shelf: Shelf, folder: Path, tmp_path: Path) -> None:
    async def run() -> None:
        async with shelf.open() as here:
            await made_of(here, folder)
            await here.documents.correct("weather", "class_.md", Correction(quotes=(QUOTE,)))
            (kept,) = shelf.home.rglob("weather.json")
            kept.write_bytes(b"{")
            with pytest.raises(NotPacked) as refused:
                await create(here.packs, "weather", tmp_path / "weather.gdpack")
            assert refused.value.facts["reason"] == "corrections-unreadable"

    asyncio.run(run())
    assert not list(tmp_path.glob("*weather.gdpack*"))


def test_what_the_maker_of_a_pack_wanted_out_is_not_given_on(shelf: Shelf, tmp_path: Path) -> None:
    long = "Ice floats on water, because it takes more room than the water that it was made of. "
    text = f"{long}\n\n{SECRET}\n\n{long}"
    texts = {**TEXTS, "guide/ice.rst": text}
    ice, water = documents_of(texts)
    chunks = (replace(CHUNKS[0], end=len(long)), replace(CHUNKS[1], start=len(text) - len(long), end=len(text)))
    told = (replace(ice, without=(Quote(SECRET, len(long) + 2),)), water)
    given = tmp_path / "given.gdpack"
    write_pack(given, Ingredients(HEAD, texts, told, (*chunks, CHUNKS[2]), ROWS))

    async def run() -> None:
        async with shelf.open() as here:
            await install(here.packs, given)
            await create(here.packs, "ice", tmp_path / "on.gdpack")

    assert hashlib.sha256(text.encode()).hexdigest() in unpacked(given).decode("utf-8", "replace")
    asyncio.run(run())
    assert NAME.encode() not in unpacked(tmp_path / "on.gdpack")


def test_what_an_address_holds_of_a_password_or_key_is_not_given_on(shelf: Shelf, tmp_path: Path) -> None:
    given, on = tmp_path / "given.gdpack", tmp_path / "on.gdpack"
    address = "https://anna:pass-word@example.org/ice?page=2&token=to-ken"
    head = replace(HEAD, kind=SourceKind.ADDRESSES, locations=(address,))
    documents = tuple(replace(one, url=address) for one in documents_of(TEXTS))
    write_pack(given, Ingredients(head, TEXTS, documents))

    async def run() -> None:
        async with shelf.open() as here:
            await install(here.packs, given)
            await create(here.packs, "ice", on)

    asyncio.run(run())
    data = unpacked(on)
    assert not any(word in data for word in (b"anna", b"pass-word", b"to-ken"))
    assert data.count(b"https://example.org/ice?page=2") == 3
