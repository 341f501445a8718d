"""Whatever is done to files, models, builds and the store, in any order: after a whole build the library is the folder.

The real manifest, converter and services stand on a store in memory, which can be made to fail at any call.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import aclosing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import ChunkSettings, FileState, SourceState
from gangdan_gui.domain.errors import NoPrevious, WorkerDied
from gangdan_gui.domain.events import BuildFinished
from gangdan_gui.domain.ports import DISTANCE_ERROR, VectorRow
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import EmbedderIdentity, cosine_distance
from gangdan_gui.services.integrity.mending import withdraw
from gangdan_gui.services.library.library import Library
from gangdan_gui.services.requests import BuildOptions, SearchOptions, Services
from tests.faults.desk import Desk
from tests.memory_store import MemoryStore
from tests.stand_ins import HashEmbedder

NAMES = st.sampled_from(["a.md", "B.md", "第一课.md", "unit 1/a.md", "unit 1/c.txt", "unit 2/深/d.md"])
SENTENCES = ("Rain falls on the hills.", "雨落在山上，流进小溪。", "A pulley turns.", "Short.", "Tides rise at noon.",
             "Copper carries current well, and rubber does not carry any.")  # fmt: skip
TEXTS = st.lists(st.sampled_from(SENTENCES), min_size=0, max_size=60)
CHUNKINGS = st.sampled_from(
    [ChunkSettings(), ChunkSettings(size=120, overlap=30, minimum=20), ChunkSettings(size=90, overlap=0, minimum=0)]
)
MODELS = ("builtin", "ollama:other")


class FailingStore(MemoryStore):
    """Its process dies at a call: before or after what it was asked for is done."""

    def __init__(self) -> None:
        super().__init__()
        self.calls_left: int | None = None
        self.after = False

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in ("ensure", "add", "delete", "count", "ids", "drop"):
            return found

        async def call(*arguments: Any) -> Any:
            if self.calls_left is None:
                return await found(*arguments)
            self.calls_left -= 1
            if self.calls_left >= 0:
                return await found(*arguments)
            if self.after and self.calls_left == -1:
                await found(*arguments)
            raise WorkerDied(worker="chroma", code="-9")

        return call


class Model(HashEmbedder):
    """One of two models with vectors of other lengths."""

    def __init__(self, label: str) -> None:
        super().__init__(32 + 16 * MODELS.index(label))
        self._identity = EmbedderIdentity(label, label, label, self._identity.dimension)


class Bench:
    """One library for all examples: each has a folder and a source of its own."""

    def __init__(self, runner: asyncio.Runner, place: Path) -> None:
        self.runner = runner
        self.place = place
        self.store = FailingStore()
        self._entered: Any = None
        self.number = 0
        self.restart()

    def restart(self) -> None:
        """Close the library and open it again."""
        self.close()
        replaced = Replaced(Model, self.store)
        self._entered = open_application(self.place / "home", "test", replaced=replaced)
        application = self.runner.run(self._entered.__aenter__())
        library = application.services.library
        assert isinstance(library, Library)
        self.services: Services = application.services
        self.desk = Desk(application.services, library._parts, HashEmbedder())

    def close(self) -> None:
        """Close the library."""
        if self._entered is not None:
            self.runner.run(self._entered.__aexit__(None, None, None))
            self._entered = None

    def new_source(self) -> tuple[Path, str]:
        """An empty folder but for one document, and the source that it is."""
        self.number += 1
        folder = self.place / f"folder {self.number}"
        folder.mkdir()
        (folder / "always.md").write_text("What is always there is this sentence about nothing at all.", "utf-8")
        return folder, self.runner.run(self.services.library.add(str(folder))).source.id


def machine(bench: Bench) -> type[RuleBasedStateMachine]:
    class States(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            bench.store.calls_left = None
            self.folder, self.source = bench.new_source()
            self.options: dict[str, Any] = {}
            self.restarted = False

        # the folder

        @rule(name=NAMES, text=TEXTS)
        def write(self, name: str, text: list[str]) -> None:
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n\n".join(text), "utf-8")

        @rule(name=NAMES, other=NAMES)
        def rename(self, name: str, other: str) -> None:
            if name != other and (self.folder / name).exists():
                (self.folder / other).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / name).replace(self.folder / other)

        @rule(name=NAMES)
        def delete(self, name: str) -> None:
            (self.folder / name).unlink(missing_ok=True)

        @rule()
        def delete_a_folder(self) -> None:
            shutil.rmtree(self.folder / "unit 1", ignore_errors=True)

        # how it is built

        @rule(model=st.sampled_from(MODELS))
        def change_model(self, model: str) -> None:
            self.options["embedder"] = model

        @rule(chunking=CHUNKINGS)
        def change_chunking(self, chunking: ChunkSettings) -> None:
            self.options["chunking"] = chunking

        @rule(keep=st.booleans())
        def keep_previous(self, keep: bool) -> None:
            self.options["keep_previous"] = keep

        # what goes wrong

        @rule(events=st.integers(0, 25))
        def stop_a_build(self, events: int) -> None:
            bench.runner.run(self._build(stop_after=events))

        @rule(calls=st.integers(0, 12), after=st.booleans())
        def let_the_store_die_in_a_build(self, calls: int, after: bool) -> None:
            bench.store.calls_left, bench.store.after = calls, after
            bench.runner.run(self._build())
            bench.store.calls_left = None

        @rule(every=st.integers(1, 3))
        def lose_rows(self, every: int) -> None:
            for rows in bench.store.collections.values():
                for id_ in list(rows)[::every]:
                    del rows[id_]

        @rule()
        def add_strange_rows(self) -> None:
            for rows in bench.store.collections.values():
                some = next(iter(rows.values()), None)
                if some is not None:
                    rows["strange"] = VectorRow("strange", some.vector, "strange", {})

        @rule()
        def lose_the_store(self) -> None:
            bench.store.collections.clear()

        @precondition(lambda self: not self.restarted)
        @rule()
        def restart(self) -> None:
            self.restarted = True
            bench.restart()

        @rule()
        def repair(self) -> None:
            bench.runner.run(bench.desk.repair())
            assert bench.runner.run(bench.desk.contradictions()) == []

        @rule()
        def go_back(self) -> None:
            with suppress(NoPrevious):
                bench.runner.run(bench.services.generations.go_back(self.source))

        @rule(place=st.integers(0, 20))
        def take_a_chunk_out(self, place: int) -> None:
            bench.runner.run(self._take_out(place))

        @rule()
        def throw_away_and_restore(self) -> None:
            bench.runner.run(bench.services.library.remove(self.source))
            bench.runner.run(bench.services.library.restore(self.source))

        # what must be true

        @rule()
        def build(self) -> None:
            bench.runner.run(self._build_and_check())

        @rule(text=st.sampled_from(SENTENCES))
        def search(self, text: str) -> None:
            bench.runner.run(self._search(text))

        def teardown(self) -> None:
            bench.store.calls_left = None
            bench.runner.run(self._build_and_check())
            bench.runner.run(bench.services.library.remove(self.source))

        async def _build(self, stop_after: int | None = None) -> None:
            left = stop_after
            async with aclosing(bench.services.library.build([self.source], BuildOptions(**self.options))) as events:
                async for _ in events:
                    if left is not None:
                        left -= 1
                        if left < 0:
                            break

        async def _take_out(self, place: int) -> None:
            if (live := await bench.desk.parts.manifest.generations.live(self.source)) is not None:
                ids = sorted(await bench.desk.parts.manifest.documents.live_ids(live))
                await withdraw(bench.desk.parts, live, ids[place : place + 1])

        async def _compare_memory(self) -> None:
            """What is in memory is what answers, each row once and with its vector."""
            manifest = bench.desk.parts.manifest
            live = await manifest.generations.live(self.source)
            if live is None:
                return
            await manifest.memory.read([live])
            rows = await manifest.documents.rows(live, list(await manifest.documents.live_ids(live)))
            vectors = await manifest.vectors.get(live.identity, [text for _, text in rows])
            asked = (await Model(live.identity.label).embed_question(SENTENCES[0])).row(0)
            near = await manifest.memory.nearest(live, asked, len(rows) + 9, await manifest.changes())
            assert near is not None
            far = {
                id_: cosine_distance(asked, vector) for (id_, _), vector in zip(rows, vectors, strict=True) if vector
            }
            assert sorted(one.id for one in near) == sorted(far)
            assert all(abs(one.distance - far[one.id]) < DISTANCE_ERROR for one in near)

        async def _search(self, text: str) -> None:
            """Old or new, what is found is found once, and in the library."""
            record = await bench.desk.parts.manifest.sources.get(self.source)
            if record.live is None or not record.chunks:
                return
            result = await bench.services.assistant.search(text, SearchOptions((self.source,)))
            live = {(path, one) for _, path, one in await bench.desk.texts()}
            assert all(any(path == p.path for path, _ in live) for p in result.passages)
            places = [(passage.path, passage.start) for passage in result.passages]
            assert len(set(places)) == len(places)
            await self._compare_memory()

        async def _build_and_check(self) -> None:
            (report,) = [event.report for event in await bench.desk.events(
                self.source, options=BuildOptions(**self.options)) if isinstance(event, BuildFinished)
                and event.report.source == self.source]  # fmt: skip
            assert (report.state, report.failed) == (SourceState.READY, 0)
            manifest = bench.desk.parts.manifest
            generation = await bench.desk.generation(self.source)
            if "embedder" in self.options:
                assert generation.identity.label == self.options["embedder"]
            if "chunking" in self.options:
                assert generation.chunking == self.options["chunking"]
            assert await manifest.generations.building(self.source) is None
            files = {file.relative_to(self.folder).as_posix(): file for file in self.folder.rglob("*")
                     if file.is_file()}  # fmt: skip
            documents = await manifest.documents.all(generation)
            assert set(documents) == set(files)
            ids: list[str] = []
            wanted: list[str] = []
            for path, document in documents.items():
                if document.state is not FileState.READY:
                    text = files[path].read_text("utf-8").strip()
                    assert document.reason is not None
                    assert not text or document.reason == Reason("all-too-short", str(len("".join(text.split()))))
                    assert len(text) < max(1, generation.chunking.minimum)
                    continue
                text = (await bench.services.library.document(self.source, path)).text
                assert text.split() == files[path].read_text("utf-8").split()
                chunks = await manifest.documents.chunks(generation, path)
                ids += [chunk.id for chunk in chunks]
                wanted += [id_ for chunk in chunks for id_, _ in chunk.rows]
                covered: set[int] = set()
                for chunk in chunks:
                    assert chunk.text == text[chunk.start : chunk.end]
                    covered.update(range(chunk.start, chunk.end))
                missed = [at for at in range(len(text)) if at not in covered and not text[at].isspace()]
                assert len(missed) <= document.dropped_characters
                assert bool(missed) <= bool(document.dropped)
            assert len(set(ids)) == len(ids) == report.chunks_total
            assert report.dropped == sum(document.dropped for document in documents.values())
            rows = bench.store.collections[generation.collection]
            assert sorted(rows) == sorted(wanted)
            assert all(len(row.vector) == 4 * generation.identity.dimension for row in rows.values())
            assert [one for one in await bench.desk.contradictions() if one.startswith(f"{self.source}:")] == []
            await self._compare_memory()

    return States


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    with tempfile.TemporaryDirectory() as place, asyncio.Runner() as runner:
        made = Bench(runner, Path(place))
        try:
            yield made
        finally:
            with suppress(RuntimeError):
                made.close()


def run(bench: Bench, *, examples: int, steps: int, derandomize: bool) -> None:
    run_state_machine_as_test(
        machine(bench),
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=derandomize, database=None,
            suppress_health_check=list(HealthCheck), phases=[Phase.generate], print_blob=True,
        ),
    )  # fmt: skip


def test_any_order_of_things_leaves_the_folder_in_the_library(bench: Bench) -> None:
    run(bench, examples=8, steps=10, derandomize=True)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_orders_of_things(bench: Bench) -> None:
    run(bench, examples=60, steps=25, derandomize=False)
