"""A generation that is replaced can be kept, returned to, and given up; it is whole or it is not there."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gangdan_gui.domain.corrections import NO_CORRECTION
from gangdan_gui.domain.documents import ChunkSettings, SourceState
from gangdan_gui.domain.errors import NoPrevious, UnknownSource
from gangdan_gui.domain.events import DocumentDone
from gangdan_gui.services.building import generation_choice
from gangdan_gui.services.building.source_builder import SourceBuilder
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.storing.source_table import SourceTable
from tests.services.conftest import PickyEmbedder

SMALL = ChunkSettings(size=300, overlap=50)
SMALLER = ChunkSettings(size=200, overlap=20)
KEEPING = BuildOptions(chunking=SMALL, keep_previous=True)
WORDS = "The {animal} sleeps by the oven all day long and dreams of {food} in the evening. "


def write(folder: Path, *animals: str, food: str = "milk") -> None:
    for animal in animals:
        text = "\n\n".join(WORDS.format(animal=f"{animal}{n}", food=food) * 3 for n in range(4))
        (folder / f"{animal}.md").write_text(f"# {animal}\n\n{text}", "utf-8")


async def stop_early(bench, source: str, options: BuildOptions) -> None:
    async with aclosing(bench.library.build([source], options)) as events:
        async for event in events:
            if isinstance(event, DocumentDone):
                return


def test_the_state_that_was_kept_answers_again_with_its_texts_and_its_chunking(shelf, folder: Path) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            before = await bench.texts("which cat sleeps", source)
            write(folder, "cat", food="sardines")
            second = await bench.build(source, options=KEEPING)
            summary = await bench.library.summary(source)
            assert summary.live is not None
            assert summary.previous is not None
            assert (summary.live.chunking, summary.live.chunks) == (SMALL, second.chunks_total)
            assert (summary.previous.chunking, summary.previous.chunks) == (ChunkSettings(), first.chunks_total)
            assert summary.previous.size > 0
            assert summary.live.made
            assert len(bench.store.collections) == 2
            assert "sardines" in "".join(await bench.texts("which cat sleeps", source))

            summary = await bench.generations.go_back(source)
            assert summary.live is not None
            assert (summary.chunks, summary.live.chunking) == (first.chunks_total, ChunkSettings())
            assert await bench.texts("which cat sleeps", source) == before
            document = await bench.library.document(source, "cat.md")
            assert "sardines" not in document.text
            (changes,) = await bench.library.look()
            assert changes.changed == ("cat.md",)
            assert (await bench.library.summary(source)).state is SourceState.STALE

        async with shelf.open() as bench:
            report = await bench.build(source)
            assert report.fetched == 1
            summary = await bench.library.summary(source)
            assert summary.live is not None
            assert summary.live.chunking == ChunkSettings(), "a build keeps what was returned to"
            assert "sardines" in "".join(await bench.texts("which cat sleeps", source))
            there_again = await bench.generations.go_back(source)
            assert there_again.chunks == second.chunks_total

    asyncio.run(main())


def test_there_is_one_earlier_state_at_most_and_none_takes_room_that_is_given_up(shelf, folder: Path) -> None:
    write(folder, "cat")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            await bench.build(source, options=KEEPING)
            write(folder, "cat", food="sardines")
            await bench.build(source, options=replace(KEEPING, chunking=SMALLER))
            summary = await bench.library.summary(source)
            assert summary.previous is not None
            assert summary.previous.chunking == SMALL
            assert len(bench.store.collections) == 2
            await bench.build(source, options=BuildOptions(chunking=ChunkSettings()))
            assert (await bench.library.summary(source)).previous == summary.previous, "only another that is kept goes"

            summary = await bench.generations.forget_previous(source)
            assert summary.previous is None
            assert [len(rows) for rows in bench.store.collections.values()] == [summary.chunks]
            assert len(list(bench.library.folder(source).rglob("*.md"))) == 1
            with pytest.raises(NoPrevious) as caught:
                await bench.generations.go_back(source)
            assert caught.value.facts == {"source": summary.source.title}
            assert (await bench.generations.forget_previous(source)).previous is None
            with pytest.raises(UnknownSource):
                await bench.generations.go_back("nobody")

    asyncio.run(main())


def test_the_wish_to_keep_outlives_a_stop(shelf, folder: Path) -> None:
    write(folder, *(f"animal{n:02}" for n in range(20)))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            await stop_early(bench, source, KEEPING)
            summary = await bench.library.summary(source)
            assert summary.building is not None
            assert 0 < summary.building.documents < 20
            assert summary.previous is None
            assert summary.chunks == first.chunks_total
        async with shelf.open() as bench:
            await bench.build(source)
            summary = await bench.library.summary(source)
            assert summary.building is None
            assert summary.previous is not None
            assert summary.previous.chunks == first.chunks_total

    asyncio.run(main())


def test_returning_gives_up_what_was_begun(shelf, folder: Path) -> None:
    write(folder, *(f"animal{n:02}" for n in range(20)))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            second = await bench.build(source, options=KEEPING)
            await stop_early(bench, source, BuildOptions(chunking=SMALLER))
            summary = await bench.generations.go_back(source)
            assert (summary.building, summary.state) == (None, SourceState.READY)
            assert summary.problems == ()
            sizes = sorted(len(rows) for rows in bench.store.collections.values())
            assert sizes == sorted([first.chunks_total, second.chunks_total])
            assert (await bench.build(source)).chunks_added == 0

    asyncio.run(main())


def test_what_the_earlier_state_lost_comes_back_without_embedding_when_it_is_returned_to(shelf, folder: Path) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            before = await bench.texts("which cat sleeps", source)
            await bench.build(source, options=KEEPING)
            bench.store.collections.clear()
            embedded = len(bench.embedder.embedded)
            await bench.generations.go_back(source)
            assert await bench.texts("which cat sleeps", source) == before
            assert len(bench.embedder.embedded) == embedded
            assert [len(rows) for rows in bench.store.collections.values()] == [first.chunks_total]

    asyncio.run(main())


def test_a_build_after_a_lost_store_mends_the_earlier_state_too(shelf, folder: Path) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            second = await bench.build(source, options=KEEPING)
            bench.store.collections.clear()
            embedded = len(bench.embedder.embedded)
            await bench.build(source)
            sizes = sorted(len(rows) for rows in bench.store.collections.values())
            assert sizes == sorted([first.chunks_total, second.chunks_total])
            assert len(bench.embedder.embedded) == embedded

    asyncio.run(main())


def test_what_another_source_lost_comes_back_and_nothing_new_comes_in(shelf, folder: Path, tmp_path: Path) -> None:
    write(folder, "cat")
    more = tmp_path / "more"
    more.mkdir()
    write(more, "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            other = (await bench.library.add(str(more))).source.id
            await bench.build(source, other)
            write(more, "mouse")
            await bench.library.look()
            before = await bench.library.summary(other)
            assert before.state is SourceState.STALE
            bench.store.collections.clear()
            embedded = len(bench.embedder.embedded)
            await bench.build(source)
            assert len(bench.embedder.embedded) == embedded
            assert len(bench.store.collections) == 2
            assert await bench.library.summary(other) == before
            assert all("dog" in text for text in await bench.texts("which one sleeps", other))

    asyncio.run(main())


def test_a_source_that_comes_back_from_the_trash_has_its_earlier_state_and_one_that_is_purged_leaves_nothing(
    shelf, folder: Path
) -> None:
    write(folder, "cat")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            await bench.build(source, options=KEEPING)
            await bench.library.remove(source)
            with pytest.raises(UnknownSource):
                await bench.generations.go_back(source)
            await bench.library.restore(source)
            assert (await bench.generations.go_back(source)).chunks == first.chunks_total
            await bench.library.remove(source)
            added = await bench.library.add(str(folder))
            assert added.previous is None
            await bench.build(added.source.id)
            assert len(bench.store.collections) == 1

    asyncio.run(main())


def test_a_failed_file_of_the_earlier_state_is_told_again(shelf, folder: Path) -> None:
    write(folder, "cat")
    broken = folder / "book.ipynb"
    broken.write_text("{", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            told = (await bench.build(source)).problems
            assert [problem.path for problem in told] == ["book.ipynb"]
            broken.unlink()
            assert (await bench.build(source, options=KEEPING)).problems == ()
            back = await bench.generations.go_back(source)
            assert (back.problems, back.state) == (told, SourceState.READY)

    asyncio.run(main())


def test_what_is_said_of_a_source_changes_with_what_answers_whatever_ends_it_then(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "cat")
    broken = folder / "book.ipynb"
    broken.write_text("{", "utf-8")

    async def killed(*_: object) -> None:
        raise SystemExit

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            told = (await bench.build(source)).problems
            broken.unlink()
            await bench.build(source, options=KEEPING)
            for late in ("set_problems", "set_expected", "set_state"):
                monkeypatch.setattr(SourceTable, late, killed)
            with suppress(SystemExit):
                await bench.generations.go_back(source)
            monkeypatch.undo()
        async with shelf.open() as bench:
            back = await bench.library.summary(source)
            assert (back.problems, back.state, back.expected) == (told, SourceState.READY, 2)

    asyncio.run(main())


def test_another_converter_makes_a_new_generation_that_costs_no_vectors_for_equal_text(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "cat", "dog")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            (before,) = bench.store.collections
        monkeypatch.setattr(generation_choice, "CONVERTER", "9999")
        async with shelf.open() as bench:
            embedded = len(bench.embedder.embedded)
            report = await bench.build(source, options=BuildOptions(keep_previous=True))
            assert (report.fetched, report.chunks_total) == (2, first.chunks_total)
            assert (report.embedded, len(bench.embedder.embedded)) == (0, embedded)
            assert len(bench.store.collections) == 2
            assert before in bench.store.collections
            assert (await bench.build(source)).unchanged == 2

    asyncio.run(main())


def test_what_cannot_be_seen_while_a_generation_is_made_is_taken_over(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "cat", "dog")
    real = Path.open

    def locked(file: Path, *arguments: object, **more: object) -> object:
        if file.name == "dog.md" and file.parent == folder:
            raise PermissionError(13, "in use")
        return real(file, *arguments, **more)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            monkeypatch.setattr(Path, "open", locked)
            report = await bench.build(source, options=BuildOptions(chunking=SMALL))
            assert [problem.path for problem in report.problems] == ["dog.md"]
            assert report.documents == 2
            assert any("dog1" in text for text in await bench.texts("the dog1 sleeps", source))
            monkeypatch.undo()
            again = await bench.build(source)
            assert (again.problems, again.chunks_added, again.documents) == ((), 0, 2)

    asyncio.run(main())


def test_scratch_beside_what_answers(shelf, folder: Path) -> None:
    """Whoever builds from scratch and keeps what answers gets the same generation once more."""
    write(folder, "cat")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            again = await bench.build(source, options=BuildOptions(force=True, keep_previous=True))
            summary = await bench.library.summary(source)
            assert summary.previous is not None
            assert summary.previous.chunks == again.chunks_total == first.chunks_total

    asyncio.run(main())


def test_what_is_taken_out_or_put_right_meanwhile_is_so_in_the_earlier_state_too(shelf, folder: Path) -> None:
    write(folder, "cat", "dog", "cow")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            await bench.build(source, options=KEEPING)
            write(folder, "dog", food="sardines")
            wolf = "# Wolf\n\n" + "The wolf is a grey animal of the north. " * 10
            for path, said in (
                ("cat.md", replace(NO_CORRECTION, excluded=True)),
                ("dog.md", replace(NO_CORRECTION, excluded=True)),
                ("cow.md", replace(NO_CORRECTION, text=wolf)),
            ):
                await bench.documents.correct(source, path, said)
            await bench.build(source, options=BuildOptions(kept=True))
            for chunking in (ChunkSettings(), SMALL):
                summary = await bench.generations.go_back(source)
                assert summary.live is not None
                assert summary.live.chunking == chunking
                assert (summary.documents, summary.state) == (1, SourceState.READY)
                found = "".join(await bench.texts("which animal sleeps by the oven", source))
                assert "wolf" in found
                assert not any(word in found for word in ("cat", "dog", "cow"))
            embedded = len(bench.embedder.embedded)
            await bench.build(source)
            assert len(bench.embedder.embedded) == embedded

    asyncio.run(main())


def test_the_wish_to_keep_outlives_a_model_that_is_replaced_meanwhile(shelf, folder: Path) -> None:
    write(folder, *(f"animal{n:02}" for n in range(20)))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            await stop_early(bench, source, KEEPING)
        shelf.embedder = PickyEmbedder(digest="2")
        async with shelf.open() as bench:
            await bench.build(source)
            summary = await bench.library.summary(source)
            assert summary.live is not None
            assert summary.live.chunking == SMALL
            assert summary.previous is not None
            assert summary.previous.chunks == first.chunks_total

    asyncio.run(main())


def test_a_file_that_cannot_be_read_just_then_is_not_lost_to_the_new_generation(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "cat", "dog")
    look = SourceBuilder._plan

    async def gone_after_the_look(self: SourceBuilder, *given: Any) -> Any:
        found = await look(self, *given)
        (folder / "dog.md").unlink()
        return found

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            monkeypatch.setattr(SourceBuilder, "_plan", gone_after_the_look)
            report = await bench.build(source, options=BuildOptions(chunking=SMALL))
            monkeypatch.setattr(SourceBuilder, "_plan", look)
            assert report.documents == 2
            assert [(problem.path, problem.reason.code) for problem in report.problems] == [("dog.md", "not-readable")]
            assert "dog0" in "".join(await bench.texts("which dog sleeps", source))
            assert (await bench.build(source)).documents == 1, "by then it is known to be gone"

    asyncio.run(main())
