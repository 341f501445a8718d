"""Files that change on disk are noticed, and cost an update no more than they have to."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from pathlib import Path

import pytest
import yaml

from gangdan_gui.app import open_application
from gangdan_gui.domain.documents import Source, SourceState
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.fetching.local import Listing, scan
from gangdan_gui.services.building import looking
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from tests.services.conftest import Bench, Shelf

LESSON = "The water cycle: rain falls on hills, runs into rivers, reaches the sea and rises again as vapour."


def write(folder: Path, *names: str, text: str = LESSON) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# {name}\n\n{name}: {text}\n", "utf-8")


async def built(bench: Bench, folder: Path, **more: object) -> str:
    source = (await bench.library.add(str(folder), **more)).source.id  # type: ignore[arg-type]
    report = await bench.build(source)
    assert report.state is SourceState.READY
    return source


async def state(bench: Bench) -> SourceState:
    (found,) = await bench.library.sources()
    return found.state


def test_what_is_new_changed_and_gone_is_told_and_the_source_is_stale(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md", "河/流.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            assert await bench.library.look() == ()
            write(folder, "snow.md", "云.md")
            write(folder, "sea.md", text="Another text altogether, about the tides of the sea and of the moon.")
            (folder / "河/流.md").unlink()
            expected = (SourceChanges(source, ("snow.md", "云.md"), ("sea.md",), ("河/流.md",)),)
            assert await bench.library.look() == expected
            assert await state(bench) is SourceState.STALE
            assert await bench.library.look() == expected

    asyncio.run(main())


def test_photographs_are_noticed_and_the_pictures_of_texts_are_not(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            (folder / "images").mkdir()
            for name in ("board.jpg", "images/logo.png"):
                (folder / name).write_bytes(b"\xff\xd8\xff no picture")
            assert await bench.library.look() == (SourceChanges(source, ("board.jpg",), (), ()),)
            await bench.build(source)
            assert await bench.library.look() == ()

    asyncio.run(main())


def test_an_update_reads_and_embeds_only_what_has_changed(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md", "hills.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            write(folder, "sea.md", text="Another text altogether, about the tides of the sea and of the moon.")
            await bench.library.look()
            bench.embedder.embedded.clear()
            report = await bench.build(source)
            assert (report.state, report.fetched, report.unchanged) == (SourceState.READY, 1, 2)
            assert len(bench.embedder.embedded) == 1
            assert "tides" in bench.embedder.embedded[0]
            assert await bench.library.look() == ()

    asyncio.run(main())


def test_changes_that_are_undone_make_it_ready_again(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, folder)
            before = (folder / "sea.md").read_bytes()
            (folder / "sea.md").unlink()
            write(folder, "snow.md")
            assert await bench.library.look()
            assert await state(bench) is SourceState.STALE
        async with shelf.open() as bench:  # and another day
            (folder / "snow.md").unlink()
            (folder / "sea.md").write_bytes(before)
            assert await bench.library.look() == ()
            assert await state(bench) is SourceState.READY

    asyncio.run(main())


def test_another_time_alone_is_no_change_and_is_hashed_once(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "rain.md", "sea.md")
    hashed: list[Path] = []

    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, folder)
            os.utime(folder / "sea.md", (1, 1))
            real = looking.hash_file
            monkeypatch.setattr(looking, "hash_file", lambda file: hashed.append(file) or real(file))
            assert await bench.library.look() == ()
            assert await bench.library.look() == ()
            assert hashed == [folder / "sea.md"]
            assert await state(bench) is SourceState.READY

    asyncio.run(main())


def test_the_same_length_and_time_after_an_edit_is_found_by_time(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            text = (folder / "rain.md").read_text("utf-8")
            (folder / "rain.md").write_text(text.replace("hills", "roofs"), "utf-8")
            os.utime(folder / "rain.md", (5, 5))
            assert await bench.library.look() == (SourceChanges(source, changed=("rain.md",)),)

    asyncio.run(main())


@pytest.mark.parametrize("how", ["moved", "empty mount point"])
def test_a_folder_that_is_away_is_left_alone(shelf: Shelf, folder: Path, how: str) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, folder)
            away = folder.with_name("away")
            folder.rename(away)
            if how == "empty mount point":
                folder.mkdir()
            assert await bench.library.look() == ()
            assert await state(bench) is SourceState.READY
            shutil.rmtree(folder, ignore_errors=True)
            away.rename(folder)
            assert await bench.library.look() == ()

    asyncio.run(main())


def test_a_build_while_the_drive_is_away_takes_nothing_away(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            away = folder.with_name("away")
            folder.rename(away)
            folder.mkdir()
            report = await bench.build(source)
            assert (report.state, report.documents, report.removed) == (SourceState.READY, 2, 0)
            assert report.problems == (Problem("", Stage.FETCH, Reason("location-bare", str(folder))),)
            assert (await bench.assistant.search("rain falls on hills", SearchOptions())).passages
            folder.rmdir()
            away.rename(folder)
            report = await bench.build(source)
            assert (report.state, report.unchanged, report.problems) == (SourceState.READY, 2, ())

    asyncio.run(main())


def test_of_two_places_the_one_that_is_away_is_not_gone(shelf: Shelf, home: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    write(one, "rain.md")
    write(two, "sea.md")

    async def main() -> None:
        home.mkdir(exist_ok=True)
        entry = {"id": "both", "title": "both", "kind": "local", "locations": [str(one), str(two)]}
        (home / "sources.yaml").write_text(yaml.safe_dump({"version": 1, "sources": [entry]}), "utf-8")
        async with shelf.open() as bench:
            (found,) = await bench.library.sources()
            assert len(found.source.locations) == 2
            await bench.build(found.source.id)
            two.rename(tmp_path / "away")
            write(one, "snow.md")
            (changes,) = await bench.library.look()
            assert (changes.new, changes.changed, changes.gone) == (("one/snow.md",), (), ())

    asyncio.run(main())


def test_an_entry_that_names_other_files_stays_stale_until_it_is_built(shelf: Shelf, home: Path, folder: Path) -> None:
    write(folder, "rain.md", "sea.md")
    listed = home / "sources.yaml"

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
        # Nothing that is there is named in another way: to a look at the files all is as it was.
        listed.write_text(f"{listed.read_text('utf-8')}    exclude: ['*.tex']\n", "utf-8")
        async with shelf.open() as bench:
            assert await bench.library.look() == ()
            assert await state(bench) is SourceState.STALE
            assert (await bench.build(source)).state is SourceState.READY
            (found,) = await bench.library.sources()
            assert found.problems == ()

    asyncio.run(main())


def test_what_is_no_document_changes_nothing(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md")
    (folder / "old.mp3").write_bytes(b"ID3")

    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, folder)
            (folder / "old.mp3").unlink()
            (folder / "new.mp3").write_bytes(b"ID3 and more")
            (folder / "~$rain.docx").write_bytes(b"lock")
            assert await bench.library.look() == ()

    asyncio.run(main())


def test_a_file_that_cant_be_read_is_not_asked_for_again_and_again(
    shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, "rain.md", "secret.md", "sea.md")
    locked = {"secret.md"}
    real = Path.open

    def refuse(file: Path, *words: str, **more: str) -> object:
        if file.name in locked:
            raise PermissionError(13, "Permission denied")
        return real(file, *words, **more)  # type: ignore[call-overload]

    async def main() -> None:
        async with shelf.open() as bench:
            monkeypatch.setattr(Path, "open", refuse)
            source = (await bench.library.add(str(folder))).source.id
            assert (await bench.build(source)).documents == 2
            assert await bench.library.look() == ()
            write(folder, "sea.md", text="Another text altogether, about the tides of the sea and of the moon.")
            locked.add("sea.md")
            assert await bench.library.look() == ()
            locked.clear()
            assert await bench.library.look() == (SourceChanges(source, new=("secret.md",), changed=("sea.md",)),)

    asyncio.run(main())


def test_a_source_that_was_not_finished_stays_so(shelf: Shelf, folder: Path) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            bench.embedder.refused = {"sea"}
            source = (await bench.library.add(str(folder))).source.id
            assert (await bench.build(source)).state is SourceState.PARTIAL
            assert await bench.library.look() == ()
            write(folder, "snow.md")
            assert await bench.library.look() == (SourceChanges(source, new=("snow.md",)),)
            assert await state(bench) is SourceState.PARTIAL

    asyncio.run(main())


def test_what_a_build_begins_to_read_is_not_judged(shelf: Shelf, folder: Path) -> None:
    write(folder, *(f"{number}.md" for number in range(20)))

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            write(folder, "snow.md")
            building = asyncio.create_task(bench.build(source, options=BuildOptions(force=True)))
            seen: list[tuple[SourceChanges, ...]] = []
            while not building.done():
                seen.append(await bench.library.look())
                await asyncio.sleep(0)
            assert seen
            assert (await building).state is SourceState.READY
            assert await state(bench) is SourceState.READY
            assert await bench.library.look() == ()

    asyncio.run(main())


def test_neither_store_nor_embedder_are_asked(shelf: Shelf, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "rain.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)

            def refuse(*_: object) -> None:
                raise AssertionError("the store was asked")

            for name in ("count", "ids", "names", "query", "reachable", "ensure"):
                monkeypatch.setattr(bench.store, name, refuse)
            monkeypatch.setattr(bench.embedder, "identify", refuse)
            write(folder, "snow.md")
            assert await bench.library.look() == (SourceChanges(source, new=("snow.md",)),)

    asyncio.run(main())


def test_a_library_that_another_program_holds_is_looked_at_and_not_written(
    shelf: Shelf, home: Path, folder: Path
) -> None:
    write(folder, "rain.md", "sea.md")

    async def main() -> None:
        async with shelf.open() as bench:
            source = await built(bench, folder)
            write(folder, "snow.md")
            os.utime(folder / "sea.md", (1, 1))
            async with open_application(home, "another", may_read_only=True) as other:
                assert other.read_only
                assert await other.services.library.look() == (SourceChanges(source, new=("snow.md",)),)
            assert await state(bench) is SourceState.READY

    asyncio.run(main())


def test_a_drive_that_does_not_answer_keeps_nobody_waiting(
    shelf: Shelf, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    write(folder, "rain.md")
    write(other, "sea.md")
    answers, asked = threading.Event(), []

    def hang(source: Source) -> Listing:
        if source.id == "documents":
            asked.append(source.id)
            answers.wait(30)
        return scan(source)

    async def main() -> None:
        async with shelf.open() as bench:
            await built(bench, folder)
            source = (await bench.library.add(str(other))).source.id
            await bench.build(source)
            write(folder, "snow.md")
            write(other, "snow.md")
            monkeypatch.setattr(looking, "scan", hang)
            monkeypatch.setattr(looking, "_SECONDS", 0.05)
            found = [await bench.library.look() for _ in range(2)]
            assert found == [(SourceChanges(source, new=("snow.md",)),)] * 2
            assert asked == ["documents"], "no second thread waits for it"
            answers.set()
            monkeypatch.setattr(looking, "_SECONDS", 30)
            while len(found[-1]) < 2:
                found.append(await bench.library.look())

    asyncio.run(main())
