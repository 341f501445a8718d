"""From a thought to a cited note, on the command line and in the window, on real parts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from gangdan_gui.app import open_application
from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.search import Answer, Citation, Exchange, Passage, Support
from gangdan_gui.storing.conversations import ConversationFolder
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.notes.dialog import NoteDialog
from gangdan_gui.ui.window import Window
from tests.program import run_here
from tests.ui.waiting import until

SALT = "# 海水为什么咸\n\n河流把岩石里的盐带到大海，盐留在海里，只有水会蒸发成云，所以海水越来越咸。\n"
SECONDS = 60.0

pytestmark = pytest.mark.usefixtures("one_model")


def run(home: Path, *words: str, code: int = 0) -> dict[str, Any]:
    done = run_here(*words, "--json", "--home", str(home))
    assert done.returncode == code, done.stderr.decode()
    found = json.loads(done.stdout.decode())
    assert isinstance(found, dict)
    return found


def answered(home: Path) -> str:
    rock = Passage(1, "geo", "rock.md", "https://geo.example/rock", "Rock", (), 0, 4, "Salt", "en", 0.9, 0.1)
    folder = ConversationFolder(home / "conversations")
    text = "Mountains are worn down by rain and frost [1]."
    answer = Answer(text, True, Support.YES, "tiny:1b", (Citation.of(rock, None),), (rock,))
    name = folder.start("What wears mountains down?")
    folder.append(name, Exchange("What wears mountains down?", answer, "2026-11-30T09:00:00+08:00"))
    return name


@pytest.mark.slow
def test_a_note_and_an_answer_are_kept_found_marked_and_removed(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "海.txt"
    file.write_bytes(SALT.encode("gb18030"))
    added = run(home, "notes", "add", str(file), "--tag", "地理", "--tag", "高一", "--build")
    assert added["note"] == {
        "source": "my-notes", "path": "海水为什么咸.md", "kind": "notes", "title": "海水为什么咸",
        "date": added["note"]["date"], "tags": ["地理", "高一"],
    }  # fmt: skip
    assert [entry["state"] for entry in added["sources"]] == ["ready"]
    (hit,) = run(home, "search", "海水为什么是咸的？", "--tag", "地理")["hits"]
    assert (hit["kind"], hit["path"]) == ("notes", "海水为什么咸.md")
    assert run(home, "search", "海水为什么是咸的？", "--tag", "历史")["hits"] == []

    kept = run(home, "notes", "keep", answered(home), "--answer", "1", "--build")
    assert kept["note"]["source"] == "kept-answers"
    usual = run(home, "search", "what wears mountains down")
    assert "kept-answers" not in {hit["source"] for hit in usual["hits"]}
    chosen = run(home, "search", "what wears mountains down", "-c", "kept-answers")
    assert {hit["kind"] for hit in chosen["hits"]} == {"answers"}
    assert chosen["supported"] == "no"
    told = run_here("search", "what wears mountains down", "-c", "kept-answers", "--home", str(home))
    assert "(written by a model)" in told.stdout.decode().splitlines()[0]
    refused = run(home, "ask", "what wears mountains down", "-c", "kept-answers", "--strict", "--model", "")
    assert (refused["answer"], refused["citations"]) == ("", [])

    assert [note["kind"] for note in run(home, "notes", "list")["notes"]] == ["notes", "answers"]
    assert run(home, "notes", "remove", "my-notes", "海水为什么咸.md")["sources"] == []
    assert [note["kind"] for note in run(home, "notes", "list")["notes"]] == ["answers"]
    assert run(home, "notes", "remove", "my-notes", "海水为什么咸.md", code=2)["error"]["id"] == "unknown-source"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("notes", "add", "missing.md"), "location-missing"),
        (("notes", "add", "EMPTY"), "empty-note"),
        (("notes", "add", "BINARY"), "unreadable-file"),
        (("notes", "keep", "nobody"), "unknown-conversation"),
        (("notes", "remove", "my-notes", "x.md"), "unknown-source"),
    ],
)
def test_what_can_t_be_kept_is_told(home: Path, tmp_path: Path, words: tuple[str, ...], error: str) -> None:
    (tmp_path / "EMPTY").write_text(" \n…\n", "utf-8")
    (tmp_path / "BINARY").write_bytes(b"\x7fELF\x02\x01\x01\x00" * 400)
    places = [str(tmp_path / word) if word.isupper() else word for word in words]
    assert run(home, *places, code=2)["error"]["id"] == error
    assert run(home, "sources", "list")["sources"] == []


def test_while_the_window_holds_the_library_notes_are_read_and_not_written(home: Path) -> None:
    run(home, "notes", "add", str(Path(__file__)), "--title", "Mine")

    async def hold() -> None:
        async with open_application(home, "the window"):
            assert [note["title"] for note in (await asyncio.to_thread(run, home, "notes", "list"))["notes"]] == [
                "Mine"
            ]
            words = ("notes", "add", str(Path(__file__)))
            assert (await asyncio.to_thread(run, home, *words, code=2))["error"]["id"] == "library-locked"

    asyncio.run(hold())


@pytest.fixture
def visit(home: Path, qapp: QApplication) -> Callable[[Callable[[Window], Awaitable[None]]], None]:
    def open_and(journey: Callable[[Window], Awaitable[None]]) -> None:
        async def bounded(window: Window) -> int:
            await asyncio.wait_for(journey(window), SECONDS)
            return 0

        assert show_window(home, partial(open_application, home, "the test"), visit=bounded) == 0

    return open_and


def test_a_pasted_text_answers_in_the_window_as_the_teacher_s_own(visit, home: Path) -> None:  # type: ignore[no-untyped-def]
    name = answered(home)

    async def journey(window: Window) -> None:
        QGuiApplication.clipboard().setText(SALT)
        window.sources.paste_action.trigger()
        (dialog,) = window.main.findChildren(NoteDialog)
        dialog.keep_button.click()
        await until(lambda: any(one.chunks for one in window.model.summaries) and not window.library.queue.running)
        await window.ask.ask("海水为什么是咸的？", model="")
        (card,) = [window.cards.list.card_at(window.cards.list.cards.index(0))]
        assert card is not None
        assert card.passage.kind is SourceKind.NOTES

        await window.ask.continue_conversation(name)
        (message,) = window.conversation.messages
        message.keep_button.click()
        await until(lambda: len(window.model.summaries) == 2 and all(one.chunks for one in window.model.summaries))
        await until(lambda: not window.library.queue.running)
        assert [one.source.kind for one in window.model.used] == [SourceKind.NOTES]
        undo = window.notices.notice
        assert undo is not None
        assert undo.act is not None
        undo.act()
        await until(lambda: [one.source.kind for one in window.model.summaries] == [SourceKind.NOTES])

    visit(journey)
