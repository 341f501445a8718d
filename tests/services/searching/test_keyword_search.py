"""A collection whose embedder is away is searched by words, which is said; nothing else changes for the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gangdan_gui.app import Replaced, open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import BadVectors, EmbedderUnavailable, EmptyQuestion, WorkerDied
from gangdan_gui.domain.events import AnswerFinished, BuildFinished, HitsFound
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, SearchResult, Support
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.services.requests import BuildOptions, SearchOptions, Services
from gangdan_gui.services.searching import question_vectors
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.memory_store import MemoryStore
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer
from tests.stand_ins import HashEmbedder

TIDES = "The moon pulls the water of the sea, so that the tide comes in and goes out twice a day on every coast."
BREAD = "Knead the dough for ten minutes, let it rest under a cloth, and bake the bread in a hot oven until brown."
LIGHT = "植物在光下制造养分并放出氧气，把水草放在阳光里就能看到气泡，这就是光合作用的证据，课堂上可以演示给学生看。"


class Moody(HashEmbedder):
    """An embedder that may be away: `trouble` is raised by what is named, or waited for where it is None."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._identity = replace(self._identity, label=label, digest=label)
        self.trouble: dict[str, Exception | None] = {}
        self.asked = 0

    async def identify(self) -> EmbedderIdentity:
        await self._trouble("identify")
        return await super().identify()

    async def embed_question(self, text: str) -> Vectors:
        self.asked += 1
        await self._trouble("embed_question")
        return await super().embed_question(text)

    async def _trouble(self, name: str) -> None:
        if name in self.trouble:
            if (error := self.trouble[name]) is None:
                await asyncio.Event().wait()
            else:
                raise error

    def replace_weights(self) -> None:
        self._identity = replace(self._identity, digest="other")


@dataclass
class School:
    """Sources of one document each, built by embedders of their own."""

    services: Services
    embedders: dict[str, Moody]
    sources: dict[str, str]

    async def search(self, question: str, **options: object) -> SearchResult:
        return await self.services.assistant.search(question, replace(SearchOptions(), **options))  # type: ignore[arg-type]

    async def ask(self, question: str, **options: object) -> tuple[list[SearchResult], Answer]:
        asking = self.services.assistant.ask(question, replace(SearchOptions(), **options))  # type: ignore[arg-type]
        async with aclosing(asking) as stream:
            events = [event async for event in stream]
        last = events[-1]
        assert isinstance(last, AnswerFinished)
        return [event.result for event in events if isinstance(event, HitsFound)], last.answer

    async def states(self) -> list[SourceState]:
        return [summary.state for summary in await self.services.library.sources()]


Use = Callable[[School], Coroutine[object, object, None]]


@pytest.fixture
def at_school(home: Path, tmp_path: Path) -> Callable[..., None]:
    """Runs a test's coroutine; titles and texts make sources, embedded by `hash-<title>`."""

    def run(use: Use, **texts: str | Sequence[str]) -> None:
        async def go() -> None:
            embedders: dict[str, Moody] = {}

            def make(label: str) -> Moody:
                return embedders.setdefault(label, Moody(label))

            async with open_application(home, "test", replaced=Replaced(make, MemoryStore())) as application:
                library, sources = application.services.library, dict[str, str]()
                for title, text in texts.items():
                    folder = tmp_path / title
                    folder.mkdir()
                    for number, one in enumerate([text] if isinstance(text, str) else text):
                        (folder / f"{number:02}.md").write_text(f"# {title}\n\n{one}\n", "utf-8")
                    sources[title] = (await library.add(str(folder), title=title)).source.id
                    async with aclosing(
                        library.build([sources[title]], BuildOptions(embedder=f"hash-{title}"))
                    ) as build:
                        reports = [event.report async for event in build if isinstance(event, BuildFinished)]
                    assert [report.state for report in reports] == [SourceState.READY]
                await use(School(application.services, embedders, sources))

        asyncio.run(go())

    return run


AWAY = [
    ("identify", EmbedderUnavailable(embedder="hash-sea", why="refused")),
    ("embed_question", EmbedderUnavailable(embedder="hash-sea", why="refused")),
    ("embed_question", BadVectors(embedder="hash-sea", what="not a number")),
    ("identify", WorkerDied(worker="embedder", code="-9")),
]


@pytest.mark.parametrize(("where", "error"), AWAY)
def test_an_embedder_that_is_away_leaves_the_words(
    at_school: Callable[..., None], where: str, error: Exception
) -> None:
    async def use(school: School) -> None:
        school.embedders["hash-sea"].trouble[where] = error
        result = await school.search("Why does the tide come in?")
        (passage,) = result.passages
        assert (passage.distance, passage.keyword_rank, passage.score) == (None, 1, 1.0)
        assert TIDES in passage.text
        assert result.notices == (Reason("words-only", "sea"),)
        assert result.supported is Support.WEAK
        assert await school.states() == [SourceState.READY]
        nothing = await school.search("volcanoes")
        assert (nothing.passages, nothing.supported) == ((), Support.NO)
        with pytest.raises(EmptyQuestion):
            await school.search("?!")
        school.embedders["hash-sea"].trouble.clear()
        again = await school.search("Why does the tide come in?")
        assert again.notices == ()
        assert again.passages[0].distance is not None

    at_school(use, sea=TIDES)


@pytest.mark.parametrize("where", ["identify", "embed_question"])
def test_an_embedder_that_says_nothing_is_not_waited_for_long(
    at_school: Callable[..., None], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(question_vectors, "QUESTION_SECONDS", 0.05)

    async def use(school: School) -> None:
        school.embedders["hash-sea"].trouble[where] = None
        result = await school.search("the tide")
        assert [passage.keyword_rank for passage in result.passages] == [1]
        assert result.notices == (Reason("words-only", "sea"),)

    at_school(use, sea=TIDES)


def test_other_weights_are_no_damage(at_school: Callable[..., None]) -> None:
    async def use(school: School) -> None:
        school.embedders["hash-sea"].replace_weights()
        result = await school.search("Why does the tide come in?")
        assert [passage.keyword_rank for passage in result.passages] == [1]
        assert result.notices == (Reason("embedder-changed", "sea"),)
        assert await school.states() == [SourceState.READY]
        async with aclosing(school.services.library.build([school.sources["sea"]], BuildOptions())) as build:
            assert [event.report.state async for event in build if isinstance(event, BuildFinished)] == ["ready"]
        assert (await school.search("Why does the tide come in?")).notices == ()

    at_school(use, sea=TIDES)


def test_the_others_go_on_by_meaning_and_all_stand_in_one_order(at_school: Callable[..., None]) -> None:
    async def use(school: School) -> None:
        school.embedders["hash-kitchen"].trouble["identify"] = EmbedderUnavailable(embedder="x", why="refused")
        school.embedders["hash-植物"].trouble["identify"] = EmbedderUnavailable(embedder="x", why="refused")
        result = await school.search("the tide, the bread and 光合作用")
        by_words = {passage.source: passage.distance is None for passage in result.passages}
        assert by_words == {source: name != "sea" for name, source in school.sources.items()}
        scores = [passage.score for passage in result.passages]
        assert scores == sorted(scores, reverse=True)
        assert [passage.number for passage in result.passages] == [1, 2, 3]
        assert result.notices == (Reason("words-only", "kitchen, 植物"),)
        assert result.supported is Support.YES, "what is near says so"
        one = await school.search("bread", collections=(school.sources["sea"],))
        assert one.notices == ()

    at_school(use, sea=TIDES, kitchen=BREAD, 植物=LIGHT)


def test_words_are_searched_by_wish_without_asking_the_embedder(at_school: Callable[..., None]) -> None:
    async def use(school: School) -> None:
        result = await school.search("光合作用放出什么？", mode="keyword")
        assert [(passage.source, passage.keyword_rank) for passage in result.passages] == [(school.sources["植物"], 1)]
        assert (result.notices, result.supported) == ((), Support.WEAK)
        assert school.embedders["hash-植物"].asked == 0
        assert (await school.search("bread", mode="keyword", path="*.rst")).passages == ()
        assert (await school.search("bread 植物", mode="keyword", language="zh")).passages[0].language == "zh"

    at_school(use, kitchen=BREAD, 植物=LIGHT)


def test_copies_take_nobodys_place_and_equals_come_by_path(at_school: Callable[..., None]) -> None:
    async def use(school: School) -> None:
        result = await school.search("bread", mode="keyword")
        assert [(hit.path, hit.keyword_rank) for hit in result.passages] == [("00.md", 1), ("31.md", 2)]

    at_school(use, kitchen=[*[BREAD] * 30, TIDES, f"{BREAD} {TIDES} {TIDES}"])


def test_a_model_answers_from_words_alone_and_the_answer_says_so(at_school: Callable[..., None], home: Path) -> None:
    async def use(school: School) -> None:
        school.embedders["hash-sea"].trouble["identify"] = EmbedderUnavailable(embedder="x", why="refused")
        with OllamaTestServer(talking("Twice a day [1]."), quick("embeds")) as server:
            SettingsFile(home / "settings.toml").save(Settings(ollama_address=server.address, chat_model="talker"))
            (hits,), answer = await school.ask("How often does the tide come?", strict=True)
            assert TIDES in server.requests("/api/chat")[0]["messages"][-1]["content"]
        assert (answer.text, answer.supported, answer.model) == ("Twice a day [1].", Support.WEAK, "talker")
        assert answer.notices == hits.notices == (Reason("words-only", "sea"),)
        assert answer.citations[0].path == "00.md"
        _, shown = await school.ask("How often does the tide come?", model="")
        assert shown.notices == (Reason("words-only", "sea"),)
        kept = await school.services.assistant.conversations()
        assert [exchange.answer.notices for one in kept for exchange in one.exchanges] == [answer.notices] * 2

    at_school(use, sea=TIDES)


def test_what_is_too_far_is_left_out_of_meaning_and_not_of_words(at_school: Callable[..., None], home: Path) -> None:
    async def use(school: School) -> None:
        question = "the tide on the coast"
        near, far = (await school.search(question)).passages
        assert near.distance is not None
        assert far.distance is not None
        assert near.distance < far.distance

        async def with_ceiling(hundredths: int) -> SearchResult:
            SettingsFile(home / "settings.toml").save(Settings(distance_ceiling=hundredths))
            return await school.search(question)

        between = int(50 * (near.distance + far.distance))
        assert [passage.path for passage in (await with_ceiling(between)).passages] == [near.path]
        assert len((await with_ceiling(200)).passages) == 2
        nothing = await with_ceiling(0)
        assert (nothing.passages, nothing.supported) == ((), Support.NO)
        school.embedders["hash-sea"].trouble["identify"] = EmbedderUnavailable(embedder="x", why="refused")
        assert [passage.path for passage in (await school.search(question)).passages] == [near.path]

    at_school(use, sea=[TIDES, BREAD])
