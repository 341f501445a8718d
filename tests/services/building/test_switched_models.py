"""A model that is another one by now: vectors of two are never compared, and a question is embedded once for each."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from gangdan_gui import payloads
from gangdan_gui.app import Application, Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import BuildFinished, BuildReport, DocumentDone
from gangdan_gui.domain.ports import Neighbour
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import BuildOptions, SearchOptions
from gangdan_gui.storing import vector_memory
from tests.memory_store import MemoryStore
from tests.ollama_server.models import ServedModel, quick, real, vector
from tests.ollama_server.server import OllamaTestServer

NOMIC = "nomic-embed-text"
OUTDATED = Reason("earlier-weights", NOMIC)
QUESTION = "which cat sleeps by the oven"


def other(dimension: int = 8, name: str = NOMIC) -> ServedModel:
    """The same tag with other weights."""
    return ServedModel(
        name, lambda texts: [vector(f"other {text}", dimension) for text in texts], dimension, digest="ab" * 32
    )


class CountingStore(MemoryStore):
    """Remembers which collections were searched, with vectors of how many bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, int]] = []

    async def query(
        self, collection: str, vector: bytes, count: int, among: Sequence[str] | None = None
    ) -> tuple[Neighbour, ...]:
        self.asked.append((collection, len(vector)))
        return await super().query(collection, vector, count, among)


class Desk:
    """An open library whose models a server has."""

    def __init__(self, application: Application, server: OllamaTestServer, store: CountingStore) -> None:
        self.services, self.server, self.store = application.services, server, store

    async def add(self, folder: Path, **options: object) -> str:
        source = (await self.services.library.add(str(folder))).source.id
        await self.build(source, **options)
        return source

    async def build(self, source: str, **options: object) -> BuildReport:
        async with aclosing(self.services.library.build([source], BuildOptions(**options))) as events:
            (report,) = [event.report async for event in events if isinstance(event, BuildFinished)]
            return report

    async def ask(self, *sources: str) -> tuple[list[str], list[str], list[tuple[str, int]]]:
        """Ask a question: what was embedded for it, the notices' codes, and what was searched by meaning."""
        before = len(self.server.embedded())
        self.store.asked.clear()
        result = await self.services.assistant.search(QUESTION, SearchOptions(sources))
        assert result.passages
        asked = [text for text in self.server.embedded()[before:] if QUESTION in text]
        return asked, [notice.code for notice in result.notices], sorted(set(self.store.asked))

    async def notices(self, source: str) -> tuple[Reason, ...]:
        (found,) = [one for one in await self.services.library.sources() if one.source.id == source]
        return tuple(notice for notice in found.notices if notice.code == OUTDATED.code)

    def vectors(self) -> list[tuple[str, bytes]]:
        """Every text that is stored, with its vector."""
        return [(row.text, row.vector) for rows in self.store.collections.values() for row in rows.values()]


@pytest.fixture(autouse=True)
def by_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the store is asked tells which vectors are compared, so no others are in memory."""
    monkeypatch.setattr(vector_memory, "MOST_BYTES", 0)


@pytest.fixture
def desk(home: Path, ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OLLAMA_HOST", ollama_server.address)
    ollama_server.serve(quick())
    store = CountingStore()

    @asynccontextmanager
    async def opened() -> AsyncIterator[Desk]:
        async with open_application(home, "test", replaced=Replaced(store=store)) as application:
            yield Desk(application, ollama_server, store)

    return opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "documents"
    place.mkdir()
    for number in range(20):
        words = " ".join(f"The cat {number}x{n} sleeps by the oven." for n in range(60))
        (place / f"page{number:02}.md").write_text(words, "utf-8")
    return place


@pytest.mark.parametrize("dimension", [pytest.param(8, marks=pytest.mark.slow), 16])
def test_replaced_weights_are_told_and_not_compared_until_it_is_rebuilt(desk, folder: Path, dimension: int) -> None:
    async def main() -> None:
        async with desk() as table:
            source = await table.add(folder)
            assert await table.ask(source) == ([f"search_query: {QUESTION}"], [], [(*table.store.collections, 32)])
            assert await table.notices(source) == ()
            table.server.serve(other(dimension))
            assert await table.ask(source) == ([], ["embedder-changed"], [])
            assert await table.notices(source) == (OUTDATED,)
        async with desk() as table:
            assert (await table.services.doctor.glance()).state == "ok"
            assert await table.notices(source) == (OUTDATED,), "known without a question, and without loading a model"
            before = set(table.store.collections)
            report = await table.build(source, keep_previous=True)
            assert report.embedded == report.chunks_total
            assert await table.notices(source) == ()
            (new,) = set(table.store.collections) - before
            assert await table.ask(source) == ([f"search_query: {QUESTION}"], [], [(new, 4 * dimension)])
            for row in table.store.collections[new].values():
                wanted = vector(f"other search_document: {row.text}", dimension)
                assert struct.unpack(f"{dimension}f", row.vector) == pytest.approx(wanted, abs=1e-6)
            await table.services.generations.go_back(source)
            assert await table.notices(source) == (OUTDATED,)
            assert await table.ask(source) == ([], ["embedder-changed"], [])

    asyncio.run(main())


@pytest.mark.slow
def test_a_real_model_that_is_replaced_under_its_name_answers_by_words_and_then_again_by_meaning(
    desk, folder: Path
) -> None:
    (folder / "cooking.md").write_text(
        "Simmer the onions in butter until they are golden, then add the stock.", "utf-8"
    )
    question = SearchOptions(count=1)

    async def main() -> None:
        async with desk() as table:
            table.server.serve(real())
            source = await table.add(folder)
            assistant = table.services.assistant
            (found,) = (await assistant.search("how is a soup made", question)).passages
            assert found.path == "cooking.md"
            assert found.distance is not None
            table.server.serve(quick(dimension=512, digest="ef" * 32))
            result = await assistant.search("golden onions", question)
            assert [notice.code for notice in result.notices] == ["embedder-changed"]
            assert (result.passages[0].path, result.passages[0].distance) == ("cooking.md", None)
            table.server.serve(real())
            assert (await assistant.search("how is a soup made", question)).notices == (), "it is what it was again"
            assert await table.notices(source) == ()

    asyncio.run(main())


@pytest.mark.slow
def test_another_prefix_scheme_is_another_embedder(desk, folder: Path) -> None:
    async def main() -> None:
        async with desk() as table:
            table.server.serve(quick("mine", digest="cd" * 32, family="nomic-bert"))
            source = await table.add(folder, embedder="ollama:mine")
        # What Ollama says of the same weights is read anew when the program starts.
        async with desk() as table:
            table.server.serve(quick("mine", digest="cd" * 32, family="bert"))
            assert await table.ask(source) == ([], ["embedder-changed"], [])
            assert await table.notices(source) == (Reason("earlier-weights", "mine"),)
            report = await table.build(source)
            assert report.embedded == report.chunks_total
            (collection,) = table.store.collections
            assert await table.ask(source) == ([QUESTION], [], [(collection, 32)])

    asyncio.run(main())


def test_the_name_with_the_tag_that_is_meant_anyway_is_the_same_model(desk, folder: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "cat.md").write_text("The cat sleeps by the oven all day long, and at night it catches mice.", "utf-8")

    async def main() -> None:
        async with desk() as table:
            source = await table.add(folder, embedder=f"ollama:{NOMIC}")
            before = dict(table.store.collections)
            embedded = len(table.server.embedded())
            report = await table.build(source, embedder=f"ollama:{NOMIC}:latest")
            assert (report.embedded, report.chunks_added) == (0, 0)
            assert table.store.collections == before
            assert [text for text in table.server.embedded()[embedded:] if "search_document" in text] == []
            second = await table.add(more, embedder=f"ollama:{NOMIC}")
            asked, notices, searched = await table.ask(source, second)
            assert (len(asked), notices, len(searched)) == (1, [], 2)

    asyncio.run(main())


def test_sources_of_several_embedders_are_asked_together_with_one_vector_for_each(
    desk, folder: Path, tmp_path: Path
) -> None:
    folders = [tmp_path / name for name in ("second", "third")]
    for place in folders:
        place.mkdir()
        (place / "cat.md").write_text("The cat sleeps by the oven all day long, and at night it hunts.", "utf-8")

    async def main() -> None:
        async with desk() as table:
            table.server.serve(quick("bge-m3", 16))
            sources = [await table.add(folder, embedder=f"ollama:{NOMIC}")]
            sources += [await table.add(place, embedder="ollama:bge-m3") for place in folders]
            asked, notices, searched = await table.ask(*sources)
            assert sorted(asked) == [f"search_query: {QUESTION}", QUESTION]
            assert notices == []
            assert sorted(size for _, size in searched) == [32, 64, 64]

    asyncio.run(main())


def test_what_is_switched_while_it_is_built_is_made_whole_by_the_next_build(desk, folder: Path) -> None:
    async def main() -> None:
        async with desk() as table:
            source = (await table.services.library.add(str(folder))).source.id
            async with aclosing(table.services.library.build([source], BuildOptions())) as events:
                async for event in events:
                    if isinstance(event, DocumentDone):
                        table.server.serve(other(16))
            assert (await table.services.library.report(source)).summary.state is SourceState.PARTIAL
            assert (await table.ask(source))[1:] == (["embedder-changed", "partly-built"], [])
            report = await table.build(source)
            assert report.state is SourceState.READY
            assert report.documents == 20
            assert {len(row) for _, row in table.vectors()} == {64}
            assert (await table.ask(source))[1] == []

    asyncio.run(main())


def test_that_ollama_is_away_changes_no_embedder(desk, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with desk() as table:
            source = await table.add(folder)
            before = table.vectors()
        monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
        (folder / "new.md").write_text("A dog barks at the postman every morning, whatever the weather.", "utf-8")
        async with desk() as table:
            report = await table.build(source)
            assert [problem.reason.code for problem in report.problems] == ["embedder-unavailable"]
            assert table.vectors() == before
            summary = await table.services.library.report(source)
            assert summary.summary.embedder == f"ollama:{NOMIC}"
            assert await table.notices(source) == (), "nobody knows whether it is another one"
            assert (await table.ask(source))[1][0] == "words-only"

    asyncio.run(main())


def test_what_vectors_are_bound_to_is_told(desk, folder: Path) -> None:
    async def main() -> None:
        async with desk() as table:
            table.server.serve(quick("e5-base", 16, digest="cd" * 32, family="bert"))
            await table.add(folder / "page00.md", embedder="ollama:e5-base")
            (summary,) = await table.services.library.sources()
            live = payloads.source(summary)["live"]
            said = live["embedder"], live["digest"], live["dimension"], live["prefixes"]
            assert said == ("ollama:e5-base", "cd" * 32, 16, "e5")
            assert any(text.startswith("passage: The cat") for text in table.server.embedded())

    asyncio.run(main())
