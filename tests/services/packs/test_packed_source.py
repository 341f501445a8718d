"""What a pack says of its source reaches the library, and what the user says of it goes first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import CannotWrite, PackInstalled, PackRefused
from gangdan_gui.services.requests.packs import InstallOptions
from tests.services.conftest import Bench, Shelf
from tests.services.packing import PLAIN, REPLACE, create, install, made, write
from tests.small_pack import HASH, HEAD, Ingredients, write_pack

OLD = replace(HEAD, title="Ice", licence="MIT", description="Of water.")
NEW = replace(
    HEAD, title="Ice and <b>\x1b[1m water\u202e", licence="CC-BY-4.0\nand more", description="Of all states of water.",
    made="2026-12-01T08:00:00+00:00",
)  # fmt: skip


def packed(file: Path, head: object, rows: tuple[list[float], ...] = ([1.0, 0.0, 0.5],) * 3) -> Path:
    """A pack with that head; other rows are another state."""
    assert isinstance(head, type(HEAD))
    write_pack(file, Ingredients(head, rows=rows, identities=(HASH,)))
    return file


@pytest.fixture
def older(tmp_path: Path) -> Path:
    return packed(tmp_path / "older.gdpack", OLD)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    return packed(tmp_path / "newer.gdpack", NEW, ([0.0, 1.0, 0.5],) * 3)


@asynccontextmanager
async def holding(shelf: Shelf, pack: Path, options: InstallOptions = PLAIN) -> AsyncIterator[Bench]:
    async with shelf.open() as here:
        await install(here.packs, pack, options)
        yield here


async def only(here: Bench) -> Source:
    (summary,) = await here.library.sources()
    return summary.source


def test_title_licence_and_description_of_a_newer_pack_take_the_place_of_the_old_ones(
    shelf: Shelf, older: Path, newer: Path
) -> None:
    async def run() -> None:
        async with holding(shelf, older) as here:
            await install(here.packs, newer, REPLACE)
            there = await only(here)
            assert (there.id, there.title, there.licence) == ("ice", "Ice and <b> [1m water", "CC-BY-4.0 and more")
            assert there.description == "Of all states of water."
        async with shelf.open() as here:  # the list says the same
            assert await only(here) == there

    asyncio.run(run())


def test_what_the_user_calls_it_stays(shelf: Shelf, older: Path, newer: Path) -> None:
    async def run() -> None:
        async with holding(shelf, older):
            pass
        entries = shelf.home / "sources.yaml"
        entries.write_text(entries.read_text("utf-8").replace('"Ice"', '"我的冰"'), "utf-8")
        async with shelf.open() as here:
            await install(here.packs, newer, REPLACE)
            there = await only(here)
            assert (there.title, there.licence) == ("我的冰", "CC-BY-4.0 and more")

    asyncio.run(run())


def test_a_pack_that_lies_elsewhere_says_what_it_is_as_it_is_now(
    shelf: Shelf, older: Path, newer: Path, tmp_path: Path
) -> None:
    place = tmp_path / "share.gdpack"
    place.write_bytes(older.read_bytes())
    in_place = InstallOptions(in_place=True)

    async def run() -> None:
        async with holding(shelf, place, in_place) as here:
            assert (await only(here)).title == "Ice"
            place.unlink()
            place.write_bytes(newer.read_bytes())
            await install(here.packs, place, in_place)
            there = await only(here)
            assert (there.title, there.licence) == ("Ice and <b> [1m water", "CC-BY-4.0 and more")
            assert there.locations == (str(place),)

    asyncio.run(run())


def test_a_pack_that_lies_elsewhere_is_not_written_over_though_nothing_of_it_is_here_yet(
    shelf: Shelf, older: Path, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = older.read_bytes()

    async def full(*_: object, **__: object) -> None:
        raise CannotWrite(path="here", why="no room")

    async def run() -> None:
        async with shelf.open() as here:
            with monkeypatch.context() as patch:
                patch.setattr("gangdan_gui.services.building.pack_filling.PackFilling.fill", full)
                with pytest.raises(CannotWrite):
                    await install(here.packs, older, InstallOptions(in_place=True))
            with pytest.raises(PackInstalled):
                await install(here.packs, newer, REPLACE)

    asyncio.run(run())
    assert older.read_bytes() == before


def test_a_difference_does_not_take_the_place_of_the_pack_that_it_needs(
    shelf: Shelf, folder: Path, tmp_path: Path
) -> None:
    file = tmp_path / "elements.gdpack"
    write(folder, ice="# Ice\n\nIce floats on water, because it takes more room than the water it was made of.\n")

    async def run() -> None:
        async with shelf.open() as here:
            await made(here, folder, file)
            before = file.read_bytes()
            with pytest.raises(PackRefused) as refused:
                await create(here.packs, "elements", tmp_path / "." / file.name, base=file)
            assert refused.value.facts["reason"] == "pack-base-replaced"
            assert file.read_bytes() == before

    asyncio.run(run())
