"""Acts on the assistant for the middle and the right of the window: asks, stops, keeps conversations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import aclosing
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError, PassageChanged, UnknownSource
from gangdan_gui.domain.events import (
    AnswerFinished,
    Answering,
    AskEvent,
    HitsFound,
    TextArrived,
    TextWithdrawn,
)
from gangdan_gui.services.requests import SearchOptions, Services
from gangdan_gui.services.sources.notices import VECTORS_DAMAGED
from gangdan_gui.ui.chat.answer_cards import AnswerCards
from gangdan_gui.ui.chat.chosen_scope import ChosenDocument, ChosenScope
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.chat.conversation_remedy import Remedy, way_out
from gangdan_gui.ui.chat.filter_presenter import FilterPresenter
from gangdan_gui.ui.chat.question_box import Obstacle
from gangdan_gui.ui.chat.question_scope import ScopeEntry
from gangdan_gui.ui.documents.opener import DocumentOpener
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.explaining.presenter import ExplainPresenter
from gangdan_gui.ui.exports.presenter import ExportPresenter
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.reading import code_colours, markdown_tokens
from gangdan_gui.ui.sources.cards import SourceCards
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import told

_UNDER_WAY = (SourceState.BUILDING, SourceState.QUEUED)

AddressOpener = Callable[[QUrl], bool]
ErrorTeller = Callable[[GangDanError], None]


class AskPresenter(QObject):
    """Connects the conversation with the assistant; `cards` has the passages on the right.

    `failed` comes when a question could not be answered, `damage_met` when some of what was asked could be searched
    by words only, because its vectors are damaged.
    """

    failed = Signal()
    damage_met = Signal()

    def __init__(
        self,
        services: Services,
        jobs: Jobs,
        pane: ConversationPane,
        cards: SourceCards,
        model: SourceModel,
        notices: NoticeBar,
        theme: Theme,
        open_address: AddressOpener = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(pane)
        self._assistant, self._jobs = services.assistant, jobs
        self._pane, self._model, self._notices = pane, model, notices
        self._open_address = open_address
        self.exports = ExportPresenter(self._assistant, jobs, pane, notices)
        self.documents = DocumentOpener(services.documents, jobs, model, theme, self.link, self)
        self.filters = FilterPresenter(services.library, jobs, pane.box.filter, model, notices)
        self.explaining = ExplainPresenter(services.explaining, jobs, notices, theme, self)
        self._count = SearchOptions().count
        self._conversation = ""
        self._struck: tuple[str, ...] = ()
        self._running: tuple[asyncio.Task[None], AnswerMessage] | None = None
        self._stopped: asyncio.Task[None] | None = None
        self._opening: asyncio.Task[None] | None = None
        self.cards = AnswerCards(pane, cards, model, self.explaining)
        self._connect(cards)
        self.show_scope()

    @property
    def conversation(self) -> str:
        """The id of the conversation that the next question continues; empty for a new one."""
        return self._conversation

    def set_count(self, count: int) -> None:
        """How many passages a question brings."""
        self._count = count

    def ask(self, question: str, model: str | None = None, without: tuple[str, ...] = ()) -> asyncio.Task[None]:
        """Ask in the current conversation; a question that is still being answered is stopped.

        `model` as in `SearchOptions`, `without` is struck out for this question alone.
        """
        self.stop()
        message = self._pane.add_question(question)
        task = self._jobs.start(self._ask(question, message, model, without), "ask")
        self._running = (task, message)
        self._pane.box.set_answering(True)
        return task

    def stop(self) -> None:
        """Stop answering, at once for the user's eyes; what was begun ends in its own time."""
        if self._opening is not None:
            self._opening.cancel()
        if self._running is not None:
            task, message = self._running
            self._running, self._stopped = None, task
            task.cancel()
            message.show_stopped()
            if message.view.text:
                self._jobs.start(self._take_up(task, message, self._conversation), "take up what was kept")
            self._pane.box.set_answering(False)

    def start_new(self) -> None:
        """Leave the conversation and begin another."""
        self.stop()
        self._conversation, self._struck = "", ()
        self._pane.clear()
        self.cards.clear()
        self._pane.focus_question()

    def continue_conversation(self, conversation: str) -> asyncio.Task[None]:
        """Show a stored conversation and go on with it."""
        self.stop()
        self._opening = self._jobs.start(self._continue(conversation), "open conversation")
        return self._opening

    def export(self, message: AnswerMessage) -> None:
        """Have an answer, or the conversation, written to a file."""
        if self._conversation:
            self.exports.offer(self._conversation, message)

    def link(self, address: str) -> None:
        """Show where a link leads, and open it if the user says so."""
        from gangdan_gui.ui.link_dialog import LinkDialog

        LinkDialog(address, self._pane.window(), self._open_address).open()

    def open_document(
        self, source: str, path: str, start: int, end: int, words: str = "", tell: ErrorTeller | None = None
    ) -> asyncio.Task[None]:
        """Open a document at a passage, which is found by its words where the document has changed.

        Whoever asks from another window is the one to `tell` what went wrong.
        """
        return self._jobs.start(self._open(source, path, start, end, words, tell or self._tell), "open document")

    def ask_about(self, documents: Sequence[ChosenDocument]) -> None:
        """Have the next questions asked of these documents, until the user takes them away."""
        here = [one for one in documents if self._model.find(one.source) is not None]
        if gone := {one.source for one in documents} - {one.source for one in here}:
            self._tell(UnknownSource(source=min(gone)))
        self._pane.box.filter.choose_documents(here)
        self._pane.window().raise_()
        self._pane.window().activateWindow()
        self._pane.focus_question()

    def show_scope(self) -> None:
        """Show what will be searched, or why nothing can be."""
        used = self._model.used
        self._pane.box.set_obstacle(self._obstacle())
        sources = [ScopeEntry(summary.source.id, summary.source.title) for summary in used]
        only = self._pane.box.filter
        # Documents are looked in whatever sources are chosen.
        self._pane.box.set_scope([*only.entries, *([] if only.chosen.documents else sources)])

    def _obstacle(self) -> Obstacle:
        if not self._model.summaries:
            return Obstacle.NO_SOURCE
        if not any(summary.chunks for summary in self._model.summaries):
            building = any(summary.state in _UNDER_WAY for summary in self._model.summaries)
            return Obstacle.BUILDING if building else Obstacle.NOT_BUILT
        asks = self._model.used or self._pane.box.filter.chosen.documents
        return Obstacle.NONE if asks else Obstacle.NOTHING_TICKED

    def _connect(self, cards: SourceCards) -> None:
        pane = self._pane
        pane.asked.connect(self._ask_if_possible)
        pane.remedy_chosen.connect(self._passages_only)
        pane.unfiltered_requested.connect(self._ask_unfiltered)
        pane.strike_requested.connect(self._ask_without)
        pane.untranslated_requested.connect(self._ask_untranslated)
        pane.stop_requested.connect(self.stop)
        pane.new_requested.connect(self.start_new)
        pane.export_requested.connect(self.export)
        pane.link_requested.connect(self.link)
        pane.scope_removed.connect(self._leave_out)
        pane.box.filter.changed.connect(self.show_scope)
        cards.open_requested.connect(self.open_document)
        pane.wrong_requested.connect(self._show_guide)
        self.documents.why_requested.connect(self.explaining.show_why)
        self._model.use_changed.connect(self.show_scope)
        self.documents.ask_requested.connect(self.ask_about)

    def _leave_out(self, entry: str) -> None:
        if not self._pane.box.filter.remove(entry):
            self._model.set_used(entry, used=False)

    def _ask_if_possible(self, question: str) -> None:
        """An example or a retry is kept in the box while nothing can be asked."""
        if self._obstacle():
            self._pane.box.set_text(question)
            self._pane.focus_question()
        else:
            self.ask(question)

    def _passages_only(self, message: AnswerMessage, remedy: Remedy) -> None:
        if remedy is Remedy.PASSAGES_ONLY and not self._obstacle():
            self._pane.take_back(message)
            message.settle()
            self.ask(message.question, model="")

    def _ask_unfiltered(self, message: AnswerMessage) -> None:
        self._pane.box.filter.choose(ChosenScope())
        message.settle()
        self._ask_if_possible(message.question)

    def _ask_without(self, message: AnswerMessage, word: str) -> None:
        """Ask again, and from now on in this conversation, without a word that stood for one of the question's."""
        self._struck = (*self._struck, word)
        message.settle()
        self._ask_if_possible(message.question)

    def _ask_untranslated(self, message: AnswerMessage, translations: tuple[str, ...]) -> None:
        """Ask again, this time, without what a model has made of the question in another language."""
        if not self._obstacle():
            message.settle()
            self.ask(message.question, message.options.model, translations)

    async def _ask(self, question: str, message: AnswerMessage, model: str | None, without: tuple[str, ...]) -> None:
        chosen = tuple(summary.source.id for summary in self._model.used)
        options = self._pane.box.filter.chosen.applied(
            SearchOptions(chosen, self._count, struck=(*self._struck, *without), explain=True, model=model)
        )
        message.options = options
        self._explainable(question, options)
        try:
            reading = asyncio.get_running_loop().run_in_executor(None, _prepare_reading)
            async with aclosing(self._assistant.ask(question, options, self._conversation)) as events:
                async for event in events:
                    await reading
                    self._show(event, message)
        except Exception as error:
            # Whatever it was, the message must not wait for ever; the registry of jobs tells what nobody expected.
            message.show_failure(partial(told, error), way_out(error))
            message.announce()
            self.failed.emit()
            if not isinstance(error, GangDanError):
                raise
        finally:
            self._settle(message)

    async def _take_up(self, ended: asyncio.Task[None], message: AnswerMessage, conversation: str) -> None:
        """What had arrived of an answer is kept when its work ends; from then on the message is that answer's."""
        await asyncio.wait([ended])
        try:
            kept = (await self._assistant.conversation(conversation)).exchanges
        except GangDanError:  # it was taken away meanwhile, or could not be written
            return
        answers = [one.answer for one in kept if one.question == message.question and not one.answer.complete]
        if answers and message in self._pane.messages:
            message.show_kept(answers[-1])

    def _show(self, event: AskEvent, message: AnswerMessage) -> None:
        match event:
            case HitsFound(result):
                message.show_found(result)
                self.cards.show_result(result, message.marked)
                if any(notice.code == VECTORS_DAMAGED for notice in result.notices):
                    self.damage_met.emit()
            case Answering(model, stage, number, count):
                message.show_stage(stage, model, number, count)
            case TextArrived(text, conversation):
                self._conversation = conversation
                message.add_text(text, self.cards.numbers)
            case TextWithdrawn():
                message.withdraw_text()
            case AnswerFinished(conversation, answer):
                self._conversation = conversation
                message.show_answer(answer)
                message.announce()
                self.cards.show_answer(answer, message.marked)

    def _settle(self, message: AnswerMessage) -> None:
        if self._running is not None and self._running[1] is message:
            self._running = None
            self._pane.box.set_answering(False)

    async def _continue(self, conversation: str) -> None:
        try:
            await asyncio.to_thread(_prepare_reading)
            if self._stopped is not None:  # what there was of its answer is being kept, perhaps in this conversation
                await asyncio.wait([self._stopped])
            found = await self._assistant.conversation(conversation)
        except GangDanError as error:
            self._tell(error)
            return
        self._conversation, self._struck = found.id, ()
        self._pane.show_conversation(found)
        if found.exchanges:
            self.cards.show_answer(found.exchanges[-1].answer, found.exchanges[-1].question)
        else:
            self.cards.clear()

    async def _open(self, source: str, path: str, start: int, end: int, words: str, tell: ErrorTeller) -> None:
        try:
            if not await self.documents.open(source, path, start, end, words):
                tell(PassageChanged(path=path))
        except GangDanError as error:
            tell(error)

    def _tell(self, error: GangDanError) -> None:
        self._notices.show_notice(error_notice(error))

    def _explainable(self, question: str, options: SearchOptions) -> None:
        self.explaining.asked = (question, options)
        self.documents.offer_why()

    def _show_guide(self, message: AnswerMessage) -> None:
        if message.answer is not None:
            over = self._pane.window()
            self.explaining.show_guide(message.question, message.answer, message.options, over)


def _prepare_reading() -> None:
    """Import what drawing an answer needs, for a thread: nothing of it is there when the window shows."""
    markdown_tokens.read_markdown("")
    code_colours.prepare()
