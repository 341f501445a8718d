"""A build changes documents one at a time from old to new, can be stopped anywhere, and mends what was lost."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import ChunkSettings, FetchedFile, SourceState
from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.events import BuildFinished, DocumentDone, Stage, StageProgress
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.building.additions import Additions
from gangdan_gui.services.building.converter import Converter
from gangdan_gui.services.building.prepared import Prepared
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.services.passage_vectors import BATCH
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.storing.records import Generation, Role
from tests.memory_store import MemoryStore
from tests.stand_ins import HashEmbedder


def page(subject: str, length: int = 12) -> str:
    """A page that only its subject tells from others."""
    return f"# {subject}\n\n" + "\n".join(f"Line {n} of the page on {subject} for the lesson." for n in range(length))


def write(folder: Path, **pages: str) -> None:
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, "utf-8")


def test_stop_is_heard_in_the_moment_a_file_is_ready() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        replies = {"surround": loop.create_future(), "prepare": loop.create_future()}
        replies["surround"].set_result(None)
        preparer = SimpleNamespace(call=lambda name, *_: replies[name])
        identity = await HashEmbedder().identify()
        generation = Generation(1, "s", "s-g1", identity, ChunkSettings(), Role.BUILDING)
        converter = Converter(preparer, Additions(), SourceFiles(), generation, "")
        file = FetchedFile("s", "a.md", Path("a.md"), "", 1, 0.0)
        task = asyncio.create_task(converter.prepare(file))
        await asyncio.sleep(0)
        replies["prepare"].set_result(Prepared("a.md", "", 0, None))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


def test_progress_is_told_for_every_stage_and_ends_whole(shelf, folder: Path) -> None:
    write(folder, **{f"page{n:02}": page(f"subject{n}", 40) for n in range(30)})

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            events = await bench.events(source)
            last = {event.stage: event for event in events if isinstance(event, StageProgress)}
            assert all(event.done == event.total for event in last.values())
            # What measures the source in a moment says nothing of it.
            assert {stage: event.done for stage, event in last.items() if stage is not Stage.MEASURE} == {
                Stage.FETCH: 30, Stage.CONVERT: 30, Stage.EMBED: last[Stage.EMBED].total,
            }  # fmt: skip
            assert sum(isinstance(event, DocumentDone) for event in events) == 30
            report = events[-1].report
            assert report.chunks_total == last[Stage.EMBED].total == len(bench.embedder.embedded)
            assert sum(len(rows) for rows in bench.store.collections.values()) == report.chunks_total

    asyncio.run(main())


def test_a_stopped_build_keeps_what_it_stored_and_goes_on_from_there(shelf, folder: Path) -> None:
    write(folder, **{f"page{n:03}": page(f"subject{n}", 60) for n in range(120)})

    async def stop_early(bench, source: str) -> None:
        async with aclosing(bench.library.build([source], BuildOptions())) as events:
            async for event in events:
                if isinstance(event, DocumentDone):
                    return

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            bench.embedder.limit = 200
            await stop_early(bench, source)
            bench.embedder.limit = None
            (summary,) = await bench.library.sources()
            assert summary.state is SourceState.PARTIAL
            assert 0 < summary.documents < 120
            assert [problem.reason.code for problem in summary.problems] == ["interrupted"]
            assert await bench.texts("the page on subject0")
            done = len(bench.embedder.embedded)
        async with shelf.open() as bench:
            report = await bench.build(source)
            assert (report.state, report.documents, report.problems) == (SourceState.READY, 120, ())
            assert report.unchanged == summary.documents
            again = len(bench.embedder.embedded) - report.chunks_total
            assert again <= 2 * BATCH, "what is embedded twice was under way when the build was stopped"
            assert done < report.chunks_total

    asyncio.run(main())


def test_stopping_a_build_that_has_nothing_to_do_leaves_the_source_ready(shelf, folder: Path) -> None:
    write(folder, one=page("one"))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            async with aclosing(bench.library.build([source], BuildOptions())) as events:
                async for _ in events:
                    break
            (summary,) = await bench.library.sources()
            assert (summary.state, summary.documents) == (SourceState.READY, 1)

    asyncio.run(main())


def test_what_a_crash_left_in_the_store_never_answers_and_goes_at_the_next_build(shelf, folder: Path) -> None:
    write(folder, one=page("volcanoes"))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            await bench.build(source)
            (rows,) = bench.store.collections.values()
            whole = dict(rows)
            row = next(iter(whole.values()))
            for number in range(40):  # more than are asked for at first
                rows[f"left-over-{number}"] = row
            assert any("volcanoes" in text for text in await bench.texts("the page on volcanoes"))
            await bench.build(source)
            assert bench.store.collections == {next(iter(bench.store.collections)): whole}

    asyncio.run(main())


def test_a_lost_store_is_told_and_rebuilt_without_embedding(shelf, folder: Path) -> None:
    write(folder, one=page("volcanoes"), two=page("rivers"))

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            before = await bench.build(source)
            bench.store.collections.clear()
            assert "rivers" in (await bench.texts("the page on rivers"))[0]
            (summary,) = await bench.library.sources()
            assert summary.state is SourceState.FAILED
            bench.embedder.embedded.clear()
            after = await bench.build(source)
            assert (after.state, after.chunks_total) == (SourceState.READY, before.chunks_total)
            assert bench.embedder.embedded == []
            assert await bench.texts("the page on rivers")

    asyncio.run(main())


def test_one_text_that_cannot_be_embedded_costs_only_itself(shelf, folder: Path) -> None:
    write(folder, **{f"page{n:02}": page(f"subject{n}") for n in range(40)})
    write(folder, bad=page("poisonous mushrooms"))

    async def main() -> None:
        async with shelf.open() as bench:
            bench.embedder.refused = {"poisonous"}
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            assert report.state is SourceState.PARTIAL
            assert {(problem.path, problem.stage) for problem in report.problems} == {("bad.md", Stage.EMBED)}
            assert report.chunks_total == 40
            bench.embedder.refused = set()
            again = await bench.build(source, options=BuildOptions(force=True))
            assert (again.state, again.documents) == (SourceState.READY, 41)

    asyncio.run(main())


def test_builds_asked_for_at_the_same_time_run_one_after_another(shelf, folder: Path, tmp_path: Path) -> None:
    write(folder, one=page("volcanoes"))
    other = tmp_path / "other"
    other.mkdir()
    write(other, one=page("rivers"))

    async def main() -> None:
        async with shelf.open() as bench:
            ids = [(await bench.library.add(str(place))).source.id for place in (folder, other)]
            reports = await asyncio.gather(*(bench.build(source) for source in (*ids, *ids)))
            assert [report.state for report in reports] == [SourceState.READY] * 4
            assert [report.chunks_added for report in reports] == [1, 1, 0, 0]

    asyncio.run(main())


def test_one_source_failing_does_not_stop_the_next(shelf, folder: Path, tmp_path: Path) -> None:
    write(folder, one=page("volcanoes"))
    gone = tmp_path / "gone"
    gone.mkdir()

    async def main() -> None:
        async with shelf.open() as bench:
            first = (await bench.library.add(str(gone))).source.id
            second = (await bench.library.add(str(folder))).source.id
            gone.rmdir()
            events = await bench.events(first, second)
            states = [event.report.state for event in events if isinstance(event, BuildFinished)]
            assert states == [SourceState.FAILED, SourceState.READY]

    asyncio.run(main())


def test_files_of_the_same_name_in_two_folders_and_two_sources_are_all_there(shelf, folder: Path) -> None:
    for place in ("a", "b"):
        (folder / place).mkdir()
        write(folder / place, readme=page(f"chapter {place}"))

    async def main() -> None:
        async with shelf.open() as bench:
            one = (await bench.library.add(str(folder), title="C")).source.id
            two = (await bench.library.add(str(folder), title="C++")).source.id
            assert [(await bench.build(source)).documents for source in (one, two)] == [2, 2]
            texts = await bench.texts("chapter")
            assert sorted(text.split("\n")[0] for text in texts) in (
                ["# chapter a", "# chapter b"], ["# chapter a", "# chapter a", "# chapter b", "# chapter b"],
            )  # fmt: skip
            assert [len(rows) for rows in bench.store.collections.values()] == [2, 2]

    asyncio.run(main())


def test_a_new_generation_answers_only_when_it_is_whole(shelf, folder: Path) -> None:
    write(folder, **{f"page{n:02}": page(f"subject{n}", 40) for n in range(20)})

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            before = await bench.build(source)
            smaller = BuildOptions(chunking=ChunkSettings(size=300, overlap=50))
            async with aclosing(bench.library.build([source], smaller)) as events:
                async for event in events:
                    if isinstance(event, DocumentDone):
                        break
            (summary,) = await bench.library.sources()
            assert summary.chunks == before.chunks_total, "the old one goes on answering"
            after = await bench.build(source, options=smaller)
            assert after.chunks_total > before.chunks_total
            assert [len(rows) for rows in bench.store.collections.values()] == [after.chunks_total]

    asyncio.run(main())


NAMES = st.sampled_from(["a.md", "b.md", "sub/a.md", "数据/b.md", "A b#c.md"])
TEXTS = st.integers(0, 4).map(lambda n: page(f"subject {n}", 6 + 15 * n))
FOLDERS = st.lists(st.dictionaries(NAMES, TEXTS, max_size=4), min_size=2, max_size=4)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(states=FOLDERS)
def test_after_each_build_exactly_the_folder_s_text_is_searchable(
    states: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("state")
    folder = place / "documents"
    folder.mkdir()
    store, embedder = MemoryStore(), HashEmbedder()

    async def main() -> None:
        make = lambda _label: embedder  # noqa: E731
        async with open_application(place / "home", "test", replaced=Replaced(make, store)) as application:
            library = application.services.library
            source = (await library.add(str(folder))).source.id
            held: dict[str, str] = {}
            for wanted in states:
                _make(folder, wanted)
                # A folder with nothing at all in it may be that of a drive that is away: nothing is lost by it.
                held = wanted if any(folder.iterdir()) else held
                async with aclosing(library.build([source], BuildOptions())) as events:
                    reports = [event.report async for event in events if isinstance(event, BuildFinished)]
                assert reports[0].documents == len(held)
                rows = [row for rows in store.collections.values() for row in rows.values()]
                assert {row.metadata["path"] for row in rows} == set(held)
                for path, text in held.items():
                    assert _joined([row for row in rows if row.metadata["path"] == path]) == f"{text}\n"

    asyncio.run(main())


def _make(folder: Path, wanted: dict[str, str]) -> None:
    for file in [file for file in folder.rglob("*.md") if file.relative_to(folder).as_posix() not in wanted]:
        file.unlink()
    for path, text in wanted.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def _joined(rows: list) -> str:
    text = ""
    for row in sorted(rows, key=lambda row: row.metadata["ordinal"]):
        assert row.metadata["start"] <= len(text)
        text += row.text[len(text) - row.metadata["start"] :]
    return text


def test_the_first_build_of_a_new_source_mends_a_store_that_cannot_be_read(
    shelf, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(folder, one=page("volcanoes"))
    damaged = True

    regular = shelf.store.drop

    async def drop(collection: str) -> None:
        if damaged:
            raise StoreDamaged(what="file is not a database", folder="")
        await regular(collection)

    async def set_aside() -> Path:
        nonlocal damaged
        damaged = False
        return Path("aside")

    monkeypatch.setattr(shelf.store, "drop", drop)
    monkeypatch.setattr(shelf.store, "set_aside", set_aside)

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            events = await bench.events(source)
            reports = [event.report for event in events if isinstance(event, BuildFinished)]
            assert [(report.source, report.state) for report in reports] == [(source, SourceState.READY)]
            assert not damaged

    asyncio.run(main())


def test_notes_of_one_line_are_found_and_what_says_nothing_is_told(shelf, folder: Path) -> None:
    (folder / "通知.md").write_text("本周五下午三点在201教室开家长会。\n", "utf-8")
    (folder / "index.md").write_text("# 作业\n", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            assert (report.state, report.documents, report.problems) == (SourceState.READY, 1, ())
            assert any("家长会" in text for text in await bench.texts("家长会在哪个教室开"))
            files = {line.path: line for line in (await bench.library.report(source)).files}
            assert files["index.md"].reason == Reason("all-too-short", "3")

    asyncio.run(main())


def test_a_source_of_which_all_is_too_short_says_so(shelf, folder: Path) -> None:
    write(folder, one="# Homework\n", two="short")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            assert (report.state, report.dropped) == (SourceState.FAILED, 2)
            assert report.problems == (Problem("", Stage.CHUNK, Reason("all-too-short", "14")),)
        async with shelf.open() as bench:
            (summary,) = await bench.library.sources()
            assert summary.problems == report.problems

    asyncio.run(main())
