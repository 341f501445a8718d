"""A model of Ollama as a reranker, over the test server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence

import pytest

from gangdan_gui.domain.errors import RerankerUnavailable
from gangdan_gui.ollama.address import chosen_address
from gangdan_gui.ollama.server import OllamaServer, Timeouts
from gangdan_gui.reranking.ollama_model import OllamaReranker
from tests.ollama_server import days
from tests.ollama_server.models import Message, ServedModel, quick, talking
from tests.ollama_server.server import OllamaTestServer

QUESTION = "What draws the tide?"
TEXTS = ("Bread rises.", "The moon draws the tide.", "The tide is low.")


def grader(pieces: Callable[[int], Sequence[str]], **facts: int) -> ServedModel:
    """A model that grades by the words of the question, three at most, and puts the grade as `pieces` do."""

    def chat(messages: Sequence[Message], _most: int) -> Iterator[str]:
        asked, _, passage = messages[-1]["content"].partition("Passage:")
        words = {word.strip(".?").lower() for word in asked.split()} & {"draws", "tide", "moon"}
        yield from pieces(sum(word in passage.lower() for word in words))

    return talking(name="judge", chat=chat, **facts)


async def scores(server: OllamaTestServer, *, model: str = "judge", tokens: int = 8192) -> tuple[float, ...]:
    reranker = OllamaReranker(
        OllamaServer(chosen_address(server.address), Timeouts(reply=2.0, load=2.0)), model, lambda: tokens
    )
    try:
        return await reranker.scores(QUESTION, TEXTS)
    finally:
        await reranker.close()
        await reranker.close()


@pytest.mark.parametrize(
    "pieces",
    [
        lambda grade: ['{"grade": ', f"{grade}", "}"],
        lambda grade: ['{\n  "grade"', f" : {grade}\n", "}"],
        lambda grade: ["```json\n", f'{{"grade":{grade}}}', "\n```"],
    ],
    ids=["plain", "set out", "in a fence"],
)
def test_each_passage_gets_a_grade_of_its_own(
    ollama_server: OllamaTestServer, pieces: Callable[[int], list[str]]
) -> None:
    ollama_server.models["judge:latest"] = grader(pieces)
    assert asyncio.run(scores(ollama_server)) == (0.0, 2.0, 1.0)


def test_it_is_asked_for_a_grade_alone_and_with_the_context_of_a_question(ollama_server: OllamaTestServer) -> None:
    ollama_server.models["judge:latest"] = grader(lambda grade: [f'{{"grade": {grade}}}'], context_length=4096)
    asyncio.run(scores(ollama_server))
    asyncio.run(scores(ollama_server, tokens=2048))
    asked = [json.loads(one.body) for one in ollama_server.asked if one.path == days.CHAT]
    assert [one["options"]["num_ctx"] for one in asked] == [4096] * 3 + [2048] * 3
    assert {one["options"]["temperature"] for one in asked} == {0}
    assert asked[0]["format"]["properties"]["grade"]["enum"] == [0, 1, 2, 3]
    assert asked[0]["think"] is False


@pytest.mark.parametrize(
    "said", ["", "yes", '{"grade": 4}', '{"grade": 10}', '{"grade": 1.5}', '{"grade": "two"}', "[]"]
)
def test_what_is_no_grade_is_refused(ollama_server: OllamaTestServer, said: str) -> None:
    ollama_server.models["judge:latest"] = talking(said, name="judge")
    with pytest.raises(RerankerUnavailable) as failed:
        asyncio.run(scores(ollama_server))
    assert (failed.value.reason.code, failed.value.reason.detail) == ("reranker-malformed", "judge")


@pytest.mark.parametrize(
    ("day", "code"),
    [
        (days.on(days.CHAT, days.error(500, "model requires more memory")), "reranker-refused"),
        (days.dropped(days.CHAT), "reranker-ollama-away"),
        (days.silent(days.CHAT), "reranker-ollama-away"),
        (days.chats(b'{"error": "unexpected EOF"}\n'), "reranker-refused"),
        (days.chats(days.said('{"gra'), cut=True), "reranker-ollama-away"),
        (days.web_page(), "reranker-not-ollama"),
        (days.proxy(), "reranker-ollama-away"),
    ],
)
def test_a_bad_day_is_told(ollama_server: OllamaTestServer, day: days.Day, code: str) -> None:
    ollama_server.models["judge:latest"] = grader(lambda grade: [f'{{"grade": {grade}}}'])
    ollama_server.days.append(day)
    with pytest.raises(RerankerUnavailable) as failed:
        asyncio.run(scores(ollama_server))
    assert failed.value.reason.code == code
    assert failed.value.reason.detail


def test_a_model_that_is_being_loaded_is_there_for_the_next_question(ollama_server: OllamaTestServer) -> None:
    ollama_server.models["judge:latest"] = grader(lambda grade: [f'{{"grade": {grade}}}'])
    loading = days.Held(days.CHAT)
    ollama_server.days.append(loading)

    async def main() -> tuple[float, ...]:
        reranker = OllamaReranker(OllamaServer(chosen_address(ollama_server.address)), "judge", lambda: 8192)
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5):
                    await reranker.scores(QUESTION, TEXTS)
            loading.open()
            return await reranker.scores(QUESTION, TEXTS)
        finally:
            await reranker.close()

    assert asyncio.run(main()) == (0.0, 2.0, 1.0)
    asked = [one for one in ollama_server.asked if one.path == days.CHAT]
    assert len(asked) == 1 + len(TEXTS), "the first was not given up, and nothing was asked after it"


def test_a_model_that_is_not_there_or_only_embeds_is_told(ollama_server: OllamaTestServer) -> None:
    ollama_server.models["embeds:latest"] = quick("embeds")
    for model, code in (("judge", "reranker-model-missing"), ("embeds", "reranker-refused")):
        with pytest.raises(RerankerUnavailable) as failed:
            asyncio.run(scores(ollama_server, model=model))
        assert failed.value.reason.code == code
        assert model in failed.value.reason.detail
