"""Has models downloaded. A download goes on when what asked for it has gone, and can be followed from elsewhere."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from functools import partial

from PySide6.QtCore import QObject, Signal

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import AssistantService
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.models.pull_count import PullCount
from gangdan_gui.ui.models.pull_line import PullLine
from gangdan_gui.ui.models.pull_words import pull_failed
from gangdan_gui.ui.told import told
from gangdan_gui.wording import Told

STOPPED = "stopped"


class PullPresenter(QObject):
    """One download a model at a time.

    `moved` comes with the model and a PullCount; `ended` with the model and a Told of what went wrong, None where the
    model is there; one that was stopped has the id `STOPPED`.
    """

    moved = Signal(str, object)
    ended = Signal(str, object)

    def __init__(self, assistant: AssistantService, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._assistant, self._jobs = assistant, jobs
        self._running: dict[str, asyncio.Task[Told | None]] = {}

    @property
    def models(self) -> tuple[str, ...]:
        """What is being downloaded."""
        return tuple(self._running)

    def start(self, model: str, line: PullLine, *, for_embedding: bool = False) -> asyncio.Task[Told | None]:
        """Download a model, or follow its download where that is under way, and show it in a line."""
        if not line.model:
            self.moved.connect(line.show_count)
            self.ended.connect(line.show_end)
            line.cancelled.connect(self.stop)
        line.begin(model)
        if model not in self._running:
            task = self._jobs.start(self._pull(model, for_embedding=for_embedding), "download model")
            self._running[model] = task
            # Not in the coroutine: a task that is cancelled before its first step never gets there.
            task.add_done_callback(partial(self._end, model))
        return self._running[model]

    def stop(self, model: str) -> None:
        """Stop a download; another one goes on where it was."""
        if model in self._running:
            self._running[model].cancel()

    async def _pull(self, model: str, *, for_embedding: bool) -> Told | None:
        count = PullCount()
        try:
            async with aclosing(self._assistant.pull(model, for_embedding=for_embedding)) as steps:
                async for step in steps:
                    count.take(step)
                    self.moved.emit(model, count)
        except GangDanError as error:
            return pull_failed(model, error)
        return None

    def _end(self, model: str, task: asyncio.Task[Told | None]) -> None:
        self._running.pop(model, None)
        if task.cancelled():
            self.ended.emit(model, Told(STOPPED, self.tr("Stopped. The next download goes on from there."), ""))
        elif error := task.exception():  # the registry of jobs tells what nobody expected
            self.ended.emit(model, told(error) if isinstance(error, Exception) else None)
        else:
            self.ended.emit(model, task.result())
