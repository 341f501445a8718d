"""A library that fits into what the model reads is given to it whole; a larger one costs nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from gangdan_gui.domain.events import AnswerFinished, AskEvent, HitsFound
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.storing.document_table import DocumentTable
from tests.ollama_server.models import talking
from tests.ollama_server.server import OllamaTestServer
from tests.services.conftest import Bench, Shelf

WORDS = ("tide", "bread", "iron", "tulip", "comet", "flute", "glacier", "saffron")


def page(word: str, sentences: int) -> str:
    lines = (f"Sentence {number} of the page on {word} says what the class should know." for number in range(sentences))
    return f"# {word.title()}\n\n" + "\n".join(lines) + "\n"


@pytest.fixture
def asked(shelf: Shelf, folder: Path) -> Callable[..., None]:
    """Builds pages of some sentences, and hands the bench, the server and a question's events to a check."""

    def run(
        check: Callable[[Bench, OllamaTestServer], Coroutine[object, object, None]],
        *,
        sentences: int,
        **settings: object,
    ) -> None:
        for word in WORDS:
            (folder / f"{word}.md").write_text(page(word, sentences), "utf-8")

        async def go() -> None:
            with OllamaTestServer(talking("See [1] and [3].")) as server:
                chosen: dict[str, object] = {"ollama_address": server.address, "chat_model": "talker"}
                SettingsFile(shelf.home / "settings.toml").save(Settings(**chosen | settings))  # type: ignore[arg-type]
                async with shelf.open() as bench:
                    await bench.build((await bench.library.add(str(folder))).source.id)
                    await check(bench, server)

        asyncio.run(go())

    return run


async def events(bench: Bench, conversation: str = "", **options: object) -> list[AskEvent]:
    chosen = replace(SearchOptions(count=2), **options)  # type: ignore[arg-type]
    async with aclosing(bench.assistant.ask("the page on the tide", chosen, conversation)) as stream:
        return [event async for event in stream]


def test_found_first_then_the_rest_and_citations_land(asked: Callable[..., None]) -> None:
    async def check(bench: Bench, server: OllamaTestServer) -> None:
        first, second, *_, last = await events(bench)
        assert isinstance(first, HitsFound)
        assert isinstance(second, HitsFound)
        assert isinstance(last, AnswerFinished)
        found, given = first.result.passages, last.answer.passages
        assert len(found) == 2
        assert given == second.result.passages
        assert given[:2] == found
        assert [one.number for one in given] == list(range(1, len(WORDS) + 1))
        assert [one.path for one in given[2:]] == sorted(one.path for one in given[2:])
        assert "".join(sorted(one.text.split()[1] for one in given)) == "".join(sorted(word.title() for word in WORDS))
        prompt = server.requests("/api/chat")[0]["messages"][-1]["content"]
        assert all(f"the page on {word} says" in prompt for word in WORDS)
        assert [(cited.number, cited.path) for cited in last.answer.citations] == [
            (1, found[0].path),
            (3, given[2].path),
        ]
        assert last.answer.notices == (Reason("whole-library"),)

    asked(check, sentences=5)


def test_all_of_a_document_that_was_found_in_part_is_there_once(asked: Callable[..., None]) -> None:
    async def check(bench: Bench, _server: OllamaTestServer) -> None:
        last = (await events(bench))[-1]
        assert isinstance(last, AnswerFinished)
        for word in WORDS:
            parts = sorted((one for one in last.answer.passages if one.path == f"{word}.md"), key=lambda one: one.start)
            assert "".join(one.text for one in parts).strip() == page(word, 40).strip()

    asked(check, sentences=40, context_tokens=32_768)


def test_one_that_does_not_fit_is_given_as_found_and_not_read(
    asked: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> frozenset[str]:
        raise AssertionError("the chunks of a large library were read")

    async def check(bench: Bench, _server: OllamaTestServer) -> None:
        monkeypatch.setattr(DocumentTable, "live_ids", never)
        hits, *_, last = await events(bench)
        assert isinstance(hits, HitsFound)
        assert isinstance(last, AnswerFinished)
        assert (last.answer.passages, last.answer.notices) == (hits.result.passages, ())

    asked(check, sentences=60, context_tokens=4096)


def test_one_that_almost_fits_is_given_as_found(asked: Callable[..., None]) -> None:
    async def check(bench: Bench, _server: OllamaTestServer) -> None:
        last = (await events(bench))[-1]
        assert isinstance(last, AnswerFinished)
        assert (len(last.answer.passages), last.answer.notices) == (2, ())

    asked(check, sentences=22, context_tokens=4096)


def test_what_the_user_wants_left_out_stays_out(asked: Callable[..., None]) -> None:
    async def check(bench: Bench, _server: OllamaTestServer) -> None:
        for options in ({"path": "*.md"}, {"language": "en"}):
            last = (await events(bench, **options))[-1]
            assert isinstance(last, AnswerFinished)
            assert len(last.answer.passages) == 2

    asked(check, sentences=5)


def test_far_passages_are_not_brought_back(asked: Callable[..., None]) -> None:
    async def check(bench: Bench, _server: OllamaTestServer) -> None:
        last = (await events(bench))[-1]
        assert isinstance(last, AnswerFinished)
        assert len(last.answer.passages) <= 2

    asked(check, sentences=5, distance_ceiling=150)


def test_nothing_is_said_where_all_was_found_anyway(asked: Callable[..., None]) -> None:
    async def check(bench: Bench, _server: OllamaTestServer) -> None:
        told = await events(bench, count=50)
        assert sum(isinstance(event, HitsFound) for event in told) == 1
        last = told[-1]
        assert isinstance(last, AnswerFinished)
        assert (len(last.answer.passages), last.answer.notices) == (len(WORDS), ())

    asked(check, sentences=5)
