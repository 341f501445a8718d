"""What a search found is read in one turn, with its vectors where these are wanted, also from a damaged disk."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from gangdan_gui.domain.documents import Chunk, ChunkSettings, FileState, Source, SourceKind
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import DocumentChange, DocumentRecord, Generation
from tests.storing.rows import vector

IDENTITY = EmbedderIdentity("e", "m", "1", 2)
# In two parts, whole, and one whose vector nobody keeps.
TIDE = Chunk("tide", "s", "sea.md", 0, ("Sea",), 0, 9, "Ebb.Flood", "en", cuts=(4,))
MOON = Chunk("moon", "s", "sea.md", 1, ("Sea",), 9, 13, "Moon", "en", "Sky: ")
LOST = Chunk("lost", "s", "sea.md", 2, (), 13, 17, "Gone", "en")


async def filled(manifest: Manifest) -> Generation:
    await manifest.sources.put(Source("s", "Sea", SourceKind.NOTES, ()))
    generation = await manifest.generations.begin("s", IDENTITY, ChunkSettings())
    record = DocumentRecord("sea.md", "00", 1, 2.5, FileState.READY, title="The sea")
    await manifest.documents.replace(generation, [DocumentChange(record, (TIDE, MOON, LOST))])
    kept = Vectors(2, vector(1, 0) + vector(0, 1) + vector(1, 1))
    await manifest.vectors.keep(IDENTITY, ["Ebb.", "Flood", "Sky: Moon"], kept)
    return generation


def test_each_has_the_vectors_of_its_rows_where_they_are_wanted(tmp_path: Path) -> None:
    async def main() -> None:
        manifest = Manifest(tmp_path)
        generation = await filled(manifest)
        wanted = [(generation, ["lost", "moon", "nobody", "tide"])]
        (found,) = await manifest.documents.by_ids(wanted, {generation.number})
        assert {id_: one.vectors for id_, one in found.items()} == {
            "tide": (vector(1, 0), vector(0, 1)), "moon": (vector(1, 1),), "lost": (None,),
        }  # fmt: skip
        assert (found["tide"].chunk, found["moon"].title, found["moon"].kind) == (TIDE, "The sea", SourceKind.NOTES)
        (unmeasured,) = await manifest.documents.by_ids(wanted, {generation.number + 1})
        assert {id_: one.vectors for id_, one in unmeasured.items()} == {"tide": (), "moon": (), "lost": ()}
        await manifest.close()

    asyncio.run(main())


def test_a_letter_that_the_disk_changed_hides_itself_and_no_chunk(tmp_path: Path) -> None:
    async def main() -> None:
        manifest = Manifest(tmp_path)
        generation = await filled(manifest)
        await manifest.close()
        with sqlite3.connect(tmp_path / "library.sqlite3") as connection:
            connection.execute("UPDATE chunks SET text = CAST(x'4D6FFF6E' AS TEXT) WHERE id = 'moon'")
        connection.close()
        manifest = Manifest(tmp_path)
        (found,) = await manifest.documents.by_ids([(generation, ["tide", "moon"])])
        assert (found["moon"].chunk.text, found["tide"].chunk) == ("Mo\ufffdn", TIDE)
        await manifest.close()

    asyncio.run(main())
