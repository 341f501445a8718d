"""Chunks to see: how long they are, where their vectors are, and that one that was taken out stays out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import Correction, Quote
from gangdan_gui.domain.documents import ChunkLengths, ChunkSettings
from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.documents import VectorOrigin
from tests.services.conftest import Bench, Shelf

SMALL = BuildOptions(chunking=ChunkSettings(size=120, overlap=20, minimum=10))
WORDS = " ".join(f"word{number}x" for number in range(90))


async def built(bench: Bench, folder: Path) -> str:
    (folder / "words.md").write_text(f"{WORDS}\n", "utf-8")
    source = (await bench.library.add(str(folder))).source.id
    await bench.build(source, options=SMALL)
    return source


def test_vectors_are_kept_and_stored_until_they_are_lost(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            cut = await bench.documents.cut_document(source, "words.md")
            ids = [chunk.id for chunk in cut.chunks]
            assert len(ids) > 5
            assert cut.identity is not None
            assert (cut.identity.label, cut.chunking) == ("hash", SMALL.chunking)
            found = await bench.documents.vector_origins(source, "words.md")
            assert found == dict.fromkeys(ids, VectorOrigin(kept=True, stored=True))
            (collection,) = bench.store.collections
            await bench.store.delete(collection, ids[:2])
            found = await bench.documents.vector_origins(source, "words.md")
            assert [found[id_].stored for id_ in ids[:3]] == [False, False, True]

    asyncio.run(main())


def test_a_store_that_fails_leaves_open_what_it_holds(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> tuple[Neighbour, ...]:
        raise StoreDamaged(what="it is broken", folder="")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            monkeypatch.setattr(bench.store, "query", broken)
            found = await bench.documents.vector_origins(source, "words.md")
            assert {(one.kept, one.stored) for one in found.values()} == {(True, None)}

    asyncio.run(main())


def test_the_report_counts_the_chunks_of_the_whole_source(shelf: Shelf, folder: Path) -> None:
    (folder / "short.md").write_text("Twelve signs and a few more.\n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            lengths = [
                len(chunk.text)
                for path in ("words.md", "short.md")
                for chunk in (await bench.documents.cut_document(source, path)).chunks
            ]
            report = await bench.library.report(source)
            assert report.lengths == ChunkLengths.of(lengths)
            assert report.lengths.count == report.summary.chunks

    asyncio.run(main())


def test_nothing_has_no_lengths() -> None:
    assert ChunkLengths.of([]) == ChunkLengths(0, 0, 0, 0.0)
    assert ChunkLengths.of([3, 5, 10]) == ChunkLengths(3, 3, 10, 6.0)


@pytest.mark.parametrize("change", ["embedder", "size", "force", "store", "moved"])
def test_a_chunk_that_was_taken_out_stays_out(shelf: Shelf, folder: Path, change: str) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            chunk = (await bench.documents.cut_document(source, "words.md")).chunks[2]
            out = Correction(quotes=(Quote(chunk.text, chunk.start),))
            await bench.documents.correct(source, "words.md", out)
            await bench.build(source, options=BuildOptions(kept=True))
            options = BuildOptions()
            if change == "embedder":
                bench.embedder._identity = EmbedderIdentity("hash", "other-words", "2", 256)
            elif change == "size":
                options = BuildOptions(chunking=ChunkSettings(size=300, overlap=60, minimum=10))
            elif change == "force":
                options = BuildOptions(force=True)
            elif change == "store":
                await bench.store.set_aside()
            else:
                (folder / "words.md").write_text(f"Some lines that are new.\n\n{WORDS}\n", "utf-8")
            await bench.build(source, options=options)
            (excluded,) = (await bench.documents.cut_document(source, "words.md")).excluded
            assert excluded.text == chunk.text
            inside = chunk.text.split()[3]
            assert not any(inside in text for text in await bench.texts(inside))
            (collection,) = bench.store.collections
            assert not any(inside in row.text for row in bench.store.collections[collection].values())
            await bench.documents.correct(source, "words.md", Correction())
            await bench.build(source, options=BuildOptions(kept=True))
            assert any(inside in text for text in await bench.texts(inside))

    asyncio.run(main())
