"""Joins the queue of builds, the plan for tonight and the bar that tells of both."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QLocale, QObject, QTime, Signal

from gangdan_gui.awake import Awake
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.ui.sources.build_bar import BuildBar, BuildOutlook
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.tonight import Now, Tonight


class Nights(QObject):
    """`planned_changed` says whether all is going to be built tonight."""

    planned_changed = Signal(bool)

    def __init__(
        self,
        queue: BuildQueue,
        model: SourceModel,
        bar: BuildBar,
        parent: QObject | None = None,
        *,
        awake: Awake | None = None,
        now: Now = datetime.now,
    ) -> None:
        super().__init__(parent)
        self._queue, self._model, self._bar = queue, model, bar
        self._awake = awake or Awake()
        self.tonight = Tonight(self._awake, now, self)
        self.tonight.due.connect(self._build_all)
        self.tonight.changed.connect(self._show)
        self.tonight.changed.connect(lambda: self.planned_changed.emit(self.tonight.at is not None))
        queue.changed.connect(self._show)
        queue.settled.connect(self._settle)
        bar.pause_requested.connect(queue.pause)
        bar.resume_requested.connect(queue.resume)
        bar.end_requested.connect(queue.end_after_file)
        bar.tonight_cancelled.connect(self.tonight.cancel)

    def toggle(self, at: str) -> None:
        """Plan to build all at that time of the evening, or plan it no more."""
        if self.tonight.at is None:
            self.tonight.plan(at)
        else:
            self.tonight.cancel()

    def close(self) -> None:
        """Plan nothing any more, and let the computer sleep."""
        self.tonight.cancel()
        self._awake.release()

    def _build_all(self) -> None:
        if self._queue.paused:
            self._queue.resume()
        self._queue.add([summary.source.id for summary in self._model.summaries], BuildOptions())

    def _settle(self) -> None:
        self._show()
        if not self._queue.running:
            self.tonight.rest()

    def _show(self) -> None:
        queue, at = self._queue, self.tonight.at
        self._bar.show_outlook(
            BuildOutlook(
                running=queue.running,
                waiting=len(queue.waiting),
                paused=queue.paused,
                ending=queue.ending,
                held=queue.held,
                tonight=_words(at) if at else "",
            )
        )


def _words(at: datetime) -> str:
    return QLocale().toString(QTime(at.hour, at.minute), QLocale.FormatType.ShortFormat)
