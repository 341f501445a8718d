"""Chroma in its child: restarts, damage, kills, and what is left on disk."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import CannotWrite, StoreDamaged, WorkerDied
from gangdan_gui.storing.chroma_store import ChromaStore
from gangdan_gui.workers.child import Child
from tests.storing.rows import many, row, vector

NAME = "s-machine-learning-0-g1"
OTHER = "s-other-0-g2"
# Windows knows one way to end a process.
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
# More than Chroma keeps back before it writes the index files.
ROWS = 1200
SEGMENT = re.compile(r"[0-9a-f-]{36}")


def segments(folder: Path) -> list[Path]:
    return [item for item in folder.iterdir() if SEGMENT.fullmatch(item.name)]


async def filled(folder: Path, count: int = ROWS) -> ChromaStore:
    store = ChromaStore(folder)
    await store.ensure(NAME)
    await store.add(NAME, many(count))
    return store


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole store, to be copied and not touched."""
    folder = tmp_path_factory.mktemp("built") / "chroma"

    async def make() -> None:
        store = await filled(folder)
        await store.ensure(OTHER)
        await store.add(OTHER, [row("a", 1, 0)])
        await store.close()

    asyncio.run(make())
    return folder


@pytest.fixture
def copied(built: Path, folder: Path) -> Path:
    shutil.copytree(built, folder)
    return folder


def test_rows_survive_a_restart_of_the_program(copied: Path) -> None:
    async def run() -> None:
        store = ChromaStore(copied)
        assert await store.names() == (NAME, OTHER)
        assert await store.ids(NAME) == {row.id for row in many(ROWS)}
        assert await store.reachable(NAME)
        assert (await store.query(NAME, many(ROWS)[77].vector, 1))[0].id == "77"
        await store.close()
        await store.close()

    asyncio.run(run())


def damage_junk(folder: Path) -> None:
    (folder / "chroma.sqlite3").write_bytes(b"no database" * 1000)


def damage_pages(folder: Path) -> None:
    file = folder / "chroma.sqlite3"
    data = bytearray(file.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    file.write_bytes(data)


def damage_emptied(folder: Path) -> None:
    (folder / "chroma.sqlite3").write_bytes(b"")


def damage_missing(folder: Path) -> None:
    (folder / "chroma.sqlite3").unlink()


def damage_no_segments(folder: Path) -> None:
    for segment in segments(folder):
        shutil.rmtree(segment)


def damage_cut(folder: Path) -> None:
    for file in folder.rglob("data_level0.bin"):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def damage_zeroed(folder: Path) -> None:
    for file in folder.rglob("data_level0.bin"):
        file.write_bytes(bytes(file.stat().st_size))


def damage_header(folder: Path) -> None:
    for file in folder.rglob("header.bin"):
        file.unlink()


def damage_header_junk(folder: Path) -> None:
    for file in folder.rglob("header.bin"):
        file.write_bytes(b"\xff" * file.stat().st_size)


def damage_no_names(folder: Path) -> None:
    for file in folder.rglob("index_metadata.pickle"):
        file.unlink()


DAMAGES = [
    damage_junk, damage_pages, damage_emptied, damage_missing, damage_no_segments, damage_cut, damage_zeroed,
    damage_header, damage_header_junk, damage_no_names,
]  # fmt: skip


async def noticed(store: ChromaStore) -> bool:
    """Whether the health check sees that something is wrong."""
    try:
        return not await store.reachable(NAME) or await store.count(NAME) != ROWS
    except StoreDamaged:
        return True


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_an_error_and_not_an_empty_answer_and_is_set_aside(
    copied: Path, damage: Callable[[Path], None]
) -> None:
    damage(copied)

    async def run() -> None:
        store = ChromaStore(copied)
        for _ in range(2):
            with pytest.raises(StoreDamaged) as caught:
                await store.query(NAME, many(1)[0].vector, 15)
            assert caught.value.facts["folder"] == str(copied)
        assert await noticed(store)
        aside = await store.set_aside()
        assert aside.parent == copied.parent
        assert aside.name.startswith("chroma-damaged-")
        assert list(aside.iterdir()) != []
        assert await store.names() == ()
        await store.ensure(NAME)
        await store.add(NAME, many(20))
        assert await store.reachable(NAME)
        assert (await store.query(NAME, many(20)[7].vector, 1))[0].id == "7"
        await store.close()

    asyncio.run(run())


def test_damage_to_one_collection_leaves_the_others_answering(copied: Path) -> None:
    largest = max(segments(copied), key=lambda item: sum(file.stat().st_size for file in item.iterdir()))
    shutil.rmtree(largest)

    async def run() -> None:
        store = ChromaStore(copied)
        assert not await store.reachable(NAME)
        assert await store.reachable(OTHER)
        assert [n.id for n in await store.query(OTHER, vector(1, 0), 5)] == ["a"]
        await store.close()

    asyncio.run(run())


def test_everything_lost_reads_as_no_rows_so_that_the_manifest_can_tell(copied: Path) -> None:
    shutil.rmtree(copied)

    async def run() -> None:
        store = ChromaStore(copied)
        assert (await store.count(NAME), await store.ids(NAME)) == (0, frozenset())
        await store.close()

    asyncio.run(run())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to end by")
@pytest.mark.parametrize(("number", "error"), [(signal.SIGSEGV, StoreDamaged), (KILL, WorkerDied)])
def test_a_crash_of_the_compiled_part_is_damage_and_a_kill_is_not(
    folder: Path, number: int, error: type[Exception]
) -> None:
    class Ending(ChromaStore):
        def _new_child(self) -> Child:
            arguments = (str(self.folder), int(number))
            return Child("tests.storing.odd_folders:Ending", name="chroma", arguments=arguments, killable=False)

    async def run() -> None:
        store = Ending(folder)
        for _ in range(2):
            with pytest.raises(error):
                await store.count(NAME)
        assert await store.names() == ()
        await store.close()

    asyncio.run(run())


def child(store: ChromaStore) -> int:
    """The number of the process that holds the store."""
    spawned = store._child._spawned
    assert spawned is not None
    pid = spawned._process.pid
    assert pid is not None
    return pid


@pytest.mark.parametrize("after", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_store_killed_while_it_adds_holds_whole_batches_and_can_go_on(folder: Path, after: int) -> None:
    async def run() -> None:
        store = ChromaStore(folder)
        await store.ensure(NAME)
        rows = many(3000)
        adding = asyncio.create_task(store.add(NAME, rows))
        while await store.count(NAME) < after * 500:
            assert not adding.done()
        os.kill(child(store), KILL)
        with suppress(WorkerDied):  # killed between two batches, it loses nothing and another one goes on
            await adding
        there = await store.ids(NAME)
        assert len(there) == await store.count(NAME) >= after * 500
        assert await store.reachable(NAME)
        await store.add(NAME, rows)
        assert await store.ids(NAME) == {row.id for row in rows}
        assert await store.reachable(NAME)
        assert (await store.query(NAME, rows[-1].vector, 1))[0].id == rows[-1].id
        await store.close()

    asyncio.run(run())


def test_a_question_goes_before_waiting_adds(folder: Path) -> None:
    async def run() -> None:
        store = await filled(folder, 10)
        adding = asyncio.create_task(store.add(NAME, [r for r in many(4000) if int(r.id) >= 10]))
        await store.query(NAME, many(1)[0].vector, 1)
        assert not adding.done()
        await adding
        await store.close()

    asyncio.run(run())


def test_dropped_collections_leave_nothing_on_disk_after_the_next_start(copied: Path) -> None:
    mine = copied / "notes"
    mine.mkdir()
    before = len(segments(copied))

    async def drop() -> None:
        store = ChromaStore(copied)
        await store.drop(NAME)
        await store.close()

    async def start() -> None:
        store = ChromaStore(copied)
        assert await store.names() == (OTHER,)
        assert await store.reachable(OTHER)
        await store.close()

    asyncio.run(drop())
    asyncio.run(start())
    assert before == 2
    assert len(segments(copied)) == 1
    assert mine.is_dir()


def test_vectors_of_another_length_contradict_the_collection(copied: Path) -> None:
    async def run() -> None:
        store = ChromaStore(copied)
        with pytest.raises(StoreDamaged):
            await store.query(NAME, vector(1, 2, 3), 1)
        with pytest.raises(StoreDamaged):
            await store.add(NAME, [row("new", 1, 2, 3)])
        assert await store.count(NAME) == ROWS
        await store.close()

    asyncio.run(run())


def test_calls_wait_while_the_store_is_set_aside(copied: Path) -> None:
    async def run() -> None:
        store = ChromaStore(copied)
        assert await store.count(NAME) == ROWS
        aside, count, names = await asyncio.gather(store.set_aside(), store.count(NAME), store.names())
        assert (count, names) == (0, ())
        assert (aside / "chroma.sqlite3").is_file()
        await store.close()

    asyncio.run(run())


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("in the way")

    async def run() -> None:
        store = ChromaStore(tmp_path / "home" / "chroma")
        with pytest.raises(CannotWrite):
            await store.ensure(NAME)
        await store.close()

    asyncio.run(run())


def test_nothing_is_asked_of_the_network_and_nothing_is_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def run() -> None:
        offline = Child("tests.storing.odd_folders:offline", name="chroma", arguments=(str(folder),), killable=False)
        await offline.call("ensure", NAME)
        await offline.call("add", NAME, many(20))
        assert len(await offline.call("query", NAME, many(1)[0].vector, 5)) == 5
        await offline.call("drop", NAME)
        await offline.close()

    asyncio.run(run())
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_more_rows_than_sqlite_has_variables(folder: Path) -> None:
    rows = many(33_500, dimension=4)

    async def run() -> None:
        store = ChromaStore(folder)
        await store.ensure(NAME)
        await store.add(NAME, rows)
        assert await store.count(NAME) == len(rows)
        assert await store.ids(NAME) == {row.id for row in rows}
        assert await store.reachable(NAME)
        assert (await store.query(NAME, rows[-1].vector, 15))[0].distance == pytest.approx(0, abs=1e-5)
        assert len(await store.query(NAME, rows[0].vector, 40_000)) > 30_000
        await store.delete(NAME, [row.id for row in rows[100:]])
        assert await store.ids(NAME) == {row.id for row in rows[:100]}
        await store.close()

    asyncio.run(run())


def test_a_folder_is_opened_only_when_the_process_before_has_ended(folder: Path) -> None:
    # Whoever kills the program does not kill at once what its child is writing.
    async def main() -> None:
        first, second = await filled(folder, 3), ChromaStore(folder)
        counting = asyncio.create_task(second.count(NAME))
        await asyncio.wait({counting}, timeout=2)
        assert not counting.done()
        await first.close()
        assert await counting == 3
        await second.close()

    asyncio.run(main())
