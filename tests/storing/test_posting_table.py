"""The index of words says of every state of a library what looking through all its texts would say."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gangdan_gui.domain.documents import Chunk, ChunkSettings, FileState, Source, SourceKind, chunk_id
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.retrieving.words import WORDS_VERSION, question_terms
from gangdan_gui.services.building.word_counter import chunk_terms
from gangdan_gui.storing import posting_segments
from gangdan_gui.storing.manifest import FILE_NAME, Manifest
from gangdan_gui.storing.posting_table import WordQuery
from gangdan_gui.storing.records import DocumentChange, DocumentRecord, Generation, WordHit
from tests.storing.plain_bm25 import Place, plain_bm25

IDENTITY = EmbedderIdentity("hash", "m", "d", 2)
EVERY = 10_000


@dataclass
class Shelf:
    """A library of two sources beside what they hold, as plain texts."""

    manifest: Manifest
    generations: dict[str, Generation]
    texts: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    async def put(self, source: str, path: str, texts: Sequence[str], version: str = WORDS_VERSION) -> None:
        """A document; without a version its terms are not known, as in a change that came from elsewhere."""
        terms = replace(chunk_terms(texts), version=version) if version else None
        await self.manifest.documents.replace(self.generations[source], [document(source, path, texts, terms)])
        self.texts[source, path] = list(texts)

    async def remove(self, source: str, path: str) -> None:
        await self.manifest.documents.remove(self.generations[source], [path])
        self.texts.pop((source, path), None)

    async def complete(self) -> None:
        """What a build does at its end, or a search that finds something lacking."""
        for generation in self.generations.values():
            while chunks := await self.manifest.postings.unindexed(generation, WORDS_VERSION, 2):
                await self.manifest.postings.add(generation, chunks, chunk_terms([chunk.text for chunk in chunks]))

    async def tidy(self) -> None:
        for generation in self.generations.values():
            await self.manifest.postings.tidy(generation)

    async def found(self, words: Mapping[str, float], wanted: int = EVERY, language: str = "") -> list[WordHit]:
        query = WordQuery(WORDS_VERSION, words, None, wanted, language)
        hits = await self.manifest.postings.best(query, list(self.generations.values()))
        assert all(isinstance(hit, WordHit) for hit in hits), "something is not indexed"
        return [hit for hit in hits if isinstance(hit, WordHit)]

    @property
    def places(self) -> list[Place]:
        return [
            Place(source, path, ordinal, text)
            for (source, path), texts in sorted(self.texts.items())
            for ordinal, text in enumerate(texts)
        ]


def document(source: str, path: str, texts: Sequence[str], terms: object) -> DocumentChange:
    chunks = tuple(
        Chunk(chunk_id(source, path, ordinal, text), source, path, ordinal, (), ordinal, ordinal + 1, text, "en")
        for ordinal, text in enumerate(texts)
    )
    return DocumentChange(DocumentRecord(path, "hash", 1, 1.0, FileState.READY), chunks, terms)  # type: ignore[arg-type]


@asynccontextmanager
async def shelf_in(home: Path) -> AsyncIterator[Shelf]:
    manifest = Manifest(home)
    try:
        generations = {}
        for name in "ab":
            await manifest.sources.put(Source(name, name.upper(), SourceKind.LOCAL, ("/x",)))
            generations[name] = await manifest.generations.begin(name, IDENTITY, ChunkSettings())
        yield Shelf(manifest, generations)
    finally:
        await manifest.close()


Use = Callable[[Shelf], Awaitable[None]]


@pytest.fixture
def at_shelf(home: Path) -> Callable[[Use], None]:
    def run(use: Use) -> None:
        async def go() -> None:
            async with shelf_in(home) as shelf:
                await use(shelf)

        asyncio.run(go())

    return run


WORDS = ["sun", "moon", "tides", "the", "月球", "潮水", "read_csv"]
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join), max_size=4)
paths = st.sampled_from(["x.md", "y.md", "z.md"])
steps = st.one_of(
    st.tuples(st.just("put"), st.sampled_from("ab"), paths, texts, st.sampled_from([WORDS_VERSION, "", "other"])),
    st.tuples(st.just("remove"), st.sampled_from("ab"), paths),
    st.tuples(st.just("tidy")),
    st.tuples(st.just("reopen")),
)
queries = st.dictionaries(st.sampled_from([*(question_terms(" ".join(WORDS))), "volcano"]), st.sampled_from([1.0, 0.4]))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(steps, queries), min_size=1, max_size=8))
def test_whatever_was_there_before_leaves_no_trace(history: list[tuple[tuple[object, ...], dict[str, float]]]) -> None:
    async def go(home: Path) -> None:
        async with shelf_in(home) as shelf:
            for (what, *arguments), words in history:
                if what == "reopen":
                    await shelf.manifest.close()
                    shelf.manifest = Manifest(home)
                else:
                    await getattr(shelf, str(what))(*arguments)
                await shelf.complete()
                hits = await shelf.found(words)
                wanted = plain_bm25(words, shelf.places)
                assert [(hit.generation.source, hit.path, hit.start, set(hit.terms)) for hit in hits] == [
                    (place.source, place.path, place.ordinal, set(held)) for place, _, held in wanted
                ]
                assert [hit.score for hit in hits] == pytest.approx([score for _, score, _ in wanted], abs=2e-9)
                for source, generation in shelf.generations.items():
                    held = [chunk_terms([place.text]).terms for place in shelf.places if place.source == source]
                    counted = {term: sum(term in one for one in held) for one in held for term in one}
                    assert await shelf.manifest.postings.vocabulary(generation) == counted
            await shelf.manifest.close()

    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as home:
        patch.setattr(posting_segments, "MOST_SEGMENTS", 2)
        patch.setattr(posting_segments, "_FEW_DEAD", 2)
        patch.setattr(posting_segments, "_MERGED_AT_ONCE", 3)
        asyncio.run(go(Path(home)))


def test_the_best_are_taken_from_all_sources_and_equals_by_place(at_shelf: Callable[[Use], None]) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("b", "1.md", ["sun and sand", "sun and sea"])
        await shelf.put("a", "2.md", ["sun and snow"])
        await shelf.put("a", "1.md", ["sun and ice", "sun and   sea", "moon"])
        hits = await shelf.found({"sun": 1.0}, wanted=3)
        assert [(hit.generation.source, hit.path, hit.start) for hit in hits] == [
            ("a", "1.md", 0), ("a", "1.md", 1), ("a", "2.md", 0),
        ]  # fmt: skip
        every = await shelf.found({"sun": 1.0})
        assert [(hit.path, hit.start) for hit in every] == [("1.md", 0), ("1.md", 1), ("2.md", 0), ("1.md", 0)]
        assert await shelf.found({"sun": 1.0}, wanted=0) == []
        assert await shelf.found({}) == []
        assert await shelf.found({"sun": 0.0, "volcano": 1.0}) == []

    at_shelf(use)


def test_only_some_documents_or_one_language_are_looked_in_and_scores_stay(at_shelf: Callable[[Use], None]) -> None:
    async def use(shelf: Shelf) -> None:
        for number in range(4):
            await shelf.put("a", f"{number}.md", [f"sun {number}"])
        scores = {hit.path: hit.score for hit in await shelf.found({"sun": 1.0})}
        generation = shelf.generations["a"]

        async def among(paths: Mapping[int, Sequence[str]], language: str = "") -> dict[str, float]:
            query = WordQuery(WORDS_VERSION, {"sun": 1.0}, paths, EVERY, language)
            hits = await shelf.manifest.postings.best(query, [generation])
            return {hit.path: hit.score for hit in hits if isinstance(hit, WordHit)}

        assert await among({generation.number: ["2.md", "1.md", "none.md"]}) == {
            path: scores[path] for path in ("1.md", "2.md")
        }
        assert await among({generation.number: []}) == {}
        assert await among({}) == await among({}, "en") == scores
        assert await among({}, "zh") == {}

    at_shelf(use)


def test_of_many_the_best_are_taken_as_of_few(at_shelf: Callable[[Use], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangdan_gui.storing.word_search._SAMPLE", 64)

    async def use(shelf: Shelf) -> None:
        for number in range(20):
            await shelf.put(
                "ab"[number % 2], f"{number}.md", [("sun " * (n * 7 % 31) + f"moon x{n}") for n in range(40)]
            )
        every = await shelf.found({"sun": 1.0, "moon": 0.5})
        assert len(every) == 40, "the others say the same"
        for wanted in (1, 3, 17, 39, 40, 41):
            assert await shelf.found({"sun": 1.0, "moon": 0.5}, wanted) == every[:wanted]

    at_shelf(use)


def test_terms_come_with_their_heaviest_first(at_shelf: Callable[[Use], None]) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("a", "1.md", ["sun moon", "sun", "sun tides"])
        (first, *_) = await shelf.found({"sun": 1.0, "moon": 1.0})
        assert first.terms == ("moon", "sun")
        found = {hit.start: hit.terms for hit in await shelf.found({"sun": 1.0, "moon": 0.01})}
        assert found == {0: ("sun", "moon"), 1: ("sun",), 2: ("sun",)}

    at_shelf(use)


def test_what_other_versions_have_indexed_is_lacking_until_it_is_indexed_anew(at_shelf: Callable[[Use], None]) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("a", "1.md", ["sun"], version="0")
        await shelf.put("a", "2.md", ["sun and moon"])
        query, generation = WordQuery(WORDS_VERSION, {"sun": 1.0}, None, 5), shelf.generations["a"]
        assert await shelf.manifest.postings.best(query, [generation]) == [generation]
        assert (await shelf.manifest.generations.building("a")).terms == "0"  # type: ignore[union-attr]
        await shelf.complete()
        assert [hit.path for hit in await shelf.found({"sun": 1.0})] == ["1.md", "2.md"]
        assert (await shelf.manifest.generations.building("a")).terms == WORDS_VERSION  # type: ignore[union-attr]

    at_shelf(use)


def test_a_change_that_is_not_kept_leaves_the_index_as_it_was(at_shelf: Callable[[Use], None]) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("a", "1.md", ["sun"])
        before = await shelf.found({"sun": 1.0, "moon": 1.0})
        twice = [document("a", path, ["moon"], chunk_terms(["moon"])) for path in ("2.md", "2.md")]
        with pytest.raises(sqlite3.IntegrityError):
            await shelf.manifest.documents.replace(shelf.generations["a"], twice)
        assert await shelf.found({"sun": 1.0, "moon": 1.0}) == before
        assert await shelf.manifest.postings.vocabulary(shelf.generations["a"]) == {"sun": 1}
        postings, both = shelf.manifest.postings, list(shelf.generations.values())
        assert await postings.held(["sun", "nowhere"], both) == {"sun"}
        assert await postings.held(["nowhere"] * 2000, both) == frozenset()
        assert await postings.held([], both) == await postings.held(["sun"], []) == frozenset()

    at_shelf(use)


def test_chunks_that_went_while_they_were_counted_are_passed_over(at_shelf: Callable[[Use], None]) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("a", "1.md", ["sun", "moon"], version="")
        generation = shelf.generations["a"]
        chunks = await shelf.manifest.postings.unindexed(generation, WORDS_VERSION, EVERY)
        await shelf.put("a", "1.md", ["tides", "moon"], version="")
        await shelf.manifest.postings.add(generation, chunks, chunk_terms([chunk.text for chunk in chunks]))
        await shelf.manifest.postings.add(generation, chunks, chunk_terms([chunk.text for chunk in chunks]))
        await shelf.complete()
        assert [hit.start for hit in await shelf.found({"sun": 1.0})] == []
        assert [hit.start for hit in await shelf.found({"tide": 1.0, "moon": 1.0})] == [0, 1]

    at_shelf(use)


def test_segments_stay_few_and_what_is_gone_is_swept(at_shelf: Callable[[Use], None], home: Path) -> None:
    async def use(shelf: Shelf) -> None:
        def held() -> tuple[int, int]:
            with closing(sqlite3.connect(home / FILE_NAME)) as connection:
                (found,) = connection.execute("SELECT count(*), sum(length(counts)) FROM postings").fetchall()
            return int(found[0]), int(found[1] or 0)

        for number in range(posting_segments.MOST_SEGMENTS + 2):
            await shelf.put("a", f"{number}.md", ["sun"] * 100)
        assert held() == (2 * (posting_segments.MOST_SEGMENTS + 2), 200 * (posting_segments.MOST_SEGMENTS + 2))
        await shelf.tidy()
        assert held() == (2, 200 * (posting_segments.MOST_SEGMENTS + 2))
        for number in range(posting_segments.MOST_SEGMENTS + 1):
            await shelf.remove("a", f"{number}.md")
        await shelf.tidy()
        assert held() == (2, 200)
        await shelf.manifest.generations.drop(shelf.generations["a"])
        assert held() == (0, 0)

    at_shelf(use)


def test_damage_in_the_index_hides_words_and_nothing_else(at_shelf: Callable[[Use], None], home: Path) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("a", "1.md", ["sun moon", "moon"])
        for slots in (b"\x01\x02\x03", b"\xff\xff\xff\xff\x00\x00\x00\x7f", b"\x00\x00\x00\x00\xff\xff\xff\x7f"):
            with closing(sqlite3.connect(home / FILE_NAME)) as connection, connection:
                connection.execute("UPDATE postings SET slots = ? WHERE term = 'moon'", (slots,))
            assert [hit.start for hit in await shelf.found({"sun": 1.0})] == [0]
            assert {hit.start for hit in await shelf.found({"moon": 1.0})} <= {0}

    at_shelf(use)


def test_a_database_that_was_set_aside_leaves_nothing_behind(at_shelf: Callable[[Use], None]) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("a", "1.md", ["sun"])
        assert len(await shelf.found({"sun": 1.0})) == 1
        await shelf.manifest.set_aside()
        for name in "ab":
            await shelf.manifest.sources.put(Source(name, name.upper(), SourceKind.LOCAL, ("/x",)))
            again = await shelf.manifest.generations.begin(name, IDENTITY, ChunkSettings())
            assert again.number == shelf.generations[name].number
        await shelf.put("a", "2.md", ["sun"])
        assert [hit.path for hit in await shelf.found({"sun": 1.0})] == ["2.md"]

    at_shelf(use)


def test_another_process_is_seen_at_once(at_shelf: Callable[[Use], None], home: Path) -> None:
    async def use(shelf: Shelf) -> None:
        await shelf.put("a", "1.md", ["sun"])
        other = Manifest(home, read_only=True)
        try:
            query, generation = WordQuery(WORDS_VERSION, {"sun": 1.0}, None, 5), shelf.generations["a"]
            assert len(await other.postings.best(query, [generation])) == 1
            await shelf.put("a", "2.md", ["sun and moon"])
            assert len(await other.postings.best(query, [generation])) == 2
            await shelf.remove("a", "1.md")
            assert [hit.path for hit in await other.postings.best(query, [generation]) if isinstance(hit, WordHit)] == [
                "2.md"
            ]
        finally:
            await other.close()

    at_shelf(use)
