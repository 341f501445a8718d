"""A chat with a server: its reply piece by piece, however the network cuts it, and each way in which it can fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import pytest

from gangdan_gui.domain.chat import (
    ChatDone,
    ChatEvent,
    ChatMessage,
    ChatModelFacts,
    ChatRequest,
    ChatText,
    ChatThinking,
    ChatWithdrawn,
    Role,
)
from gangdan_gui.domain.errors import InvalidSetting
from gangdan_gui.ollama.address import read_address
from gangdan_gui.ollama.chat import OllamaChat, open_chat
from gangdan_gui.ollama.failures import (
    Dropped,
    ModelMissing,
    NotOllama,
    OllamaFailure,
    ProxyInTheWay,
    Refused,
    Silent,
    Unreachable,
)
from gangdan_gui.ollama.server import OllamaServer, Timeouts
from tests.ollama_server import days
from tests.ollama_server.exchange import line, text_reply
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer

QUICKLY = Timeouts(connect=5, reply=5, load=0.2, between=0.2)


def request(model: str = "talker") -> ChatRequest:
    messages = (ChatMessage(Role.SYSTEM, "Rules."), ChatMessage(Role.USER, "怎么？"))
    return ChatRequest(model, messages, context_tokens=4096, answer_tokens=512, temperature=0.2)


@dataclass
class Heard:
    """What came, and how it failed if it did."""

    events: list[ChatEvent] = field(default_factory=list)
    failure: OllamaFailure | None = None

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, ChatText))


def listen(address: str, model: str = "talker", timeouts: Timeouts | None = None) -> Heard:
    async def go() -> Heard:
        heard = Heard()
        chat = OllamaChat(OllamaServer(read_address(address), timeouts))
        try:
            async with aclosing(chat.reply(request(model))) as events:
                async for event in events:
                    heard.events.append(event)
        except OllamaFailure as failure:
            heard.failure = failure
        finally:
            await chat.close()
        return heard

    return asyncio.run(go())


def hearing(*packets: bytes, cut: bool = False) -> Heard:
    with OllamaTestServer(talking("x"), days=[days.chats(*packets, cut=cut)]) as server:
        return listen(server.address)


def test_a_reply_comes_in_its_pieces_and_ends_with_the_server_s_count() -> None:
    with OllamaTestServer(talking("它 ", "works", " [1]。")) as server:
        heard = listen(server.address)
        (sent,) = server.requests("/api/chat")
    assert heard.events[:3] == [ChatText("它 "), ChatText("works"), ChatText(" [1]。")]
    done = heard.events[3]
    assert isinstance(done, ChatDone)
    assert (done.reason, heard.failure) == ("stop", None)
    assert done.prompt_tokens is not None
    assert sent == {
        "model": "talker",
        "messages": [{"role": "system", "content": "Rules."}, {"role": "user", "content": "怎么？"}],
        "stream": True,
        "options": {"num_ctx": 4096, "num_predict": 512, "temperature": 0.2},
    }


def test_a_model_is_told_not_to_think_where_that_is_wanted() -> None:
    async def go(address: str) -> None:
        chat = open_chat(address)
        async with aclosing(chat.reply(replace(request(), thinks=False))) as events:
            assert [event async for event in events if isinstance(event, ChatText)] == [ChatText("So.")]
        await chat.close()

    with OllamaTestServer(talking("So.")) as server:
        asyncio.run(go(server.address))
        assert server.requests("/api/chat")[0]["think"] is False


WHOLE = days.said("数组，") + days.said("🧪 ok") + days.ended(prompt_eval_count=7)


@pytest.mark.parametrize("size", [1, 2, 3, 7, len(WHOLE)])
def test_lines_and_characters_may_be_cut_anywhere(size: int) -> None:
    heard = hearing(*(WHOLE[at : at + size] for at in range(0, len(WHOLE), size)))
    assert (heard.text, heard.failure) == ("数组，🧪 ok", None)
    assert heard.events[-1] == ChatDone("stop", 7)


def test_two_objects_may_stand_on_one_line() -> None:
    heard = hearing(days.said("a").strip() + days.said("b").strip() + b"\r\n\r\n" + days.ended("length"))
    assert heard.text == "ab"
    assert heard.events[-1] == ChatDone("length", None)


def test_lines_without_words_are_passed_over() -> None:
    heard = hearing(b'{"done": false}\n{"message": null, "done": false}\n', days.said(""), days.ended("load"))
    assert heard.events == [ChatDone("load", None)]


@pytest.mark.parametrize(
    ("packets", "cut", "kind"),
    [
        ([days.said("so"), b'{"error": "llama runner process no longer running"}\n'], False, Refused),
        ([days.said("so")], False, Dropped),
        ([days.said("so"), days.said("far")[:20]], False, Dropped),
        ([days.said("so")], True, Dropped),
        ([days.said("so"), b"<html>\n"], False, NotOllama),
        ([days.said("so"), b"[1]\n"], False, NotOllama),
        ([days.said("so"), b"\xff\n"], False, NotOllama),
        ([days.said("so"), b'{"error": {"message": "out of memory", "type": "api_error"}}\n'], False, Refused),
    ],
)
def test_what_came_before_a_failure_is_heard(packets: Sequence[bytes], cut: bool, kind: type[OllamaFailure]) -> None:
    heard = hearing(*packets, cut=cut)
    assert heard.text == "so"
    assert type(heard.failure) is kind
    assert "{" not in heard.failure.clause


@pytest.mark.parametrize(
    "end", [b"", b" \n\n", b'{"message": {"role": "assis', '{"message": {"content": "数'.encode()[:-1]]
)
def test_a_reply_that_ends_within_its_first_line_was_cut(end: bytes) -> None:
    assert isinstance(hearing(end).failure, Dropped)


def test_an_error_that_is_none_is_none() -> None:
    first = line({"message": {"content": "so"}, "error": None, "done": False})
    heard = hearing(first, line({"done": True, "error": ""}), days.said("more"))
    assert (heard.text, heard.failure) == ("so", None)


def test_what_comes_after_the_end_is_not_heard() -> None:
    last = line({"message": {"role": "assistant", "content": " far"}, "done": True, "done_reason": "stop"})
    heard = hearing(days.said("so"), last, last, days.said("more"))
    assert (heard.text, heard.failure) == ("so far", None)
    assert sum(isinstance(event, ChatDone) for event in heard.events) == 1


def test_words_of_other_roles_calls_of_tools_and_pictures_are_passed_over() -> None:
    call = line({"message": {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f"}}]}})
    heard = hearing(call, line({"message": {"role": "tool", "content": None, "images": ["AAAA"]}}), days.ended())
    assert heard.events == [ChatDone("stop", None)]


def test_the_error_in_a_stream_is_in_the_server_s_words() -> None:
    heard = hearing(b'{"error": "out of memory"}\n')
    assert isinstance(heard.failure, Refused)
    assert heard.failure.why == "out of memory"


def test_a_model_that_is_missing_or_can_not_chat() -> None:
    with OllamaTestServer(quick("embeds")) as server:
        missing, mute = listen(server.address, "no"), listen(server.address, "embeds")
    assert isinstance(missing.failure, ModelMissing)
    assert isinstance(mute.failure, Refused)
    assert (mute.failure.status, mute.failure.why) == (400, '"embeds" does not support chat')


@pytest.mark.parametrize(
    ("day", "kind"),
    [(days.dropped(days.CHAT), Dropped), (days.proxy(), ProxyInTheWay), (days.web_page(), NotOllama)],
)
def test_no_reply_at_all(day: days.Day, kind: type[OllamaFailure]) -> None:
    with OllamaTestServer(talking("x"), days=[day]) as server:
        assert type(listen(server.address).failure) is kind
    assert isinstance(listen(server.address).failure, Unreachable)


def test_a_model_that_never_finishes_loading() -> None:
    with OllamaTestServer(talking("x"), days=[days.silent(days.CHAT)]) as server:
        failure = listen(server.address, timeouts=QUICKLY).failure
    assert isinstance(failure, Silent)
    assert failure.facts["seconds"] == "0.2"


def test_a_model_that_stops_in_the_middle() -> None:
    stuck = days.Stuck(days.said("so"))
    with OllamaTestServer(talking("x"), days=[stuck]) as server:
        heard = listen(server.address, timeouts=Timeouts(load=30, between=0.2))
    assert (heard.text, type(heard.failure)) == ("so", Silent)


def test_loading_may_take_longer_than_the_time_between_two_words() -> None:
    with OllamaTestServer(talking("x"), days=[days.slow(0.5)]) as server:
        heard = listen(server.address, timeouts=Timeouts(load=30, between=0.2))
    assert (heard.text, heard.failure) == ("x", None)


@pytest.mark.parametrize("how", ["closed", "cancelled"])
def test_whoever_stops_listening_ends_the_model_s_work(how: str) -> None:
    endless = days.Endless()

    async def go(chat: OllamaChat) -> None:
        heard = asyncio.Event()

        async def follow() -> None:
            async with aclosing(chat.reply(request())) as events:
                async for _ in events:
                    heard.set()
                    if how == "closed":
                        return

        task = asyncio.create_task(follow())
        await heard.wait()
        if how == "cancelled":
            task.cancel()
        await asyncio.wait({task})
        assert await asyncio.to_thread(endless.left.wait, 1), "the server still generates"
        await chat.close()

    with OllamaTestServer(talking("x"), days=[endless]) as server:
        asyncio.run(go(open_chat(server.address)))


def test_loopback_is_asked_without_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with OllamaTestServer(talking("x")) as server:
        assert listen(server.address).text == "x"


class TestThinking:
    def test_a_field_of_its_own_is_no_part_of_the_answer(self) -> None:
        heard = hearing(days.said("", thinking="hm"), days.said("", thinking="so"), days.said("42"), days.ended())
        assert heard.events == [ChatThinking(), ChatThinking(), ChatText("42"), ChatDone("stop", None)]

    def test_tags_cut_between_pieces(self) -> None:
        heard = hearing(*map(days.said, ["<th", "ink>a", "</thi", "nk>\n\n", "42"]), days.ended())
        assert heard.text == "42"
        assert ChatThinking() in heard.events

    def test_only_the_closing_tag_withdraws_what_was_said(self) -> None:
        heard = hearing(days.said("let me see\n"), days.said("</think>\n42"), days.ended())
        assert heard.events == [ChatText("let me see\n"), ChatWithdrawn(), ChatText("42"), ChatDone("stop", None)]

    def test_thinking_that_has_no_end(self) -> None:
        heard = hearing(days.said("<think>a"), days.said("b"), days.ended("length"))
        assert heard.text == ""


def test_facts_of_a_model() -> None:
    async def go(chat: OllamaChat) -> None:
        assert await chat.facts("talker") == ChatModelFacts(512, loaded=False)
        async with aclosing(chat.reply(request())) as events:
            assert [event async for event in events]
        assert await chat.facts("Talker:latest".lower()) == ChatModelFacts(512, loaded=True)
        with pytest.raises(ModelMissing):
            await chat.facts("no")
        await chat.close()

    with OllamaTestServer(talking("x", context_length=512)) as server:
        asyncio.run(go(open_chat(server.address)))


def test_an_old_server_knows_no_facts() -> None:
    unknown = [days.on(path, text_reply("404 page not found", 404)) for path in ("/api/show", "/api/ps")]

    async def go(chat: OllamaChat) -> None:
        assert await chat.facts("talker") == ChatModelFacts(0, loaded=True)
        await chat.close()

    with OllamaTestServer(talking("x"), days=unknown) as server:
        asyncio.run(go(open_chat(server.address)))


def test_the_environment_s_address_serves_where_the_settings_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        chat = open_chat(" ")
        assert (await chat.facts("talker")).context_tokens == 32_768
        await chat.close()

    with OllamaTestServer(talking("x")) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.address.removeprefix("http://"))
        asyncio.run(go())
    with pytest.raises(InvalidSetting) as caught:
        open_chat("a b")
    assert caught.value.facts["name"] == "ollama_address"


@pytest.mark.parametrize(
    ("capabilities", "family", "name", "embeds"),
    [
        (["embedding"], "gemma3", "embeddinggemma", True),
        (["completion", "tools"], "qwen2", "qwen2.5:3b", False),
        (["completion", "embedding"], "llama", "both", False),
        (None, "nomic-bert", "nomic", True),
        (None, "qwen3", "qwen3-embedding:0.6b", True),
        (None, "", "llama3.2:3b", False),
        ("embedding", "llama", "of no list", False),
    ],
)
def test_models_that_only_embed_are_told_from_those_that_chat(
    capabilities: object, family: str, name: str, embeds: bool
) -> None:
    entry = {"name": name, "details": {"family": family}}
    if capabilities is not None:
        entry["capabilities"] = capabilities
    reply = text_reply(json.dumps({"models": [entry]}), 200, "application/json")

    async def names() -> tuple[tuple[str, ...], tuple[str, ...]]:
        chat = open_chat(server.address)
        try:
            return await chat.names(), await chat.embedding_names()
        finally:
            await chat.close()

    with OllamaTestServer(days=[days.on("/api/tags", reply)]) as server:
        assert asyncio.run(names()) == (((), (name,)) if embeds else ((name,), ()))
