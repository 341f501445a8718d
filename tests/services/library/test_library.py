"""Sources are added, listed by hand, removed, restored, and stay apart."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import AlreadyAdded, LocationMissing, UnknownSource

LESSON = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour."


def test_the_same_folder_under_the_same_title_is_refused_and_under_another_is_not(shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            await bench.library.add(str(folder))
            with pytest.raises(AlreadyAdded):
                await bench.library.add(str(folder))
            other = await bench.library.add(str(folder), title="Second look", include=["*.md"])
            assert [s.source.title for s in await bench.library.sources()] == ["documents", "Second look"]
            assert other.source.include == ("*.md",)

    asyncio.run(main())


def test_a_place_that_is_not_there_is_refused(shelf, folder: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            with pytest.raises(LocationMissing):
                await bench.library.add(str(folder / "nowhere"))
            assert await bench.library.sources() == ()

    asyncio.run(main())


def test_removing_keeps_everything_until_it_is_restored(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            added = await bench.library.add(str(folder), title="水循环")
            await bench.build(added.source.id)
            await bench.library.remove(added.source.id)
            assert await bench.library.sources() == ()
            with pytest.raises(UnknownSource):
                await bench.library.report(added.source.id)
        async with shelf.open() as bench:
            back = await bench.library.restore(added.source.id)
            assert (back.state, back.documents, back.source.title) == (SourceState.READY, 1, "水循环")
            assert await bench.texts("where does rain go") == [f"{LESSON}\n"]

    asyncio.run(main())


def test_a_list_edited_by_hand_is_followed(shelf, home: Path, folder: Path) -> None:
    listed = home / "sources.yaml"

    async def main() -> None:
        async with shelf.open() as bench:
            await bench.library.add(str(folder), title="first")
            await bench.library.add(str(folder), title="second")
        text = listed.read_text("utf-8")
        listed.write_text(text.replace('title: "second"', "title: renamed 第二"), "utf-8")
        async with shelf.open() as bench:
            titles = [s.source.title for s in await bench.library.sources()]
            assert titles == ["first", "renamed 第二"]
        listed.write_text("version: 1\nsources: []\n", "utf-8")
        async with shelf.open() as bench:
            assert await bench.library.sources() == ()

    asyncio.run(main())


def test_a_source_whose_entry_takes_other_files_is_stale_until_it_is_built(shelf, home: Path, folder: Path) -> None:
    for name in ("water.md", "water.txt"):
        (folder / name).write_text(f"{name}: {LESSON}", "utf-8")
    listed = home / "sources.yaml"

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
        listed.write_text(f"{listed.read_text('utf-8')}    exclude: ['*.txt']\n", "utf-8")
        async with shelf.open() as bench:
            (found,) = await bench.library.sources()
            assert (found.state, found.documents) == (SourceState.STALE, 2)
            report = await bench.build(source)
            assert (report.state, report.documents, report.removed) == (SourceState.READY, 1, 1)

    asyncio.run(main())


@pytest.mark.parametrize("broken", ["  - title: no\n    kind: local\n", "\t- title: x\n", "  - ]\n"])
def test_a_broken_entry_hides_and_forgets_nothing_else(shelf, home: Path, folder: Path, broken: str) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    listed = home / "sources.yaml"

    async def main() -> None:
        async with shelf.open() as bench:
            added = await bench.library.add(str(folder), title="kept")
            await bench.build(added.source.id)
        listed.write_text(listed.read_text("utf-8") + broken, "utf-8")
        async with shelf.open() as bench:
            found = await bench.library.sources()
            assert [(s.source.title, s.state) for s in found] == [("kept", SourceState.READY)]
            assert [check.state for check in await bench.doctor.examine() if check.id == "list"] == ["problem"]
        assert broken in listed.read_text("utf-8")

    asyncio.run(main())


def test_a_document_can_be_read_as_it_answers(shelf, folder: Path) -> None:
    (folder / "water.md").write_text(f"# Water\n\n{LESSON}", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            added = await bench.library.add(str(folder))
            await bench.build(added.source.id)
            document = await bench.library.document(added.source.id, "water.md")
            assert (document.title, document.text) == ("Water", f"# Water\n\n{LESSON}\n")
            with pytest.raises(LocationMissing):
                await bench.library.document(added.source.id, "other.md")

    asyncio.run(main())


@pytest.mark.parametrize("location", ["", "  ", "~nobody-of-that-name/docs", "/dev/null", "a\0b", "x" * 5000])
def test_what_is_no_place_for_documents_is_refused(shelf, location: str) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            with pytest.raises(LocationMissing):
                await bench.library.add(location)

    asyncio.run(main())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_names_and_titles_that_are_no_unicode_lock_nobody_out(shelf, folder: Path) -> None:
    odd = folder / "odd\udcff"
    odd.mkdir()
    (odd / "water\udcfe.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            named = await bench.library.add(str(odd))
            titled = await bench.library.add(str(folder), title="half \ud83d of it", include=["\udcff*"])
        async with shelf.open() as bench:
            assert [s.source.title for s in await bench.library.sources()] == ["odd\\xff", "half \\ud83d of it"]
            assert (await bench.build(named.source.id)).documents == 1
            assert (await bench.library.report(named.source.id)).files[0].path == "water\\xfe.md"
            assert titled.source.id != named.source.id

    asyncio.run(main())


def test_an_entry_put_back_by_hand_is_there_again_with_all_it_held(shelf, home: Path, folder: Path) -> None:
    (folder / "water.md").write_text(LESSON, "utf-8")
    listed = home / "sources.yaml"

    async def main() -> None:
        async with shelf.open() as bench:
            added = await bench.library.add(str(folder))
            await bench.build(added.source.id)
        text = listed.read_text("utf-8")
        listed.write_text("version: 1\nsources: []\n", "utf-8")
        async with shelf.open() as bench:
            assert await bench.library.sources() == ()
        listed.write_text(text, "utf-8")
        async with shelf.open() as bench:
            assert [(s.source.id, s.chunks) for s in await bench.library.sources()] == [("documents", 1)]

    asyncio.run(main())


def test_a_library_inside_its_own_source_does_not_feed_on_itself(shelf, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home.parent / "water.md").write_text(LESSON, "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            added = await bench.library.add(str(home.parent), title="All my files")
            assert [(await bench.build(added.source.id)).documents for _ in range(3)] == [1, 1, 1]

    asyncio.run(main())
