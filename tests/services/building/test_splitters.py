"""Sources that are cut in other ways: built, found, and read."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.chunking.names import NAMES
from gangdan_gui.domain.corrections import Correction, Quote
from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.documents import CutDocument
from tests.services.conftest import Bench, Shelf

PAGE = (
    "# Weather\n\n## Rain\n\n" + "Rain falls from clouds. It fills the rivers! " * 8
    + "\n\n## Glaciers\n\n" + "A glacier moves down the valley. " * 6 + "Its tongue melts in July. "
    + "\n\n## Towns\n\n| Town | Rain |\n|---|---|\n" + "".join(f"| Town {n} | {n} mm |\n" for n in range(30))
)  # fmt: skip


@pytest.fixture(autouse=True)
def page(folder: Path) -> None:
    (folder / "weather.md").write_text(PAGE, "utf-8")


def cut(name: str) -> ChunkSettings:
    return ChunkSettings(name, 200, 40, 10)


async def cut_page(bench: Bench, folder: Path, chunking: ChunkSettings) -> CutDocument:
    """The page as it is cut in a new source."""
    source = (await bench.library.add(str(folder))).source.id
    await bench.build(source, options=BuildOptions(chunking=chunking))
    return await bench.documents.cut_document(source, "weather.md")


def test_a_source_is_built_by_every_splitter_and_all_of_it_is_found(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            for name in NAMES:
                report = await bench.build(source, options=BuildOptions(chunking=cut(name)))
                assert (report.state, report.problems) == (SourceState.READY, ())
                shown = await bench.documents.cut_document(source, "weather.md")
                assert shown.chunking.splitter == name
                assert (shown.chunks[0].start, shown.chunks[-1].end) == (0, len(shown.document.text))
                as_cut = await bench.documents.cut_as(source, "weather.md", shown.chunking)
                assert [piece.text for piece in as_cut.pieces] == [chunk.text for chunk in shown.chunks]
                result = await bench.assistant.search("tongue melts July", SearchOptions())
                assert "Its tongue melts in July." in result.passages[0].text, name

    asyncio.run(main())


def test_later_rows_of_a_table_are_embedded_with_its_header(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            shown = await cut_page(bench, folder, cut("structure"))
            rows = [chunk for chunk in shown.chunks if chunk.text.startswith("| Town 2")]
            assert rows
            for chunk in rows:
                assert chunk.context.endswith("| Town | Rain |\n|---|---|\n")
                assert chunk.embedded_text in bench.embedder.embedded
                assert chunk.text == shown.document.text[chunk.start : chunk.end]

    asyncio.run(main())


def test_what_is_found_in_a_small_chunk_is_read_with_its_section(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            shown = await cut_page(bench, folder, ChunkSettings("parents", 100, 20, 10))
            assert max(len(chunk.text) for chunk in shown.chunks) <= 100
            text = shown.document.text
            section = text.index("## Glaciers"), text.index("## Towns")
            options = SearchOptions(mode="keyword")
            (alone,) = (await bench.assistant.search("tongue melts July", options)).passages
            assert (alone.start, alone.end, alone.heading[-1]) == (*section, "Glaciers")
            assert (alone.text, alone.same_as) == (text[slice(*section)], ())
            for mode in ("hybrid", "dense"):
                first, *others = (await bench.assistant.search("tongue melts July", SearchOptions(mode=mode))).passages
                assert first.start <= section[0] < section[1] <= first.end, mode
                assert first.text == text[first.start : first.end]
                assert all(other.end <= first.start or other.start >= first.end for other in others)

    asyncio.run(main())


def test_a_header_that_is_taken_out_stands_before_no_row(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            shown = await cut_page(bench, folder, cut("structure"))
            assert sum("| Town | Rain |" in chunk.embedded_text for chunk in shown.chunks) > 1
            header = next(chunk for chunk in shown.chunks if "| Town | Rain |" in chunk.text)
            source = shown.document.source
            taken = Correction(quotes=(Quote(header.text, header.start),))
            await bench.documents.correct(source, "weather.md", taken)
            await bench.build(source, options=BuildOptions(kept=True))
            shown = await bench.documents.cut_document(source, "weather.md")
            assert any("| Town 29 |" in chunk.text for chunk in shown.chunks)
            assert not any("| Town | Rain |" in chunk.embedded_text for chunk in shown.chunks)

    asyncio.run(main())
