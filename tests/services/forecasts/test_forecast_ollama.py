"""What is said of an Ollama server before a build: that it is away, lacks the model, or can't keep two."""

from __future__ import annotations

import asyncio

import pytest

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.forecasts import ollama as forecast_ollama
from gangdan_gui.services.forecasts.ollama import ollama_notices
from gangdan_gui.services.settings import Settings
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer

NOMIC = "ollama:nomic-embed-text"


def told(label: str, **chosen: str) -> tuple[Reason, ...]:
    return asyncio.run(ollama_notices(label, Settings(**chosen)))  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def two_models(monkeypatch: pytest.MonkeyPatch, ollama_server: OllamaTestServer) -> None:
    monkeypatch.delenv("OLLAMA_MAX_LOADED_MODELS", raising=False)
    ollama_server.serve(quick(), talking("Yes."))


def test_the_built_in_model_needs_no_server() -> None:
    assert told("builtin", ollama_address="127.0.0.1:1") == ()


def test_a_server_that_is_away_is_told() -> None:
    (notice,) = told(NOMIC, ollama_address="127.0.0.1:1")
    assert notice.code == "embedder-away"
    assert "127.0.0.1:1" in notice.detail


def test_a_model_that_is_not_there_is_told(ollama_server: OllamaTestServer) -> None:
    assert told("ollama:bge-m3", ollama_address=ollama_server.address) == (Reason("embedding-model-missing", "bge-m3"),)


def test_the_chat_model_that_would_have_to_go_is_told(
    ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = {"ollama_address": ollama_server.address, "chat_model": "talker"}
    assert told(NOMIC, **chosen) == ()  # there is room for both
    monkeypatch.setattr(forecast_ollama, "memory_of_machine", lambda: 10**9)
    assert told(NOMIC, **chosen) == (Reason("chat-model-evicted", "talker"),)
    assert told(NOMIC, ollama_address=ollama_server.address) == ()  # nobody chats
    elsewhere = {**chosen, "ollama_address": "127.0.0.1:1", "embedding_address": ollama_server.address}
    assert told(NOMIC, **elsewhere) == ()  # another machine chats


def test_no_model_is_loaded_for_it(ollama_server: OllamaTestServer) -> None:
    told(NOMIC, ollama_address=ollama_server.address, chat_model="talker")
    assert ollama_server.loaded == set()


def test_a_server_that_holds_both_keeps_both(ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_MAX_LOADED_MODELS", "1")
    chosen = {"ollama_address": ollama_server.address, "chat_model": "talker"}
    assert told(NOMIC, **chosen) == (Reason("chat-model-evicted", "talker"),)
    ollama_server.loaded.update(ollama_server.models)
    assert told(NOMIC, **chosen) == ()
