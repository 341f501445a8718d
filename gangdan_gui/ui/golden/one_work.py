"""Runs one thing after another for a dialog on test questions: what is under way is stopped by what comes next."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.told import told
from gangdan_gui.wording import Told

if TYPE_CHECKING:  # imported when it is asked for: the window shows sooner
    from gangdan_gui.ui.golden.asking_dialog import AskingDialog


class OneWork:
    """The dialog is told how each ends, as long as that is what it waits for."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._task: asyncio.Task[None] | None = None

    def start(self, dialog: AskingDialog | None, work: Coroutine[Any, Any, None], name: str) -> None:
        """Begin something for a dialog; where that has closed, nothing is begun."""
        self.stop()
        if dialog is None:
            work.close()
            return
        errors: list[Told] = []
        task = self._task = self._jobs.start(_telling(work, errors), name)
        task.add_done_callback(lambda _: self._ended(task, dialog, errors))
        task.add_done_callback(lambda _: work.close())  # it may have been stopped before it began

    def stop(self) -> None:
        """Stop what is under way."""
        if self._task is not None:
            self._task.cancel()

    def leave(self) -> None:
        """Stop it, and tell nobody any more: the dialog closes."""
        self.stop()
        self._task = None

    def _ended(self, task: asyncio.Task[None], dialog: AskingDialog, errors: list[Told]) -> None:
        if self._task is task:
            dialog.end(errors[0] if errors else None)


async def _telling(work: Coroutine[Any, Any, None], errors: list[Told]) -> None:
    try:
        await work
    except GangDanError as error:
        errors.append(told(error))
