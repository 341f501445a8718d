"""Runs work on a file behind its dialog: one at a time, stopped when the user leaves, told when it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.told import sentences, told
from gangdan_gui.ui.work_dialog import WorkDialog


class DialogWork(QObject):
    """`closed` comes when a dialog has gone and nothing that it began is under way any more."""

    closed = Signal()

    def __init__(self, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._jobs, self._window = jobs, window
        self._task: asyncio.Task[None] | None = None
        self.dialog: WorkDialog | None = None

    def open(self, title: str) -> WorkDialog:
        """A new dialog; there is no other one."""
        dialog = self.dialog = WorkDialog(title, self._window)
        dialog.left.connect(self.stop)
        dialog.finished.connect(self._close)
        dialog.open()
        return dialog

    def start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something for the dialog. What the user can do something about is told in it."""
        self._task = self._jobs.start(self._told(work), name)
        self._task.add_done_callback(self._ended)
        self._task.add_done_callback(lambda _: work.close())  # it may have been stopped before it began

    def stop(self) -> None:
        """Stop what is under way; the dialog closes when it has ended."""
        if self._task is not None and self.dialog is not None and self.dialog.working:
            self._task.cancel()

    async def _told(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except GangDanError as error:
            what = told(error)
            if self.dialog is not None:
                self.dialog.end("", warning=sentences(what.message, what.advice))

    def _ended(self, task: asyncio.Task[None]) -> None:
        if self.dialog is not None and (task.cancelled() or task.exception()):
            self.dialog.working = False
            self.dialog.reject()

    def _close(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None
            self.closed.emit()
