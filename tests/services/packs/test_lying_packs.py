"""A folder of packs that a class shares: they answer at once, from where they lie."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.documents import SourceKind, SourceState
from gangdan_gui.domain.errors import LocationMissing, PackInstalled, PackRefused
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.places import packs_folder
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.packs import InstallOptions
from gangdan_gui.storing.packs.reading import open_pack
from tests.program import run_here
from tests.services.conftest import Shelf
from tests.services.packing import FIRE, ICE, REPLACE, SNOW, create, found, install, made, write

QUESTION = "What floats on water?"


@pytest.fixture
def share(shelf: Shelf, folder: Path, tmp_path: Path) -> Path:
    """A folder with a pack of two documents in it, made by another library."""
    place = tmp_path / "课堂 share"
    place.mkdir()
    write(folder, ice=ICE, fire=FIRE)

    async def run() -> None:
        async with shelf.open() as here:
            await made(here, folder, place / "elements.gdpack")

    asyncio.run(run())
    return place


@pytest.fixture
def pupil(tmp_path: Path) -> Shelf:
    """A library on another machine."""
    return Shelf(tmp_path / "pupil's home")


@asynccontextmanager
async def opened(pupil: Shelf, share: Path) -> AsyncIterator[Application]:
    replaced = Replaced(lambda _: pupil.embedder, pupil.store)
    async with open_application(pupil.home, "test", packs=share, replaced=replaced) as application:
        yield application


async def search(application: Application, question: str = QUESTION) -> tuple[list[str], tuple[Reason, ...]]:
    """The paths that are found by meaning, and what is told."""
    result = await application.services.assistant.search(question, SearchOptions())
    return [one.path for one in result.passages if one.distance is not None], result.notices


def test_a_pack_answers_where_it_lies(shelf: Shelf, pupil: Shelf, share: Path) -> None:
    async def run() -> None:
        async with shelf.open() as here:
            wanted = await found(here, QUESTION)
        async with opened(pupil, share) as there:
            assert there.problems == ()
            (source,) = await there.services.library.sources()
            assert (source.source.kind, source.state) == (SourceKind.PACK, SourceState.READY)
            assert source.source.locations == (str(share / "elements.gdpack"),)
            assert (source.documents, source.chunks) == (2, 2)
            result = await there.services.assistant.search(QUESTION, SearchOptions())
            assert [one.path for one in result.passages] == [path for path, *_ in wanted]
            distances = [one.distance for one in result.passages]
            assert distances == pytest.approx([float(str(row[-1])) for row in wanted], abs=1e-5)
            assert pupil.embedder.embedded == []
            assert pupil.store.collections == {}
            assert not list((pupil.home / "packs").glob("*.gdpack"))
            async for _ in there.services.library.build([source.source.id], BuildOptions()):
                pass
            assert (await there.services.library.sources())[0].state is SourceState.READY
            assert await search(there) == (["ice.md", "fire.md"], ())
        async with opened(pupil, share) as there:
            assert len(await there.services.library.sources()) == 1
            assert await search(there) == (["ice.md", "fire.md"], ())

    asyncio.run(run())


def test_a_share_that_is_away_leaves_the_words(pupil: Shelf, share: Path) -> None:
    async def run() -> None:
        async with opened(pupil, share):
            pass
        away = share.rename(share.with_name("away"))
        async with opened(pupil, share) as there:
            assert [type(problem) for problem in there.problems] == [LocationMissing]
            assert [one.state for one in await there.services.library.sources()] == [SourceState.READY]
            result = await there.services.assistant.search(QUESTION, SearchOptions())
            assert result.passages[0].path == "ice.md"
            assert result.notices == (Reason("pack-away", "Elements"),)
            away.rename(share)
            assert (await search(there))[1] == ()
            share.rename(away)
            assert (await search(there))[0] != []  # what was read once goes on answering

    asyncio.run(run())


@pytest.mark.parametrize("change", ["none", "renamed", "newer"])
def test_a_stick_that_has_another_letter_by_now_brings_no_second_source(
    shelf: Shelf, pupil: Shelf, share: Path, folder: Path, change: str
) -> None:
    moved = share.with_name("another letter")

    async def run() -> None:
        async with opened(pupil, share) as there:
            known = {one.source.id for one in await there.services.library.sources()}
        share.rename(moved)
        if change == "renamed":
            (moved / "elements.gdpack").rename(moved / "other name.gdpack")
        if change == "newer":
            write(folder, snow=SNOW)
            async with shelf.open() as here:
                await here.build("elements")
                await create(here.packs, "elements", moved / "elements.gdpack")
        async with opened(pupil, moved) as there:
            assert there.problems == ()
            (source,) = await there.services.library.sources()
            assert {source.source.id} == known
            assert source.source.locations == tuple(map(str, moved.glob("*.gdpack")))
            assert ((await search(there))[0][0], source.documents) == ("ice.md", 3 if change == "newer" else 2)

    asyncio.run(run())


def test_another_pack_beside_one_that_is_gone_is_another_source(pupil: Shelf, share: Path, tmp_path: Path) -> None:
    other, texts, later = Shelf(tmp_path / "other"), tmp_path / "texts", tmp_path / "later"
    for place in (texts, later):
        place.mkdir()
    write(texts, snow=SNOW)

    async def run() -> None:
        async with other.open() as here:
            await made(here, texts, later / "elements.gdpack", "Weather")
        async with opened(pupil, share):
            pass
        (share / "elements.gdpack").unlink()
        async with opened(pupil, later) as there:
            titles = {one.source.title for one in await there.services.library.sources()}
            assert titles == {"Elements", "Weather"}

    asyncio.run(run())


def test_a_newer_pack_is_taken_in_anew_and_is_not_asked_before(
    shelf: Shelf, pupil: Shelf, share: Path, folder: Path
) -> None:
    async def run() -> None:
        async with opened(pupil, share) as there:
            write(folder, snow=SNOW)
            (folder / "fire.md").unlink()
            async with shelf.open() as here:
                await here.build("elements")
                (share / "elements.gdpack").unlink()
                await create(here.packs, "elements", share / "elements.gdpack")
            found_now, told = await search(there)
            assert (found_now, told) == ([], (Reason("pack-other", "Elements"),))
        async with opened(pupil, share) as there:
            (source,) = await there.services.library.sources()
            assert source.documents == 2
            assert sorted((await search(there))[0]) == ["ice.md", "snow.md"]

    asyncio.run(run())


def test_a_pack_is_made_of_one_in_its_place_without_embedding(pupil: Shelf, share: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.gdpack"

    async def run() -> None:
        async with opened(pupil, share) as there:
            report = await create(there.services.packs, "elements", again)
            assert (report.ok, report.chunks) == (True, 2)
        assert pupil.embedder.embedded == []

    asyncio.run(run())
    with open_pack(share / "elements.gdpack") as first, open_pack(again) as second:
        assert [one.sha256 for one in second.head.generations] == [one.sha256 for one in first.head.generations]


def test_a_newer_pack_waits_until_its_source_is_no_longer_frozen(
    shelf: Shelf, pupil: Shelf, share: Path, folder: Path
) -> None:
    async def run() -> None:
        async with opened(pupil, share) as there:
            await there.services.generations.freeze("elements", "2999-01-01")
        write(folder, snow=SNOW)
        async with shelf.open() as here:
            await here.build("elements")
            await create(here.packs, "elements", share / "elements.gdpack")
        async with opened(pupil, share) as there:
            assert there.problems == ()
            assert [one.documents for one in await there.services.library.sources()] == [2]
            result = await there.services.assistant.search(QUESTION, SearchOptions())
            assert result.passages[0].path == "ice.md"
            assert result.notices == (Reason("pack-other-frozen", "Elements"),)
            await there.services.generations.freeze("elements", "")
        async with opened(pupil, share) as there:
            assert [one.documents for one in await there.services.library.sources()] == [3]

    asyncio.run(run())


def test_a_damaged_pack_is_told_and_the_others_work(pupil: Shelf, share: Path) -> None:
    data = bytearray((share / "elements.gdpack").read_bytes())
    data[len(data) // 2] ^= 1
    (share / "broken.gdpack").write_bytes(data)
    (share / "cut.gdpack").write_bytes(data[:100])
    (share / "notes.txt").write_text("no pack")

    async def run() -> None:
        async with opened(pupil, share) as there:
            assert {type(problem) for problem in there.problems} <= {PackRefused}
            assert any("cut.gdpack" in problem.facts["file"] for problem in there.problems)
            assert [one.source.id for one in await there.services.library.sources()] == ["elements"]
            assert (await search(there))[0] == ["ice.md", "fire.md"]

    asyncio.run(run())


def test_a_pack_that_is_installed_is_not_taken_twice_and_one_that_lies_elsewhere_is_not_written_over(
    pupil: Shelf, share: Path
) -> None:
    file = share / "elements.gdpack"
    before = file.read_bytes()

    async def run() -> None:
        async with pupil.open() as there:
            await install(there.packs, file)
        async with opened(pupil, share) as again:
            assert again.problems == ()
            assert len(await again.services.library.sources()) == 1

    async def other(home: Shelf) -> None:
        async with home.open() as there:
            report = await install(there.packs, file, InstallOptions(in_place=True))
            assert (report.documents, report.ok) == (2, True)
            with pytest.raises(PackInstalled):
                await install(there.packs, shutil.copy(file, share.parent / "copy.gdpack"), REPLACE)
            await there.library.remove("elements")

    asyncio.run(run())
    asyncio.run(other(Shelf(share.parent / "another home")))
    assert file.read_bytes() == before


def test_the_option_and_the_variable_name_the_folder(
    share: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = str(tmp_path / "third")
    listed = run_here("--home", home, "--packs", str(share), "sources", "list", "--json")
    assert [one["id"] for one in json.loads(listed.stdout)["sources"]] == ["elements"]
    asked = run_here("--home", home, "search", QUESTION, "--mode", "keyword", "--packs", str(share), "--json")
    assert json.loads(asked.stdout)["hits"][0]["path"] == "ice.md"
    assert packs_folder() is None
    monkeypatch.setenv("GANGDAN_PACKS", str(share))
    assert packs_folder() == share
    assert packs_folder(str(tmp_path)) == tmp_path
