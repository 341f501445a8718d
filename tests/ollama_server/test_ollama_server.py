"""The test server speaks as Ollama does: Ollama's own client is content with it."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.ollama_server import days
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer

ROOT = Path(__file__).resolve().parents[2]


def test_ollamas_own_client_reads_every_reply(ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)  # it can't even be imported where one of them is a proxy that httpx does not know
    import ollama

    ollama_server.serve(quick("bge-m3", 1024, family="bert"))
    asking = ollama.Client(ollama_server.address, trust_env=False)
    try:
        listed = asking.list().models
        assert [model.model for model in listed] == ["nomic-embed-text:latest", "bge-m3:latest"]
        assert all(len(model.digest or "") == 64 and model.details for model in listed)
        embedded = asking.embed("bge-m3", ["one", "two"])
        assert [round(math.hypot(*row), 5) for row in embedded.embeddings] == [1, 1]
        assert math.hypot(*asking.embeddings("bge-m3", "one").embedding) > 2
        assert [model.model for model in asking.ps().models] == ["bge-m3:latest"]
        shown = asking.show("bge-m3")
        assert shown.modelinfo
        assert shown.modelinfo["bert.embedding_length"] == 1024
    finally:
        asking.close()


def test_ollamas_own_client_chats_and_pulls(ollama_server: OllamaTestServer, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    import ollama

    ollama_server.pullable["qwen3:0.6b"] = talking("数组", " [1]", "!", name="qwen3:0.6b")
    asking = ollama.Client(ollama_server.address, trust_env=False)
    try:
        assert [step.status for step in asking.pull("qwen3:0.6b", stream=True)][-1] == "success"
        with pytest.raises(ollama.ResponseError, match="file does not exist"):
            list(asking.pull("no", stream=True))
        messages = [{"role": "user", "content": "四个字母"}]
        *pieces, last = asking.chat("qwen3:0.6b", messages, stream=True, options={"num_predict": 2})
        assert [piece.message.content for piece in pieces] == ["数组", " [1]"]
        assert (last.done, last.done_reason, last.prompt_eval_count, last.eval_count) == (True, "length", 1, 2)
        with pytest.raises(ollama.ResponseError, match="does not support chat"):
            asking.chat("nomic-embed-text", messages)
    finally:
        asking.close()


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        ({"model": "no", "input": "x"}, 404, "model 'no' not found"),
        ({"model": "m", "input": ["x", 3]}, 400, "invalid input type"),
        ({"model": "m", "input": "x" * 99, "truncate": False}, 400, "the input length exceeds the context length"),
    ],
)
def test_errors_are_in_its_words(given: dict[str, object], status: int, words: str) -> None:
    with OllamaTestServer(quick("m", longest=50)) as server:
        reply = httpx.post(f"{server.address}/api/embed", json=given, trust_env=False)
    assert (reply.status_code, reply.json()) == (status, {"error": words})


def test_edges_of_the_embedding_endpoint() -> None:
    with OllamaTestServer(quick("m", longest=50)) as server, httpx.Client(trust_env=False) as http:

        def rows(given: object) -> object:
            return http.post(f"{server.address}/api/embed", json={"model": "m", "input": given}).json()["embeddings"]

        assert rows("") == rows(None) == rows([]) == []
        assert rows("x" * 99) == rows("x" * 50)  # cut, as it was not told otherwise
        assert http.post(f"{server.address}/api/embed").json() == {"error": "missing request body"}
        assert http.get(f"{server.address}/api/embed").status_code == 405
        assert http.get(f"{server.address}/api/none").text == "404 page not found"
        assert http.head(server.address).status_code == 200
        assert http.get(server.address).text == "Ollama is running"


def test_it_remembers_what_it_was_asked(ollama_server: OllamaTestServer) -> None:
    httpx.post(f"{ollama_server.address}/api/show", json={"model": "x"}, trust_env=False)
    assert ollama_server.requests("/api/show") == [{"model": "x"}]


def test_it_ends_while_a_request_is_under_way() -> None:
    held = days.Held("/api/version")

    async def go() -> None:
        with OllamaTestServer(quick(), days=[held]) as server:
            async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
                asking = asyncio.create_task(http.get(f"{server.address}/api/version"))
                await asyncio.to_thread(held.entered.acquire)
                await asyncio.to_thread(server.stop)
                with pytest.raises(httpx.TransportError):
                    await asking

    asyncio.run(go())


def test_its_own_mistakes_are_not_hidden() -> None:
    def broken(*_: object) -> None:
        raise LookupError("in a day of the test's own")

    server = OllamaTestServer(quick(), days=[broken])
    server.start()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{server.address}/api/version", trust_env=False)
    with pytest.raises(ExceptionGroup):
        server.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to send")
def test_it_can_be_started_by_itself() -> None:
    command = [sys.executable, "-m", "tests.ollama_server", "--port", "0", "--quick", "bge-m3", "--day", "overlong=9"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[0]
            asked = {"model": "bge-m3", "input": "more than nine"}
            reply = httpx.post(f"{address}/api/embed", json=asked, trust_env=False, timeout=30)
            assert reply.status_code == 400
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
