"""What is asked of chunks besides their places: what all say, how much it is; and single ones taken away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Chunk, ChunkSettings, DocumentFacts, FileState, Source, SourceKind, chunk_id
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.document_table import DocumentTable
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import DocumentChange, DocumentLabels, DocumentRecord, Generation

Use = Callable[[DocumentTable, Generation], Awaitable[None]]
TEXT = "".join(f"<{number:04d}>" for number in range(400))


def change(path: str, *spans: tuple[int, int]) -> DocumentChange:
    chunks = tuple(
        Chunk(chunk_id("s", path, ordinal, path), "s", path, ordinal, (), start, end, TEXT[start:end])
        for ordinal, (start, end) in enumerate(spans)
    )
    return DocumentChange(DocumentRecord(path, "hash", 1, 1.0, FileState.READY), chunks)


@pytest.fixture
def at_table(home: Path) -> Callable[[Use], None]:
    """Two documents of a source that is cut in windows of 800 with 150 in common."""

    def run(use: Use) -> None:
        async def go() -> None:
            manifest = Manifest(home)
            try:
                await manifest.sources.put(Source("s", "S", SourceKind.LOCAL, ("/x",)))
                identity = EmbedderIdentity("hash", "m", "d", 2)
                generation = await manifest.generations.begin("s", identity, ChunkSettings())
                changes = [change("b.md", (0, 800), (650, 1450), (1300, 1500)), change("a.md", (0, 300))]
                await manifest.documents.replace(generation, changes)
                await use(manifest.documents, generation)
            finally:
                await manifest.close()

        asyncio.run(go())

    return run


def test_what_all_chunks_say_or_those_of_some_documents(at_table: Callable[[Use], None]) -> None:
    async def use(table: DocumentTable, generation: Generation) -> None:
        said = await table.chunks_of(generation, list(await table.all(generation)))
        assert sorted((one.path, one.start, one.text) for one in said) == [
            ("a.md", 0, TEXT[:300]), ("b.md", 0, TEXT[:800]), ("b.md", 650, TEXT[650:1450]),
            ("b.md", 1300, TEXT[1300:1500]),
        ]  # fmt: skip
        assert {one.id for one in said} == await table.live_ids(generation)
        assert [one.path for one in await table.chunks_of(generation, ["a.md", "none.md"])] == ["a.md"]
        assert await table.chunks_of(generation, []) == ()

    at_table(use)


def test_labels_are_those_of_the_records(at_table: Callable[[Use], None]) -> None:
    async def use(table: DocumentTable, generation: Generation) -> None:
        facts = [DocumentFacts(), DocumentFacts(date="2024-05", tags=("water", "水")), DocumentFacts(authors=("J",))]
        changes = [
            replace(one, record=replace(one.record, language=language, modified=number / 2, facts=facts[number % 3]))
            for number in range(20)
            for language in ["en", "zh", "", "en-GB"][number % 4 :][:1]
            for one in [change(f"文/{number % 7}-{number}.md", (number, number + 60))]
        ]
        await table.replace(generation, changes)
        records = (await table.all(generation)).values()
        labels = [(one.language, DocumentLabels(one.path, one.modified, one.facts)) for one in records]
        assert len(labels) == 22
        assert list(await table.labels(generation, "")) == [one for _, one in labels]
        for language in ("en", "zh", "en-GB", "fr"):
            assert list(await table.labels(generation, language)) == [one for said, one in labels if said == language]

    at_table(use)


def test_what_windows_share_is_counted_once(at_table: Callable[[Use], None]) -> None:
    async def use(table: DocumentTable, generation: Generation) -> None:
        assert await table.characters(generation) == 1500 + 300
        await table.remove(generation, ["a.md", "b.md"])
        assert await table.characters(generation) == 0

    at_table(use)


def test_a_withdrawn_chunk_answers_no_more_and_its_document_counts_as_changed(at_table: Callable[[Use], None]) -> None:
    async def use(table: DocumentTable, generation: Generation) -> None:
        middle = chunk_id("s", "b.md", 1, "b.md")
        withdrawn = await table.withdraw(generation, [middle, "unknown"])
        assert [(one.chunk.path, one.chunk.start) for one in withdrawn] == [("b.md", 650)]
        assert middle not in await table.live_ids(generation)
        assert (await table.counts(generation)).chunks == 3
        records = await table.all(generation)
        assert [(one.path, one.sha256, one.chunks) for one in records.values()] == [
            ("a.md", "hash", 1),
            ("b.md", "", 2),
        ]
        assert await table.withdraw(generation, [middle]) == ()
        assert (await table.counts(generation)).chunks == 3

    at_table(use)


def in_parts(*cuts: int) -> DocumentChange:
    """A document of one chunk that is cut there."""
    (chunk,) = change("parts.md", (0, 600)).chunks
    id_ = chunk_id("s", "parts.md", 0, chunk.text)
    return DocumentChange(
        DocumentRecord("parts.md", "hash", 1, 1.0, FileState.READY), (replace(chunk, id=id_, cuts=cuts),)
    )


def test_rows_are_counted_named_and_taken_away_with_their_chunk(at_table: Callable[[Use], None]) -> None:
    async def use(table: DocumentTable, generation: Generation) -> None:
        assert await table.replace(generation, [in_parts(200, 400)]) == ()
        (chunk,) = await table.chunks(generation, "parts.md")
        assert chunk.cuts == (200, 400)
        names = {chunk.id, f"{chunk.id}.1", f"{chunk.id}.2"}
        assert await table.row_ids(generation, ["parts.md"]) == names
        assert await table.row_ids(generation) == names | await table.live_ids(generation)
        counts = await table.counts(generation)
        assert (counts.chunks, counts.rows) == (5, 7)
        assert await table.replace(generation, [in_parts(200)]) == (f"{chunk.id}.2",)
        assert (await table.counts(generation)).rows == 6
        await table.withdraw(generation, [chunk.id])
        assert (await table.counts(generation)).rows == 4
        await table.replace(generation, [in_parts(200, 400)])
        assert set(await table.remove(generation, ["parts.md"])) == names
        assert (await table.counts(generation)).rows == 4

    at_table(use)


@pytest.mark.parametrize("damaged", ["2x0 400", "400 200", "0", "600", "999", "200 200", "-5", "\x00", "200  400"])
def test_cuts_that_the_disk_changed_hide_nothing_and_are_found(at_table: Callable[[Use], None], damaged: str) -> None:
    async def use(table: DocumentTable, generation: Generation) -> None:
        await table.replace(generation, [in_parts(200, 400)])
        assert "parts.md" not in await table.altered(generation)
        sql = "UPDATE chunks SET cuts = ? WHERE cuts <> ''"
        await table._database.write(lambda connection: connection.execute(sql, (damaged,)))
        assert "parts.md" in await table.altered(generation)
        (chunk,) = await table.chunks(generation, "parts.md")
        assert "".join(text for _, text in chunk.rows) == chunk.text

    at_table(use)
