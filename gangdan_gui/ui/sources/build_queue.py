"""Builds sources one after another in one task, shows how far each is, pauses, and stops at once or after a file."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections.abc import Callable, Iterable
from contextlib import aclosing

from PySide6.QtCore import QObject, Signal

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.events import (
    BuildEvent,
    BuildFinished,
    BuildHeld,
    BuildReport,
    Hold,
    ModelAwaited,
    StageProgress,
)
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.services.requests import BuildOptions, LibraryService
from gangdan_gui.services.requests.build_control import BuildControl
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.sources.build_progress import BuildProgress, Clock, Progress
from gangdan_gui.ui.sources.model import SourceModel

ErrorTeller = Callable[[str, GangDanError], None]


class BuildQueue(QObject):
    """What waits to be built. `on_error(source, error)` hears of errors that stopped a source's build."""

    changed = Signal()
    finished = Signal(BuildReport)
    settled = Signal()

    def __init__(
        self,
        library: LibraryService,
        jobs: Jobs,
        model: SourceModel,
        on_error: ErrorTeller,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__()
        self._library, self._jobs, self._model = library, jobs, model
        self._on_error, self._clock = on_error, clock
        self._waiting: dict[str, BuildOptions] = {}
        self._expected: dict[str, float] = {}
        self._current = ""
        self._progress = Progress()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._control = BuildControl()
        self._paused = False
        self._spending = False

    @property
    def current(self) -> str:
        """The id of the source that is being built; empty while none is."""
        return self._current

    @property
    def waiting(self) -> tuple[str, ...]:
        """The ids of the sources whose turn is still to come."""
        return tuple(self._waiting)

    @property
    def running(self) -> bool:
        """Whether anything is being built."""
        return self._task is not None

    @property
    def fraction(self) -> float:
        """How far the current build is, 0 to 1."""
        return self._progress.fraction

    @property
    def paused(self) -> bool:
        """Whether the user has paused it."""
        return self._paused

    @property
    def ending(self) -> bool:
        """Whether it stops after the file that is being built."""
        return self._control.ending and self._task is not None

    @property
    def held(self) -> Hold | None:
        """Why nothing happens, though there is work."""
        return self._progress.held if self._current else None

    def expect(self, source: str, seconds: float) -> None:
        """Note how long the next build of a source takes, as far as that was said before."""
        self._expected[source] = seconds

    def pause(self) -> None:
        """Finish what is under way and begin nothing, until `resume`."""
        if self._task is not None:
            self._paused = True
            self._control.pause()
            self.changed.emit()

    def resume(self) -> None:
        """Go on after a pause; where it is not paused, go on without the mains, until all that waits is built."""
        if self._paused:
            self._paused = False
            self._control.resume()
        else:
            self._spending = True
            self._control.spend_power()
        self.changed.emit()

    def end_after_file(self) -> None:
        """Stop once the file is built that is being built; forget what waits."""
        self._waiting.clear()
        self._paused = False
        self._control.end_after_file()
        self._show(dataclasses.replace(self._progress, ending=True))
        self.mark()
        self.changed.emit()

    def move(self, source: str, place: int) -> None:
        """Put a source that waits at a place of the queue, 0 the first."""
        if source not in self._waiting:
            return
        order = [one for one in self._waiting if one != source]
        order.insert(max(0, place), source)
        self._waiting = {one: self._waiting[one] for one in order}
        self.mark()
        self.changed.emit()

    def take_out(self, sources: Iterable[str]) -> None:
        """Let sources that wait be as they were; what is being built goes on."""
        taken = [source for source in sources if self._waiting.pop(source, None)]
        if taken:
            self.settled.emit()
            self.changed.emit()

    def add(self, sources: list[str], options: BuildOptions) -> None:
        """Put sources at the end; what waits or is being built already keeps its place.

        Asking for a certain embedder is never lost: what waits is built with it, what is being built once more. Nor
        is what the user has corrected or wants tried again, which a build that has begun may have missed; a whole
        build does the former too.
        """
        more = options.embedder or options.kept or options.retry
        for source in sources:
            if source in self._waiting:
                self._waiting[source] = _joined(self._waiting[source], options)
            elif more or source != self._current:
                self._waiting[source] = options
        if self._waiting and self._task is None:
            self._task = self._jobs.start(self._work(), "build")
        self.mark()
        self.changed.emit()

    def stop(self) -> None:
        """Stop the current build and forget what waits."""
        self._waiting.clear()
        self._paused = False
        if self._task is not None:
            if self._current:
                self._show(dataclasses.replace(self._progress, stopping=True))
            self._stopping = True
            self._task.cancel()

    async def withdraw(self, source: str) -> None:
        """Take a source out, stopping its build and waiting until that has ended; the others go on."""
        self._waiting.pop(source, None)
        if source != self._current or self._task is None:
            return
        rest, task, paused = dict(self._waiting), self._task, self._paused
        self.stop()
        await asyncio.wait([task])
        self._paused = paused and bool(rest)
        self._waiting = rest | self._waiting
        self.add([], BuildOptions())

    def marked(self, summaries: Iterable[SourceSummary]) -> tuple[SourceSummary, ...]:
        """Summaries with the states of those that wait or are being built."""
        states = dict.fromkeys(self._waiting, SourceState.QUEUED)
        if self._current:
            states[self._current] = SourceState.BUILDING
        return tuple(
            dataclasses.replace(summary, state=states.get(summary.source.id, summary.state)) for summary in summaries
        )

    def mark(self) -> None:
        """Show in the model which sources wait, in their order, or are being built."""
        self._model.set_queue(tuple(self._waiting))
        self._model.update(self.marked(self._model.summaries))

    async def _work(self) -> None:
        try:
            while self._waiting:
                source = next(iter(self._waiting))
                await self._build(source, self._waiting.pop(source))
        except asyncio.CancelledError:
            if not self._stopping:  # the window is closing
                self._waiting.clear()
            raise
        finally:
            self._task, self._stopping = None, False
            self._paused = self._paused and bool(self._waiting)
            self._spending = self._spending and bool(self._waiting)
            # Whatever was asked for while this task was being stopped is still to be done.
            self.add([], BuildOptions())
            self.settled.emit()

    async def _build(self, source: str, options: BuildOptions) -> None:
        follower = BuildProgress(self._clock, self._expected.pop(source, 0.0))
        self._current, self._control = source, BuildControl(saves_power=not self._spending)
        if self._paused:
            self._control.pause()
        self._show(Progress())
        self.mark()
        self.changed.emit()
        try:
            # Closing the iterator is what ends its work at once.
            async with aclosing(self._library.build((source,), options, self._control)) as events:
                async for event in events:
                    self._follow(event, follower)
        except GangDanError as error:
            self._on_error(source, error)
        finally:
            self._current = ""
            self._model.set_progress(source, None)
        self.settled.emit()

    def _follow(self, event: BuildEvent, follower: BuildProgress) -> None:
        match event:
            case ModelAwaited():
                self._show(dataclasses.replace(self._progress, awaited=event.model))
            case BuildHeld():
                follower.rest()
                self._show(dataclasses.replace(self._progress, held=event.why, awaited=""))
                self.changed.emit()
            case StageProgress():
                now, before = follower.follow(event), self._progress
                self._show(dataclasses.replace(now, held=before.held, ending=before.ending))
            case BuildFinished():
                self.finished.emit(event.report)

    def _show(self, progress: Progress) -> None:
        self._progress = progress
        if self._current:
            self._model.set_progress(self._current, progress)


def _joined(waiting: BuildOptions, asked: BuildOptions) -> BuildOptions:
    """How a source that waits is built after it was asked for once more."""
    chosen = asked if asked.embedder or waiting.kept else waiting
    return dataclasses.replace(chosen, retry=waiting.retry or asked.retry)
