"""Chunks that are embedded in parts: found once, changed and gone with all their rows, mended row by row."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import EmbeddedForm, SourceState, chunk_of
from gangdan_gui.domain.search import SearchResult
from gangdan_gui.domain.vectors import cosine_distance
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.packs import InstallOptions
from gangdan_gui.storing.records import Generation
from tests.services.conftest import Bench, Shelf
from tests.services.packing import create, install

PARTS = BuildOptions(form=EmbeddedForm(160, 160))
SUBJECTS = ("glaciers", "rivers", "volcanoes", "deserts")


def page(*subjects: str) -> str:
    """One chunk that says of each subject as much as goes into one part."""
    return "".join(f"This stretch of the lesson tells a class all there is about {one}, slowly and at length. " * 2
                   for one in subjects)  # fmt: skip


async def generation_of(bench: Bench, source: str) -> Generation:
    live = await bench.library._parts.manifest.generations.live(source)
    assert live is not None
    return live


async def agree(bench: Bench, source: str) -> tuple[int, int]:
    """How many chunks and rows there are, once store and records have been found to hold the same."""
    documents, live = bench.library._parts.manifest.documents, await generation_of(bench, source)
    counts = await documents.counts(live)
    rows = await documents.row_ids(live)
    assert rows == await bench.store.ids(live.collection)
    assert len(rows) == counts.rows == (await bench.library._parts.manifest.sources.get(source)).rows
    return counts.chunks, counts.rows


async def built(bench: Bench, folder: Path, **pages: tuple[str, ...]) -> str:
    for name, subjects in pages.items():
        (folder / f"{name}.md").write_text(page(*subjects), "utf-8")
    source = (await bench.library.add(str(folder))).source.id
    report = await bench.build(source, options=PARTS)
    assert report.state is SourceState.READY
    return source


async def search(bench: Bench, question: str) -> SearchResult:
    return await bench.assistant.search(question, SearchOptions(mode="dense"))


def test_a_long_chunk_is_found_once_as_near_as_its_nearest_part(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, one=SUBJECTS, other=("tides",))
            chunks, rows = await agree(bench, source)
            assert rows > chunks
            found = (await search(bench, "all about volcanoes")).passages
            assert [passage.path for passage in found].count("one.md") == 1
            texts = [
                row.text for row in bench.store.collections[(await generation_of(bench, source)).collection].values()
            ]
            asked = (await bench.embedder.embed_question("all about volcanoes")).row(0)
            vectors = await bench.embedder.embed_passages(texts)
            nearest = min(cosine_distance(asked, vector) for vector in vectors)
            assert found[0].distance == pytest.approx(nearest, abs=1e-6)

    asyncio.run(main())


def test_what_changes_and_goes_leaves_no_row_behind(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, one=SUBJECTS, other=SUBJECTS[:2])
            before = await agree(bench, source)
            (folder / "one.md").write_text(page(*SUBJECTS[2:]), "utf-8")
            report = await bench.build(source)
            assert report.chunks_removed == report.chunks_added > 0
            assert await agree(bench, source) < before
            (folder / "one.md").unlink()
            await bench.build(source)
            chunks, rows = await agree(bench, source)
            assert (await bench.build(source)).embedded == 0
            assert rows > chunks > 0

    asyncio.run(main())


def test_a_lost_part_comes_back_alone_and_a_strange_one_goes(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, one=SUBJECTS)
            name = (await generation_of(bench, source)).collection
            rows = bench.store.collections[name]
            lost = next(id_ for id_ in rows if chunk_of(id_) != id_)
            kept = {id_: row for id_, row in rows.items() if id_ != lost}
            await bench.store.delete(name, [lost])
            done = len(bench.embedder.embedded)
            report = await bench.build(source)
            assert (report.state, report.embedded, report.from_cache) == (SourceState.READY, 0, 1)
            await agree(bench, source)
            assert len(bench.embedder.embedded) == done
            assert all(bench.store.collections[name][id_] is row for id_, row in kept.items())

    asyncio.run(main())


def test_a_chunk_of_which_a_part_is_refused_is_refused_whole(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            bench.embedder.refused = {"volcanoes"}
            for name, subjects in {"one": SUBJECTS, "other": ("tides",)}.items():
                (folder / f"{name}.md").write_text(page(*subjects), "utf-8")
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source, options=PARTS)
            assert report.state is SourceState.PARTIAL
            assert {problem.path for problem in report.problems} == {"one.md"}
            await agree(bench, source)
            bench.embedder.refused = set()
            healed = await bench.build(source)
            assert (healed.state, healed.problems) == (SourceState.READY, ())
            await agree(bench, source)
            assert (await search(bench, "all about volcanoes")).passages[0].path == "one.md"

    asyncio.run(main())


def test_a_part_that_is_lost_and_refused_takes_the_other_parts_with_it(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, one=SUBJECTS, other=("tides",))
            name = (await generation_of(bench, source)).collection
            (lost,) = [id_ for id_, row in bench.store.collections[name].items() if "volcanoes" in row.text][:1]
            await bench.store.delete(name, [lost])
            await bench.library._parts.manifest.vectors._database.write(lambda one: one.execute("DELETE FROM vectors"))
            bench.embedder.refused = {"volcanoes"}
            report = await bench.build(source)
            assert report.state is SourceState.PARTIAL
            await agree(bench, source)
            assert not any(chunk_of(id_) == chunk_of(lost) for id_ in await bench.store.ids(name))

    asyncio.run(main())


def test_a_built_source_keeps_its_form_until_all_is_made_anew(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, one=SUBJECTS)
            parts = await generation_of(bench, source)
            assert parts.form == PARTS.form
            (folder / "more.md").write_text(page("tides", "winds"), "utf-8")
            await bench.build(source)
            assert await generation_of(bench, source) == parts
            assert [notice.code for notice in (await bench.library.summary(source)).notices] == ["earlier-form"]
            (told,) = await bench.forecasts.forecast([source], BuildOptions(force=True))
            made = await bench.build(source, options=BuildOptions(force=True))
            whole = await generation_of(bench, source)
            assert (whole.number != parts.number, whole.form) == (True, EmbeddedForm(1200, 400))
            assert (await bench.library.summary(source)).notices == ()
            chunks, rows = await agree(bench, source)
            assert chunks == rows == made.chunks_total == told.passages

    asyncio.run(main())


def test_title_and_headings_stand_before_each_part_where_that_is_the_form(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            (folder / "one.md").write_text(f"# Weather\n\n## Winds\n\n{page(*SUBJECTS)}", "utf-8")
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source, options=BuildOptions(form=EmbeddedForm(160, 160, context=True)))
            cut = await bench.documents.cut_document(source, "one.md")
            assert all(text.startswith("Weather") for text in bench.embedder.embedded)
            assert {chunk.context for chunk in cut.chunks} <= {"Weather\n", "Weather > Winds\n"}
            chunks, rows = await agree(bench, source)
            assert rows > chunks
            shown = (await search(bench, "all about volcanoes")).passages[0].text
            assert "Weather > Winds\n" not in shown

    asyncio.run(main())


@pytest.mark.parametrize("form", [EmbeddedForm(160, 160), EmbeddedForm(160, 160, context=True)])
def test_a_pack_carries_the_parts_and_nothing_is_embedded_anew(
    shelf: Shelf, folder: Path, tmp_path: Path, form: EmbeddedForm
) -> None:
    file = tmp_path / "parts.gdpack"
    other = Shelf(tmp_path / "other")

    async def main() -> None:
        async with shelf.open() as bench:
            (folder / "one.md").write_text(f"# Weather\n\n{page(*SUBJECTS)}", "utf-8")
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source, options=BuildOptions(form=form))
            assert (await create(bench.packs, source, file)).ok
            there = await agree(bench, source)
            wanted = (await search(bench, "all about rivers")).passages
        async with other.open() as bench:
            report = await install(bench.packs, file)
            assert (report.ok, report.chunks, bench.embedder.embedded) == (True, there[0], [])
            assert await agree(bench, report.source) == there
            assert (await generation_of(bench, report.source)).form == form
            found = (await search(bench, "all about rivers")).passages
            assert [(one.text, one.distance) for one in found] == [(one.text, one.distance) for one in wanted]
            assert (await bench.build(report.source)).embedded == 0

    asyncio.run(main())


def test_parts_are_searched_in_a_pack_that_lies_elsewhere_and_go_into_a_difference(
    shelf: Shelf, folder: Path, tmp_path: Path
) -> None:
    base, newer = tmp_path / "base.gdpack", tmp_path / "newer.gdpack"
    lying, whole = Shelf(tmp_path / "lying"), Shelf(tmp_path / "whole")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, one=SUBJECTS)
            await create(bench.packs, source, base)
            (folder / "more.md").write_text(page("tides", "winds", "clouds"), "utf-8")
            await bench.build(source)
            await create(bench.packs, source, newer, base=base)
            there = await agree(bench, source)
        async with lying.open() as bench:
            report = await install(bench.packs, base, InstallOptions(in_place=True))
            assert (await search(bench, "all about volcanoes")).passages[0].path == "one.md"
            assert bench.store.collections == {}
        async with whole.open() as bench:
            await install(bench.packs, base)
            report = await install(bench.packs, newer, InstallOptions(replace=True))
            assert report.ok
            assert await agree(bench, report.source) == there

    asyncio.run(main())


def test_a_frozen_source_is_put_into_another_form_without_its_files(shelf: Shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder, one=SUBJECTS)
            await bench.generations.freeze(source, "2099-01-01")
            (folder / "one.md").unlink()
            before = await agree(bench, source)
            await bench.build(source, options=BuildOptions(form=EmbeddedForm(300, 300, context=True)))
            chunks, rows = await agree(bench, source)
            assert (chunks, chunks < rows < before[1]) == (before[0], True)
            assert (await generation_of(bench, source)).form == EmbeddedForm(300, 300, context=True)

    asyncio.run(main())
