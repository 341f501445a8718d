"""Says what builds would take: of what is selected or has changed, and before a long one begins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast, ForecastService
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.sources.forecast_words import ForecastWords, seconds_of
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane

_log = logging.getLogger(__name__)
ASKED_FROM = 600.0
"""Seconds. What is shorter just begins."""
# Who has pressed Build waits for no drive and no server that does not answer.
_PATIENCE = 3.0
# In a row there is little room.
_WORTH_SAYING = 60.0
_NOT_ASKED = (SourceState.BUILDING, SourceState.QUEUED)


class ForecastPresenter(QObject):
    """`begin` is for whoever would put sources into the queue. `tonight_requested` asks for all to be built then."""

    tonight_requested = Signal()

    def __init__(
        self, forecasts: ForecastService, jobs: Jobs, pane: SourcesPane, model: SourceModel, queue: BuildQueue
    ) -> None:
        super().__init__(pane)
        self._forecasts, self._jobs, self._pane, self._model, self._queue = forecasts, jobs, pane, model, queue
        self._words = ForecastWords(self)
        self._asked: tuple[list[str], BuildOptions] | None = None
        self._selected: asyncio.Task[None] | None = None
        pane.list.selection_changed.connect(self.show_selected)
        queue.settled.connect(self.show_selected)
        pane.forecast.now_requested.connect(self._build_now)
        pane.forecast.tonight_requested.connect(self._build_tonight)
        pane.forecast.cancelled.connect(self._forget)

    def begin(self, sources: Sequence[str], options: BuildOptions) -> None:
        """Build sources, at once or after having asked."""
        if sources:
            self._jobs.start(self._begin(list(sources), options), "forecast")

    def show_selected(self) -> None:
        """Say of what is selected what a build would take."""
        if self._selected is not None:
            self._selected.cancel()
        self._selected = self._jobs.start(self._show_selected(self._pane.selected), "forecast of the selection")

    def show_changed(self, sources: Sequence[str]) -> None:
        """Say in the rows of sources whose files have changed how long it takes to bring them up to date."""
        self._jobs.start(self._show_changed(list(sources)), "forecast of changes")

    async def _begin(self, sources: list[str], options: BuildOptions) -> None:
        found = await self._told(sources, options, patience=_PATIENCE)
        sources = [source for source in sources if self._model.find(source)]  # others were removed meanwhile
        for one in found:
            self._queue.expect(one.source, one.seconds.get("total", 0.0))
        warning = any(notice.code == "little-room" for one in found for notice in one.notices)
        if not sources or (not warning and seconds_of(found) <= ASKED_FROM):
            self._queue.add(sources, options)
            return
        self._asked = (sources, options)
        summary = self._model.find(sources[0]) if len(sources) == 1 else None
        title = summary.source.title if summary else ""
        self._pane.forecast.ask(
            lambda: self._words.question(found, title), warning=warning, tonight=options == BuildOptions()
        )

    async def _show_selected(self, sources: list[str]) -> None:
        idle = [one for one in map(self._model.find, sources) if one and one.state not in _NOT_ASKED]
        found = await self._told([one.source.id for one in idle], BuildOptions())
        if self._pane.selected == sources:
            self._pane.show_forecast(lambda: "\n".join(filter(None, (self._words.line(found), *self._told_of(found)))))

    def _told_of(self, found: Sequence[Forecast]) -> list[str]:
        """What is to be known of a build that would do something."""
        return self._words.notices(found) if self._words.line(found) else []

    async def _show_changed(self, sources: list[str]) -> None:
        found = await self._told(sources, BuildOptions())
        times = {one.source: one.seconds.get("total", 0.0) for one in found}
        self._model.set_times({source: seconds for source, seconds in times.items() if seconds >= _WORTH_SAYING})

    async def _told(
        self, sources: Sequence[str], options: BuildOptions, patience: float | None = None
    ) -> tuple[Forecast, ...]:
        """Nobody is kept from building by a forecast that can't be had."""
        if not sources:
            return ()
        try:
            async with asyncio.timeout(patience):
                return await self._forecasts.forecast(sources, options)
        except (GangDanError, OSError, TimeoutError):
            _log.warning("there is no forecast of %s", ", ".join(sources), exc_info=True)
            return ()

    def _build_now(self) -> None:
        if self._asked is not None:
            self._queue.add(*self._asked)
        self._forget()

    def _build_tonight(self) -> None:
        self._forget()
        self.tonight_requested.emit()

    def _forget(self) -> None:
        self._asked = None
        self._pane.forecast.hide()
