"""A frozen source stays as it is for a term: it answers, is mended, can be rebuilt from what is kept, and no more."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from gangdan_gui.domain.corrections import NO_CORRECTION, Quote
from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.events import DocumentDone
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.sources import freezing

SMALL = ChunkSettings(size=300, overlap=50)
NEXT_WEEK = (date.fromisoformat(freezing.today()) + timedelta(days=7)).isoformat()
WORDS = "The {animal} sleeps by the oven all day long and dreams of {food} in the evening. "


def write(folder: Path, *animals: str, food: str = "milk") -> None:
    for animal in animals:
        text = "\n\n".join(WORDS.format(animal=f"{animal}{n}", food=food) * 3 for n in range(4))
        (folder / f"{animal}.md").write_text(f"# {animal}\n\n{text}", "utf-8")


async def built(bench, folder: Path) -> str:
    source = (await bench.library.add(str(folder))).source.id
    await bench.build(source)
    return source


def test_nothing_new_comes_in_and_nothing_goes_before_the_day(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            before = await bench.texts("which cat sleeps", source)
            summary = await bench.generations.freeze(source, NEXT_WEEK)
            assert summary.frozen_until == NEXT_WEEK
            write(folder, "cat", "mouse", food="sardines")
            (folder / "dog.md").unlink()
            assert await bench.library.look() == ()
            for options in (BuildOptions(), BuildOptions(force=True), BuildOptions(retry=True)):
                report = await bench.build(source, options=options)
                assert (report.fetched, report.removed, report.chunks_added) == (0, 0, 0)
                assert (report.state, report.problems) == (SourceState.READY, ())
                assert report.notices[0] == Reason("frozen", NEXT_WEEK)
            assert await bench.texts("which cat sleeps", source) == before
        monkeypatch.setattr(freezing, "today", lambda: NEXT_WEEK)
        async with shelf.open() as bench:
            assert (await bench.library.summary(source)).frozen_until == ""
            (changes,) = await bench.library.look()
            assert (changes.new, changes.changed, changes.gone) == (("mouse.md",), ("cat.md",), ("dog.md",))
            report = await bench.build(source)
            assert (report.fetched, report.removed) == (2, 1)

    asyncio.run(main())


def test_a_source_that_has_changed_already_asks_for_no_update_while_it_is_frozen(shelf, folder: Path) -> None:
    write(folder, "cat")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            write(folder, "cat", food="sardines")
            await bench.library.look()
            assert (await bench.library.summary(source)).state is SourceState.STALE
            assert (await bench.generations.freeze(source, NEXT_WEEK)).state is SourceState.READY
            assert await bench.library.look() == ()
            assert (await bench.generations.freeze(source, "")).state is SourceState.STALE

    asyncio.run(main())


def test_what_is_damaged_is_mended(shelf, folder: Path) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.generations.freeze(source, NEXT_WEEK)
            before = await bench.texts("which cat sleeps", source)
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()
            bench.store.collections.clear()
            embedded = len(bench.embedder.embedded)
            report = await bench.build(source)
            assert report.state is SourceState.READY
            assert await bench.texts("which cat sleeps", source) == before
            assert len(bench.embedder.embedded) == embedded

    asyncio.run(main())


@pytest.mark.parametrize("gone", [False, True])
def test_it_is_rebuilt_from_what_is_kept(shelf, folder: Path, *, gone: bool) -> None:
    write(folder, "cat", "dog")
    (folder / "book.ipynb").write_text("{", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            before = await bench.library.summary(source)
            documents = [await bench.library.document(source, path) for path in ("cat.md", "dog.md")]
            await bench.generations.freeze(source, NEXT_WEEK)
            write(folder, "cat", food="sardines")
            if gone:
                (folder / "dog.md").unlink()
            report = await bench.build(source, options=BuildOptions(chunking=SMALL, keep_previous=True))
            assert report.state is SourceState.READY
            assert [problem.path for problem in report.problems] == ["book.ipynb"]
            assert (report.documents, report.unchanged) == (2, 2)
            summary = await bench.library.summary(source)
            assert summary.live is not None
            assert summary.live.chunking == SMALL
            assert summary.chunks > before.chunks
            assert summary.previous is not None
            assert [await bench.library.document(source, path) for path in ("cat.md", "dog.md")] == documents
            texts = "".join(await bench.texts("dog0 sleeps by the oven", source))
            assert "dog0" in texts
            assert "sardines" not in texts
            for path, document in zip(("cat.md", "dog.md"), documents, strict=True):
                for chunk in (await bench.documents.cut_document(source, path)).chunks:
                    assert chunk.text == document.text[chunk.start : chunk.end]
            await bench.generations.freeze(source, "")
            report = await bench.build(source)
            assert (report.fetched, report.removed) == (1, int(gone)), "what is new is known for new"

    asyncio.run(main())


def test_a_lost_text_holds_no_other_up_when_it_is_cut_anew(shelf, folder: Path, home: Path) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            before = await bench.documents.cut_document(source, "dog.md")
            await bench.generations.freeze(source, NEXT_WEEK)
            write(folder, "dog", food="sardines")
            (kept,) = (file for file in (home / "markdown").rglob("*.md") if "dog0" in file.read_text("utf-8"))
            kept.unlink()
            report = await bench.build(source, options=BuildOptions(chunking=SMALL))
            assert (report.documents, report.failed) == (2, 0)
            summary = await bench.library.summary(source)
            assert summary.live is not None
            assert summary.live.chunking == SMALL
            texts = await bench.texts("dog0 sleeps by the oven", source)
            assert any(before.chunks[0].text[:300] in text for text in texts)
            assert not any("sardines" in text for text in texts)

    asyncio.run(main())


def test_what_is_cut_anew_still_says_where_in_its_file_it_stands(shelf, folder: Path) -> None:
    lines = [f"def cat{n}():\n    return 'the cat number {n} sleeps by the oven'\n" for n in range(60)]
    (folder / "cats.py").write_text("\n".join(lines), "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            before = (await bench.documents.cut_document(source, "cats.py")).chunks
            await bench.generations.freeze(source, NEXT_WEEK)
            await bench.build(source, options=BuildOptions(chunking=SMALL))
            after = (await bench.documents.cut_document(source, "cats.py")).chunks
            assert len(after) > len(before)
            places = [chunk.heading[-1] for chunk in after]
            numbers = [int(place.removeprefix("Line ")) for place in places]
            assert numbers == sorted(numbers)
            # As fine as the chunks from before tell.
            assert set(places) == {chunk.heading[-1] for chunk in before}

    asyncio.run(main())


def test_what_the_user_puts_right_counts_where_the_file_is_still_the_one_that_was_read(shelf, folder: Path) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.generations.freeze(source, NEXT_WEEK)
            write(folder, "dog", food="sardines")
            for path in ("cat.md", "dog.md"):
                await bench.documents.correct(source, path, replace(NO_CORRECTION, title="Pets"))
            report = await bench.build(source, options=BuildOptions(kept=True))
            assert (report.fetched, report.chunks_added) == (1, 0)
            titles = {file.path: file.title for file in (await bench.library.report(source)).files}
            assert titles == {"cat.md": "Pets", "dog.md": "dog"}

    asyncio.run(main())


@pytest.mark.parametrize("chunking", [None, SMALL])
def test_what_is_taken_out_goes_and_comes_back_whatever_its_file_is_now(
    shelf, folder: Path, chunking: ChunkSettings | None
) -> None:
    write(folder, "cat", "dog", "cow")
    options = BuildOptions(chunking=chunking, keep_previous=bool(chunking))

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.generations.freeze(source, NEXT_WEEK)
            write(folder, "dog", food="sardines")
            (passage,) = (await bench.documents.cut_document(source, "cow.md")).chunks[:1]
            (folder / "cow.md").unlink()
            taken = {
                "dog.md": replace(NO_CORRECTION, excluded=True),
                "cow.md": replace(NO_CORRECTION, quotes=(Quote(passage.text, passage.start),)),
            }
            for path, said in taken.items():
                await bench.documents.correct(source, path, said)
            await bench.build(source, options=options)
            found = "".join(await bench.texts("which one sleeps by the oven", source))
            assert "cat0" in found
            assert "dog" not in found
            assert passage.text not in found
            assert "sardines" not in found
            again = await bench.build(source)
            assert (again.fetched, again.chunks_added, again.chunks_removed, again.embedded) == (0, 0, 0, 0)
            for path in taken:
                await bench.documents.correct(source, path, NO_CORRECTION)
            await bench.build(source)
            found = "".join(await bench.texts("which one sleeps by the oven", source))
            assert all(animal in found for animal in ("cat0", "dog0", "cow0"))
            assert "sardines" not in found

    asyncio.run(main())


def test_what_is_put_right_is_in_a_rebuild_at_once(shelf, folder: Path) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.generations.freeze(source, NEXT_WEEK)
            wolf = "# Wolf\n\n" + "The wolf is a grey animal of the north. " * 10
            await bench.documents.correct(source, "dog.md", replace(NO_CORRECTION, text=wolf))
            await bench.build(source, options=BuildOptions(chunking=SMALL))
            found = "".join(await bench.texts("which animal of the north is grey", source))
            assert "wolf" in found
            assert "dog" not in found
            again = await bench.build(source)
            assert (again.fetched, again.chunks_added, again.chunks_removed) == (0, 0, 0)

    asyncio.run(main())


def test_a_rebuild_that_was_begun_before_brings_nothing_new_either(shelf, folder: Path) -> None:
    animals = [f"animal{n:02}" for n in range(20)]
    write(folder, *animals)

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            write(folder, *animals, "aardvark", food="sardines")
            (folder / "animal05.md").unlink()
            async with aclosing(bench.library.build([source], BuildOptions(chunking=SMALL))) as events:
                async for event in events:
                    if isinstance(event, DocumentDone) and event.path == "animal03.md":
                        break
            begun = (await bench.library.summary(source)).building
            assert begun is not None
            assert begun.documents > 3
            await bench.generations.freeze(source, NEXT_WEEK)
            report = await bench.build(source)
            assert (report.state, report.documents, report.fetched) == (SourceState.READY, 20, 0)
            assert [file.path for file in (await bench.library.report(source)).files] == [f"{a}.md" for a in animals]
            for name in ("aardvark0", *animals):
                found = "".join(await bench.texts(f"of what does {name} dream", source))
                assert "sardines" not in found
            await bench.generations.freeze(source, "")
            report = await bench.build(source)
            assert (report.fetched, report.removed) == (20, 1)

    asyncio.run(main())


def test_a_source_without_anything_in_it_has_nothing_to_keep_as_it_is(shelf, folder: Path) -> None:
    write(folder, "cat")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            assert (await bench.generations.freeze(source, NEXT_WEEK)).frozen_until == ""
            assert (await bench.build(source)).documents == 1
            assert (await bench.library.summary(source)).frozen_until == NEXT_WEEK, "it holds from the first build on"
            with pytest.raises(UnknownSource):
                await bench.generations.freeze("nobody", NEXT_WEEK)
            with pytest.raises(ValueError, match="tomorrow"):
                await bench.generations.freeze(source, "tomorrow")

    asyncio.run(main())


@pytest.mark.parametrize(
    ("now", "frozen"),
    [
        ("2026-11-29", True),
        ("2026-11-30", False),
        ("2026-12-01", False),
        ("1970-01-01", True),
        ("2025-12-31", True),
        ("2099-01-01", False),
    ],
)
def test_the_term_is_a_day_on_the_clock_and_a_clock_that_was_wrong_ends_none(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch, now: str, *, frozen: bool
) -> None:
    write(folder, "cat")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            monkeypatch.setattr(freezing, "today", lambda: "2026-11-01")
            await bench.generations.freeze(source, "2026-11-30")
            for day, held in ((now, frozen), ("2026-11-29", True)):
                monkeypatch.setattr(freezing, "today", lambda day=day: day)
                assert bool((await bench.library.summary(source)).frozen_until) is held

    asyncio.run(main())


def test_what_its_embedder_and_converter_are_stays_too(shelf, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gangdan_gui.services.building import generation_choice

    write(folder, "cat")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            await bench.generations.freeze(source, NEXT_WEEK)
            collections = set(bench.store.collections)
        monkeypatch.setattr(generation_choice, "CONVERTER", "9999")
        async with shelf.open() as bench:
            report = await bench.build(source)
            assert (report.fetched, report.chunks_added) == (0, 0)
            assert set(bench.store.collections) == collections
            await bench.generations.freeze(source, "")
            assert (await bench.build(source)).fetched == 1
            assert set(bench.store.collections) != collections

    asyncio.run(main())
