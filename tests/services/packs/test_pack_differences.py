"""A difference over an earlier pack gives what the whole newer pack gives, and is taken in over nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import PackInstalled, PackRefused
from gangdan_gui.storing.packs.reading import open_pack
from tests.services.conftest import Shelf
from tests.services.packing import FIRE, ICE, PLAIN, REPLACE, SNOW, create, found, install, made, write


class States:
    """Three states of one source: whole packs of each, and what is between them."""

    def __init__(self, root: Path) -> None:
        self.maker = Shelf(root / "maker")
        self.one, self.two, self.three = (root / f"{name}.gdpack" for name in ("one", "two", "three"))
        self.to_two, self.to_three, self.other = (root / f"{name}.gdpack" for name in ("to-two", "to-three", "other"))


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> States:
    root = tmp_path_factory.mktemp("maker")
    folder, states = root / "documents", States(root)
    folder.mkdir()
    write(folder, ice=ICE, fire=FIRE)

    async def run() -> None:
        async with states.maker.open() as here:
            await made(here, folder, states.one)
            write(folder, snow=SNOW, fire=FIRE.replace("heat", "warmth"))
            await here.build("elements")
            await create(here.packs, "elements", states.two)
            await create(here.packs, "elements", states.to_two, base=states.one)
            (folder / "ice.md").unlink()
            await here.build("elements")
            await create(here.packs, "elements", states.three)
            await create(here.packs, "elements", states.to_three, base=states.two)
            await made(here, folder, states.other, "Others")

    asyncio.run(run())
    return states


def reason(error: pytest.ExceptionInfo[PackRefused]) -> str:
    return error.value.facts["reason"]


def test_one_after_another_they_give_what_whole_packs_give(states: States, shelf: Shelf, tmp_path: Path) -> None:
    whole = Shelf(tmp_path / "whole")

    async def run() -> None:
        async with shelf.open() as there, whole.open() as here:
            await install(there.packs, states.one)
            for difference, pack in ((states.to_two, states.two), (states.to_three, states.three)):
                report = await install(there.packs, difference, REPLACE)
                await install(here.packs, pack, REPLACE)
                assert report.ok
                for question in ("snow", "What does a fire need?", "ice"):
                    assert await found(there, question) == await found(here, question)
                mine, theirs = (one.home / "packs" / "elements.gdpack" for one in (shelf, whole))
                with open_pack(mine) as one, open_pack(theirs) as two:
                    assert (one.head.state, one.head.base) == (two.head.state, "")
            assert there.embedder.embedded == []

    asyncio.run(run())


def test_only_what_has_changed_is_in_it(states: States) -> None:
    with open_pack(states.to_two) as pack:
        held = {document.path for document in pack.documents() if pack.holds(document)}
        assert held == {"snow.md", "fire.md"}
        (generation,) = pack.head.generations
        assert sorted(pack.origins(generation)) == [-1, -1, 1]
        assert pack.vectors(generation).rows == 2
        assert pack.head.base


def test_it_is_refused_where_the_earlier_pack_is_not(states: States, shelf: Shelf) -> None:
    async def run() -> None:
        async with shelf.open() as there:
            with pytest.raises(PackRefused) as refused:
                await install(there.packs, states.to_two)
            assert reason(refused) == "pack-base-missing"
            assert await there.library.sources() == ()
            await install(there.packs, states.one)
            before = await found(there, "ice")
            with pytest.raises(PackRefused) as refused:
                await install(there.packs, states.to_three, REPLACE)
            assert reason(refused) == "pack-base-other"
            with pytest.raises(PackInstalled):
                await install(there.packs, states.to_two, PLAIN)
            # The copy that it would stand on is damaged.
            file = shelf.home / "packs" / "elements.gdpack"
            whole = file.read_bytes()
            file.write_bytes(whole[:200] + bytes([whole[200] ^ 1]) + whole[201:])
            with pytest.raises(PackRefused):
                await install(there.packs, states.to_two, REPLACE)
            assert await found(there, "ice") == before

    asyncio.run(run())


def test_it_is_made_over_a_whole_pack_of_the_same_source(states: States, tmp_path: Path) -> None:
    async def run() -> None:
        async with states.maker.open() as here:
            for base, why in ((states.to_two, "pack-base-partial"), (states.other, "pack-other-source")):
                with pytest.raises(PackRefused) as refused:
                    await create(here.packs, "elements", tmp_path / "x", base=base)
                assert reason(refused) == why
            assert not (tmp_path / "x").exists()

    asyncio.run(run())
