"""Offers to go on with what was being built when the program ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.ui.notice_bar import Notice
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.told import sentences

_UNFINISHED = (SourceState.PARTIAL, SourceState.NEW)
_STOPPED = frozenset({"interrupted", "cut-off"})


class GoingOn(QObject):
    """Writes the notice. An object, because the extractor of translations understands plurals in `self.tr` only."""

    def offer(self, summaries: Iterable[SourceSummary], build: Callable[[list[str]], None]) -> Notice | None:
        """A notice that names what is not built to its end and lets `build` go on with it; None for nothing."""
        cut = [summary for summary in summaries if was_stopped(summary)]
        if not cut:
            return None
        words = SourceWords()
        first, ids = cut[0], [summary.source.id for summary in cut]

        def message() -> str:
            if len(cut) > 1:
                return self.tr("%Ln source(s) were not built to the end.", "", len(cut))
            said = self.tr("“{title}” was not built to the end.").format(title=first.source.title)
            part = words.part_words(first.documents, first.expected) if first.is_partial else ""
            return sentences(said, part)

        return Notice(message, action=lambda: self.tr("Go on building"), act=lambda: build(ids))


def was_stopped(summary: SourceSummary) -> bool:
    """Whether a source's last build was stopped or cut off before its end."""
    codes = {problem.reason.code for problem in summary.problems}
    return summary.state in _UNFINISHED and bool(codes & _STOPPED)
