"""What answers is searched in memory exactly as in its store, whatever comes and goes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import WorkerFailed
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.domain.search import SearchResult
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing import vector_memory
from gangdan_gui.storing.vector_memory import VectorMemory
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
            await manifest.memory.close()
            assert await in_memory()
            await manifest.vectors._database.write(lambda connection: connection.execute("DELETE FROM vectors"))
            await manifest.memory.close()
            assert not await in_memory()
            assert len(await bench.texts("river")) == len(WORDS)

    asyncio.run(main())


def test_a_library_that_stays_open_is_ready_before_the_first_question(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            await bench.assistant.prepare()  # with nothing in it
            write(folder, WORDS)
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            found = shown(await asked(bench))
        async with shelf.open() as bench:
            await bench.assistant.prepare()
            with monkeypatch.context() as patched:
                for name in ("query", "count", "ids"):
                    patched.setattr(shelf.store, name, away)
                assert shown(await asked(bench)) == found

    asyncio.run(main())
