"""Acts on test questions for the window: makes one of a passage, asks them all, keeps and removes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun
from gangdan_gui.domain.search import Passage
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.golden import AnswerCost, GoldenService, TakenIn
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.golden.one_work import OneWork
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import sentences

if TYPE_CHECKING:  # imported when it is asked for: the window shows sooner
    from gangdan_gui.ui.golden.dialog import GoldenDialog
    from gangdan_gui.ui.golden.question_dialog import QuestionDialog

_log = logging.getLogger(__name__)

Work = Callable[[], Coroutine[Any, Any, None]]

_ENDING = ".jsonl"
_PROPOSED = 12


class GoldenPresenter(QObject):
    """`open_requested` asks for a document at a passage: source, path, start, end, words.

    `compare_requested` asks for a comparison of two ways, over the dialog that it brings.
    """

    open_requested = Signal(str, str, int, int, str)
    compare_requested = Signal(object)

    def __init__(
        self, golden: GoldenService, jobs: Jobs, model: SourceModel, notices: NoticeBar, theme: Theme, window: QWidget
    ) -> None:
        super().__init__(window)
        self._golden, self._jobs, self._model = golden, jobs, model
        self._notices, self._theme, self._window = notices, theme, window
        self._count, self._chat_model = SearchOptions().count, ""
        self._work = OneWork(jobs)
        self._checking: asyncio.Task[None] | None = None
        self._is_read = False
        self.dialog: GoldenDialog | None = None

    def set_count(self, count: int) -> None:
        """How many passages count as shown."""
        self._count = count

    def set_model(self, model: str) -> None:
        """Which chat model can answer the questions; empty for none."""
        self._chat_model = model.strip()

    def open(self) -> GoldenDialog:
        """Show the dialog with what there is."""
        from gangdan_gui.ui.golden.dialog import GoldenDialog

        dialog = self.dialog = GoldenDialog(self._theme, self._window)
        self._is_read = False
        dialog.run_requested.connect(self.run)
        dialog.stop_requested.connect(self.stop)
        dialog.propose_requested.connect(lambda: self._start(self._propose, "propose questions", takes_long=True))
        dialog.import_requested.connect(self._choose_import)
        dialog.export_requested.connect(self._choose_export)
        dialog.keep_requested.connect(lambda one: self._start(partial(self._keep, one), "keep a question"))
        dialog.remove_requested.connect(lambda id_: self._start(partial(self._remove, id_), "remove a question"))
        dialog.open_requested.connect(self.open_requested)
        dialog.compare_requested.connect(lambda: self.compare_requested.emit(dialog))
        dialog.finished.connect(self._closed)
        dialog.open()
        self._start(self._refresh, "read test questions")
        return dialog

    def make(self, passage: Passage, question: str) -> QuestionDialog:
        """Ask for the question that a passage answers, and keep it."""
        from gangdan_gui.ui.golden.question_dialog import QuestionDialog

        dialog = QuestionDialog(passage, question, self._window)
        dialog.made.connect(lambda made: self._jobs.start(self._make(made), "make a test question"))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def run(self) -> None:
        """Ask all questions."""
        self._start(self._run, "ask test questions", takes_long=True)

    def check_after_build(self) -> None:
        """Ask all questions in the background, and say where some got worse."""
        if self._checking is None or self._checking.done():
            self._checking = self._jobs.start(self._check(), "check test questions")

    def stop(self) -> None:
        """Ask no more."""
        self._work.stop()

    def take_in(self, file: Path) -> None:
        """Keep the questions of a file."""
        self._start(partial(self._take_in, file), "take in test questions")

    def give_out(self, file: Path) -> None:
        """Write all questions into a file."""
        self._start(partial(self._give_out, file), "give out test questions")

    def _start(self, work: Work, name: str, *, takes_long: bool = False) -> None:
        if takes_long and self.dialog is not None:
            self.dialog.begin()
        self._work.start(self.dialog, self._after_reading(work), name)

    async def _after_reading(self, work: Work) -> None:
        """What is asked for before the questions are read takes the place of their reading, so it begins with that."""
        if not self._is_read and work != self._refresh:
            await self._refresh()
        await work()

    @property
    def _all(self) -> SearchOptions:
        """The whole library: what is ticked for questions of the moment makes none of these better or worse."""
        return SearchOptions(count=self._count)

    async def _run(self) -> None:
        answers = self.dialog is not None and self.dialog.answers.isChecked() and self._chat_model
        run = await self._golden.run(self._all, self._report)
        await self._refresh()
        if answers:
            await self._answer(run)

    async def _answer(self, run: GoldenRun) -> None:
        """What is answered is shown at once: it is there however this ends."""
        earlier = (await self._golden.runs())[:-1]
        async with aclosing(self._golden.answer(run, self._all, self._chat_model)) as steps:
            async for step in steps:
                self._report(step.done, step.total)
                if self.dialog is not None:
                    self.dialog.show_runs((*earlier, step.run))
        await self._refresh()

    async def _check(self) -> None:
        try:
            if not await self._golden.questions():
                return
            earlier = await self._golden.runs()
            run = await self._golden.run(self._all, lambda *_: None)
        except GangDanError:  # whoever opens the dialog is told
            _log.warning("the test questions could not be asked after a build", exc_info=True)
            return
        before = run.last_like(earlier)
        worse = len(run.worse_than(before)) if before else 0
        if worse:
            self._tell(lambda: self.tr("%Ln test question(s) got worse with this build.", "", worse), warning=True)

    def _tell(self, text: Callable[[], str], *, warning: bool = False) -> None:
        """With a link to the dialog."""
        notice = Notice(text, action=lambda: self.tr("Show"), act=self.open, warning=warning)
        self._notices.show_notice(notice)

    def _report(self, done: int, total: int) -> None:
        if self.dialog is not None:
            self.dialog.progress(done, total)

    async def _refresh(self) -> None:
        runs, questions = await self._golden.runs(), await self._golden.questions()
        cost = await self._golden.answer_cost(self._chat_model) if self._chat_model else AnswerCost(0)
        if self.dialog is not None:
            titles = {summary.source.id: summary.source.title for summary in self._model.summaries}
            self.dialog.show_questions(questions, titles)
            self.dialog.show_runs(runs)
            self.dialog.show_model(self._chat_model, cost)
            self._is_read = True

    async def _propose(self) -> None:
        chosen = tuple(summary.source.id for summary in self._model.used)
        proposed = await self._golden.propose(chosen, _PROPOSED)
        if self.dialog is not None:
            self.dialog.show_proposals(proposed)

    async def _keep(self, question: GoldenQuestion) -> None:
        await self._golden.add(question)
        await self._refresh()

    async def _remove(self, question: str) -> None:
        await self._golden.remove(question)
        await self._refresh()

    async def _take_in(self, file: Path) -> None:
        found = await self._golden.take_in(file)
        await self._refresh()
        if self.dialog is not None:
            self.dialog.say(lambda: sentences(*self._taken_in(found)))

    def _taken_in(self, found: TakenIn) -> Iterator[str]:
        """How many questions a file had, and how many of them are about other documents."""
        if not found.questions:
            yield self.tr("There are no questions in this file.")
            return
        yield self.tr("%Ln question(s) were taken in.", "", found.questions)
        if found.lost:
            yield self.tr("What %Ln of them expect(s) stands nowhere in your library now.", "", found.lost)

    async def _give_out(self, file: Path) -> None:
        count = await self._golden.give_out(file)
        if self.dialog is not None:
            self.dialog.say(lambda: self.tr("%Ln question(s) were given out.", "", count))

    async def _make(self, question: GoldenQuestion) -> None:
        try:
            await self._golden.add(question)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return
        self._tell(lambda: self.tr("The question is kept among your test questions."))

    def _choose_import(self) -> None:
        from gangdan_gui.ui.file_choice import FileChoice

        kind = self.tr("Test questions")
        FileChoice(self.tr("Take in"), kind, _ENDING, self.take_in, self.dialog).to_read().open()

    def _choose_export(self) -> None:
        from gangdan_gui.ui.file_choice import FileChoice

        kind = self.tr("Test questions")
        choice = FileChoice(self.tr("Give out"), kind, _ENDING, self.give_out, self.dialog)
        choice.to_write(f"{self.tr('test questions')}{_ENDING}").open()

    def _closed(self) -> None:
        self._work.leave()
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
