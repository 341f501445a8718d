"""What the library remembers, and that it changes at one moment."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.documents import Chunk, ChunkSettings, FileState, Source, SourceKind, SourceState, chunk_id
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.records import Counts, DocumentChange, DocumentRecord, Generation, Role, SourceStanding

T = TypeVar("T")
Run = Callable[[Callable[[Manifest], Awaitable[T]]], T]

_KILLED = """
import asyncio, os, sys
from pathlib import Path
from gangdan_gui.storing.database import Database

def half(connection):
    assert connection.execute("DELETE FROM documents WHERE generation = ?", (int(sys.argv[2]),)).rowcount == 2
    os._exit(9)

asyncio.run(Database(Path(sys.argv[1]) / "library.sqlite3").write(half))
"""

Step = dict[str, list[str] | None]
"""New texts of documents, or None for one that goes."""
steps = st.dictionaries(st.sampled_from("abc"), st.none() | st.lists(st.sampled_from("xyz"), max_size=3))

IDENTITY = EmbedderIdentity("builtin", "m", "digest", 3, "scheme")
STANDING = SourceStanding(SourceState.STALE, (Problem("a.md", "fetch", Reason("gone")),), 5)
CHUNKING = ChunkSettings(size=100, overlap=10, minimum=5)


def source(name: str = "s", **facts: str) -> Source:
    return Source(
        name, facts.get("title", name), SourceKind.LOCAL, ("/a b", "/数据"), ("*.md",), ("x/**",), "zh", "MIT", "d"
    )


def record(path: str, **facts: object) -> DocumentRecord:
    return replace(DocumentRecord(path, "00", 1, 2.5, FileState.READY), **facts)  # type: ignore[arg-type]


def change(path: str, *texts: str, name: str = "s", **facts: object) -> DocumentChange:
    chunks = tuple(
        Chunk(chunk_id(name, path, n, text), name, path, n, ("标题", "b"), n * 10, n * 10 + len(text), text, "zh")
        for n, text in enumerate(texts)
    )
    return DocumentChange(record(path, **facts), chunks)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def run(home: Path) -> Run[object]:
    """Run a coroutine function on a freshly opened manifest of the same home."""

    def call(work: Callable[[Manifest], Awaitable[T]]) -> T:
        async def opened() -> T:
            manifest = Manifest(home)
            try:
                return await work(manifest)
            finally:
                await manifest.close()

        return asyncio.run(opened())

    return call  # type: ignore[return-value]


async def begun(manifest: Manifest, name: str = "s") -> Generation:
    await manifest.sources.put(source(name))
    return await manifest.generations.begin(name, IDENTITY, CHUNKING)


class TestSources:
    def test_every_fact_survives_a_restart(self, run: Run[object], home: Path) -> None:
        problems = (Problem("a.md", "convert", Reason("empty", "x")), Problem("", "store", Reason("store-failed")))

        async def put(manifest: Manifest) -> None:
            await manifest.sources.put(source())
            await manifest.sources.set_state("s", SourceState.PARTIAL)
            await manifest.sources.set_problems("s", problems)

        run(put)
        found = run(lambda manifest: manifest.sources.get("s"))
        assert found.source == source()  # type: ignore[attr-defined]
        assert found.state is SourceState.PARTIAL  # type: ignore[attr-defined]
        assert found.problems == problems  # type: ignore[attr-defined]

    def test_they_come_in_the_order_they_were_added_and_keep_place_and_state_when_changed(
        self, run: Run[object]
    ) -> None:
        async def work(manifest: Manifest) -> list[tuple[str, str, SourceState]]:
            for name in ("z", "a", "机器学习"):
                await manifest.sources.put(source(name))
            await manifest.sources.set_state("z", SourceState.READY)
            await manifest.sources.put(source("z", title="new"))
            return [(r.source.id, r.source.title, r.state) for r in await manifest.sources.all()]

        assert run(work) == [
            ("z", "new", SourceState.READY), ("a", "a", SourceState.NEW), ("机器学习", "机器学习", SourceState.NEW),
        ]  # fmt: skip

    def test_the_trash_keeps_everything_until_it_is_emptied(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            await manifest.generations.make_live(generation)
            await manifest.documents.replace(generation, [change("a.md", "one", "two")])
            before = await manifest.sources.get("s")
            await manifest.sources.trash("s", "2026-01-02T03:04:05+00:00")
            assert await manifest.sources.all() == ()
            assert [r.removed_at for r in await manifest.sources.trashed()] == ["2026-01-02T03:04:05+00:00"]
            with pytest.raises(UnknownSource):
                await manifest.sources.present("s")
            await manifest.sources.restore("s")
            assert await manifest.sources.present("s") == before
            assert await manifest.sources.all() == (before,)
            assert before.chunks == 2
            assert await manifest.sources.purge("s") == (generation.collection,)
            assert await manifest.sources.all() == ()
            assert await manifest.documents.live_ids(generation) == frozenset()
            assert await manifest.generations.collections() == frozenset()
            assert await manifest.sources.purge("s") == ()

        run(work)

    @pytest.mark.parametrize("name", ["trash", "restore", "set_state", "set_problems", "get"])
    def test_an_unknown_source_is_told(self, run: Run[object], name: str) -> None:
        async def work(manifest: Manifest) -> None:
            more: dict[str, tuple[object, ...]] = {
                "trash": ("now",), "set_state": (SourceState.READY,), "set_problems": ((),),
            }  # fmt: skip
            await getattr(manifest.sources, name)("nobody", *more.get(name, ()))

        with pytest.raises(UnknownSource) as caught:
            run(work)
        assert caught.value.facts == {"source": "nobody"}

    def test_counts_are_those_of_the_live_generation(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            old = await begun(manifest)
            await manifest.generations.make_live(old)
            failed = replace(change("bad.md"), record=record("bad.md", state=FileState.FAILED))
            await manifest.documents.replace(old, [change("a.md", "one", "two"), change("b.md", "three"), failed])
            new = await manifest.generations.begin("s", IDENTITY, ChunkSettings(size=7))
            await manifest.documents.replace(new, [change("a.md", *"abcdef")])
            await manifest.sources.put(source("other"))
            first, other = await manifest.sources.all()
            assert (first.live, first.documents, first.chunks) == (replace(old, role=Role.LIVE), 2, 3)
            assert (other.live, other.documents, other.chunks) == (None, 0, 0)
            assert await manifest.documents.counts(old) == Counts(3, 2, 3, 3)

        run(work)


class TestGenerations:
    def test_one_lives_while_the_next_is_built_and_they_change_places_at_one_moment(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            first = await begun(manifest)
            assert (first.identity, first.chunking, first.live) == (IDENTITY, CHUNKING, False)
            assert await manifest.generations.live("s") is None
            assert await manifest.generations.make_live(first) is None
            assert await manifest.generations.make_live(first) is None
            await manifest.documents.replace(first, [change("a.md", "old")])

            second = await manifest.generations.begin("s", replace(IDENTITY, digest="other"), CHUNKING)
            await manifest.documents.replace(second, [change("a.md", "new")])
            assert await manifest.generations.live("s") == replace(first, role=Role.LIVE)
            assert await manifest.generations.building("s") == second
            assert await manifest.generations.collections() == {first.collection, second.collection}

            assert await manifest.generations.make_live(second) == replace(first, role=Role.LIVE)
            assert await manifest.generations.live("s") == replace(second, role=Role.LIVE)
            assert await manifest.generations.building("s") is None
            assert await manifest.documents.all(first) == {}
            assert await manifest.documents.live_ids(first) == frozenset()
            assert len(await manifest.documents.live_ids(second)) == 1

        run(work)

    def test_a_second_one_is_not_begun_beside_one_that_is_being_built(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            with pytest.raises(ValueError, match="being built"):
                await manifest.generations.begin("s", IDENTITY, CHUNKING)
            await manifest.generations.drop(generation)
            await manifest.generations.drop(generation)
            again = await manifest.generations.begin("s", IDENTITY, CHUNKING)
            assert again.number > generation.number
            assert again.collection != generation.collection

        run(work)

    def test_one_that_is_kept_changes_places_and_gives_way_to_the_next_one_that_is_kept(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            first = await begun(manifest)
            await manifest.generations.make_live(first)
            await manifest.documents.replace(first, [change("a.md", "one", "two", markdown="a~1.md")])
            second = await manifest.generations.begin("s", IDENTITY, ChunkSettings(size=7), keeps=True)
            await manifest.documents.replace(second, [change("a.md", "three", markdown="a~2.md")])
            assert await manifest.generations.make_live(second) is None
            assert await manifest.generations.previous("s") == replace(first, role=Role.PREVIOUS)
            assert (await manifest.sources.get("s")).live == replace(second, role=Role.LIVE)
            assert await manifest.documents.markdown_names("s") == {"a~1.md", "a~2.md"}
            found = await manifest.generations.of("s")
            assert {role: counts for role, (_, counts) in found.items()} == {
                Role.LIVE: Counts(1, 1, 1, 1),
                Role.PREVIOUS: Counts(1, 1, 2, 2),
            }

            assert await manifest.generations.go_back("s", STANDING) == replace(first, role=Role.LIVE)
            now = await manifest.sources.get("s")
            assert now.chunks == 2
            assert SourceStanding(now.state, now.problems, now.expected) == STANDING
            assert await manifest.generations.previous("s") == replace(second, role=Role.PREVIOUS)

            third = await manifest.generations.begin("s", IDENTITY, ChunkSettings(size=9), keeps=True)
            assert await manifest.generations.make_live(third) == replace(second, role=Role.PREVIOUS)
            assert await manifest.generations.collections() == {first.collection, third.collection}
            fourth = await manifest.generations.begin("s", IDENTITY, ChunkSettings(size=11))
            assert await manifest.generations.make_live(fourth) == replace(third, role=Role.LIVE)
            assert await manifest.generations.previous("s") == replace(first, role=Role.PREVIOUS)

        run(work)

    def test_without_one_that_was_kept_nothing_changes_places(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            first = await begun(manifest)
            assert await manifest.generations.make_live(replace(first, keeps=True)) is None
            assert await manifest.generations.go_back("s", STANDING) is None
            assert await manifest.generations.live("s") == replace(first, role=Role.LIVE)

        run(work)

    def test_a_dropped_one_does_not_become_live_and_the_old_one_stays(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            old = await begun(manifest)
            await manifest.generations.make_live(old)
            new = await manifest.generations.begin("s", IDENTITY, CHUNKING)
            await manifest.generations.drop(new)
            with pytest.raises(ValueError, match="gone"):
                await manifest.generations.make_live(new)
            assert await manifest.generations.live("s") == replace(old, role=Role.LIVE)

        run(work)

    def test_a_removed_and_added_source_never_meets_its_old_collection(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            before = await begun(manifest)
            await manifest.sources.purge("s")
            assert (await begun(manifest)).collection != before.collection

        run(work)


class TestDocuments:
    def test_every_fact_survives_a_restart(self, run: Run[object]) -> None:
        said = DocumentRecord(
            "数据/a.md", "ff" * 32, 12345678901, 1700000000.25, FileState.FAILED, "标题", "zh", "gb18030", "https://x/",
            "7", "a~1.md", Reason("binary", "d"), (Reason("one", "1"), Reason("two")), 3, 44, 2,
        )  # fmt: skip

        async def put(manifest: Manifest) -> Generation:
            generation = await begun(manifest)
            wanted = change("数据/a.md", "一", "二")
            await manifest.documents.replace(generation, [replace(wanted, record=said)])
            assert await manifest.documents.chunks(generation, "数据/a.md") == wanted.chunks
            assert await manifest.documents.get(generation, "b") is None
            return generation

        generation = run(put)
        assert isinstance(generation, Generation)
        assert run(lambda manifest: manifest.documents.get(generation, "数据/a.md")) == said
        assert run(lambda manifest: manifest.documents.all(generation)) == {"数据/a.md": said}

    def test_an_edited_document_leaves_no_old_chunk_and_keeps_what_did_not_change(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            old = change("a.md", "same", "old", "older")
            other = change("b.md", "other")
            assert await manifest.documents.replace(generation, [old, other]) == ()
            new = change("a.md", "same", "new")
            gone = await manifest.documents.replace(generation, [new])
            assert set(gone) == {old.chunks[1].id, old.chunks[2].id}
            assert await manifest.documents.live_ids(generation) == {
                new.chunks[0].id, new.chunks[1].id, other.chunks[0].id,
            }  # fmt: skip
            assert await manifest.documents.chunks(generation, "a.md") == new.chunks
            assert await manifest.documents.replace(generation, [new]) == ()

        run(work)

    def test_a_removed_or_failed_document_no_longer_answers(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            documents = [change(path, path) for path in ("a", "b", "c")]
            await manifest.documents.replace(generation, documents)
            ids = [document.chunks[0].id for document in documents]
            assert await manifest.documents.remove(generation, ["a", "nobody"]) == (ids[0],)
            failed = DocumentChange(record("b", state=FileState.FAILED, reason=Reason("empty")))
            assert await manifest.documents.replace(generation, [failed]) == (ids[1],)
            assert set(await manifest.documents.by_id(generation, ids)) == {ids[2]}
            assert (await manifest.documents.all(generation))["b"].chunks == 0

        run(work)

    def test_many_documents_change_together_or_not_at_all(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            await manifest.documents.replace(generation, [change("a", "old")])
            before = await manifest.documents.live_ids(generation)
            twice = change("b", "x")
            with pytest.raises(Exception, match="UNIQUE"):
                await manifest.documents.replace(generation, [change("a", "new"), twice, twice])
            assert await manifest.documents.live_ids(generation) == before

        run(work)

    def test_chunks_are_found_with_title_and_address_in_their_own_generation_only(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            wanted = change("a", "text", title="Title", url="https://x/")
            await manifest.documents.replace(generation, [wanted])
            id_ = wanted.chunks[0].id
            found = await manifest.documents.by_id(generation, [id_, "unknown", id_])
            assert (found[id_].chunk, found[id_].title, found[id_].url) == (wanted.chunks[0], "Title", "https://x/")
            assert len(found) == 1
            other = await begun(manifest, "t")
            assert await manifest.documents.by_id(other, [id_]) == {}

        run(work)

    def test_what_is_said_of_a_document_can_change_while_its_chunks_stay(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            await manifest.documents.replace(generation, [change("a", "one", "two")])
            await manifest.documents.update(generation, [record("a", modified=9.0), record("nobody")])
            assert await manifest.documents.all(generation) == {"a": record("a", modified=9.0, chunks=2)}
            assert len(await manifest.documents.chunks(generation, "a")) == 2

        run(work)

    def test_markdown_names_are_those_of_all_generations_of_a_source(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            live = await begun(manifest)
            await manifest.generations.make_live(live)
            await manifest.documents.replace(live, [change("a", markdown="a~1.md"), change("none")])
            building = await manifest.generations.begin("s", IDENTITY, CHUNKING)
            await manifest.documents.replace(building, [change("a", markdown="a~2.md")])
            other = await begun(manifest, "t")
            await manifest.documents.replace(other, [change("a", name="t", markdown="a~3.md")])
            assert await manifest.documents.markdown_names("s") == {"a~1.md", "a~2.md"}

        run(work)

    @given(st.lists(steps, max_size=6))
    @settings(max_examples=25, deadline=None)
    def test_any_order_of_changes_leaves_what_it_leaves_in_a_dict(self, changes: list[Step]) -> None:
        async def work() -> None:
            with tempfile.TemporaryDirectory() as folder:
                manifest = Manifest(Path(folder))
                generation = await begun(manifest)
                model: dict[str, tuple[Chunk, ...]] = {}
                for step in changes:
                    before = {chunk.id for chunks in model.values() for chunk in chunks}
                    new = [change(path, *texts) for path, texts in step.items() if texts is not None]
                    removed = [path for path, texts in step.items() if texts is None]
                    gone = {
                        *await manifest.documents.replace(generation, new),
                        *await manifest.documents.remove(generation, removed),
                    }
                    model |= {one.record.path: one.chunks for one in new}
                    model = {path: chunks for path, chunks in model.items() if path not in removed}
                    after = {chunk.id: chunk for chunks in model.values() for chunk in chunks}
                    assert gone == before - set(after)
                    assert await manifest.documents.live_ids(generation) == set(after)
                    found = await manifest.documents.by_id(generation, [*before, *after])
                    assert {id_: one.chunk for id_, one in found.items()} == after
                await manifest.close()

        asyncio.run(work())

    def test_a_process_that_ends_in_the_middle_of_a_change_leaves_what_was_there(
        self, run: Run[object], home: Path
    ) -> None:
        async def put(manifest: Manifest) -> Generation:
            generation = await begun(manifest)
            await manifest.documents.replace(generation, [change("a.md", "one", "two"), change("b.md", "three")])
            return generation

        generation = run(put)
        assert isinstance(generation, Generation)
        before = run(lambda manifest: manifest.documents.all(generation))
        root = Path(__file__).parents[2]
        environment = {**os.environ, "PYTHONPATH": str(root)}
        ended = subprocess.run(
            [sys.executable, "-c", _KILLED, str(home), str(generation.number)], env=environment, check=False
        )
        assert ended.returncode == 9
        assert run(lambda manifest: manifest.documents.all(generation)) == before
        assert len(run(lambda manifest: manifest.documents.live_ids(generation))) == 3  # type: ignore[arg-type]

    def test_more_rows_than_sqlite_has_variables(self, run: Run[object]) -> None:
        async def work(manifest: Manifest) -> None:
            generation = await begun(manifest)
            changes = [change(f"{n}.md", *(f"{n} {m}" for m in range(20))) for n in range(2000)]
            await manifest.documents.replace(generation, changes)
            ids = [chunk.id for document in changes for chunk in document.chunks]
            assert len(ids) == 40_000
            assert await manifest.documents.live_ids(generation) == frozenset(ids)
            assert len(await manifest.documents.by_id(generation, ids)) == 40_000
            assert await manifest.documents.counts(generation) == Counts(2000, 2000, 40_000, 40_000)
            assert set(await manifest.documents.remove(generation, [f"{n}.md" for n in range(2000)])) == set(ids)
            assert await manifest.documents.counts(generation) == Counts(0, 0, 0, 0)

        run(work)


class TestVectors:
    def test_what_was_kept_is_found_after_a_restart(self, run: Run[object]) -> None:
        vectors = Vectors.of([[1, 2, 3], [4, 5, 6]])
        run(lambda manifest: manifest.vectors.keep(IDENTITY, ["一", "two"], vectors))
        found = run(lambda manifest: manifest.vectors.get(IDENTITY, ["two", "three", "一", "two"]))
        assert found == [vectors.row(1), None, vectors.row(0), vectors.row(1)]

    @pytest.mark.parametrize(
        "other",
        [replace(IDENTITY, digest="new"), replace(IDENTITY, prefix_scheme="new"), replace(IDENTITY, dimension=4)],
    )
    def test_another_embedder_finds_nothing(self, run: Run[object], other: EmbedderIdentity) -> None:
        run(lambda manifest: manifest.vectors.keep(IDENTITY, ["a"], Vectors.of([[1, 2, 3]])))
        assert run(lambda manifest: manifest.vectors.get(other, ["a"])) == [None]

    def test_the_same_weights_under_another_name_find_it(self, run: Run[object]) -> None:
        run(lambda manifest: manifest.vectors.keep(IDENTITY, ["a"], Vectors.of([[1, 2, 3]])))
        renamed = replace(IDENTITY, label="ollama:x", model="x")
        assert run(lambda manifest: manifest.vectors.get(renamed, ["a"])) != [None]

    def test_a_new_vector_takes_the_place_of_the_old_one(self, run: Run[object]) -> None:
        for row in ([1, 2, 3], [7, 8, 9]):
            run(lambda manifest, row=row: manifest.vectors.keep(IDENTITY, ["a"], Vectors.of([row])))  # type: ignore[misc]
        assert run(lambda manifest: manifest.vectors.get(IDENTITY, ["a"])) == [Vectors.of([[7, 8, 9]]).row(0)]

    @pytest.mark.parametrize("rows", [[], [[1, 2, 3], [1, 2, 3]], [[1, 2]]])
    def test_vectors_that_do_not_fit_their_texts_are_refused(self, run: Run[object], rows: list[list[float]]) -> None:
        with pytest.raises(ValueError, match="vectors"):
            run(lambda manifest: manifest.vectors.keep(IDENTITY, ["a"], Vectors.of(rows)))

    def test_many_and_none(self, run: Run[object]) -> None:
        texts = [f"text {n}" for n in range(40_000)]

        async def work(manifest: Manifest) -> None:
            await manifest.vectors.keep(IDENTITY, [], Vectors(0, b""))
            assert await manifest.vectors.get(IDENTITY, []) == []
            await manifest.vectors.keep(IDENTITY, texts, Vectors(3, b"\1" * 12 * len(texts)))
            assert await manifest.vectors.get(IDENTITY, texts) == [b"\1" * 12] * len(texts)

        run(work)
