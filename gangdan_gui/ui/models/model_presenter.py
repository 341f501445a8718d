"""Acts on the models of a server for the window: lists them, chooses which one answers, downloads those missing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import AssistantService
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.chat.conversation_remedy import Remedy
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.models.model_help import OllamaHelp
from gangdan_gui.ui.models.model_menu import ModelMenu
from gangdan_gui.ui.models.pull_presenter import STOPPED, PullPresenter
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.told import told
from gangdan_gui.wording import Told

if TYPE_CHECKING:
    from gangdan_gui.ui.models.model_field import ModelField


class ModelPresenter(QObject):
    """Connects the menu below the question, failures in the conversation, and the settings' fields with the models."""

    settings_requested = Signal()

    def __init__(
        self,
        assistant: AssistantService,
        jobs: Jobs,
        preferences: Preferences,
        pane: ConversationPane,
        notices: NoticeBar,
    ) -> None:
        super().__init__(pane)
        self._assistant, self._jobs, self._preferences = assistant, jobs, preferences
        self._pane, self._notices = pane, notices
        self.pulls = PullPresenter(assistant, jobs, self)
        self.pulls.ended.connect(self._pulled)
        pane.remedy_chosen.connect(self._remedy)
        menu = pane.box.model.menu_of_models
        menu.aboutToShow.connect(lambda: self._fill_menu(menu))
        menu.chosen.connect(self._choose)
        menu.more_requested.connect(self.settings_requested)
        preferences.changed.connect(self._show)
        self._show()

    def serve(self, field: ModelField) -> None:
        """Say in a field of the settings which models there are, and download from there."""
        field.pull_requested.connect(partial(self._pull_for, field))
        self.pulls.ended.connect(field.pulled)
        if field.text in self.pulls.models:
            self._pull_for(field, field.text)
        self._jobs.start(self._fill_field(field), "list models")

    # What answers

    def _show(self) -> None:
        self._pane.box.model.set_model(self._preferences.settings.chat_model.strip())

    def _choose(self, model: str) -> bool:
        try:
            self._preferences.change(chat_model=model)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return False
        return True

    def _fill_menu(self, menu: ModelMenu) -> None:
        self._jobs.start(
            self._list(self._assistant.chat_models, menu.show_models, lambda said: menu.show_failure(said.message)),
            "list models",
        )

    async def _fill_field(self, field: ModelField) -> None:
        ask = self._assistant.embedding_models if field.for_embedding else self._assistant.chat_models
        await self._list(ask, field.show_models, field.show_failure)

    async def _list(
        self,
        ask: Callable[[], Awaitable[Sequence[str]]],
        show: Callable[[Sequence[str]], None],
        fail: Callable[[Told], None],
    ) -> None:
        try:
            names = await ask()
        except GangDanError as error:
            fail(told(error))
        else:
            show(names)

    # What is missing

    def _remedy(self, message: AnswerMessage, remedy: Remedy) -> None:
        """Passages only are asked for where questions are asked."""
        way_out = message.failure.way_out
        match remedy:
            case Remedy.DOWNLOAD:
                self.pulls.start(way_out.model, message.failure.pull, for_embedding=way_out.for_embedding)
            case Remedy.ANOTHER_MODEL:
                self._choose_for(message)
            case Remedy.START_OLLAMA:
                help_ = OllamaHelp(self._pane.window())
                help_.link_requested.connect(self._pane.link_requested)
                help_.open()
            case Remedy.SETTINGS:
                self.settings_requested.emit()
            case Remedy.PASSAGES_ONLY:
                pass

    def _choose_for(self, message: AnswerMessage) -> None:
        """A menu at the failure's own button; the question is asked again with what is chosen there."""
        menu = ModelMenu(message)
        menu.set_current(self._preferences.settings.chat_model.strip())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.chosen.connect(partial(self._ask_of, message))
        menu.more_requested.connect(self.settings_requested)
        self._fill_menu(menu)
        button = message.failure.buttons[Remedy.ANOTHER_MODEL]
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _ask_of(self, message: AnswerMessage, model: str) -> None:
        if self._choose(model):
            self._pane.retry(message)

    def _pull_for(self, field: ModelField, model: str) -> None:
        self.pulls.start(model, field.pull, for_embedding=field.for_embedding)

    def _pulled(self, model: str, failure: Told | None) -> None:
        """What waited for the model is asked again by itself, unless something else is being asked meanwhile."""
        waiting = [message for message in self._pane.messages if message.failure.pull.model == model]
        if failure is None and waiting and not self._pane.box.answering:
            self._pane.retry(waiting[-1])
        elif failure is None:
            self._notices.show_notice(Notice(lambda: self.tr("{model} is there.").format(model=model), seconds=8))
        elif failure.id != STOPPED and not waiting:
            self._notices.show_notice(Notice(lambda: failure.message, lambda: failure.advice, warning=True))
