"""Every kind of damage to the vectors is noticed, told and repaired from what is kept, without embedding again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import VectorRow
from gangdan_gui.services.requests import PROBLEM
from gangdan_gui.storing.chroma_store import ChromaStore
from tests.faults import damages
from tests.faults.conftest import Built
from tests.faults.damages import DATABASE, cut, emptied, exchanged, gone, junk, junk_inside, segment, zeroed
from tests.faults.desk import Desk, desk
from tests.faults.lessons import subject
from tests.faults.small_index import SmallIndexStore
from tests.stand_ins import HashEmbedder

Damage = Callable[[Path, str, str], None]


def database(damage: Callable[[Path], None], home: Path, _first: str, _second: str) -> None:
    damage(home / DATABASE)


def folder(damage: Callable[[Path], None], home: Path, _first: str, _second: str) -> None:
    damage(home / "chroma")


def index(damage: Callable[[Path], None], name: str, home: Path, first: str, _second: str) -> None:
    damage(segment(home, first) / name)


def no_index(home: Path, first: str, _second: str) -> None:
    gone(segment(home, first))


def no_indexes(home: Path, first: str, second: str) -> None:
    gone(segment(home, first))
    gone(segment(home, second))


def other_index(home: Path, first: str, second: str) -> None:
    exchanged(segment(home, first), segment(home, second))


# What all sources share, then what one source has of its own.
WHOLE: dict[str, Damage] = {
    "database is junk": partial(database, junk),
    "database is junk inside": partial(database, junk_inside),
    "database is cut": partial(database, cut),
    "database is zeroed": partial(database, zeroed),
    "database is empty": partial(database, emptied),
    "database is missing": partial(database, gone),
    "folder is missing": partial(folder, gone),
    "folder is a file": partial(folder, damages.replaced_by_a_file),
    "indexes are missing": no_indexes,
    "indexes are exchanged": other_index,
}
ONE: dict[str, Damage] = {
    "vectors are cut": partial(index, cut, "data_level0.bin"),
    "vectors are zeroed": partial(index, zeroed, "data_level0.bin"),
    "vectors are junk": partial(index, junk, "data_level0.bin"),
    "header is missing": partial(index, gone, "header.bin"),
    "header is junk": partial(index, junk, "header.bin"),
    "names are missing": partial(index, gone, "index_metadata.pickle"),
    "names are junk": partial(index, junk, "index_metadata.pickle"),
    "index is missing": no_index,
}
# Of the ways in which it shows, an empty store, a crash and wrong vectors; all others are slow only by their number.
QUICK = ("database is missing", "vectors are junk", "indexes are exchanged")


def cases(damages: dict[str, Damage]) -> list[object]:
    return [
        pytest.param(damage, id=name, marks=() if name in QUICK else pytest.mark.slow)
        for name, damage in damages.items()
    ]


async def collections(home: Path, *sources: str) -> list[str]:
    async with desk(home, store=SmallIndexStore(home)) as opened:
        return [(await opened.generation(source)).collection for source in sources]


async def is_found(opened: Desk, number: int, source: str) -> tuple[str, ...]:
    """Finds a lesson by its subject; the notices of that search."""
    found = await opened.search(f"What is {subject(number)} beside the bridge?", source)
    assert any(passage.path == f"lesson {number:03}.md" for passage in found.passages)
    return tuple(notice.code for notice in found.notices)


async def noticed_and_repaired(built: Built, damaged: set[str]) -> None:
    embedder = HashEmbedder(64)
    async with desk(built.home, embedder=embedder) as opened:
        before = await opened.texts()
        health = await opened.services.doctor.health()
        assert (health.id, health.state) == ("store", PROBLEM)
        states = {one.source.id: one.state for one in await opened.services.library.sources()}
        assert {source for source, state in states.items() if state is SourceState.FAILED} == damaged
        # What is damaged is searched by its words meanwhile, and nothing else is.
        assert await is_found(opened, 7, built.first) == ("vectors-damaged",)
        expected = ("vectors-damaged",) if built.second in damaged else ()
        assert await is_found(opened, 105, built.second) == expected
        done = await opened.repair()
        assert [check for check in done if check.state == PROBLEM] == []
        assert {check.facts["title"] for check in done if "title" in check.facts} >= {
            one.source.title for one in await opened.services.library.sources() if one.source.id in damaged
        }
        assert await opened.contradictions() == []
        assert (await opened.services.doctor.health()).state == "ok"
        assert (await is_found(opened, 7, built.first), await is_found(opened, 105, built.second)) == ((), ())
        states = {one.source.id: one.state for one in await opened.services.library.sources()}
        assert set(states.values()) == {SourceState.READY}
        assert await opened.texts() == before
    assert embedder.embedded == []


@pytest.mark.parametrize("damage", cases(WHOLE))
def test_damage_to_what_all_sources_share(built: Built, damage: Damage) -> None:
    names = asyncio.run(collections(built.home, built.first, built.second))
    damage(built.home, *names)
    asyncio.run(noticed_and_repaired(built, {built.first, built.second}))


@pytest.mark.parametrize("damage", cases(ONE))
def test_damage_to_one_source_leaves_the_others_as_they_are(built: Built, damage: Damage) -> None:
    names = asyncio.run(collections(built.home, built.first, built.second))
    damage(built.home, *names)
    asyncio.run(noticed_and_repaired(built, {built.first}))


# What another program, or another copy of this one, may do with the store itself.


def lost_rows(store: SmallIndexStore, name: str, ids: list[str]) -> object:
    return store.delete(name, ids[::3])


def other_vectors(store: SmallIndexStore, name: str, ids: list[str]) -> object:
    rows = [VectorRow(id_, bytes(4 * n) + b"\x00\x00\x80?" + bytes(4 * (63 - n)), "", {}) for n, id_ in
            enumerate(ids[:64])]  # fmt: skip
    return store.add(name, rows)


async def another_dimension(store: SmallIndexStore, name: str, ids: list[str]) -> None:
    await store.drop(name)
    await store.ensure(name)
    await store.add(name, [VectorRow(id_, b"\x00\x00\x80?" * 3, "", {}) for id_ in ids])


async def another_space(store: SmallIndexStore, name: str, ids: list[str]) -> None:
    await store.drop(name)
    await store.create(name, "l2")
    await store.add(name, [VectorRow(id_, b"\x00\x00\x80?" * 64, "", {}) for id_ in ids])


async def other_passages(store: SmallIndexStore, name: str, ids: list[str]) -> None:
    await store.delete(name, ids)
    await store.add(name, [VectorRow(f"other-{id_}", b"\x00\x00\x80?" * 64, "", {}) for id_ in ids])


async def no_collection(store: SmallIndexStore, name: str, ids: list[str]) -> None:
    await store.drop(name)


@pytest.mark.parametrize(
    "damage",
    [
        lost_rows,
        pytest.param(other_vectors, marks=pytest.mark.slow),
        pytest.param(another_dimension, marks=pytest.mark.slow),
        pytest.param(another_space, marks=pytest.mark.slow),
        pytest.param(other_passages, marks=pytest.mark.slow),
        pytest.param(no_collection, marks=pytest.mark.slow),
    ],
)
def test_what_others_did_in_the_store_is_undone(built: Built, damage: Callable[..., Any]) -> None:
    async def main() -> None:
        store = SmallIndexStore(built.home)
        async with desk(built.home, store=store) as opened:
            generation = await opened.generation(built.first)
            ids = sorted(await opened.parts.manifest.documents.row_ids(generation))
            await damage(store, generation.collection, ids)
        await store.close()
        await noticed_and_repaired(built, {built.first})

    asyncio.run(main())


def test_rows_and_collections_too_many_answer_nothing_and_go(built: Built) -> None:
    async def main() -> None:
        embedder = HashEmbedder(64)
        async with desk(built.home, embedder=embedder) as opened:
            before = await opened.texts()
            name = (await opened.generation(built.first)).collection
            strange = [VectorRow(f"strange {n}", b"\x00\x00\x80?" * 64, subject(7), {}) for n in range(30)]
            await opened.parts.store.add(name, strange)
            await opened.parts.store.ensure("left-over-g99")
            assert (await opened.services.doctor.health()).state == "ok"
            assert await is_found(opened, 7, built.first) == ()
            assert len(await opened.contradictions()) == 2
            done = await opened.repair()
            assert [check.facts["case"] for check in done] == ["mended", "collection"]
            assert (done[0].facts["removed"], done[0].facts["count"]) == ("30", "0")
            assert await opened.contradictions() == []
            assert await opened.texts() == before
            assert await opened.repair() == []
        assert embedder.embedded == []

    asyncio.run(main())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill that tells how a process ended")
def test_a_store_process_that_is_ended_while_it_is_idle_costs_nothing(built: Built) -> None:
    async def main() -> None:
        store = ChromaStore(built.home / "chroma")
        async with desk(built.home, store=store) as opened:
            assert await is_found(opened, 7, built.first) == ()
            os.kill(process_of(store), signal.SIGKILL)
            assert await is_found(opened, 7, built.first) == ()
            assert await opened.contradictions() == []

    asyncio.run(main())


def test_what_fails_though_all_looks_well_is_made_anew(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        embedder = HashEmbedder(64)
        async with desk(built.home, embedder=embedder) as opened:

            async def crash(*_: object) -> None:
                raise StoreDamaged(what="chroma ended with code -11", folder="")

            with monkeypatch.context() as patched:
                patched.setattr(opened.parts.store, "query", crash)
                assert await is_found(opened, 7, built.first) == ("vectors-damaged",)
            count = (await opened.services.library.sources())[0].chunks
            (done,) = await opened.repair()
            assert (done.facts["case"], done.facts["count"]) == ("mended", str(count))
            assert [one.state for one in await opened.services.library.sources()] == [SourceState.READY] * 2
            assert await is_found(opened, 7, built.first) == ()
        assert embedder.embedded == []

    asyncio.run(main())


def process_of(store: ChromaStore) -> int:
    assert store._child._spawned is not None
    pid = store._child._spawned._process.pid
    assert pid is not None
    return pid
