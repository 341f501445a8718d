"""The words of the states of a source: what answers, what is being made beside it, what is kept, and for how long."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDate, QLocale, QObject, Qt

from gangdan_gui.chunking.names import WINDOW
from gangdan_gui.domain.reports import GenerationSummary, SourceSummary
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.ui.byte_sizes import size_words
from gangdan_gui.ui.sources.forecast_words import seconds_of
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords
from gangdan_gui.ui.splitter_words import SplitterWords

EARLIER_WEIGHTS = "earlier-weights"


def is_outdated(summary: SourceSummary) -> bool:
    """Whether a source was made by an earlier version of its model."""
    return any(notice.code == EARLIER_WEIGHTS for notice in summary.notices)


class StateWords(QObject):
    """Writes those words in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = SourceWords(self)

    def row_words(self, summary: SourceSummary) -> str:
        """What goes before all else in a source's row, empty where there is nothing."""
        if summary.building:
            locale = QLocale()
            done, total = locale.toString(summary.building.documents), locale.toString(summary.expected)
            words = self.tr("Being rebuilt: {done} of {total}") if summary.expected else self.tr("Being rebuilt")
            return SEPARATOR.join((words.format(done=done, total=total), self.tr("the earlier state answers")))
        return self.tr("By words only") if is_outdated(summary) else ""

    def frozen_words(self, summary: SourceSummary) -> str:
        """For how long nothing new is taken in; empty for a source that is not frozen."""
        if not summary.frozen_until:
            return ""
        return self.tr("Frozen until {day}").format(day=self.day_words(summary.frozen_until))

    def rebuild_words(self, cost: str) -> str:
        """The link that rebuilds, with about how long that takes where it is known."""
        return self.tr("Rebuild ({cost})").format(cost=cost) if cost else self.tr("Rebuild")

    def lines(self, summary: SourceSummary) -> list[str]:
        """All that there is to say of the states of a source, a line each."""
        lines = []
        if summary.live:
            lines.append(self.tr("Answers now: {state}").format(state=self._state(summary.live)))
        if summary.building:
            lines.append(self.tr("Being made beside it: {state}").format(state=self._state(summary.building)))
        if summary.previous:
            kept = self.tr("Earlier state, kept: {state}, {size}")
            size = size_words(summary.previous.size)
            lines.append(kept.format(state=self._state(summary.previous), size=size))
        return [*lines, *filter(None, [self.frozen_words(summary)])]

    def cost_words(self, forecast: Forecast) -> str:
        """About what a build would take."""
        parts = [self._words.passages_words(forecast.passages)]
        if forecast.cached and forecast.cached < forecast.passages:
            told = self.tr("{number} of them known already")
            parts.append(told.format(number=QLocale().toString(forecast.cached)))
        if forecast.sentences:
            parts.append(self.tr("%Ln sentence(s) to compare", "", forecast.sentences))
        parts.append(self.time_words(forecast))
        parts.append(self.tr("{size} on disk").format(size=size_words(forecast.disk)))
        return SEPARATOR.join(part for part in parts if part)

    def time_words(self, forecast: Forecast) -> str:
        """About how long a build would take."""
        return self._words.time_words(seconds_of([forecast]))

    @property
    def day_format(self) -> str:
        """A day with its month by name and the whole year, in the letters that Qt knows."""
        return self.tr("d MMM yyyy", "format of a date, with the letters of Qt")

    def day_words(self, day: str) -> str:
        """A day (ISO 8601) as people here write it."""
        return QLocale().toString(QDate.fromString(day, Qt.DateFormat.ISODate), self.day_format)

    def _state(self, state: GenerationSummary) -> str:
        cut = self.tr("cut at {size} characters").format(size=QLocale().toString(state.chunking.size))
        made = self.tr("made {day}").format(day=self.day_words(_local_day(state.made))) if state.made else ""
        passages, name = self._words.passages_words(state.chunks), state.chunking.splitter
        way = SplitterWords(self).all.get(name, name) if name != WINDOW else ""
        embedder = self._words.embedder_words(state.embedder)
        return self.tr(", ").join(filter(None, (embedder, cut, way, passages, made)))


def _local_day(moment: str) -> str:
    try:
        return datetime.fromisoformat(moment).astimezone().date().isoformat()
    except ValueError:
        return moment[:10]
