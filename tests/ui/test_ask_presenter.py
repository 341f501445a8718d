"""Asking through the presenter: answers, stopping, failures, conversations, documents."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtWidgets import QApplication, QDialog, QSplitter
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import EmbedderUnavailable, NothingBuilt
from gangdan_gui.domain.events import AskEvent, HitsFound, TextArrived
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Exchange, Support
from gangdan_gui.services.requests import SearchOptions, Services
from gangdan_gui.ui.chat.answer_number import answer_number
from gangdan_gui.ui.chat.ask_presenter import AskPresenter
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.chat.question_box import Obstacle
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.link_dialog import LinkDialog
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.sources.cards import SourceCards
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.theme import Theme
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.gated_assistant import GatedAssistant, QuietDoctor
from tests.ui.passages import answer, passage
from tests.ui.stand_in_backups import StandInBackups
from tests.ui.stand_in_documents import StandInDocuments
from tests.ui.stand_in_explaining import StandInExplaining
from tests.ui.stand_in_forecasts import StandInForecasts
from tests.ui.stand_in_generations import StandInGenerations
from tests.ui.stand_in_golden import StandInGolden, StandInTrials
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.stand_in_notes import StandInNotes
from tests.ui.stand_in_packs import StandInPacks
from tests.ui.waiting import until


class Desk:
    """The middle and the right of a window over stand-in services."""

    def __init__(self, qtbot: QtBot, theme: Theme, jobs: Jobs, opened: list[QUrl]) -> None:
        self.jobs = jobs
        self.assistant = GatedAssistant()
        self.library = StandInLibrary(summary("numpy"), summary("course"), summary("new", SourceState.NEW))
        self.model = SourceModel()
        self.model.set_sources(tuple(self.library.held.values()))
        self.window = QSplitter()
        # Left to the garbage collector, it could end in whatever thread that happens to run in.
        self.model.setParent(self.window)
        self.pane, self.cards, self.notices = ConversationPane(theme), SourceCards(theme), NoticeBar(theme)
        for widget in (self.pane, self.cards, self.notices):
            self.window.addWidget(widget)
        qtbot.addWidget(self.window)
        self.window.resize(1100, 700)
        self.window.show()
        self.presenter = AskPresenter(
            Services(
                self.library,
                self.assistant,
                QuietDoctor(),
                notes=StandInNotes(self.library),
                documents=StandInDocuments(self.library),
                forecasts=StandInForecasts(),
                generations=StandInGenerations(self.library),
                backups=StandInBackups(),
                packs=StandInPacks(),
                explaining=StandInExplaining(),
                golden=StandInGolden(),
                trials=StandInTrials(),
            ),
            jobs,
            self.pane,
            self.cards,
            self.model,
            self.notices,
            theme,
            lambda url: bool(opened.append(url)) or True,
        )

    def dialog(self, kind: type[QObject]) -> QObject:
        """The one dialog of a kind that is open."""
        found = self.window.findChildren(kind)
        assert len(found) == 1
        return found[0]


@pytest.fixture
def opened() -> list[QUrl]:
    return []


@pytest.fixture
def desk(qtbot: QtBot, theme: Theme, make_jobs: MakeJobs, opened: list[QUrl]) -> Desk:
    return Desk(qtbot, theme, make_jobs(), opened)


def test_an_answer_comes_with_its_cards(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.pane.box.set_text("广播 rules?")
        desk.pane.box.button.click()
        assert desk.pane.box.button.text() == "Stop"
        await until(lambda: desk.pane.messages[0].answer)
        await until(lambda: not desk.jobs.names)
        assert desk.pane.box.button.text() == "Send"

    in_loop(work())
    question, options, conversation = desk.assistant.asked[0]
    assert (question, options.collections, options.count, conversation) == ("广播 rules?", ("numpy", "course"), 10, "")
    assert desk.presenter.conversation == "conversation-1"
    assert desk.cards.list.cards.rowCount() == 2
    assert desk.cards.list.isVisible()


def test_hits_are_shown_before_the_answer(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.assistant.gate.clear()
        task = desk.presenter.ask("q")
        await until(lambda: desk.cards.list.cards.rowCount())
        assert desk.pane.messages[0].answer is None
        desk.assistant.gate.set()
        await task
        assert desk.pane.messages[0].answer is desk.assistant.answer

    in_loop(work())


def test_the_next_question_goes_on_with_the_conversation_and_a_new_one_does_not(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        await desk.presenter.ask("one")
        await desk.presenter.ask("two")
        desk.pane.new_button.click()
        assert desk.pane.messages == ()
        assert desk.cards.empty.isVisible()
        await desk.presenter.ask("three")

    in_loop(work())
    assert [asked[2] for asked in desk.assistant.asked] == ["", "conversation-1", ""]


def test_stop_shows_at_once_and_ends_the_work(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.assistant.gate.clear()
        task = desk.presenter.ask("q")
        await until(lambda: desk.cards.list.cards.rowCount())
        desk.pane.box.button.click()
        assert desk.pane.box.button.text() == "Send"
        assert desk.pane.messages[0].waiting.text() == "Stopped."
        await until(task.done)
        assert task.cancelled()

    in_loop(work())
    assert desk.assistant.stopped == ["q"]
    assert desk.pane.messages[0].answer is None


class Slow(GatedAssistant):
    """Writes some words and goes on until it is stopped; then they are kept, as the real one does."""

    async def ask(
        self, question: str, options: SearchOptions, conversation: str = ""
    ) -> AsyncGenerator[AskEvent, None]:
        place = conversation or "conversation-1"
        yield HitsFound(await self.search(question, options))
        yield TextArrived("It ra", place)
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            words = answer(text="It ra", model="tiny:1b")
            words = replace(words, complete=False, incomplete=Reason("answer-stopped"))
            self.kept.setdefault(place, []).append(Exchange(question, words, "2025-01-01T00:00:00+00:00"))


def test_what_was_stopped_can_be_kept_and_exported_once_it_is_stored(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.presenter._assistant = Slow()
        desk.presenter.ask("q")
        (message,) = desk.pane.messages
        await until(lambda: message.view.text)
        desk.presenter.stop()
        assert message.keep_button.isHidden()
        await until(lambda: not desk.jobs.names)
        assert not message.keep_button.isHidden()
        assert not message.export_button.isHidden()
        assert message.waiting.text() == "Stopped."
        assert "not complete" in message.footer.text()
        assert message.answer is not None
        place = desk.presenter.conversation
        assert await answer_number(desk.presenter._assistant, place, message.answer) == 1
        desk.presenter.ask("again")
        await until(lambda: desk.pane.messages[-1].view.text)
        desk.presenter.start_new()  # nothing is left to show it in
        await until(lambda: not desk.jobs.names)
        assert desk.pane.messages == ()

    in_loop(work())


def test_a_new_question_stops_the_one_before(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.assistant.gate.clear()
        first = desk.presenter.ask("one")
        await until(lambda: desk.cards.list.cards.rowCount())
        second = desk.presenter.ask("two")
        await until(first.done)
        assert desk.pane.box.button.text() == "Stop"
        desk.assistant.gate.set()
        await second
        assert desk.pane.box.button.text() == "Send"

    in_loop(work())
    assert [message.answer is None for message in desk.pane.messages] == [True, False]
    assert desk.assistant.stopped == ["one"]


def test_a_question_that_is_stopped_before_it_begins_leaves_nothing(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        task = desk.presenter.ask("q")
        desk.presenter.stop()
        await until(task.done)

    in_loop(work())
    assert desk.assistant.asked == []


def test_a_failure_is_a_sentence_with_a_way_out(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.assistant.error = EmbedderUnavailable(embedder="builtin", why="gone")
        await desk.presenter.ask("q")
        message = desk.pane.messages[0]
        assert "builtin" in message.failure.message.text()
        assert message.failure.advice.text()
        assert desk.pane.box.button.text() == "Send"
        desk.assistant.error = None
        message.failure.retry_button.click()
        await until(lambda: not desk.jobs.names)
        assert [message.question for message in desk.pane.messages] == ["q"]
        assert desk.pane.messages[0].answer is not None

    in_loop(work())


def test_an_unexpected_error_ends_the_message_and_reaches_the_registry(
    qtbot: QtBot, theme: Theme, opened: list[QUrl], in_loop: RunInLoop
) -> None:
    told: list[BaseException] = []
    desk = Desk(qtbot, theme, Jobs(lambda _name, error: told.append(error)), opened)

    async def work() -> None:
        desk.assistant.error = ZeroDivisionError("a bug")
        task = desk.presenter.ask("q")
        await until(task.done)
        await until(lambda: told)

    in_loop(work())
    assert isinstance(told[0], ZeroDivisionError)
    assert desk.pane.messages[0].failure.isVisible()
    assert desk.pane.box.button.text() == "Send"


def test_the_box_says_what_is_searched_and_why_not(desk: Desk) -> None:
    box = desk.pane.box
    assert [chip.text().split("  ")[0] for chip in box.scope.chips] == ["numpy", "course"]
    box.scope.chips[0].click()
    assert desk.model.unused == {"numpy"}
    assert [chip.text().split("  ")[0] for chip in box.scope.chips] == ["course"]
    box.scope.chips[0].click()
    assert desk.presenter._obstacle() is Obstacle.NOTHING_TICKED
    desk.model.set_sources([summary("new", SourceState.NEW)])
    assert desk.presenter._obstacle() is Obstacle.NOT_BUILT
    desk.model.set_sources([])
    assert desk.presenter._obstacle() is Obstacle.NO_SOURCE
    assert box.edit.isReadOnly()
    desk.model.set_sources([summary("new", SourceState.BUILDING, documents=0, chunks=0)])
    assert desk.presenter._obstacle() is Obstacle.BUILDING
    assert not box.edit.isReadOnly()
    desk.model.set_sources([])
    assert box.obstacle.isVisible()
    desk.pane.asked.emit("kept")
    assert (box.text, desk.pane.messages, desk.assistant.asked) == ("kept", (), [])


def test_pointing_at_chips_and_cards_lights_the_other(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        await desk.presenter.ask("one")
        first = desk.pane.messages[0]
        first.view.passage_hovered.emit(2)
        assert desk.cards.list.cards.lit == 2
        desk.cards.card_hovered.emit(1)
        assert first.view._lit == 1
        first.view.passage_hovered.emit(0)
        assert desk.cards.list.cards.lit == 0
        desk.assistant.answer = answer([passage(7, "Other text.")])
        await desk.presenter.ask("two")
        assert desk.cards.list.cards.rowCount() == 1
        wanted: list[bool] = []
        desk.presenter.cards.wanted.connect(lambda: wanted.append(True))
        first.view.passage_clicked.emit(2)
        assert (wanted, desk.cards.list.cards.rowCount(), desk.cards.list.cards.lit) == ([True], 2, 2)

    in_loop(work())


def test_a_stored_conversation_is_continued(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        await desk.presenter.ask("one")
        desk.presenter.start_new()
        await desk.presenter.continue_conversation("conversation-1")
        assert desk.pane.title.text() == "Kept 课"
        assert [message.question for message in desk.pane.messages] == ["one"]
        assert desk.cards.list.cards.rowCount() == 2
        await desk.presenter.ask("two")
        await desk.presenter.continue_conversation("nowhere")
        assert "nowhere" in desk.notices.text

    in_loop(work())
    assert desk.assistant.asked[-1][2] == "conversation-1"


def test_nothing_rests_on_passages_where_nothing_was_written(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.assistant.answer = dataclasses.replace(desk.assistant.answer, text="The passages.")
        desk.assistant.gate.set()
        await desk.presenter.ask("one")
        assert desk.cards.title.text() == "What it rests on"
        (message,) = desk.pane.messages
        refused = dataclasses.replace(message.answer, text="", citations=(), model="")  # type: ignore[type-var]
        desk.presenter.cards.show_answer(refused, "one")
        assert desk.cards.title.text() == "Nearest passages"

    in_loop(work())


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_a_document_opens_at_the_passage_and_once(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        await desk.presenter.open_document("numpy", "a.md", 0, 3)
        await desk.presenter.open_document("numpy", "a.md", 2, 4)
        assert len(desk.presenter.documents.viewers) == 1
        text = (await desk.library.document("numpy", "a.md")).text
        await desk.presenter.open_document("numpy", "a.md", 900, 904, text[2:9])
        viewer = desk.presenter.documents.viewers[0]
        assert viewer.panes.markdown._place == (2, 9)
        assert not desk.notices.text
        await desk.presenter.open_document("numpy", "a.md", 2, 9, "what it said before")
        assert "a.md" in desk.notices.text
        await desk.presenter.open_document("course", "b.md", 0, 3)
        assert len(desk.presenter.documents.viewers) == 2
        desk.presenter.documents.close()
        assert desk.presenter.documents.viewers == ()
        await desk.presenter.open_document("nowhere", "a.md", 0, 3)
        assert "nowhere" in desk.notices.text

    in_loop(work())


def test_a_link_is_opened_only_after_its_address_was_shown(desk: Desk, in_loop: RunInLoop, opened: list[QUrl]) -> None:
    async def work() -> None:
        desk.pane.link_requested.emit("https://аррӏе.example/a?b=c")
        dialog = desk.dialog(LinkDialog)
        assert isinstance(dialog, LinkDialog)
        assert "xn--" in dialog.address.toPlainText()
        assert opened == []
        dialog.reject()
        desk.presenter.link("https://numpy.org/doc")
        await until(lambda: len(desk.window.findChildren(LinkDialog)) == 1)
        second = desk.dialog(LinkDialog)
        assert isinstance(second, LinkDialog)
        second.copy_button.click()
        assert QApplication.clipboard().text() == "https://numpy.org/doc"
        second.open_button.click()

    in_loop(work())
    assert [url.toString() for url in opened] == ["https://numpy.org/doc"]


def test_a_dialog_does_not_disturb_other_work(desk: Desk, in_loop: RunInLoop) -> None:
    """A box that blocks would end another task of the loop."""

    async def work() -> None:
        turns: list[int] = []

        async def count() -> None:
            for turn in range(50):
                turns.append(turn)
                await asyncio.sleep(0)

        other = asyncio.get_running_loop().create_task(count())
        await asyncio.sleep(0)
        desk.presenter.link("https://numpy.org/doc")
        await other
        assert len(turns) == 50
        dialog = desk.dialog(LinkDialog)
        assert isinstance(dialog, QDialog)
        dialog.reject()

    in_loop(work())


def test_nothing_is_left_when_the_window_closes_during_an_answer(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.assistant.gate.clear()
        desk.presenter.ask("q")
        await until(lambda: desk.cards.list.cards.rowCount())
        assert await desk.jobs.close() == ()

    in_loop(work())
    assert desk.assistant.stopped == ["q"]


def test_weak_answers_and_errors_keep_the_question(desk: Desk, in_loop: RunInLoop) -> None:
    async def work() -> None:
        desk.assistant.answer = answer((), supported=Support.NO)
        await desk.presenter.ask("one")
        assert not desk.pane.messages[0].warning.isHidden()
        desk.assistant.error = NothingBuilt()
        await desk.presenter.ask("two")
        assert desk.pane.messages[1].failure.isVisible()
        assert desk.pane.box.button.focusPolicy() == Qt.FocusPolicy.TabFocus

    in_loop(work())
