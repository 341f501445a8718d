"""A question answered by a chat model: streamed, kept, and honest about what went wrong."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import EmptyQuestion, GangDanError, QuestionTooLong
from gangdan_gui.domain.events import (
    AnswerFinished,
    Answering,
    AnswerStage,
    AskEvent,
    HitsFound,
    TextArrived,
    TextWithdrawn,
)
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Exchange, Support
from gangdan_gui.domain.trace import Fate
from gangdan_gui.ollama.failures import Dropped, ModelMissing, OllamaFailure, Refused, Unreachable
from gangdan_gui.retrieving.calibration import KNOWN_SCALES, Scale
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.ollama_server import days
from tests.ollama_server.exchange import line, streamed
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer
from tests.services.conftest import Bench, Shelf

SORTING = "A list is sorted by calling its sort method, which changes the list itself and returns nothing at all."
FILES = "A file is read with open and read; the with statement closes the file when its block has come to an end."


@dataclass
class Desk:
    """A library of two documents, and settings that name a model of the test server."""

    bench: Bench
    server: OllamaTestServer

    async def ask(self, question: str, conversation: str = "", **options: object) -> list[AskEvent]:
        asking = self.bench.assistant.ask(question, replace(SearchOptions(), **options), conversation)  # type: ignore[arg-type]
        async with aclosing(asking) as events:
            return [event async for event in events]

    async def finished(self, question: str, conversation: str = "", **options: object) -> AnswerFinished:
        last = (await self.ask(question, conversation, **options))[-1]
        assert isinstance(last, AnswerFinished)
        return last

    async def kept(self) -> list[Exchange]:
        return [one for kept in await self.bench.assistant.conversations() for one in kept.exchanges]

    @property
    def sent(self) -> list[dict[str, object]]:
        return self.server.requests("/api/chat")


@pytest.fixture
def at_desk(shelf: Shelf, folder: Path) -> Callable[..., None]:
    """Runs a test's coroutine at a desk; `settings` are those beside the address and the model."""

    def run(use: Callable[[Desk], object], *pieces: str, on: tuple[days.Day, ...] = (), **settings: object) -> None:
        (folder / "sorting.md").write_text(f"# Sorting\n\n{SORTING}\n", "utf-8")
        (folder / "files.md").write_text(f"# Files\n\n{FILES}\n", "utf-8")

        async def go() -> None:
            with OllamaTestServer(talking(*pieces), quick("embeds"), days=on) as server:
                chosen: dict[str, object] = {"ollama_address": server.address, "chat_model": "talker"}
                SettingsFile(shelf.home / "settings.toml").save(Settings(**chosen | settings))  # type: ignore[arg-type]
                async with shelf.open() as bench:
                    added = await bench.library.add(str(folder))
                    await bench.build(added.source.id)
                    await use(Desk(bench, server))  # type: ignore[misc]

        asyncio.run(go())

    return run


def test_hits_then_words_then_the_answer_with_our_citations(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        hits, asked, one, two, last = await desk.ask("how is a list sorted")
        assert isinstance(hits, HitsFound)
        assert asked == Answering("talker", AnswerStage.LOADING)
        assert isinstance(last, AnswerFinished)
        assert [one, two] == [TextArrived("By sort", last.conversation), TextArrived("【1】.", last.conversation)]
        answer = last.answer
        assert (answer.text, answer.complete, answer.model) == ("By sort[1].", True, "talker")
        assert [(cited.number, cited.path) for cited in answer.citations] == [(1, hits.result.passages[0].path)]
        assert answer.passages == hits.result.passages
        assert set(answer.seconds) == {"embed", "search", "wait", "write", "total"}
        assert answer.seconds["total"] >= answer.seconds["wait"] + answer.seconds["write"]
        assert [one.answer for one in await desk.kept()] == [answer]
        again = await desk.ask("how is a file read")
        assert again[1] == Answering("talker", AnswerStage.READING)

    at_desk(use, "By sort", "【1】.")


def test_the_request_as_the_server_saw_it(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        for question in ("how is a list sorted", "how is a file read"):
            await desk.ask(question)
        options = [sent["options"] for sent in desk.sent]
        assert [one["num_ctx"] for one in options] == [4096, 4096]  # type: ignore[index]
        assert {one["temperature"] for one in options} == {0.2}  # type: ignore[index]
        assert {(one.answer.temperature, one.answer.context_tokens) for one in await desk.kept()} == {(0.2, 4096)}
        system, user = desk.sent[0]["messages"]  # type: ignore[misc]
        assert "Use only what the passages say" in system["content"]
        assert SORTING in user["content"]
        assert user["content"].endswith("Question: how is a list sorted\n\nAnswer in Chinese. 请用中文回答。")

    at_desk(use, "x", context_tokens=4096, answer_language="zh")


def test_a_model_that_reads_less_is_sent_less(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        desk.server.serve(talking("x", name="small", context_length=2048))
        await desk.ask("how is a list sorted", model="small")
        assert desk.sent[0]["options"]["num_ctx"] == 2048  # type: ignore[index]

    at_desk(use)


def test_how_it_was_found_says_what_the_model_had_no_room_for(at_desk: Callable[..., None], folder: Path) -> None:
    for name in "abcdefgh":  # each as long as a passage gets, and no two alike
        (folder / f"{name}.md").write_text("".join(f"第{name}{n}种列表用方法{n}排序。" for n in range(60)), "utf-8")

    async def use(desk: Desk) -> None:
        events = await desk.ask("列表用什么方法排序？", explain=True)
        first, again = (event.result for event in events if isinstance(event, HitsFound))
        last = events[-1]
        assert isinstance(last, AnswerFinished)
        assert again.passages == first.passages
        read = {passage.number: passage.text for passage in last.answer.passages}
        assert 0 < len(read) < len(first.passages)
        assert again.trace
        fates = {(one.passage in read, one.fate) for one in again.trace.candidates if one.passage}
        assert {fate for is_read, fate in fates if not is_read} == {Fate.NO_ROOM}
        plain = await desk.ask("列表用什么方法排序？")
        assert sum(isinstance(event, HitsFound) for event in plain) == 1, "nobody asks how"

    at_desk(use, "x", context_tokens=2048)


def test_without_a_model_the_passages_answer(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        assert [type(event) for event in await desk.ask("how is a list sorted", model="")] == [
            HitsFound,
            AnswerFinished,
        ]
        assert desk.sent == []
        assert (await desk.kept())[0].answer.model == ""

    at_desk(use, "x")


def test_a_refused_question_never_reaches_the_model(
    at_desk: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KNOWN_SCALES, "hash", Scale(strange=0.4, own=0.9))

    async def use(desk: Desk) -> None:
        unrelated = "quantum chromodynamics zebra"
        result = await desk.bench.assistant.search(unrelated, SearchOptions())
        assert result.supported is Support.NO
        last = await desk.finished(unrelated, strict=True)
        assert (last.answer.text, last.answer.citations, last.answer.supported) == ("", (), Support.NO)
        assert last.answer.notices == (Reason("not-held"),)
        assert last.answer.passages == result.passages
        assert desk.sent == []

    at_desk(use, "x")


@pytest.mark.parametrize(("room", "model"), [(2048, None), (4096, ""), (4096, None)])
def test_a_follow_up_is_asked_with_what_it_leans_on_where_that_turn_is_not_told(
    at_desk: Callable[..., None], room: int, model: str | None
) -> None:
    async def use(desk: Desk) -> None:
        first = await desk.finished("how is a list sorted", model=model)
        await desk.finished("why?", first.conversation)
        messages = [message["content"] for message in desk.sent[-1]["messages"]]  # type: ignore[attr-defined]
        is_told = "how is a list sorted" in messages
        assert is_told is (room == 4096 and model is None)
        asked = "why?" if is_told else "how is a list sorted\nwhy?"
        assert f"Question: {asked}\n\n" in messages[-1]
        assert [one.question for one in await desk.kept()] == ["how is a list sorted", "why?"]

    at_desk(use, "By sort. " * 700, context_tokens=room) if room == 2048 else at_desk(use, "x", context_tokens=room)


def test_the_settings_may_be_strict_and_a_question_may_not(
    at_desk: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KNOWN_SCALES, "hash", Scale(strange=0.4, own=0.9))

    async def use(desk: Desk) -> None:
        unrelated = "quantum chromodynamics zebra"
        refused = await desk.finished(unrelated)
        assert (refused.answer.text, desk.sent) == ("", [])
        assert (await desk.finished(unrelated, strict=False)).answer.text == "x"
        assert len(desk.sent) == 1

    at_desk(use, "x", strict=True)


def test_a_refusal_does_not_stick(at_desk: Callable[..., None], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOWN_SCALES, "hash", Scale(strange=0.4, own=0.9))

    async def use(desk: Desk) -> None:
        unrelated = "quantum chromodynamics zebra"
        refused = await desk.finished(unrelated, strict=True)
        held = await desk.finished(SORTING, refused.conversation, strict=True)
        assert (held.answer.supported, held.answer.text) == (Support.YES, "x")
        again = await desk.finished(unrelated, refused.conversation, strict=True)
        assert (again.answer.text, len(desk.sent)) == ("", 1)
        (folder / "zebra.md").write_text("Quantum chromodynamics of the zebra is quantum chromodynamics.\n", "utf-8")
        (source,) = await desk.bench.library.sources()
        await desk.bench.build(source.source.id)
        told = await desk.finished(unrelated, refused.conversation, strict=True)
        assert (told.answer.text, told.answer.passages[0].path) == ("x", "zebra.md")

    at_desk(use, "x")


@pytest.mark.parametrize("answer_weak", [True, False])
def test_what_is_held_in_part_is_answered_as_the_settings_say(at_desk: Callable[..., None], answer_weak: bool) -> None:
    async def use(desk: Desk) -> None:
        asked = await desk.finished("zebra sorted", strict=True, mode="keyword")
        assert asked.answer.supported is Support.WEAK
        assert asked.answer.text == ("x" if answer_weak else "")
        assert (Reason("held-in-part") in asked.answer.notices) is not answer_weak
        assert len(desk.sent) == answer_weak

    at_desk(use, "x", answer_weak=answer_weak)


@pytest.mark.parametrize(
    ("day", "code", "text"),
    [
        (days.chats(days.said("By [1]"), b'{"error": "out of memory"}\n'), "ollama-refused", "By [1]"),
        (days.chats(days.said("By [1]")), "ollama-dropped", "By [1]"),
        (days.chats(days.said("By [1]"), cut=True), "ollama-dropped", "By [1]"),
        (days.chats(days.said("By [1]"), days.ended("length")), "answer-length", "By [1]"),
        (days.chats(days.said("<think>hm</think>"), days.ended()), "answer-empty", ""),
    ],
)
def test_what_there_is_of_an_answer_is_kept_and_marked(
    at_desk: Callable[..., None], day: days.Day, code: str, text: str
) -> None:
    async def use(desk: Desk) -> None:
        answer = (await desk.finished("how is a list sorted")).answer
        assert (answer.text, answer.complete) == (text, False)
        assert answer.incomplete
        assert answer.incomplete.code == code
        assert [one.number for one in answer.citations] == ([1] if text else [])
        assert [one.answer for one in await desk.kept()] == [answer]

    at_desk(use, on=(day,))


@pytest.mark.parametrize(
    ("model", "day", "kind"),
    [
        ("no", None, ModelMissing),
        ("embeds", None, Refused),
        ("talker", days.chats(b'{"error": "out of memory"}\n'), Refused),
        ("talker", days.dropped(days.CHAT), OllamaFailure),
    ],
)
def test_where_there_is_no_word_of_an_answer_nothing_is_kept(
    at_desk: Callable[..., None], model: str, day: days.Day | None, kind: type[GangDanError]
) -> None:
    async def use(desk: Desk) -> None:
        with pytest.raises(kind):
            await desk.ask("how is a list sorted", model=model)
        assert await desk.bench.assistant.conversations() == ()

    at_desk(use, "x", on=(day,) if day else ())


def test_no_server_is_said_after_the_passages(at_desk: Callable[..., None]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        closed = f"127.0.0.1:{taken.getsockname()[1]}"

    async def use(desk: Desk) -> None:
        async with aclosing(desk.bench.assistant.ask("how is a list sorted", SearchOptions())) as events:
            assert isinstance(await anext(events), HitsFound)
            with pytest.raises(Unreachable):
                await anext(events)

    at_desk(use, ollama_address=closed)


@pytest.mark.parametrize("how", ["closed", "cancelled"])
def test_stop_keeps_what_came_ends_the_model_and_frees_the_next_question(
    at_desk: Callable[..., None], how: str
) -> None:
    endless = days.Endless("and on ")

    async def use(desk: Desk) -> None:
        place: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def follow() -> None:
            async with aclosing(desk.bench.assistant.ask("how is a list sorted", SearchOptions())) as events:
                async for event in events:
                    if isinstance(event, TextArrived) and not place.done():
                        place.set_result(event.conversation)
                        if how == "closed":
                            return

        task = asyncio.create_task(follow())
        conversation = await place
        if how == "cancelled":
            task.cancel()
        await asyncio.wait({task})
        assert await asyncio.to_thread(endless.left.wait, 1), "the server still generates"
        (exchange,) = (await desk.bench.assistant.conversation(conversation)).exchanges
        assert exchange.answer.text.startswith("and on")
        assert exchange.answer.incomplete
        assert (exchange.answer.complete, exchange.answer.incomplete.code) == (False, "answer-stopped")
        desk.server.days.clear()
        last = await desk.finished("and how is a file read", conversation)
        assert (last.conversation, last.answer.text, last.answer.complete) == (conversation, "done", True)

    at_desk(use, "done", on=(endless,))


def test_thinking_is_told_and_never_shown_or_kept(at_desk: Callable[..., None]) -> None:
    pieces = [days.said("", thinking="hm"), days.said("let me "), days.said("see\n</think>\n"), days.said("Yes.")]

    async def use(desk: Desk) -> None:
        events = await desk.ask("how is a list sorted")
        assert Answering("talker", AnswerStage.THINKING) in events
        at = events.index(TextWithdrawn())
        assert [event.text for event in events[at:] if isinstance(event, TextArrived)] == ["Yes."]
        assert (await desk.kept())[0].answer.text == "Yes."

    at_desk(use, on=(days.chats(*pieces, days.ended()),))


class TestConversations:
    def test_a_follow_up_is_searched_with_its_question_and_sent_with_the_history(
        self, at_desk: Callable[..., None]
    ) -> None:
        async def use(desk: Desk) -> None:
            first = await desk.finished("how is a list sorted")
            events = await desk.ask("why?", first.conversation)
            assert isinstance(events[0], HitsFound)
            assert events[0].result.question == "why?"
            assert events[0].result.passages[0].path == "sorting.md"
            said = [message["content"] for message in desk.sent[1]["messages"]]  # type: ignore[attr-defined]
            assert said[1:3] == ["how is a list sorted", "By sort ."]
            assert "Question: why?" in said[3]
            assert [one.question for one in await desk.kept()] == ["how is a list sorted", "why?"]

        at_desk(use, "By sort [1].")

    def test_a_new_topic_is_searched_by_itself(self, at_desk: Callable[..., None]) -> None:
        async def use(desk: Desk) -> None:
            first = await desk.finished("how is a list sorted")
            last = await desk.finished("how is a file read", first.conversation)
            assert last.answer.passages[0].path == "files.md"

        at_desk(use, "x")

    def test_thirty_turns_stay_within_what_the_model_reads_and_that_is_said(self, at_desk: Callable[..., None]) -> None:
        async def use(desk: Desk) -> None:
            place = (await desk.finished("how is a list sorted")).conversation
            answers: list[Answer] = [
                (await desk.finished(f"how is list {turn} sorted", place)).answer for turn in range(29)
            ]
            assert {sent["options"]["num_ctx"] for sent in desk.sent} == {2048}  # type: ignore[index]
            assert all(sent["options"]["num_predict"] >= 512 for sent in desk.sent)  # type: ignore[index]
            assert [notice.code for notice in answers[-1].notices] == ["history-left-out"]

        at_desk(use, "word " * 200, context_tokens=2048)

    def test_a_question_too_long_is_refused_before_it_is_sent(self, at_desk: Callable[..., None]) -> None:
        async def use(desk: Desk) -> None:
            with pytest.raises(QuestionTooLong):
                await desk.ask("list 排序" * 4000)
            with pytest.raises(EmptyQuestion):
                await desk.ask("？？")
            assert desk.sent == []

        at_desk(use, "x")


def test_a_prompt_that_the_server_cut_is_said(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        answer = (await desk.finished("how is a list sorted")).answer
        assert answer.complete
        assert [(notice.code, notice.detail) for notice in answer.notices] == [("prompt-cut", "9")]

    at_desk(use, on=(days.chats(days.said("x"), days.ended(prompt_eval_count=9)),))


class TestModels:
    def test_those_that_can_chat_are_named(self, at_desk: Callable[..., None]) -> None:
        async def use(desk: Desk) -> None:
            assert await desk.bench.assistant.chat_models() == ("talker",)

        at_desk(use)

    def test_a_missing_model_is_downloaded_with_progress_and_answers(self, at_desk: Callable[..., None]) -> None:
        async def use(desk: Desk) -> None:
            desk.server.pullable["qwen3:0.6b"] = talking("Here.", name="qwen3:0.6b")
            with pytest.raises(ModelMissing):
                await desk.ask("how is a list sorted", model="qwen3:0.6b")
            async with aclosing(desk.bench.assistant.pull("qwen3:0.6b")) as steps:
                seen = [step async for step in steps]
            assert (seen[0].status, seen[-1].status) == ("pulling manifest", "success")
            assert [step.done for step in seen if step.total] == [0, 1000, 2000, 3000, 4000]
            assert (await desk.finished("how is a list sorted", model="qwen3:0.6b")).answer.text == "Here."

        at_desk(use)

    def test_a_model_that_nobody_has_is_said_in_the_server_s_words(self, at_desk: Callable[..., None]) -> None:
        async def use(desk: Desk) -> None:
            async with aclosing(desk.bench.assistant.pull("no")) as steps:
                await anext(steps)
                with pytest.raises(Refused, match="file does not exist"):
                    await anext(steps)

        at_desk(use)

    def test_a_download_that_breaks_off_is_no_success(self, at_desk: Callable[..., None]) -> None:
        async def use(desk: Desk) -> None:
            desk.server.days.append(days.on("/api/pull", streamed([line({"status": "pulling manifest"})])))
            async with aclosing(desk.bench.assistant.pull("no")) as steps:
                await anext(steps)
                with pytest.raises(Dropped):
                    await anext(steps)

        at_desk(use)


def test_asking_imports_no_client_of_ollama_before_a_model_is_asked() -> None:
    modules = "gangdan_gui.app", "gangdan_gui.services.answering.assistant"
    code = f"import json, sys, {', '.join(modules)}; print(json.dumps([*sys.modules]))"
    loaded = json.loads(subprocess.check_output([sys.executable, "-c", code]))
    assert not {"httpx", "ollama", "gangdan_gui.ollama.server"} & set(loaded)
    assert set(modules) < set(loaded)


def test_a_source_that_is_removed_while_it_is_asked_takes_no_answer_away(at_desk: Callable[..., None]) -> None:
    async def use(desk: Desk) -> None:
        held = days.Held("/api/show")
        desk.server.days.append(held)
        asking = asyncio.ensure_future(desk.finished("how is a list sorted"))
        await asyncio.to_thread(held.entered.acquire)
        (summary,) = await desk.bench.library.sources()
        await desk.bench.library.remove(summary.source.id)
        held.open()
        answer = (await asking).answer
        assert (answer.text, answer.complete) == ("So [1].", True)
        assert [cited.title for cited in answer.citations] == [summary.source.title]

    at_desk(use, "So [1].")
