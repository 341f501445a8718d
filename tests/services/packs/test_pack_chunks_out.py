"""A chunk of an installed pack that the user has taken out stays out when a newer pack comes, and can come back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from gangdan_gui.domain.corrections import Correction, Quote
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.services.requests import BuildOptions
from tests.services.conftest import Shelf
from tests.services.packing import REPLACE, create, install

WORDS = " ".join(f"word{number}x" for number in range(60))


def test_it_stays_out_of_newer_packs(shelf: Shelf, folder: Path, tmp_path: Path) -> None:
    older, newer = tmp_path / "older.gdpack", tmp_path / "newer.gdpack"
    file = folder / "words.txt"
    file.write_text(WORDS, "utf-8")

    async def main() -> None:
        async with shelf.open() as here:
            source = (await here.library.add(str(folder), title="Words")).source.id
            small = BuildOptions(chunking=ChunkSettings(size=100, overlap=20, minimum=10))
            await here.build(source, options=small)
            await create(here.packs, source, older)
            file.write_text(f"Lines that are new.\n\n{WORDS}", "utf-8")
            await here.build(source)
            await create(here.packs, source, newer)
        async with Shelf(tmp_path / "other home").open() as there:
            await install(there.packs, older)
            chunk = (await there.documents.cut_document(source, "words.txt")).chunks[2]
            inside = chunk.text.split()[3]
            quote = Quote(chunk.text, chunk.start)
            await there.documents.correct(source, "words.txt", Correction(quotes=(quote,)))
            await there.build(source, options=BuildOptions(kept=True))
            assert not any(inside in text for text in await there.texts(inside))
            await install(there.packs, newer, REPLACE)
            assert not any(inside in text for text in await there.texts(inside))
            (out,) = (await there.documents.cut_document(source, "words.txt")).excluded
            assert out.text == chunk.text
            await there.documents.correct(source, "words.txt", Correction())
            await there.build(source, options=BuildOptions(kept=True))
            assert any(inside in text for text in await there.texts(inside))

    asyncio.run(main())
