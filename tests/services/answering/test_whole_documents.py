"""What is asked of documents as a whole is answered from all that they hold, at once or section by section."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import aclosing
from pathlib import Path

import pytest

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
from gangdan_gui.domain.search import Answer
from gangdan_gui.services.answering import section_writing
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.settings import Settings, SettingsFile
from tests.ollama_server.models import Message, ServedModel, talking
from tests.ollama_server.server import OllamaTestServer
from tests.services.conftest import Bench, Shelf

CHAPTERS = ("tide", "bread", "iron", "tulip", "comet", "flute")
NUMBER = re.compile(r"passage \[(\d+)\]")
TITLE = re.compile(r"section (\d+) of (\d+)")


def chapter(word: str, sentences: int) -> str:
    lines = (f"Sentence {number} on {word} says what the class should know of it." for number in range(sentences))
    return f"## {word.title()}\n\n" + "\n".join(lines) + "\n\n"


def book(sentences: int) -> str:
    return "# A book\n\n" + "".join(chapter(word, sentences) for word in CHAPTERS)


def reader(messages: Sequence[Message], _most: int) -> Iterable[str]:
    """Notes one passage of each section, and answers from the notes with all the numbers that stand in them."""
    said = messages[-1]["content"]
    if found := TITLE.search(said):
        yield f"Note {found[1]} "
        yield f"[{NUMBER.findall(said)[-1]}] and [998]."
    elif "Answer the request from these notes" in said:
        yield "All: " + "".join(sorted(set(re.findall(r"(?<=Note \d )\[\d+\]", said)))) + " [77]"
    else:
        yield "Whole [1]."


def model(chat: Callable[[Sequence[Message], int], Iterable[str | int]] = reader) -> ServedModel:
    return talking(chat=chat)


@pytest.fixture
def library(shelf: Shelf, folder: Path) -> Callable[..., None]:
    """Builds `texts` by name, and hands the bench, the server and the source to a check."""

    def run(
        check: Callable[[Bench, OllamaTestServer, str], Coroutine[object, object, None]],
        texts: dict[str, str],
        served: ServedModel | None = None,
        **settings: object,
    ) -> None:
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8")

        async def go() -> None:
            with OllamaTestServer(served or model()) as server:
                chosen: dict[str, object] = {"ollama_address": server.address, "chat_model": "talker"}
                SettingsFile(shelf.home / "settings.toml").save(Settings(**chosen | settings))  # type: ignore[arg-type]
                async with shelf.open() as bench:
                    source = (await bench.library.add(str(folder))).source.id
                    await bench.build(source)
                    await check(bench, server, source)

        asyncio.run(go())

    return run


async def events(bench: Bench, question: str, *documents: tuple[str, str], model: str | None = None) -> list[AskEvent]:
    options = SearchOptions(count=3, documents=documents, model=model)
    async with aclosing(bench.assistant.ask(question, options)) as stream:
        return [event async for event in stream]


def answer_in(told: Sequence[AskEvent]) -> Answer:
    last = told[-1]
    assert isinstance(last, AnswerFinished)
    return last.answer


def test_documents_that_fit_are_read_whole_in_the_order_they_were_named(library: Callable[..., None]) -> None:
    async def check(bench: Bench, server: OllamaTestServer, source: str) -> None:
        told = await events(bench, "Compare these papers", (source, "b.md"), (source, "a.md"))
        answer = answer_in(told)
        assert [one.path for one in answer.passages] == ["b.md", "a.md"]
        assert "".join(one.text for one in answer.passages).count("Sentence") == 12
        assert (answer.text, answer.notices) == ("Whole [1].", (Reason("whole-documents"),))
        assert [one.path for one in answer.citations] == ["b.md"]
        assert len(server.requests("/api/chat")) == 1

    library(check, {"a.md": chapter("tide", 6), "b.md": chapter("iron", 6), "c.md": chapter("comet", 6)})


def test_a_long_one_is_read_section_by_section_and_the_coverage_stated(library: Callable[..., None]) -> None:
    async def check(bench: Bench, server: OllamaTestServer, source: str) -> None:
        told = await events(bench, "Summarise this book", (source, "book.md"))
        stages = [event for event in told if isinstance(event, Answering)]
        count = stages[0].count
        assert count > 3
        assert [(one.stage, one.number) for one in stages] == [
            *((AnswerStage.SECTION, number) for number in range(1, count + 1)),
            (AnswerStage.MERGING, count),
        ]
        asked = [request["messages"][-1]["content"] for request in server.requests("/api/chat")]
        assert len(asked) == count + 1
        document = await bench.library.document(source, "book.md")
        given = next(event for event in told[1:] if isinstance(event, HitsFound)).result.passages
        assert "".join(one.text for one in given).strip() == document.text.strip()
        assert all(any(one.text in said for said in asked[:-1]) for one in given)
        answer = answer_in(told)
        assert answer.notices == (Reason("sections-read", str(count)),)
        assert answer.complete
        assert [one.number for one in answer.passages] == list(range(1, count + 1))
        assert [one.number for one in answer.citations] == list(range(1, count + 1))
        assert answer.text.endswith("[77]")
        places = [(one.start, one.end) for one in answer.passages]
        assert places == sorted(places)
        assert all(document.text[one.start : one.end] == one.text for one in answer.passages)
        withdrawn = [place for place, event in enumerate(told) if isinstance(event, TextWithdrawn)]
        assert len(withdrawn) == 1
        shown = told[withdrawn[0] + 1]
        assert isinstance(shown, HitsFound)
        assert shown.result.passages == answer.passages
        words = "".join(event.text for event in told[withdrawn[0] :] if isinstance(event, TextArrived))
        assert words.strip() == answer.text
        (kept,) = await bench.assistant.conversations()
        assert [one.answer for one in (await bench.assistant.conversation(kept.id)).exchanges] == [answer]

    library(check, {"book.md": book(30)}, context_tokens=2048)


def test_notes_that_do_not_fit_together_are_made_fewer_first(library: Callable[..., None]) -> None:
    def wordy(messages: Sequence[Message], most: int) -> Iterable[str]:
        said = messages[-1]["content"]
        if found := TITLE.search(said):
            yield f"[{NUMBER.findall(said)[-1]}] " + f"Note {found[1]}. " * 60
        elif "Make one list of notes" in said:
            yield "".join(dict.fromkeys(re.findall(r"\[\d+\]", said)))
        else:
            assert len(said) < 6000
            yield "".join(dict.fromkeys(re.findall(r"\[\d+\]", said)))

    async def check(bench: Bench, server: OllamaTestServer, source: str) -> None:
        answer = answer_in(await events(bench, "总结这本书", (source, "book.md")))
        condensed = [one for one in server.requests("/api/chat") if "Make one list" in one["messages"][-1]["content"]]
        assert condensed
        assert answer.complete
        assert [one.number for one in answer.citations] == [one.number for one in answer.passages]
        assert len(answer.passages) > 8

    library(check, {"book.md": book(90)}, model(wordy), context_tokens=2048)


def test_a_section_of_which_nothing_came_is_named(library: Callable[..., None]) -> None:
    def forgetful(messages: Sequence[Message], most: int) -> Iterable[str]:
        found = TITLE.search(messages[-1]["content"])
        return () if found and found[1] == "2" else reader(messages, most)

    async def check(bench: Bench, _server: OllamaTestServer, source: str) -> None:
        answer = answer_in(await events(bench, "Summarise this book", (source, "book.md")))
        (notice,) = answer.notices
        assert notice.code == "sections-partly-read"
        assert re.match(r"(\d+) / (\d+) \(A book › ", notice.detail)
        assert answer.complete

    library(check, {"book.md": book(30)}, model(forgetful), context_tokens=2048)


def test_what_lies_beyond_the_numbers_that_can_be_named_is_told_as_unread(
    library: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(section_writing, "_MOST_PASSAGES", 4)

    async def check(bench: Bench, _server: OllamaTestServer, source: str) -> None:
        told = await events(bench, "Summarise this book", (source, "book.md"))
        (notice,) = answer_in(told).notices
        assert notice.code == "sections-partly-read"
        shown = [event.result.passages for event in told if isinstance(event, HitsFound)]
        assert max(one.number for one in shown[1]) <= 4

    library(check, {"book.md": book(30)}, context_tokens=2048)


@pytest.mark.parametrize("stop_at", [AnswerStage.SECTION, AnswerStage.MERGING])
def test_what_was_written_when_it_was_stopped_is_kept(library: Callable[..., None], stop_at: AnswerStage) -> None:
    async def check(bench: Bench, _server: OllamaTestServer, source: str) -> None:
        options = SearchOptions(documents=((source, "book.md"),))
        async with aclosing(bench.assistant.ask("Summarise this book", options)) as stream:
            async for event in stream:
                if isinstance(event, Answering) and event.stage is stop_at and event.number >= 3:
                    break
        (kept,) = await bench.assistant.conversations()
        (exchange,) = (await bench.assistant.conversation(kept.id)).exchanges
        answer = exchange.answer
        assert answer.incomplete == Reason("answer-stopped")
        assert "Note 1" in answer.text
        assert "Note 2" in answer.text
        assert answer.citations
        (notice,) = answer.notices
        partly = stop_at is AnswerStage.SECTION
        assert notice.code == ("sections-partly-read" if partly else "sections-read")
        assert [one.number for one in answer.passages] == list(range(1, len(answer.passages) + 1))

    library(check, {"book.md": book(30)}, context_tokens=2048)


def test_without_a_chat_model_it_says_what_to_do_and_how_chapters_begin(library: Callable[..., None]) -> None:
    async def check(bench: Bench, server: OllamaTestServer, source: str) -> None:
        answer = answer_in(await events(bench, "Summarise this book", (source, "book.md"), model=""))
        assert answer.notices == (Reason("summary-needs-model"),)
        assert [one.heading[-1] for one in answer.passages] == ["A book", "Tide", "Bread"]
        assert server.requests("/api/chat") == []

    library(check, {"book.md": book(30), "other.md": book(3)}, context_tokens=2048)


def test_another_question_is_searched_and_given_the_rest_where_that_fits(library: Callable[..., None]) -> None:
    async def check(bench: Bench, _server: OllamaTestServer, source: str) -> None:
        answer = answer_in(await events(bench, "What does sentence 3 on iron say?", (source, "book.md")))
        assert answer.notices == (Reason("whole-documents"),)
        assert {one.path for one in answer.passages} == {"book.md"}
        assert sum(len(one.text) for one in answer.passages) >= len(book(20).strip())
        assert answer.passages[0].distance is not None

    library(check, {"book.md": book(20), "other.md": book(5)}, context_tokens=8192)


def test_documents_that_are_not_there_are_told_as_that(library: Callable[..., None]) -> None:
    async def check(bench: Bench, server: OllamaTestServer, source: str) -> None:
        answer = answer_in(await events(bench, "Summarise this", (source, "gone.md")))
        assert answer.notices == (Reason("filtered-out"),)
        assert answer.passages == ()
        assert server.requests("/api/chat") == []

    library(check, {"book.md": book(1)})


def test_whoever_chose_no_documents_is_told_how_and_answered_all_the_same(library: Callable[..., None]) -> None:
    hint = Reason("no-document-chosen")

    async def check(bench: Bench, _server: OllamaTestServer, source: str) -> None:
        usual, chosen = SearchOptions(), SearchOptions(documents=((source, "a.md"),))
        for question in ("Summarise this chapter", "compare these papers", "总结一下", "概括这篇文章"):
            found, answer, conversation = await _asked(bench, question, usual)
            assert hint in found
            assert hint in answer.notices
            assert answer.text
            assert hint in (await bench.assistant.search(question, SearchOptions((source,)))).notices
            assert hint not in (await bench.assistant.search(question, chosen)).notices
        for question in ("What does the class learn of bread?", "Summarise the rules of bread", "面包的比较"):
            found, answer, conversation = await _asked(bench, question, usual)
            assert hint not in (*found, *answer.notices)
        # What leans on the question before means that, and no document.
        found, *_ = await _asked(bench, "总结一下", usual, conversation)
        assert hint not in found

    library(check, {"a.md": book(2), "b.md": book(1)})


async def _asked(
    bench: Bench, question: str, options: SearchOptions, conversation: str = ""
) -> tuple[tuple[Reason, ...], Answer, str]:
    """The notices of what was found first, the answer, and the conversation it is kept in."""
    async with aclosing(bench.assistant.ask(question, options, conversation)) as events:
        seen = [event async for event in events]
    first = next(event for event in seen if isinstance(event, HitsFound))
    last = seen[-1]
    assert isinstance(last, AnswerFinished)
    return first.result.notices, last.answer, last.conversation


def test_what_names_nothing_goes_on_with_a_summary(library: Callable[..., None]) -> None:
    async def check(bench: Bench, server: OllamaTestServer, source: str) -> None:
        conversation = ""

        async def asked(question: str) -> list[str]:
            nonlocal conversation
            options = SearchOptions(count=1, documents=((source, "a.md"), (source, "b.md")))
            async with aclosing(bench.assistant.ask(question, options, conversation)) as stream:
                last = [event async for event in stream][-1]
            assert isinstance(last, AnswerFinished)
            conversation = last.conversation
            return [notice.code for notice in last.answer.notices]

        for question in ("Compare these papers", "Write it in three sentences.", "Shorter, please.", "用中文回答"):
            assert await asked(question) == ["whole-documents"]
        said = server.requests("/api/chat")[-1]["messages"][-1]["content"]
        assert "Question: Compare these papers\n用中文回答\n" in said
        assert (await bench.assistant.conversation(conversation)).exchanges[-1].question == "用中文回答"
        assert "whole-documents" in await asked("Which tide is meant?")  # read whole beside what was found
        assert "Question: Which tide is meant?" in server.requests("/api/chat")[-1]["messages"][-1]["content"]
        await asked("more, please")
        assert "Compare" not in server.requests("/api/chat")[-1]["messages"][-1]["content"]

    library(check, {"a.md": chapter("tide", 6), "b.md": chapter("iron", 6)})


def test_named_documents_that_brought_nothing_are_told_of(library: Callable[..., None]) -> None:
    async def check(bench: Bench, _server: OllamaTestServer, source: str) -> None:
        names = ("a.md", "empty.md", "copy.md")
        answer = answer_in(await events(bench, "Compare these papers", *((source, name) for name in names)))
        assert {one.path for one in answer.passages} == {"a.md"}
        told = {notice.code: notice.detail for notice in answer.notices}
        assert told == {"documents-empty": "empty.md", "documents-alike": "copy.md", "whole-documents": ""}

    library(check, {"a.md": chapter("tide", 6), "copy.md": chapter("tide", 6), "empty.md": "\n"})
