"""A built source goes out of one library as a pack and comes into another, found there as it was found here."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.documents import Source, SourceKind, SourceState
from gangdan_gui.domain.errors import (
    AnswersNotPacked,
    CannotWrite,
    GangDanError,
    LocationMissing,
    NothingBuilt,
    PackInstalled,
    PackRefused,
    StoreDamaged,
    UnknownSource,
)
from gangdan_gui.domain.ports import VectorRow
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.building import pack_filling
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.packs import InstallOptions, PackProgress
from gangdan_gui.storing.manifest import FILE_NAME
from gangdan_gui.storing.packs.reading import open_pack
from gangdan_gui.whole_file import part_beside
from tests.services.conftest import Shelf
from tests.services.packing import FIRE, ICE, REPLACE, SNOW, create, found, install, made, write


@dataclass(frozen=True)
class Made:
    """A library that has made a pack of two documents on ice and fire, and a newer one with snow too."""

    maker: Shelf
    folder: Path
    pack: Path
    newer: Path


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Made:
    root = tmp_path_factory.mktemp("maker")
    made_here = Made(Shelf(root / "home"), root / "documents", root / "elements.gdpack", root / "newer.gdpack")
    made_here.folder.mkdir()
    write(made_here.folder, ice=ICE, fire=FIRE)

    async def run() -> None:
        async with made_here.maker.open() as here:
            await made(here, made_here.folder, made_here.pack)
            write(made_here.folder, snow=SNOW)
            await here.build("elements")
            await create(here.packs, "elements", made_here.newer)

    asyncio.run(run())
    return made_here


@pytest.fixture
def pack(packs: Made) -> Path:
    return packs.pack


@pytest.fixture
def newer(packs: Made) -> Path:
    return packs.newer


@pytest.fixture
def other(tmp_path: Path) -> Shelf:
    """Another library, on another machine."""
    return Shelf(tmp_path / "other home")


def files_of(home: Path) -> dict[str, bytes]:
    """All that is in a home, but logs, the lock and the database's own files."""
    return {
        file.relative_to(home).as_posix(): file.read_bytes()
        for file in home.rglob("*")
        if file.is_file() and "sqlite3" not in file.name and file.name != "lock" and "logs" not in file.parts
    }


def test_a_pack_that_was_taken_in_is_searched_by_words_at_once(other: Shelf, pack: Path) -> None:
    async def run() -> None:
        async with other.open() as there:
            await install(there.packs, pack)
            with closing(sqlite3.connect(other.home / FILE_NAME)) as records:
                assert records.execute("SELECT count(*) FROM chunks WHERE slot < 0").fetchone() == (0,)
            result = await there.assistant.search("burning things", SearchOptions(mode="keyword"))
            assert [passage.path for passage in result.passages] == ["fire.md"]

    asyncio.run(run())


def test_what_is_found_is_the_same_on_the_other_side(shelf: Shelf, other: Shelf, folder: Path, tmp_path: Path) -> None:
    write(folder, ice=ICE)
    (folder / "冰").mkdir()
    write(folder / "冰", 火="# 火\n\n" + "火需要可燃物、空气和热量，三者缺一不可。" * 6)
    (folder / "short.txt").write_text("too short", "utf-8")
    file, questions = tmp_path / "elements.gdpack", ("Does ice float?", "火 空气")

    async def run() -> None:
        async with shelf.open() as here:
            report = await made(here, folder, file)
            assert (report.source, report.documents, report.ok) == ("elements", 2, True)
            before = [await found(here, question) for question in questions]
        async with other.open() as there:
            installed = await install(there.packs, file)
            assert (installed.source, installed.documents, installed.chunks) == ("elements", 2, report.chunks)
            assert (installed.sha256, installed.ok, installed.problems) == (report.sha256, True, ())
            assert [await found(there, question) for question in questions] == before
            assert there.embedder.embedded == []
            (summary,) = await there.library.sources()
            assert (summary.source.kind, summary.state) == (SourceKind.PACK, SourceState.READY)
            files = (await there.library.report("elements")).files
            assert [(one.path, one.state) for one in files if one.chunks == 0] == [("short.txt", "skipped")]

    asyncio.run(run())


def test_progress_is_told_in_passages(other: Shelf, pack: Path) -> None:
    async def run() -> None:
        async with other.open() as there:
            events = [event async for event in there.packs.install(pack, InstallOptions())]
            told = [(event.done, event.total) for event in events if isinstance(event, PackProgress)]
            assert told[-1] == (2, 2)

    asyncio.run(run())


def test_the_store_begins_with_a_little_and_what_it_got_a_moment_ago_is_not_read_back(
    shelf: Shelf, other: Shelf, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_filling, "_FIRST_ROWS", 1)
    monkeypatch.setattr(pack_filling, "_ROWS", 4)
    write(folder, **{f"n{number:02}": ICE.replace("Ice", f"Ice {number}") for number in range(12)})
    add, added = other.store.add, list[int]()

    async def counted(collection: str, rows: Sequence[VectorRow]) -> None:
        added.append(len(rows))
        await add(collection, rows)

    async def unexpected(collection: str) -> bool:
        raise AssertionError(collection)

    monkeypatch.setattr(other.store, "add", counted)
    monkeypatch.setattr(other.store, "reachable", unexpected)

    async def run() -> None:
        async with shelf.open() as here:
            await made(here, folder, tmp_path / "elements.gdpack")
        async with other.open() as there:
            assert (await install(there.packs, tmp_path / "elements.gdpack")).chunks == 12
            assert added == [1, 2, 4, 4, 1]

    asyncio.run(run())


def test_nothing_of_the_machine_is_in_a_pack(shelf: Shelf, folder: Path, tmp_path: Path) -> None:
    write(folder, ice=ICE)
    shelf.home.mkdir(parents=True)
    (shelf.home / "settings.toml").write_text('ollama_address = "http://secret-host:11434"\n', "utf-8")
    file = tmp_path / "out" / "elements.gdpack"
    file.parent.mkdir()

    async def run() -> None:
        async with shelf.open() as here:
            await made(here, folder, file)
            await here.documents.correct("elements", "ice.md", Correction(title="What I call it"))

    asyncio.run(run())
    with zipfile.ZipFile(file) as archive:
        held = b"".join(archive.read(name) + name.encode() for name in archive.namelist()) + file.read_bytes()
    for secret in (
        str(tmp_path),
        str(folder),
        str(shelf.home),
        tmp_path.name,
        "secret-host",
        "What I call",
    ):
        assert secret.encode() not in held, secret
    assert ICE.encode() in held


def test_another_state_of_a_pack_is_not_put_in_its_place_unasked(other: Shelf, pack: Path, newer: Path) -> None:
    async def run() -> None:
        async with other.open() as there:
            await install(there.packs, pack)
            for file in (pack, newer):
                with pytest.raises(PackInstalled) as refused:
                    await install(there.packs, file)
                assert refused.value.facts["source"] == "elements"
            assert sorted(await there.texts("snow")) == [FIRE, ICE]
            await there.documents.correct("elements", "fire.md", Correction(excluded=True))
            await there.documents.correct("elements", "ice.md", Correction(title="Floating"))
            report = await install(there.packs, newer, REPLACE)
            assert (report.source, report.ok) == ("elements", True)
            assert sorted(await there.texts("snow")) == [ICE, SNOW]
            assert {item[5] for item in await found(there, "snow")} == {"Floating", "Snow"}
            assert len(await there.library.sources()) == 1
            # And back to the older one.
            await install(there.packs, pack, REPLACE)
            assert await there.texts("snow") == [ICE]
            assert len(there.store.collections) == 1

    asyncio.run(run())


def test_a_newer_pack_waits_while_the_source_is_frozen_and_says_so(other: Shelf, pack: Path, newer: Path) -> None:
    async def run() -> None:
        async with other.open() as there:
            await install(there.packs, pack)
            before = await found(there, "ice", "elements")
            await there.generations.freeze("elements", "2999-01-01")
            report = await install(there.packs, newer, REPLACE)
            assert (report.ok, report.documents, report.notices) == (True, 2, (Reason("frozen", "2999-01-01"),))
            assert await found(there, "ice", "elements") == before
            await there.generations.freeze("elements", "")
            assert (await there.build("elements")).documents == 3
            assert there.embedder.embedded == []

    asyncio.run(run())


def test_several_packs_stand_side_by_side(shelf: Shelf, other: Shelf, pack: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    write(more, snow=SNOW)
    second = tmp_path / "second.gdpack"

    async def run() -> None:
        async with shelf.open() as here:
            await made(here, more, second, "Elements 2")
        async with other.open() as there:
            # A source of the user's own has the id already.
            await there.library.add(str(more), title="Elements")
            assert (await install(there.packs, pack)).source == "elements-2"
            assert (await install(there.packs, second)).source not in ("elements", "elements-2")
            assert await found(there, "Does ice float?", "elements-2")
            assert len(await there.library.sources()) == 3

    asyncio.run(run())


def test_a_damaged_pack_changes_nothing(other: Shelf, pack: Path, tmp_path: Path) -> None:
    whole = pack.read_bytes()
    cases = {
        "cut": whole[: len(whole) // 2],
        "empty": b"",
        "none": b"nothing of the kind",
        "changed": whole[:100] + bytes([whole[100] ^ 1]) + whole[101:],
    }

    async def run() -> None:
        async with other.open() as there:
            await install(there.packs, pack)
            before, texts = files_of(other.home), await there.texts("ice")
            for name, data in cases.items():
                file = tmp_path / name
                file.write_bytes(data)
                with pytest.raises(PackRefused) as refused:
                    await install(there.packs, file, REPLACE)
                assert refused.value.facts["file"] == str(file)
            with pytest.raises(LocationMissing):
                await install(there.packs, tmp_path / "nowhere")
            assert files_of(other.home) == before
            assert await there.texts("ice") == texts

    asyncio.run(run())


@pytest.mark.parametrize("replacing", [False, True])
def test_a_store_that_fails_leaves_all_as_it_was(
    other: Shelf, pack: Path, newer: Path, tmp_path: Path, *, replacing: bool
) -> None:
    async def run() -> None:
        async with other.open() as there:
            if replacing:
                await install(there.packs, pack)
            before, collections = files_of(other.home), set(there.store.collections)
            add, there.store.add = there.store.add, refuse  # type: ignore[method-assign]
            with pytest.raises(StoreDamaged):
                await install(there.packs, newer, REPLACE)
            there.store.add = add  # type: ignore[method-assign]
            after = files_of(other.home)
            after.pop("sources.yaml") if not replacing else None
            assert after == before
            assert set(there.store.collections) == collections
            assert [one.state for one in await there.library.sources()] == ["ready"] * replacing
            assert (await install(there.packs, newer, REPLACE)).documents == 3

    asyncio.run(run())


@pytest.mark.parametrize("replacing", [False, True])
@pytest.mark.parametrize("at", range(4))
def test_killed_anywhere_the_next_try_goes_on(
    other: Shelf, pack: Path, newer: Path, tmp_path: Path, *, replacing: bool, at: int
) -> None:
    """What a kill leaves is what lies on the disk at that moment: a copy of it is opened anew."""
    left = Shelf(tmp_path / "left")
    moments = []

    async def run() -> None:
        async with other.open() as there:
            if replacing:
                await install(there.packs, pack)
            store = there.store
            for name in ("drop", "ensure", "add", "count"):
                original = getattr(store, name)

                async def watched(*arguments: object, call=original) -> object:  # type: ignore[no-untyped-def]
                    if len(moments) == at and other.home.exists():
                        shutil.copytree(other.home, left.home, ignore=shutil.ignore_patterns("lock"))
                        left.store.collections = {key: dict(rows) for key, rows in store.collections.items()}
                    moments.append(call)
                    return await call(*arguments)

                setattr(store, name, watched)
            await install(there.packs, newer, REPLACE)
            expected = await found(there, "snow")
        assert len(moments) > at
        async with left.open() as there:
            if replacing:  # the old state still answers
                assert len(await there.texts("ice")) in (2, 3)
            await install(there.packs, newer, REPLACE)
            assert await found(there, "snow") == expected
            assert [one.state for one in await there.library.sources()] == ["ready"]
            assert len(there.store.collections) == 1
            assert sorted(path.name for path in (left.home / "packs").iterdir()) == ["elements.gdpack"]
            assert there.embedder.embedded == []

    asyncio.run(run())


def test_a_build_finishes_what_a_kill_has_left(other: Shelf, pack: Path, tmp_path: Path) -> None:
    left = Shelf(tmp_path / "left")

    async def run() -> None:
        async with other.open() as there:
            add = there.store.add

            async def watched(collection: str, rows: Sequence[VectorRow]) -> None:
                shutil.copytree(other.home, left.home, ignore=shutil.ignore_patterns("lock"))
                await add(collection, rows)

            there.store.add = watched  # type: ignore[method-assign]
            await install(there.packs, pack)
            expected = await found(there, "ice")
        async with left.open() as there:
            report = await there.build("elements")
            assert (report.state, report.embedded) == (SourceState.READY, 0)
            assert await found(there, "ice") == expected

    asyncio.run(run())


def test_a_stopped_installation_leaves_nothing(other: Shelf, pack: Path) -> None:
    async def run() -> None:
        async with other.open() as there:
            begun = asyncio.Event()

            async def wait(_collection: str, _rows: Sequence[VectorRow]) -> None:
                begun.set()
                await asyncio.Event().wait()

            add, there.store.add = there.store.add, wait  # type: ignore[method-assign]
            work = asyncio.create_task(install(there.packs, pack))
            await begun.wait()
            work.cancel()
            await asyncio.wait({work})
            there.store.add = add  # type: ignore[method-assign]
            assert await there.library.sources() == ()
            assert there.store.collections == {}
            assert not list((other.home / "packs").iterdir())

    asyncio.run(run())


def test_what_can_not_be_packed_is_told(packs: Made, tmp_path: Path) -> None:
    async def refused(kind: type[GangDanError], source: str, file: Path, base: Path | None = None) -> GangDanError:
        async with packs.maker.open() as here:
            with pytest.raises(kind) as error:
                await create(here.packs, source, file, base=base)
            return error.value

    async def run() -> None:
        async with packs.maker.open() as here:
            more = tmp_path / "more"
            more.mkdir()
            await here.library.add(str(more), title="Empty")
        await refused(UnknownSource, "nobody", tmp_path / "x")
        await refused(NothingBuilt, "empty", tmp_path / "x")
        await refused(CannotWrite, "elements", tmp_path / "no folder" / "x")
        folder_there = tmp_path / "a folder"
        folder_there.mkdir()
        await refused(CannotWrite, "elements", folder_there)
        await refused(LocationMissing, "elements", tmp_path / "x", tmp_path / "no base")
        error = await refused(PackRefused, "elements", tmp_path / "x", packs.folder / "ice.md")
        assert error.facts["reason"] == "pack-none"
        assert not [file for file in tmp_path.iterdir() if file.name.startswith(".") or file.name == "x"]

    asyncio.run(run())


def test_a_model_s_words_do_not_go_out_as_knowledge(shelf: Shelf, tmp_path: Path) -> None:
    async def run() -> None:
        async with shelf.open() as here:
            parts = here.packs._parts  # type: ignore[attr-defined]
            await parts.manifest.sources.put(Source("kept", "Kept answers", SourceKind.ANSWERS, ()))
            with pytest.raises(AnswersNotPacked):
                await create(here.packs, "kept", tmp_path / "x")

    asyncio.run(run())


def test_a_pack_is_given_on_as_what_it_is(other: Shelf, pack: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.gdpack"

    async def run() -> None:
        async with other.open() as there:
            await install(there.packs, pack)
            await create(there.packs, "elements", again)
            with pytest.raises(PackInstalled):
                await install(there.packs, again)

    asyncio.run(run())
    with open_pack(pack) as one, open_pack(again) as two:
        assert (one.head.origin, one.head.kind, one.head.documents) == (two.head.origin, two.head.kind, 2)
        assert {document.text for document in one.documents()} == {document.text for document in two.documents()}


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), min_size=8, max_size=8))
def test_no_byte_can_change_and_none_be_missing(tmp_path: Path, pack: Path, places: list[tuple[float, int]]) -> None:
    """Each place is once where a byte is other than it was, and once where the file ends."""
    whole, pupil = pack.read_bytes(), Shelf(tmp_path / f"pupil {len(list(tmp_path.iterdir()))}")

    async def run() -> None:
        async with pupil.open() as there:
            await install(there.packs, pack)
            before, collections = files_of(pupil.home), dict(there.store.collections)
            for where, other_byte in places:
                at = int(where * len(whole))
                another = other_byte ^ 1 if other_byte == whole[at] else other_byte
                changed = whole[:at] + bytes([another]) + whole[at + 1 :]
                for data in (changed, whole[:at]):
                    file = tmp_path / "damaged"
                    file.write_bytes(data)
                    with pytest.raises(PackRefused):
                        await install(there.packs, file, REPLACE)
            assert files_of(pupil.home) == before
            assert there.store.collections == collections

    asyncio.run(run())


def test_what_is_in_the_trash_is_brought_back_by_its_pack(other: Shelf, pack: Path, newer: Path) -> None:
    async def run() -> None:
        async with other.open() as there:
            await install(there.packs, pack)
            await there.documents.correct("elements", "fire.md", Correction(excluded=True))
            await there.library.remove("elements")
            assert (await install(there.packs, newer)).source == "elements"
            assert sorted(await there.texts("ice")) == [ICE, SNOW]
            assert await there.library.trashed() == ()
            await there.library.remove("elements")
            add, there.store.add = there.store.add, refuse  # type: ignore[method-assign]
            with pytest.raises(StoreDamaged):
                await install(there.packs, pack)
            there.store.add = add  # type: ignore[method-assign]
            assert await there.library.sources() == ()
            await there.library.restore("elements")
            assert sorted(await there.texts("ice")) == [ICE, SNOW]

    asyncio.run(run())


def test_a_pack_that_can_not_be_written_to_its_end_is_not_there(packs: Made, tmp_path: Path) -> None:
    async def run() -> None:
        async with packs.maker.open() as here:
            (text,) = (packs.maker.home / "markdown").rglob("fire*.md")
            kept = text.read_bytes()
            text.write_bytes(b"something else")
            with pytest.raises(StoreDamaged):
                await create(here.packs, "elements", tmp_path / "x")
            text.write_bytes(kept)
            assert not list(tmp_path.iterdir())

    asyncio.run(run())


def test_what_was_left_of_packs_when_their_making_was_killed_goes_with_the_next(packs: Made, tmp_path: Path) -> None:
    file = tmp_path / "x.gdpack"
    left = part_beside(file)
    left.write_bytes(b"half")
    os.utime(left, (0, 0))

    async def run() -> None:
        async with packs.maker.open() as here:
            await create(here.packs, "elements", file)

    asyncio.run(run())
    assert list(tmp_path.iterdir()) == [file]


async def refuse(_collection: str, _rows: Sequence[VectorRow]) -> None:
    """A store that has no room."""
    raise StoreDamaged(what="no more room", folder="")


def test_a_store_that_can_not_even_forget_leaves_no_source(
    other: Shelf, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the disk is full."""

    async def stuck(_collection: str) -> None:
        raise StoreDamaged(what="no more room", folder="")

    async def run() -> None:
        async with other.open() as there:
            with monkeypatch.context() as patch:
                patch.setattr(there.store, "add", refuse)
                patch.setattr(there.store, "drop", stuck)
                with pytest.raises(StoreDamaged):
                    await install(there.packs, pack)
            assert await there.library.sources() == ()
            assert not list(other.home.glob("packs/*.gdpack"))
            assert (await install(there.packs, pack)).source == "elements"

    asyncio.run(run())
