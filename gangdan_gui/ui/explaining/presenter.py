"""Acts on what explains: how passages were found, why another was not, and what may be wrong with an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget
from shiboken6 import isValid

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.search import Answer
from gangdan_gui.domain.trace import Trace
from gangdan_gui.services.requests import Check, SearchOptions
from gangdan_gui.services.requests.explaining import ExplainService
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.theme import Theme


@runtime_checkable
class HasNotices(Protocol):
    """A window that tells what went wrong itself."""

    notices: NoticeBar


class ExplainPresenter(QObject):
    """Opens the dialogs over whatever window asked. `asked` is the last question, with what it may look in."""

    def __init__(
        self, explaining: ExplainService, jobs: Jobs, notices: NoticeBar, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._explaining, self._jobs, self._notices, self._theme = explaining, jobs, notices, theme
        self._steps: asyncio.Task[None] | None = None
        self.asked: tuple[str, SearchOptions] | None = None

    def show_found(self, trace: Trace, question: str, titles: Mapping[str, str], over: QWidget) -> None:
        """Show how the passages of a question were found."""
        # Imported when it is asked for: the window shows sooner.
        from gangdan_gui.ui.explaining.found_dialog import FoundDialog

        _open(FoundDialog(trace, question, titles, self._theme, over))

    def show_guide(self, question: str, answer: Answer, options: SearchOptions, over: QWidget) -> asyncio.Task[None]:
        """Show where an answer may have gone wrong."""
        steps = partial(self._explaining.guide, options, answer)
        return self._start(self._show_steps(steps, question, over, passage=False), "explain an answer")

    def show_why(self, source: str, path: str, start: int, over: QWidget) -> asyncio.Task[None] | None:
        """Show why the last question did not find a passage; nothing where none was asked."""
        if self.asked is None:
            return None
        question, options = self.asked
        steps = partial(self._explaining.why, question, source, path, start, options)
        return self._start(self._show_steps(steps, question, over, passage=True), "explain a passage")

    def _start(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """One dialog comes of what was clicked twice."""
        if self._steps is not None:
            self._steps.cancel()
        self._steps = self._jobs.start(work, name)
        return self._steps

    async def _show_steps(
        self, steps: Callable[[], Awaitable[tuple[Check, ...]]], question: str, over: QWidget, *, passage: bool
    ) -> None:
        from gangdan_gui.ui.explaining.steps_dialog import StepsDialog

        try:
            found = await steps()
        except GangDanError as error:
            # Where they ask from a window of their own, the main one may be behind it.
            notices = over.notices if isinstance(over, HasNotices) and isValid(over) else self._notices
            notices.show_notice(error_notice(error))
            return
        if isValid(over):  # else it was closed meanwhile
            _open(StepsDialog(found, question, self._theme, over, passage=passage))


def _open(dialog: QDialog) -> None:
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
