"""Builds that are paused, ended or stopped: what is stored answers, the numbers are right, nothing is made twice."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.domain.documents import Chunk, ChunkSettings, SourceState
from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.domain.events import BuildEvent, BuildFinished, BuildHeld, DocumentDone, Hold, Stage, StageProgress
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import Vectors
from gangdan_gui.services.passage_vectors import Embedded, PassageVectors, rows_of
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.services.requests.build_control import BuildControl
from tests.services.conftest import Bench, PickyEmbedder, Shelf

FILES = 40


@pytest.fixture
def pages(folder: Path) -> Path:
    """A folder of short pages, each of one passage."""
    for number in range(FILES):
        words = f"Page {number} tells a class about tides, and number {number} is all that is special about it."
        (folder / f"{number:02}.md").write_text(words, "utf-8")
    return folder


async def watched(
    bench: Bench, *sources: str, control: BuildControl, seen: Callable[[BuildEvent], None]
) -> list[BuildEvent]:
    """Build under a control that `seen` may use at each event."""
    events = []
    async with aclosing(bench.library.build(sources, BuildOptions(), control)) as stream:
        async for event in stream:
            events.append(event)
            seen(event)
    return events


def test_a_paused_build_begins_nothing_and_goes_on(shelf: Shelf, pages: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            control = BuildControl()
            control.pause()
            held: list[Hold | None] = []
            at_rest: list[int] = []

            def seen(event: BuildEvent) -> None:
                if isinstance(event, BuildHeld):
                    held.append(event.why)
                    if event.why is Hold.PAUSED:
                        at_rest.append(len(bench.embedder.embedded))
                        control.resume()

            events = await watched(bench, source, control=control, seen=seen)
            assert held == [Hold.PAUSED, None]
            assert at_rest == [0]
            assert sum(isinstance(event, DocumentDone) for event in events) == FILES

    asyncio.run(main())


def test_pausing_midway_sends_nothing_more_until_it_goes_on(shelf: Shelf, pages: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            control = BuildControl()
            done, paused = [0], asyncio.Event()

            async def build() -> None:
                def seen(event: BuildEvent) -> None:
                    done[0] += isinstance(event, DocumentDone)
                    if done[0] == 1 and not paused.is_set():
                        control.pause()
                        paused.set()

                await watched(bench, source, control=control, seen=seen)

            task = asyncio.create_task(build())
            await paused.wait()
            before = -1
            while before != len(bench.embedder.embedded):  # what was under way when it was paused is finished
                before = len(bench.embedder.embedded)
                await asyncio.to_thread(bench.library.folder, source)
            assert not task.done()
            control.resume()
            await task
            assert sorted(bench.embedder.embedded) == sorted(set(bench.embedder.embedded))
            assert (await bench.library.report(source)).summary.documents == FILES

    asyncio.run(main())


def test_ending_after_the_file_leaves_a_partial_source_that_answers_and_is_finished_later(
    shelf: Shelf, pages: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.md").write_text("Bread is made of flour, water and salt, and of time that nobody has.", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            later = (await bench.library.add(str(other))).source.id
            control = BuildControl()

            def seen(event: BuildEvent) -> None:
                if isinstance(event, StageProgress) and event.stage is Stage.CONVERT and event.done == 5:
                    control.end_after_file()

            events = await watched(bench, source, later, control=control, seen=seen)
            reports = [event.report for event in events if isinstance(event, BuildFinished)]
            done = sum(isinstance(event, DocumentDone) for event in events)
            assert [report.source for report in reports] == [source]
            assert 0 < done < FILES
            assert (reports[0].state, reports[0].documents, reports[0].expected) == (SourceState.PARTIAL, done, FILES)
            assert reports[0].problems[-1].reason == Reason("interrupted", str(FILES - done))
            first, second = await bench.library.sources()
            assert (first.state, first.documents, first.expected) == (SourceState.PARTIAL, done, FILES)
            assert second.state is SourceState.NEW
            found = await bench.assistant.search("tides", SearchOptions((source,)))
            assert found.passages
            assert [notice.code for notice in found.notices] == ["partly-built"]
            assert f"({done} / {FILES})" in found.notices[0].detail
        async with shelf.open() as bench:
            report = await bench.build(source)
            assert (report.state, report.documents, report.expected) == (SourceState.READY, FILES, FILES)
            assert report.unchanged == done
            assert len(bench.embedder.embedded) == FILES  # none of them twice, over both builds
            assert (await bench.assistant.search("tides", SearchOptions((source,)))).notices == ()

    asyncio.run(main())


def test_ending_a_rebuild_early_leaves_the_version_before_to_answer(shelf: Shelf, pages: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            await bench.build(source)
            before = await bench.texts("tides", source)
            control = BuildControl()
            control.end_after_file()
            options = BuildOptions(chunking=ChunkSettings(size=60, overlap=10, minimum=0))
            async with aclosing(bench.library.build((source,), options, control)) as events:
                assert [event async for event in events] == []  # it was to begin nothing at all
            assert await bench.texts("tides", source) == before

    asyncio.run(main())


class Failing(PickyEmbedder):
    """Goes away after so many texts, and comes back when it is told to."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after: int | None = after

    async def embed_passages(self, texts: list[str]) -> Vectors:  # type: ignore[override]
        if self.after is not None and len(self.embedded) >= self.after:
            raise EmbedderUnavailable(embedder="hash", why="the server is away")
        return await super().embed_passages(texts)


def test_an_embedder_that_goes_away_midway_costs_nothing_that_was_made(shelf: Shelf, folder: Path) -> None:
    for number in range(20):  # each of more than one batch
        lines = (f"Paragraph {line} of part {number} speaks of harbours at some length. " * 9 for line in range(30))
        (folder / f"{number:02}.md").write_text("\n\n".join(lines), "utf-8")
    embedder = Failing(after=300)
    shelf.embedder = embedder

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            report = await bench.build(source)
            made = len(embedder.embedded)
            assert report.state is SourceState.PARTIAL
            assert 0 < report.documents < report.expected == 20
            assert report.problems[-1].reason == Reason("embedder-unavailable", "the server is away")
            assert await bench.texts("harbours", source)
        async with shelf.open() as bench:
            summary = (await bench.library.sources())[0]
            assert (summary.state, summary.documents, summary.expected) == (SourceState.PARTIAL, report.documents, 20)
            embedder.after = None
            again = await bench.build(source)
            assert again.state is SourceState.READY
            assert again.documents == again.expected == 20
            assert len(embedder.embedded) == len(set(embedder.embedded)) > made

    asyncio.run(main())


def test_a_source_whose_build_was_cut_off_says_so_at_the_next_start(shelf: Shelf, pages: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            waiting = (await bench.library.add(str(pages / "00.md"))).source.id
            await bench.build(waiting)
            shelf.embedder.limit = 0
            events = bench.library.build((source, waiting), BuildOptions())
            async for event in events:
                if isinstance(event, BuildHeld):
                    break
                if await _state(bench, source) is SourceState.BUILDING and (await _expected(bench, source)):
                    break
            # As after a kill: nobody sets the states back.
            manifest = bench.library._parts.manifest
            await events.aclose()
            await manifest.sources.set_state(source, SourceState.BUILDING)
            await manifest.sources.set_state(waiting, SourceState.QUEUED)
            await manifest.sources.set_problems(source, ())
        async with shelf.open() as bench:
            cut, other = await bench.library.sources()
            assert cut.state in (SourceState.PARTIAL, SourceState.NEW)
            assert cut.problems[-1].reason == Reason("interrupted", str(FILES))
            assert (other.state, other.problems) == (SourceState.STALE, ())

    asyncio.run(main())


def test_what_is_cut_off_and_taken_from_the_list_comes_back_as_what_it_is(
    shelf: Shelf, pages: Path, home: Path
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            await bench.build(source)
            await bench.library._parts.manifest.sources.set_state(source, SourceState.BUILDING)  # as after a kill
        (home / "sources.yaml").write_text("version: 1\nsources: []\n", "utf-8")
        async with shelf.open() as bench:
            assert (await bench.library.restore(source)).state is SourceState.PARTIAL

    asyncio.run(main())


def test_vectors_that_are_made_are_kept_though_the_build_is_stopped_while_that_is_done(
    shelf: Shelf, pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            cache, release = bench.library._parts.manifest.vectors, threading.Event()
            # The records are busy when the vectors come.
            busy = asyncio.get_running_loop().run_in_executor(cache._database._thread, release.wait)
            chunks = [Chunk(f"{n:032}", source, "00.md", n, (), 0, 9, f"a text {n}") for n in range(5)]
            vectors = PassageVectors(bench.embedder, await bench.embedder.identify(), cache)
            keeping = asyncio.ensure_future(vectors.embed(rows_of(chunks), Embedded()))
            await asyncio.sleep(0)
            assert bench.embedder.embedded
            keeping.cancel()
            asyncio.get_running_loop().call_soon(release.set)
            with pytest.raises(asyncio.CancelledError):
                await keeping
            await busy
            assert len(await vectors.kept(rows_of(chunks))) == len(chunks)

    asyncio.run(main())


def test_a_source_that_only_waited_is_whole_though_one_of_its_files_cannot_be_read(shelf: Shelf, pages: Path) -> None:
    (pages / "book.ipynb").write_text("{", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            assert (await bench.build(source)).state is SourceState.READY
            # As after a kill while another was built.
            await bench.library._parts.manifest.sources.set_state(source, SourceState.QUEUED)
        async with shelf.open() as bench:
            (found,) = await bench.library.sources()
            assert (found.state, found.is_partial) == (SourceState.STALE, False)
            assert [problem.path for problem in found.problems] == ["book.ipynb"]

    asyncio.run(main())


async def _state(bench: Bench, source: str) -> SourceState:
    return next(one.state for one in await bench.library.sources() if one.source.id == source)


async def _expected(bench: Bench, source: str) -> int:
    return next(one.expected for one in await bench.library.sources() if one.source.id == source)


def test_what_failed_is_tried_again_only_when_that_is_asked_for(shelf: Shelf, folder: Path) -> None:
    (folder / "good.md").write_text("A page about winds that anybody can read without any help at all.", "utf-8")
    (folder / "bad.ipynb").write_text("{ this is no notebook", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(folder))).source.id
            first = await bench.build(source)
            assert (first.failed, first.documents) == (1, 1)
            tried = await _tried(bench, source, BuildOptions())
            assert tried == []
            assert await _tried(bench, source, BuildOptions(retry=True)) == ["bad.ipynb"]
            again = await bench.build(source, options=BuildOptions(retry=True))
            assert (again.failed, again.documents, again.chunks_added) == (1, 1, 0)
            assert [problem.path for problem in again.problems] == ["bad.ipynb"]

    asyncio.run(main())


async def _tried(bench: Bench, source: str, options: BuildOptions) -> list[str]:
    events = await bench.events(source, options=options)
    return [event.path for event in events if hasattr(event, "path")]


def test_a_build_gives_way_to_a_question_until_the_answer_is_there(shelf: Shelf, pages: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            asking = bench.library._parts.asking
            held: list[Hold | None] = []
            waits = asyncio.Event()
            with asking.question():
                build = asyncio.create_task(_held(bench, source, held, waits))
                await waits.wait()
                assert bench.embedder.embedded == []
                assert not build.done()
            await build
            assert held == [Hold.ASKING, None]
            assert len(bench.embedder.embedded) == FILES

    asyncio.run(main())


async def _held(bench: Bench, source: str, held: list[Hold | None], waits: asyncio.Event) -> None:
    async with aclosing(bench.library.build((source,), BuildOptions())) as events:
        async for event in events:
            if isinstance(event, BuildHeld):
                held.append(event.why)
                waits.set()


def test_on_a_battery_a_long_build_waits_until_the_user_says_otherwise(shelf: Shelf, pages: Path) -> None:
    async def main() -> None:
        async with shelf.open() as bench:
            source = (await bench.library.add(str(pages))).source.id
            power = bench.library._parts.power
            power._read = lambda: True
            control = BuildControl(saves_power=True)
            held: list[Hold | None] = []

            def seen(event: BuildEvent) -> None:
                if isinstance(event, BuildHeld):
                    held.append(event.why)
                    if event.why is Hold.BATTERY:
                        control.spend_power()

            await watched(bench, source, control=control, seen=seen)
            assert held == [Hold.BATTERY, None]
            (pages / "00.md").write_text("One page has changed, and nothing waits for the mains for that.", "utf-8")
            short = await watched(bench, source, control=BuildControl(saves_power=True), seen=seen)
            assert not [event for event in short if isinstance(event, BuildHeld)]

    asyncio.run(main())


def test_a_failing_source_stops_no_other(shelf: Shelf, pages: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    (gone / "a.md").write_text("It is here for a while only, and then it is not here any more.", "utf-8")

    async def main() -> None:
        async with shelf.open() as bench:
            first = (await bench.library.add(str(gone))).source.id
            second = (await bench.library.add(str(pages))).source.id
            (gone / "a.md").unlink()
            gone.rmdir()
            events = await bench.events(first, second)
            reports = {event.report.source: event.report for event in events if isinstance(event, BuildFinished)}
            assert reports[first].state is SourceState.FAILED
            assert reports[second].state is SourceState.READY
            assert reports[second].documents == FILES

    asyncio.run(main())
