"""Acts on notes for the window: has them written, pasted and changed, keeps answers, and builds what is new."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import GangDanError, UnknownConversation
from gangdan_gui.domain.search import Answer
from gangdan_gui.services.requests import BuildOptions, Services
from gangdan_gui.services.requests.notes import ForgottenNote, Note
from gangdan_gui.ui.chat.answer_number import answer_number
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notes.dialog import NoteDialog, NoteDraft
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.told import export_labels, sentences, told

UNDO_SECONDS = 12.0

Write = Callable[[NoteDraft], Awaitable[Note]]


class NotePresenter(QObject):
    """What can't be kept is told in the dialog, where the text stays; what was kept is built at once."""

    def __init__(
        self,
        services: Services,
        jobs: Jobs,
        queue: BuildQueue,
        notices: NoticeBar,
        refresh: Callable[[], Awaitable[None]],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._notes, self._assistant, self._jobs, self._queue = services.notes, services.assistant, jobs, queue
        self._notices, self._refresh, self._window = notices, refresh, window
        # What was written while its source was being built waits for the next turn.
        self._again: set[str] = set()
        # One that was closed meanwhile is no more to be spoken to.
        self._shown: set[NoteDialog] = set()
        self._edited: dict[tuple[str, str], NoteDialog] = {}
        queue.settled.connect(self._build_again)

    def write(self) -> NoteDialog:
        """Open an empty note."""
        return self._open(None, self._write_new)

    def paste(self) -> NoteDialog:
        """Open a note that begins with the text on the clipboard, if there is one."""
        dialog = self.write()
        copied = QGuiApplication.clipboard().mimeData()
        if copied is None:
            dialog.say_no_text()
        else:
            dialog.edit.insertFromMimeData(copied)
        return dialog

    def edit(self, source: str, path: str) -> asyncio.Task[NoteDialog | None]:
        """Open a note that is there, to change it; one that is being changed comes forward."""
        return self._jobs.start(self._edit(source, path), "open note")

    def forget(self, source: str, path: str) -> asyncio.Task[None]:
        """Delete a note, with a way back."""
        return self._jobs.start(self._forget(source, path), "delete note")

    def keep(self, conversation: str, answer: Answer) -> asyncio.Task[None]:
        """Keep an answer among the kept answers, with a way back."""
        return self._jobs.start(self._keep(conversation, answer), "keep answer")

    def _open(self, note: Note | None, write: Write) -> NoteDialog:
        dialog = NoteDialog(self._window, note)
        dialog.submitted.connect(lambda draft: self._jobs.start(self._submit(dialog, draft, write), "write note"))
        dialog.finished.connect(lambda: self._closed(dialog))
        self._shown.add(dialog)
        dialog.open()
        return dialog

    def _closed(self, dialog: NoteDialog) -> None:
        self._shown.discard(dialog)
        self._edited = {note: other for note, other in self._edited.items() if other is not dialog}
        dialog.deleteLater()

    async def _write_new(self, draft: NoteDraft) -> Note:
        return await self._notes.write_note(draft.title, draft.text, tags=draft.tags, shelf=self.tr("My notes"))

    async def _submit(self, dialog: NoteDialog, draft: NoteDraft, write: Write) -> None:
        try:
            note = await write(draft)
        except GangDanError as error:
            what = told(error)
            if dialog in self._shown:
                dialog.show_error(sentences(what.message, what.advice))
            else:
                self._tell(error)
            return
        if dialog in self._shown:
            dialog.accept()
        await self._build(note.source)
        title, shelf = note.title, note.shelf
        self._notices.show_notice(
            Notice(lambda: self.tr("Kept “{title}” in “{shelf}”.").format(title=title, shelf=shelf), seconds=8)
        )

    async def _edit(self, source: str, path: str) -> NoteDialog | None:
        try:
            note = await self._notes.note(source, path)
        except GangDanError as error:
            self._tell(error)
            return None

        async def rewrite(draft: NoteDraft) -> Note:
            return await self._notes.rewrite_note(source, path, draft.title, draft.text, tags=draft.tags)

        # Two of one note would take each other's text away.
        if dialog := self._edited.get((source, path)):
            dialog.raise_()
            dialog.activateWindow()
            return dialog
        dialog = self._edited[source, path] = self._open(note, rewrite)
        return dialog

    async def _forget(self, source: str, path: str) -> None:
        try:
            note = await self._notes.note(source, path)
            forgotten = await self._notes.forget_note(source, path)
        except GangDanError as error:
            self._tell(error)
            return
        await self._build(source)
        title = note.title
        self._offer_undo(lambda: self.tr("Deleted “{title}”.").format(title=title), lambda: self._put_back(forgotten))

    async def _put_back(self, forgotten: ForgottenNote) -> None:
        await self._build((await self._notes.put_back(forgotten)).source)

    async def _keep(self, conversation: str, answer: Answer) -> None:
        try:
            number = await answer_number(self._assistant, conversation, answer)
            if number is None:  # its conversation's file has been changed since
                raise UnknownConversation(conversation=conversation)
            note = await self._notes.keep_answer(
                conversation, number, shelf=self.tr("Kept answers"), labels=export_labels()
            )
        except GangDanError as error:
            self._tell(error)
            return
        await self._build(note.source)
        shelf = note.shelf

        def said() -> str:
            words = self.tr("Kept in “{shelf}”, marked as written by a model. It is searched only when you tick it.")
            return words.format(shelf=shelf)

        self._offer_undo(said, lambda: self._take_back(note))

    async def _take_back(self, note: Note) -> None:
        await self._notes.forget_note(note.source, note.path)
        await self._build(note.source)

    def _offer_undo(self, said: Callable[[], str], undo: Callable[[], Awaitable[None]]) -> None:
        async def work() -> None:
            try:
                await undo()
            except GangDanError as error:
                self._tell(error)

        def act() -> None:
            self._jobs.start(work(), "take back")

        self._notices.show_notice(Notice(said, action=lambda: self.tr("Undo"), act=act, seconds=UNDO_SECONDS))

    async def _build(self, source: str) -> None:
        await self._refresh()
        if self._queue.current == source:
            self._again.add(source)
        else:
            await self._start([source])

    def _build_again(self) -> None:
        if self._again and self._queue.current not in self._again:
            sources, self._again = sorted(self._again), set()
            self._jobs.start(self._start(sources), "build notes")

    async def _start(self, sources: list[str]) -> None:
        """Build those that are still in the library: the last note takes its source along."""
        here = {note.source for note in await self._notes.notes()}
        if wanted := [source for source in sources if source in here]:
            self._queue.add(wanted, BuildOptions())

    def _tell(self, error: GangDanError) -> None:
        self._notices.show_notice(error_notice(error))
