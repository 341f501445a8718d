"""Writes answers and conversations to files, where and as the user says."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.search import Answer
from gangdan_gui.services.requests import AssistantService
from gangdan_gui.ui.chat.answer_number import answer_number
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.told import export_labels


class ExportPresenter(QObject):
    """Asks for the file, has the assistant write it, and says so."""

    def __init__(self, assistant: AssistantService, jobs: Jobs, pane: ConversationPane, notices: NoticeBar) -> None:
        super().__init__(pane)
        self._assistant, self._jobs, self._pane, self._notices = assistant, jobs, pane, notices

    def offer(self, conversation: str, message: AnswerMessage) -> None:
        """Ask whether a message's answer or its whole conversation is wanted, where these are two things."""
        answer, title = message.answer, self._pane.title.text().removesuffix("…")
        if answer is None or len(self._pane.messages) == 1:
            self.export(conversation, title)
            return
        from gangdan_gui.ui.exports.menu import ExportMenu

        menu = ExportMenu(self._pane)
        menu.answer_chosen.connect(lambda: self.export(conversation, message.question, answer))
        menu.conversation_chosen.connect(lambda: self.export(conversation, title))
        button = message.export_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def export(self, conversation: str, title: str, answer: Answer | None = None) -> None:
        """Ask where to write a conversation, or one answer of it, then write it."""
        from gangdan_gui.ui.exports.dialog import ExportDialog

        dialog = ExportDialog(title, self._pane.window())
        dialog.chosen.connect(
            lambda file: self._jobs.start(self.write(conversation, Path(file), answer), "export conversation")
        )
        dialog.open()

    async def write(self, conversation: str, file: Path, answer: Answer | None = None) -> None:
        """Write the file and say so, or say why not."""
        try:
            number = None if answer is None else await answer_number(self._assistant, conversation, answer)
            await self._assistant.export(conversation, file, export_labels(), number)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return
        name = file.name
        self._notices.show_notice(Notice(lambda: self.tr("Exported to “{file}”.").format(file=name), seconds=8))
