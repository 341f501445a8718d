"""What goes wrong with a model is told in the conversation and mended there: a real window and the test server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from gangdan_gui.app import open_application
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_remedy import Remedy
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.models.model_menu import ModelMenu
from gangdan_gui.ui.window import Window
from tests.journeys.course import write_course
from tests.ollama_server import days
from tests.ollama_server.exchange import error, line, streamed
from tests.ollama_server.models import quick, talking
from tests.ollama_server.server import OllamaTestServer

pytestmark = pytest.mark.usefixtures("one_model")

SECONDS = 40.0
QUESTION = "Which shapes of arrays can be added?"
TALKER = talking("Equal ", "ones [1].", name="qwen2.5:3b")

Visit = Callable[[OllamaTestServer, Callable[["Desk"], Awaitable[None]]], None]


class Desk:
    """A window with a built course and a chosen chat model."""

    def __init__(self, window: Window) -> None:
        self.window = window

    async def until(self, condition: Callable[[], object]) -> None:
        while not condition():  # noqa: ASYNC110  # the window tells of it by what it shows
            await asyncio.sleep(0.01)

    async def ask(self) -> AnswerMessage:
        """Ask, and wait for what comes back."""
        self.window.conversation.box.sent.emit(QUESTION)
        return await self.answered()

    async def answered(self) -> AnswerMessage:
        await self.until(lambda: "ask" not in self.window._jobs.names)
        return self.window.conversation.messages[-1]

    async def failed(self, *remedies: Remedy) -> AnswerMessage:
        """Ask; it fails, and just these ways out are offered."""
        message = await self.ask()
        assert message.answer is None
        assert message.failure.isVisible()
        assert message.failure.message.text()
        shown = [remedy for remedy, button in message.failure.buttons.items() if button.isVisible()]
        assert shown == sorted(remedies, key=list(Remedy).index)
        return message

    def choose(self, model: str) -> None:
        self.window.models._choose(model)


@pytest.fixture
def visit(home: Path, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Visit:
    """Runs a journey in the real window, whose Ollama is the test server."""
    course = write_course(tmp_path / "course")

    def run(server: OllamaTestServer, journey: Callable[[Desk], Awaitable[None]]) -> None:
        monkeypatch.setenv("OLLAMA_HOST", server.address)

        async def bounded(window: Window) -> int:
            desk = Desk(window)
            window.preferences.change(embedder="builtin", chat_model="qwen2.5:3b")

            async def whole() -> None:
                window.library.take_dropped([str(course)])
                await desk.until(lambda: window.model.used and not window.library.queue.running)
                await journey(desk)

            await asyncio.wait_for(whole(), SECONDS)
            return 0

        assert show_window(home, partial(open_application, home, "test"), visit=bounded) == 0

    return run


def test_a_missing_model_is_downloaded_and_the_question_asked_again(visit: Visit) -> None:
    async def journey(desk: Desk) -> None:
        pane = desk.window.conversation
        message = await desk.failed(Remedy.DOWNLOAD, Remedy.ANOTHER_MODEL, Remedy.PASSAGES_ONLY)
        download = message.failure.buttons[Remedy.DOWNLOAD]
        assert "qwen2.5:3b" in download.text()

        # First there is no such model, then the connection breaks, then the disk is full.
        download.click()
        await desk.until(lambda: message.failure.pull.failure.text())
        assert "no model “qwen2.5:3b”" in message.failure.pull.failure.text()
        server.pullable["qwen2.5:3b"] = TALKER
        half = line({"status": "pulling", "digest": "sha256:1", "total": 4000, "completed": 1000})
        for packets, words in (
            ([half], "connection"),
            ([half, line({"error": "write /models/x: no space left on device"})], "no room"),
            ([line({"error": "pull model manifest: Get: dial tcp: lookup registry: no such host"})], "network"),
        ):
            server.days.append(days.once(days.on("/api/pull", streamed(packets))))
            download.click()
            await desk.until(lambda: not message.failure.pull.running)
            assert words in message.failure.pull.failure.text()

        # Cancel leaves the connection and can be followed by another one.
        held = days.Held("/api/pull")
        server.days.append(held)
        download.click()
        await desk.until(lambda: message.failure.pull.cancel_button.isVisible())
        message.failure.pull.cancel_button.click()
        await desk.until(lambda: not message.failure.pull.running)
        assert "Stopped" in message.failure.pull.failure.text()
        held.open()
        server.days.clear()

        download.click()
        await desk.until(lambda: pane.messages[-1] is not message)
        answered = await desk.answered()
        assert answered.answer is not None
        assert (answered.answer.text, answered.answer.model) == ("Equal ones [1].", "qwen2.5:3b")
        assert len(pane.messages) == 1

    with OllamaTestServer(quick()) as server:
        visit(server, journey)


def test_ollama_that_is_down_is_told_at_once_and_passages_are_offered(visit: Visit) -> None:
    async def journey(desk: Desk) -> None:
        server.stop()
        message = await desk.failed(Remedy.START_OLLAMA, Remedy.PASSAGES_ONLY)
        assert server.address in message.failure.message.text()
        message.failure.retry_button.click()
        again = await desk.answered()
        assert again is not message
        assert again.failure.isVisible()
        again.failure.buttons[Remedy.PASSAGES_ONLY].click()
        shown = await desk.answered()
        assert shown.answer is not None
        assert (shown.answer.model, shown.answer.complete) == ("", True)
        assert len(desk.window.conversation.messages) == 1
        assert desk.window.preferences.settings.chat_model == "qwen2.5:3b"

    with OllamaTestServer(TALKER) as server:
        visit(server, journey)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_model_that_cannot_chat_is_exchanged_from_a_menu(visit: Visit) -> None:
    async def journey(desk: Desk) -> None:
        desk.choose("embeds")
        message = await desk.failed(Remedy.ANOTHER_MODEL, Remedy.PASSAGES_ONLY)
        message.failure.buttons[Remedy.ANOTHER_MODEL].click()
        (menu,) = message.findChildren(ModelMenu)
        await desk.until(lambda: "qwen2.5:3b" in menu.choices)
        assert list(menu.choices) == ["", "embeds", "qwen2.5:3b"]
        menu.choices["qwen2.5:3b"].trigger()
        menu.hide()
        answered = await desk.answered()
        assert answered.answer is not None
        assert answered.answer.model == "qwen2.5:3b"
        assert desk.window.conversation.box.model.text().startswith("qwen2.5:3b")

    with OllamaTestServer(TALKER, quick("embeds")) as server:
        visit(server, journey)


@pytest.mark.parametrize(
    ("day", "kept"),
    [
        (days.chats(days.said("Equal "), cut=True), "Equal"),
        (days.chats(days.said("Equal "), line({"error": "llama runner process has terminated"})), "Equal"),
        (days.chats(days.said("Equal ")), "Equal"),
        (days.chats(days.said("Equal "), days.ended("length")), "Equal"),
    ],
)
def test_a_part_of_an_answer_is_kept_marked_and_can_be_asked_for_again(visit: Visit, day: days.Day, kept: str) -> None:
    async def journey(desk: Desk) -> None:
        server.days.append(days.once(day))
        message = await desk.ask()
        assert message.answer is not None
        assert (message.answer.text, message.answer.complete) == (kept, False)
        assert message.failure.isVisible()
        assert message.failure.retry_button.text() == "Ask again"
        message.failure.retry_button.click()
        again = await desk.answered()
        assert again.answer is not None
        assert again.answer.complete
        assert desk.window.conversation.messages == (message, again)
        assert not message.failure.isVisible()

    with OllamaTestServer(TALKER) as server:
        visit(server, journey)


def test_stop_keeps_what_came_and_leaves_the_server(visit: Visit) -> None:
    async def journey(desk: Desk) -> None:
        endless = days.Endless()
        server.days.append(endless)
        desk.window.conversation.box.sent.emit(QUESTION)
        await desk.until(lambda: desk.window.conversation.messages[-1].view.text)
        desk.window.conversation.box.stop_requested.emit()
        message = desk.window.conversation.messages[-1]
        assert message.failure.isVisible()
        await desk.until(endless.left.is_set)
        server.days.clear()
        message.failure.retry_button.click()
        again = await desk.answered()
        assert again.answer is not None
        assert again.answer.complete
        assert desk.window.conversation.messages == (message, again)

    with OllamaTestServer(TALKER) as server:
        visit(server, journey)


def test_a_conversation_opened_again_while_it_is_answered_shows_what_was_kept(visit: Visit) -> None:
    async def journey(desk: Desk) -> None:
        pane, presenter = desk.window.conversation, desk.window.ask
        await desk.ask()
        endless = days.Endless()
        server.days.append(endless)
        pane.box.sent.emit(QUESTION)
        await desk.until(lambda: pane.messages[-1].view.text)
        await presenter.continue_conversation(presenter.conversation)
        assert endless.left.is_set()
        assert [message.answer is not None and message.answer.complete for message in pane.messages] == [True, False]
        assert pane.messages[1].failure.isVisible()

    with OllamaTestServer(TALKER) as server:
        visit(server, journey)


@pytest.mark.parametrize("day", [days.proxy(), days.web_page(), days.on("/api/show", error(500, "out of memory"))])
def test_whatever_else_answers_there_is_a_way_out(visit: Visit, day: days.Day) -> None:
    async def journey(desk: Desk) -> None:
        server.days.append(day)
        message = await desk.ask()
        if message.answer is None:
            assert message.failure.buttons[Remedy.PASSAGES_ONLY].isVisible()
            message.failure.buttons[Remedy.PASSAGES_ONLY].click()
            message = await desk.answered()
        assert message.answer is not None
        assert message.answer.passages

    with OllamaTestServer(TALKER) as server:
        visit(server, journey)
