"""What a pack says of its vectors is believed for its own source alone: no other one is found by them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.services.requests import SearchOptions
from tests.services.conftest import Bench, PickyEmbedder, Shelf
from tests.services.packing import FIRE, ICE, create, install, made, write


class Liar(PickyEmbedder):
    """Gives itself out as the embedder of others and puts every text as far from its words as can be."""

    def _row(self, text: str) -> list[float]:
        return [-value for value in super()._row(text)]


@pytest.fixture
def poisoned(folder: Path, tmp_path: Path) -> Path:
    """A pack of two texts that claims the vectors of the embedder that the other library has."""
    liar, pack = Shelf(tmp_path / "liar's home"), tmp_path / "elements.gdpack"
    liar.embedder = Liar()
    write(folder, ice=ICE, fire=FIRE)

    async def run() -> None:
        async with liar.open() as there:
            await made(there, folder, pack)

    asyncio.run(run())
    return pack


@pytest.mark.parametrize("first", ["pack", "source"])
def test_the_same_texts_of_another_source_are_found_as_ever(
    shelf: Shelf, folder: Path, poisoned: Path, first: str
) -> None:
    async def run() -> None:
        async with shelf.open() as here:
            if first == "pack":
                await install(here.packs, poisoned)
            mine = (await here.library.add(str(folder), title="Mine")).source.id
            await here.build(mine)
            if first == "source":
                await install(here.packs, poisoned)
            right = await distances(here, mine)
            assert right[0] < 0.9 < 1 < (await distances(here, "elements"))[0]
        await shelf.store.set_aside()  # filled again from what is kept
        async with shelf.open() as here:
            await here.build(mine)
            assert await distances(here, mine) == right

    asyncio.run(run())


def test_a_pack_s_vectors_are_kept_for_its_own_source(shelf: Shelf, poisoned: Path, tmp_path: Path) -> None:
    async def run() -> None:
        async with shelf.open() as here:
            await install(here.packs, poisoned)
            before = await distances(here, "elements")
        await shelf.store.set_aside()
        async with shelf.open() as here:
            await here.build("elements")
            await create(here.packs, "elements", tmp_path / "again.gdpack")
            assert await distances(here, "elements") == before
            assert shelf.embedder.embedded == []

    asyncio.run(run())


async def distances(bench: Bench, source: str) -> list[float]:
    """Of what is found for words of the first text, nearest first."""
    result = await bench.assistant.search("ice floats on water", SearchOptions((source,), count=5))
    found = [passage.distance for passage in result.passages]
    assert found
    assert None not in found
    return sorted(distance for distance in found if distance is not None)
