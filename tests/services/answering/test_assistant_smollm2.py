"""The same with a real small model: streaming, metrics and stopping. Facts are not to be expected of it."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from gangdan_gui.domain.events import AnswerFinished, TextArrived
from gangdan_gui.domain.search import Exchange
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.ollama_server.server import OllamaTestServer
from tests.ollama_server.smollm2 import AVAILABLE, smollm2
from tests.services.conftest import Shelf

TEXT = "# Sorting\n\nA list is sorted by calling its sort method, which changes the list itself and returns nothing.\n"
QUESTION = "how is a list sorted"
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not AVAILABLE, reason="the model is not installed")]


def test_a_real_model_streams_is_counted_and_stops(shelf: Shelf, folder: Path) -> None:
    (folder / "sorting.md").write_text(TEXT, "utf-8")

    async def go() -> None:
        with OllamaTestServer(smollm2()) as server:
            file = SettingsFile(shelf.home / "settings.toml")
            file.save(Settings(ollama_address=server.address, chat_model="smollm2:135m", context_tokens=4096))
            async with shelf.open() as bench:
                await bench.build((await bench.library.add(str(folder))).source.id)
                async with aclosing(bench.assistant.ask(QUESTION, SearchOptions())) as events:
                    arrived = [event async for event in events]
                words = [event.text for event in arrived if isinstance(event, TextArrived)]
                last = arrived[-1]
                assert isinstance(last, AnswerFinished)
                assert len(words) > 5
                assert last.answer.notices == ()  # by the model's own count it read all that it was sent
                assert last.answer.seconds["wait"] > 0 < last.answer.seconds["write"]
                assert {number.number for number in last.answer.citations} <= {1}
                (sent,) = server.requests("/api/chat")
                assert sent["options"]["num_ctx"] == 2048

                async with aclosing(bench.assistant.ask(QUESTION, SearchOptions(), last.conversation)) as events:
                    async for event in events:
                        if isinstance(event, TextArrived):
                            break
                kept = (await bench.assistant.conversation(last.conversation)).exchanges
                assert [_why(exchange) for exchange in kept] == [_why(kept[0]), "answer-stopped"]
                assert len(words) > len(kept[1].answer.text.split())

    asyncio.run(go())


def _why(exchange: Exchange) -> str:
    return exchange.answer.incomplete.code if exchange.answer.incomplete else ""
