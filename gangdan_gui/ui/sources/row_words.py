"""What a source's row says: its line, its link, its tip, and what a screen reader speaks."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reports import SourceChanges, SourceSummary
from gangdan_gui.ui.sources.build_progress import Progress
from gangdan_gui.ui.sources.state_words import StateWords, is_outdated
from gangdan_gui.ui.sources.words import SEPARATOR, SourceWords
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence


@dataclass(frozen=True, slots=True)
class Row:
    """All that is known of a source.

    `place` is where it stands in the queue, from 1, else 0. `seconds` is how long it takes to bring it up to date,
    `cost` the words of how long it takes to rebuild it, both where that was forecast.
    """

    summary: SourceSummary
    progress: Progress | None = None
    changes: SourceChanges | None = None
    place: int = 0
    seconds: float | None = None
    cost: str = ""
    used: bool = False


class RowWords(QObject):
    """Writes them in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words, self._states = SourceWords(self), StateWords(self)

    def line(self, row: Row) -> str:
        """The plain words below the title."""
        line = self._holds(row)
        if row.progress is not None or row.summary.state is SourceState.QUEUED:
            return line
        frozen = self._states.frozen_words(row.summary)
        return self._states.row_words(row.summary) or SEPARATOR.join(filter(None, (frozen, line)))

    def link(self, row: Row) -> str:
        """The words behind the line that do something; empty where there is nothing to do."""
        rests = row.progress is None and row.summary.state not in (SourceState.QUEUED, SourceState.BUILDING)
        if rests and is_outdated(row.summary):
            return self._states.rebuild_words(row.cost)
        return self._words.row_link(row.summary, row.progress)

    def tip(self, row: Row) -> str:
        """All else that there is to know, a line each."""
        source = row.summary.source
        lines = [source.title, *source.locations, source.licence]
        if row.changes:
            told = self.tr("Changed on disk: {what}").format(what=self._words.changes_words(row.changes))
            lines += [told, self._words.passages_words(row.summary.chunks)]
        lines += self._states.lines(row.summary)
        if is_outdated(row.summary):
            lines += [reason_sentence(notice, translate) for notice in row.summary.notices]
        return "\n".join(filter(None, lines))

    def spoken(self, row: Row) -> str:
        """The row for who does not see it."""
        used = ""
        if row.summary.chunks:
            used = self.tr("used in chat") if row.used else self.tr("not used in chat")
        return SEPARATOR.join((row.summary.source.title, *filter(None, (self.line(row), self.link(row), used))))

    def _holds(self, row: Row) -> str:
        line = self._words.row_line(row.summary, row.progress, row.changes, place=row.place)
        stale = row.progress is None and row.summary.state is SourceState.STALE
        if stale and row.changes and row.seconds is not None:
            return SEPARATOR.join((line, self._words.time_words(row.seconds)))
        return line
