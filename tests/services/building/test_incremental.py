"""What did not change costs nothing, what changed costs what changed of it, and what is stored is looked at again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.errors import WorkerDied, WorkerNotStarted
from gangdan_gui.domain.ports import VectorRow
from gangdan_gui.services.building import calibrating
from gangdan_gui.services.requests import BuildOptions
from tests.memory_store import MemoryStore
from tests.services.conftest import Bench, Shelf

SMALL = BuildOptions(chunking=ChunkSettings(size=200, overlap=0, minimum=10))


def lines(count: int) -> str:
    """Lines as long as a chunk, so that each is one and a change of one is a change of one chunk."""
    return "\n".join(f"line {number:03} {'says something ' * 20}"[:199] for number in range(count))


async def built(bench: Bench, folder: Path) -> str:
    source = (await bench.library.add(str(folder))).source.id
    assert (await bench.build(source, options=SMALL)).state is SourceState.READY
    return source


def test_a_thousand_unchanged_files_are_neither_embedded_nor_stored_again(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # For this embedder all thousand are equally far from any strange question, so that each had all of them read.
    monkeypatch.setattr(calibrating, "_PROBES", 1)
    for number in range(1000):
        (folder / f"{number}.txt").write_text(f"note {number}: rain on hills, rivers, seas", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            embedded, rows = len(bench.embedder.embedded), dict(bench.store.collections)
            report = await bench.build(source)
            assert (report.unchanged, report.embedded, report.from_cache, report.chunks_added) == (1000, 0, 0, 0)
            assert len(bench.embedder.embedded) == embedded
            assert bench.store.collections == rows

    asyncio.run(main())


def test_of_a_changed_document_only_the_changed_text_is_embedded(shelf: Shelf, folder: Path) -> None:
    file = folder / "long.txt"
    file.write_text(lines(60), "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            before = len(bench.embedder.embedded)
            assert before == 60
            changed = lines(60).splitlines()
            changed[41] = changed[41].upper()
            file.write_text("\n".join(changed), "utf-8")
            report = await bench.build(source)
            assert (report.embedded, report.chunks_added, report.chunks_removed) == (1, 1, 1)
            assert [text.strip() for text in bench.embedder.embedded[before:]] == [changed[41]]
            file.write_text("\n".join(changed[::-1]), "utf-8")  # all at other places, none of another text
            report = await bench.build(source)
            assert report.embedded == 0
            assert report.from_cache == report.chunks_added > 50

    asyncio.run(main())


class Forgetful(MemoryStore):
    """Loses a row of the next `losses` calls, and puts another in its place where it is to `replace` it."""

    def __init__(self, losses: int, *, replace: bool) -> None:
        super().__init__()
        self.losses, self.replace = losses, replace

    async def add(self, collection: str, rows: Sequence[VectorRow]) -> None:
        if self.losses and rows:
            self.losses -= 1
            lost, rows = rows[0], rows[1:]
            if self.replace:
                rows = [*rows, VectorRow("0" * 32, lost.vector, lost.text, {})]
        await super().add(collection, rows)


@pytest.mark.parametrize("replace", [False, True])
def test_what_the_store_loses_comes_back_in_the_same_build(shelf: Shelf, folder: Path, replace: bool) -> None:
    (folder / "long.txt").write_text(lines(20), "utf-8")
    shelf.store = Forgetful(1, replace=replace)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source, options=SMALL)
            assert (report.state, report.chunks_total, report.problems) == (SourceState.READY, 20, ())
            assert len(bench.embedder.embedded) == 20
            (rows,) = bench.store.collections.values()
            chunks = (await bench.documents.cut_document(source, "long.txt")).chunks
            assert set(rows) == {chunk.id for chunk in chunks}

    asyncio.run(main())


@pytest.mark.parametrize(("error", "code"), [(WorkerNotStarted, "part-not-started"), (WorkerDied, "part-ended")])
def test_a_part_that_does_not_work_ends_a_build_and_not_the_next(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch, error: type[WorkerDied], code: str
) -> None:
    (folder / "long.txt").write_text(lines(20), "utf-8")

    async def fails(*arguments: object) -> None:
        raise error(worker="chroma", code="1")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            with monkeypatch.context() as short_of_memory:
                short_of_memory.setattr(shelf.store, "ensure", fails)
                report = await bench.build(source, options=SMALL)
            assert (report.state, [one.reason.code for one in report.problems]) == (SourceState.FAILED, [code])
            assert (await bench.build(source, options=SMALL)).state is SourceState.READY

    asyncio.run(main())


def test_a_store_that_goes_on_losing_is_told(shelf: Shelf, folder: Path) -> None:
    (folder / "long.txt").write_text(lines(20), "utf-8")
    shelf.store = Forgetful(1000, replace=False)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source, options=SMALL)
            assert report.state is SourceState.FAILED
            assert [problem.reason.code for problem in report.problems] == ["store-failed"]

    asyncio.run(main())
