"""A question is also asked in the language of the documents, as a chat model translates it; whatever it says or not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from gangdan_gui.domain.search import SearchResult
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import SettingsFile
from tests.loopback import Ending, Regular
from tests.ollama_server import days
from tests.ollama_server.exchange import Asked, Reply, error
from tests.ollama_server.models import Message, talking
from tests.ollama_server.server import OllamaTestServer
from tests.services.conftest import Bench, Shelf

SORTING = "A list is sorted by calling its sort method, which changes the list itself and returns nothing at all."
FILES = "A file is read with open and read; the with statement closes the file when its block has come to an end."
RIVER = "雨水落在山上，流进小溪和河流，最后汇入大海。太阳晒热海水，海水蒸发成云，云又变成雨，落回山上。"
ASKED, SAID = "怎样给列表排序？", "How is a list sorted?"
BACK_ASKED, BACK_SAID = "Where does the rain water flow in the end?", "雨水最后流进哪里的大海？"
SEARCH = SearchOptions(explain=True)


MODELS = 12


@dataclass
class Desk:
    """An open library, and a server whose models `talker0`… all say the same; `day` is what goes wrong with them."""

    bench: Bench
    home: Path
    said: str = SAID
    day: days.Day | None = None
    server: OllamaTestServer = field(init=False)

    async def find(self, question: str = ASKED, **options: object) -> SearchResult:
        return await self.bench.assistant.search(question, replace(SEARCH, **options))  # type: ignore[arg-type]

    def choose(self, **settings: object) -> None:
        """Change settings while the library is open."""
        file = SettingsFile(self.home / "settings.toml")
        file.save(replace(file.load().settings, **settings))  # type: ignore[arg-type]

    @property
    def asked(self) -> list[dict[str, object]]:
        return self.server.requests("/api/chat")

    @contextmanager
    def served(self) -> Iterator[None]:
        def speak(_messages: Sequence[Message], _most: int) -> Sequence[str]:
            return [self.said]

        def today(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
            return self.day(server, asked, regular) if self.day else None

        models = [talking(name=f"talker{number}", chat=speak) for number in range(MODELS)]
        with OllamaTestServer(*models, days=[today]) as self.server:
            self.choose(ollama_address=self.server.address, chat_model="talker0", translate_questions=True)
            self.choose(translation_seconds=60)  # other work on the machine is no bad day
            yield


Use = Callable[[Desk], Awaitable[None]]


@pytest.fixture
def at_desk(shelf: Shelf, folder: Path) -> Callable[..., None]:
    """Runs coroutines, each at a desk opened anew over English and Chinese documents."""

    def run(*uses: Use, texts: Sequence[str] = (SORTING, FILES, RIVER)) -> None:
        for number, text in enumerate(texts):
            (folder / f"{number}.md").write_text(f"{text}\n", "utf-8")

        async def go(use: Use, *, first: bool) -> None:
            async with shelf.open() as bench:
                if first:
                    await bench.build((await bench.library.add(str(folder))).source.id)
                desk = Desk(bench, shelf.home)
                with desk.served():
                    await use(desk)

        for number, use in enumerate(uses):
            asyncio.run(go(use, first=number == 0))

    return run


def found_in(result: SearchResult, *texts: str) -> list[str]:
    return [text for passage in result.passages if (text := passage.text.strip()) in texts]


def codes(result: SearchResult) -> list[str]:
    return [notice.code for notice in result.notices if notice.code.startswith("translation")]


def told(result: SearchResult) -> list[tuple[str, str, bool]]:
    return [(one.language, one.text, one.cached) for one in result.translated]


def test_a_question_is_also_asked_in_the_documents_language(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        plain = await desk.find(translate=False)
        assert plain.translated == ()
        assert not desk.asked
        found = await desk.find()
        assert told(found) == [("en", SAID, False)]
        assert found.question == ASKED
        assert found_in(found, SORTING, FILES) == [SORTING, FILES]
        (terms,) = [one.terms for one in found.passages if one.text.strip() == SORTING]
        assert "list" in terms
        (sent,) = desk.asked
        assert sent["think"] is False
        assert sent["options"]["temperature"] == 0  # type: ignore[index]
        assert sent["options"]["num_predict"] < 100  # type: ignore[index]
        assert codes(found) == []
        traced(found)
        desk.said = BACK_SAID
        back = await desk.find(BACK_ASKED)
        assert told(back) == [("zh", BACK_SAID, False)]
        assert RIVER in found_in(back, RIVER)

    def traced(found: SearchResult) -> None:
        assert found.trace is not None
        (translated,) = found.trace.translated
        assert (translated.model, translated.found) == ("talker0", 2)
        assert found.trace.seconds["translate"] >= translated.seconds > 0
        by_it = [one for one in found.trace.candidates if one.translated_rank]
        assert [one.path for one in sorted(by_it, key=lambda one: one.translated_rank or 0)] == ["0.md", "1.md"]
        words = [word for one in found.trace.asked if one.language == "en" for word, _ in one.words]
        assert "sort" in " ".join(words)
        assert any(one.text == SAID and one.language == "en" for one in found.trace.asked)

    at_desk(use)


def test_the_same_question_asks_the_model_once_whatever_is_struck_or_restarted(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        assert [told(await desk.find(one))[0][2] for one in (ASKED, ASKED, f"  {ASKED} ")] == [False, True, True]
        desk.choose(chat_model="talker0:latest")
        await desk.find()
        without = await desk.find(struck=(SAID,))
        assert (without.translated, codes(without)) == ((), [])
        assert without.trace is not None
        assert not any(one.translated_rank for one in without.trace.candidates)
        assert told(await desk.find()) == [("en", SAID, True)]
        assert len(desk.asked) == 1
        await desk.find("列表怎样排序？")
        assert len(desk.asked) == 2

    async def later(desk: Desk) -> None:
        desk.said = "What else is said now?"
        assert told(await desk.find()) == [("en", SAID, True)]
        assert not desk.asked

    at_desk(use, later)


def test_no_model_is_asked_where_it_is_not_wanted(at_desk: Callable[..., None]) -> None:
    cases: list[tuple[str, dict[str, object], dict[str, object]]] = [
        (ASKED, {"translate_questions": False}, {}),
        (ASKED, {"chat_model": ""}, {}),
        (ASKED, {}, {"model": ""}),
        (ASKED, {}, {"translate": False}),
        (ASKED, {}, {"language": "zh-CN"}),
        (ASKED, {}, {"path": "2.md"}),
        (ASKED, {}, {"mode": "dense"}),
        (ASKED, {}, {"mode": "keyword"}),
        ("Что такое список?", {}, {}),
        ("123?", {}, {}),
        ("怎样排序？" * 200, {}, {}),
        ("np.linalg.norm", {}, {}),
    ]

    async def use(desk: Desk) -> None:
        for question, changed, options in cases:
            desk.choose(chat_model="talker0", translate_questions=True)
            desk.choose(**changed)
            found = await desk.find(question, **options)
            assert (question, found.translated, codes(found)) == (question, (), [])
        assert not desk.asked
        desk.choose(translate_questions=False)
        assert codes(await desk.find(translate=True)) == []
        assert len(desk.asked) == 1
        assert codes(await desk.find(translate=True, mode="dense")) == ["translation-needs-both"]
        desk.choose(chat_model="")
        assert codes(await desk.find(translate=True)) == ["translation-no-model"]

    at_desk(use)


def test_no_model_is_asked_where_all_is_in_the_language_of_the_question(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        assert (await desk.find(translate=True)).translated == ()
        assert not desk.asked

    at_desk(use, texts=(RIVER,))


def test_whatever_goes_wrong_the_search_goes_on_and_says_so_once(at_desk: Callable[..., None]) -> None:
    thinking = days.chats(days.said("", thinking="Hm."), days.said("<think>Hm."), days.ended())
    cases: list[tuple[str, days.Day | None]] = [
        ("translation-unusable", None),
        ("translation-away", days.dropped(days.CHAT)),
        ("translation-away", days.chats(days.said("How is a li"), cut=True)),
        ("translation-away", days.web_page()),
        ("translation-away", days.proxy()),
        ("translation-away", days.on(days.CHAT, error(500, "out of memory"))),
        ("translation-unusable", days.chats(days.said(SAID), days.ended("length"))),
        ("translation-unusable", thinking),
        ("translation-late", days.silent(days.CHAT)),
        ("translation-late", days.Stuck(days.said("How is "))),
        ("translation-late", days.Endless()),
    ]

    async def use(desk: Desk) -> None:
        plain = await desk.find(translate=False)
        desk.said = "抱歉，我无法翻译这个问题。"
        for number, (code, day) in enumerate(cases):
            desk.choose(chat_model=f"talker{number}", translation_seconds=1 if code == "translation-late" else 60)
            desk.day = day
            found = await desk.find()
            assert (number, found.translated, codes(found)) == (number, (), [code])
            assert [one.text for one in found.passages] == [one.text for one in plain.passages]
        await away(desk)

    async def away(desk: Desk) -> None:
        desk.day, desk.said = None, "NumPy"
        assert [codes(await desk.find("numpy")) for _ in range(2)] == [[], []]
        desk.choose(translation_seconds=60)
        with socket.socket() as nobody:  # bound, and never listening
            nobody.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{nobody.getsockname()[1]}"
            for change in ({"chat_model": "missing"}, {"ollama_address": address}):
                desk.choose(**change)
                assert [codes(await desk.find(one)) for one in (ASKED, "列表怎样排序？")] == [["translation-away"], []]

    at_desk(use)


def test_thinking_is_no_part_of_it_and_builds_wait_and_giving_up_ends_it(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        hm = days.said("", thinking="Hm."), days.said("<think>\nHm.\n</think>\n")
        desk.day = days.chats(*hm, days.said(SAID), days.ended())
        assert told(await desk.find()) == [("en", SAID, False)]
        await waiting(desk, days.Held(days.CHAT))
        desk.day = endless = days.Endless()
        asking = asyncio.create_task(desk.find("列表怎样倒序？"))
        assert await asyncio.to_thread(endless.begun.wait, 20)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await asyncio.to_thread(endless.left.wait, 20)

    async def waiting(desk: Desk, held: days.Held) -> None:
        desk.day = held
        asking = asyncio.create_task(desk.find("列表怎样排序？"))
        assert await asyncio.to_thread(held.entered.acquire, timeout=20)
        assert desk.bench.library._parts.asking.open
        held.open()
        assert told(await asking) == [("en", SAID, False)]
        assert not desk.bench.library._parts.asking.open

    at_desk(use)
