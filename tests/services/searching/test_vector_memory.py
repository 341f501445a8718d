"""What answers is searched in memory exactly as in its store, whatever comes and goes."""

from __future__ import annotations

import asyncio
import math
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.errors import WorkerFailed
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.domain.search import SearchResult
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.storing import vector_memory
from gangdan_gui.storing.coded_rows import GrowingRows
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import Generation
from gangdan_gui.storing.vector_cache import cache_key
from gangdan_gui.storing.vector_memory import VectorMemory
from tests.services import packing
from tests.services.conftest import Bench, Shelf

WORDS = ["river", "mountain", "cloud", "valley", "stone", "bridge", "forest", "meadow", "island", "harbour"]


def write(folder: Path, names: Sequence[str]) -> None:
    for number, name in enumerate(names):
        some = [WORDS[(number * place + len(name)) % len(WORDS)] for place in range(1, 9)]
        (folder / f"{name}.md").write_text(f"# The {name}\n\n{' '.join(some)} and {name} again.\n", "utf-8")


async def asked(bench: Bench, **options: object) -> list[SearchResult]:
    """Results of some questions, in the order of both ways of searching by meaning."""
    return [
        await bench.assistant.search(question, SearchOptions(mode=mode, count=5, **options))  # type: ignore[arg-type]
        for question in ("river and bridge", "The meadow again", "island")
        for mode in ("hybrid", "dense")
    ]


def shown(results: Sequence[SearchResult]) -> list[object]:
    return [(one.passages, one.supported, one.notices) for one in results]


def memory_of(bench: Bench) -> VectorMemory:
    return bench.library._parts.manifest.memory


async def away(_collection: str, _vector: bytes, _count: int, _among: object = None) -> tuple[Neighbour, ...]:
    raise WorkerFailed(worker="store", error="nobody was to ask it", traceback="")


async def both_ways(shelf: Shelf, bench: Bench, monkeypatch: pytest.MonkeyPatch, **options: object) -> None:
    """The same is found in the store and in memory, where the store is not asked."""
    with monkeypatch.context() as patched:
        patched.setattr(VectorMemory, "nearest", _nothing)
        by_store = shown(await asked(bench, **options))
    await asked(bench, **options)
    await memory_of(bench).read()
    with monkeypatch.context() as patched:
        patched.setattr(shelf.store, "query", away)
        assert shown(await asked(bench, **options)) == by_store


async def _nothing(*_: object) -> None:
    return None


def test_the_same_is_found_in_memory_while_documents_come_and_go(
    shelf: Shelf, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()

    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            write(other, WORDS[3:])
            sources = [(await bench.library.add(str(one))).source.id for one in (folder, other)]
            await bench.build(*sources)
            await both_ways(shelf, bench, monkeypatch)
            await both_ways(shelf, bench, monkeypatch, path="[a-m]*")
            await both_ways(shelf, bench, monkeypatch, documents=((sources[0], "river.md"), (sources[1], "stone.md")))
            (folder / "river.md").unlink()
            (folder / "cloud.md").write_text("# Weather\n\nA cloud over the bridge brings rain.\n", "utf-8")
            write(folder, ["lighthouse"])
            await bench.build(sources[0])
            await both_ways(shelf, bench, monkeypatch)
            await bench.library.remove(sources[1])
            await both_ways(shelf, bench, monkeypatch)

    asyncio.run(main())


def test_what_does_not_fit_or_has_no_vector_is_asked_of_the_store(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            manifest = bench.library._parts.manifest
            record = await manifest.sources.get(source)
            assert record.live
            vector = (await shelf.embedder.embed_question("river")).row(0)

            async def in_memory() -> bool:
                assert record.live
                for _ in range(2):
                    near = await manifest.memory.nearest(record.live, vector, 3, await manifest.changes())
                    await manifest.memory.read()
                return near is not None

            with monkeypatch.context() as patched:
                patched.setattr(vector_memory, "MOST_BYTES", 100)
                assert not await in_memory()
            await manifest.memory.forget()
            assert await in_memory()
            await manifest.vectors._database.write(lambda connection: connection.execute("DELETE FROM vectors"))
            await manifest.memory.forget()
            assert not await in_memory()
            assert len(await bench.texts("river")) == len(WORDS)

    asyncio.run(main())


def test_what_has_lost_a_few_vectors_is_in_memory_but_for_these(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen: list[Sequence[str] | None] = []

    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            manifest = bench.library._parts.manifest
            generation = (await manifest.sources.get(source)).live
            assert generation
            (lost,) = await manifest.documents.chunks_of(generation, ["meadow.md"])
            found = shown(await asked(bench))

            async def of_few(collection: str, vector: bytes, count: int, among: Sequence[str] | None = None) -> object:
                chosen.append(among)
                return await query(collection, vector, count, among)

            for _, text in lost.rows:
                key = cache_key(generation.identity, text)
                await manifest.vectors._database.write(
                    lambda connection, key=key: connection.execute("DELETE FROM vectors WHERE key = ?", (key,))
                )
            await manifest.memory.forget()
            query = shelf.store.query
            assert [len(one.passages) for one in await asked(bench)] == [len(one[0]) for one in found]  # type: ignore[index, arg-type]
            await manifest.memory.read()
            with monkeypatch.context() as patched:
                patched.setattr(shelf.store, "query", of_few)
                now = await asked(bench)
                others = await asked(bench, path="r*")
            assert set(chosen) == {tuple(id_ for id_, _ in lost.rows)}
            paths = [[passage.path for passage in one.passages] for one in now]
            assert paths == [[passage.path for passage in one[0]] for one in found]  # type: ignore[index]
            assert all(passage.path == "river.md" for one in others for passage in one.passages)

            for _, text in lost.rows:  # whoever embeds it again
                await manifest.vectors.keep(generation.identity, [text], await shelf.embedder.embed_passages([text]))
            (folder / "river.md").unlink()
            await bench.build(source)
            await asked(bench)
            await manifest.memory.read()
            with monkeypatch.context() as patched:
                patched.setattr(shelf.store, "query", away)
                assert len(await asked(bench)) == len(found)

    asyncio.run(main())


def test_a_library_that_stays_open_is_ready_before_the_first_question(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            await bench.assistant._searcher.prepare()  # with nothing in it
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            found = shown(await asked(bench))
        async with shelf.open() as bench:
            await bench.assistant._searcher.prepare()
            with monkeypatch.context() as patched:
                for name in ("query", "count", "ids"):
                    patched.setattr(shelf.store, name, away)
                assert shown(await asked(bench)) == found

    asyncio.run(main())


async def in_memory(bench: Bench) -> list[str]:
    """The sources that a question is answered of in memory, once all that fits has been read."""
    await asked(bench)
    await memory_of(bench).read()
    manifest = bench.library._parts.manifest
    vector = (await bench.embedder.embed_question("river")).row(0)
    live = [record.live for record in await manifest.sources.all() if record.live]
    changes = await manifest.changes()
    return [one.source for one in live if await memory_of(bench).nearest(one, vector, 1, changes) is not None]


def test_what_answers_no_more_gives_its_room_to_what_had_none(
    shelf: Shelf, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()

    async def main() -> None:
        async with shelf.open() as bench:
            for place in (folder, other):
                write(place, WORDS)
            one, two = [(await bench.library.add(str(place))).source.id for place in (folder, other)]
            await bench.build(one, two)
            memory = memory_of(bench)
            assert await in_memory(bench) == [one, two]
            (size, *_) = [one.rows.size for one in memory._kept.values() if one.rows]
            await memory.forget()
            monkeypatch.setattr(vector_memory, "MOST_BYTES", 2 * size - 1)
            (first,) = await in_memory(bench)
            (second,) = {one, two} - {first}
            await bench.library.remove(first)
            assert await in_memory(bench) == [second]
            await bench.library.restore(first)
            assert await in_memory(bench) == [second]
            await bench.library.remove(first)
            for number in range(3):  # each in the place of the one before
                chunking = ChunkSettings(size=700 + number)
                await bench.build(second, options=BuildOptions(chunking=chunking, keep_previous=True))
                assert await in_memory(bench) == [second]
                assert [one.rows.size for one in memory._kept.values() if one.rows] == [size]

    asyncio.run(main())


def test_it_reads_again_after_it_was_to_forget_at_any_moment(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            memory = memory_of(bench)
            for steps in range(12):
                await memory.forget()
                reading = asyncio.create_task(memory.read([await live(bench, source)]))
                for _ in range(steps):
                    await asyncio.sleep(0)
                await memory.forget()
                await reading  # whoever waited is not cancelled with it
                assert await in_memory(bench) == [source]
            await memory.close()
            await memory.read([await live(bench, source)])
            assert await in_memory(bench) == []

    asyncio.run(main())


async def live(bench: Bench, source: str) -> Generation:
    record = await bench.library._parts.manifest.sources.get(source)
    assert record.live
    return record.live


def test_other_records_are_not_answered_from_what_was_read_of_the_ones_before(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            assert await in_memory(bench) == [source]
            manifest = bench.library._parts.manifest
            await manifest.set_aside()
            assert memory_of(bench)._kept == {}
            await bench.library.open()
            await bench.build(source)
            assert await in_memory(bench) == [source]

    asyncio.run(main())


def test_a_library_that_is_only_read_is_not_in_memory_twice(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            generation = await live(bench, source)
            only_read = Manifest(shelf.home, read_only=True)
            await only_read.memory.read([generation])
            assert only_read.memory._kept == {}
            await only_read.close()

    asyncio.run(main())


def test_where_there_is_no_memory_the_store_is_asked(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            monkeypatch.setattr(GrowingRows, "__init__", full)
            assert await in_memory(bench) == []
            assert len(await bench.texts("river")) == len(WORDS)

    asyncio.run(main())


@pytest.mark.parametrize("number", [0.0, -0.0, math.nan, -math.nan, math.inf, -math.inf])
def test_a_vector_that_the_disk_has_made_none_brings_nothing_forward(shelf: Shelf, folder: Path, number: float) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            before = (await bench.assistant.search("river and bridge", SearchOptions(mode="dense"))).passages
            manifest = bench.library._parts.manifest
            generation = await live(bench, source)
            (chunk,) = await manifest.documents.chunks(generation, before[-1].path)
            key = cache_key(generation.identity, chunk.embedded_text)
            broken = array("f", [number] * generation.identity.dimension).tobytes()
            await manifest.vectors._database.write(
                lambda connection: connection.execute("UPDATE vectors SET vector = ? WHERE key = ?", (broken, key))
            )
            assert await manifest.vectors.get(generation.identity, [chunk.embedded_text]) == [None]
            await in_memory(bench)
            after = (await bench.assistant.search("river and bridge", SearchOptions(mode="dense"))).passages
            assert [one.path for one in after] == [one.path for one in before]

    asyncio.run(main())


def test_collections_that_are_asked_together_are_compared_with_the_records_once(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[Sequence[int]] = []
    real = VectorMemory._states

    async def counted(memory: VectorMemory, numbers: Sequence[int]) -> object:
        compared.append(numbers)
        return await real(memory, numbers)

    async def main() -> None:
        async with shelf.open() as bench:
            sources = []
            for name in ("one", "two", "three"):
                (tmp_path / name).mkdir()
                write(tmp_path / name, WORDS[:2])
                sources.append((await bench.library.add(str(tmp_path / name))).source.id)
            await bench.build(*sources)
            assert await in_memory(bench) == sources
            manifest = bench.library._parts.manifest
            await manifest.sources.set_state(sources[0], SourceState.STALE)  # changes nothing that answers
            vector, changes = (await bench.embedder.embed_question("river")).row(0), await manifest.changes()
            generations = [await live(bench, source) for source in sources]
            monkeypatch.setattr(VectorMemory, "_states", counted)
            near = await asyncio.gather(*(manifest.memory.nearest(one, vector, 1, changes) for one in generations))
            assert all(near)
            assert [sorted(numbers) for numbers in compared] == [sorted(one.number for one in generations)]

    asyncio.run(main())


def test_packs_that_take_each_other_s_place_are_searched_as_they_stand(
    shelf: Shelf, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first.gdpack", tmp_path / "second.gdpack"

    async def main() -> None:
        async with Shelf(tmp_path / "elsewhere").open() as other:
            write(folder, WORDS)
            report = await packing.made(other, folder, first)
            (folder / "river.md").unlink()
            write(folder, ["lighthouse"])
            await other.build(report.source)
            await packing.create(other.packs, report.source, second)
        async with shelf.open() as bench:
            source = (await packing.install(bench.packs, first)).source
            await both_ways(shelf, bench, monkeypatch)
            await packing.install(bench.packs, second, packing.REPLACE)
            assert await in_memory(bench) == [source]
            await both_ways(shelf, bench, monkeypatch)
            await bench.library.remove(source)
            await bench.library.restore(source)
            await packing.install(bench.packs, first, packing.REPLACE)
            assert await in_memory(bench) == [source]
            await both_ways(shelf, bench, monkeypatch)

    asyncio.run(main())


def test_what_had_no_room_is_remembered_though_a_question_compares_while_it_is_read(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            write(folder, WORDS)
            await bench.build((await bench.library.add(str(folder))).source.id)
            manifest, memory = bench.library._parts.manifest, memory_of(bench)
            ((live, changes),) = [(one.live, await manifest.changes()) for one in await manifest.sources.all()]
            assert live
            vector = (await bench.embedder.embed_question("river")).row(0)
            await memory.forget()
            states, compared, go_on = memory._states, asyncio.Event(), asyncio.Event()

            async def slowly(numbers: Sequence[int]) -> object:
                found = await states(numbers)
                if not numbers:  # what a question compares while nothing is kept
                    compared.set()
                    await go_on.wait()
                return found

            with monkeypatch.context() as patched:
                patched.setattr(vector_memory, "MOST_BYTES", 100)
                patched.setattr(memory, "_states", slowly)
                question = asyncio.create_task(memory.nearest(live, vector, 1, changes))
                await compared.wait()
                reading = asyncio.create_task(memory.read([live]))
                await asyncio.wait([reading], timeout=0.3)
                go_on.set()
                assert await question is None
                await reading
            assert await memory.nearest(live, vector, 1, changes) is None
            await memory.read()
            assert await memory.nearest(live, vector, 1, changes) is not None

    asyncio.run(main())
