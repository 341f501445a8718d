"""The earlier states of a stand-in library's sources, for the window's tests."""

from __future__ import annotations

from dataclasses import replace

from gangdan_gui.domain.errors import NoPrevious
from gangdan_gui.domain.reports import SourceSummary
from tests.ui.stand_in_library import StandInLibrary


class StandInGenerations:
    """Changes what the library tells of its sources."""

    def __init__(self, library: StandInLibrary) -> None:
        self._library = library

    async def freeze(self, source: str, until: str) -> SourceSummary:
        return self._put(replace(self._library.held[source], frozen_until=until))

    async def go_back(self, source: str) -> SourceSummary:
        held = self._library.held[source]
        if held.previous is None:
            raise NoPrevious(source=source)
        return self._put(replace(held, live=held.previous, previous=held.live, chunks=held.previous.chunks))

    async def forget_previous(self, source: str) -> SourceSummary:
        return self._put(replace(self._library.held[source], previous=None))

    def _put(self, summary: SourceSummary) -> SourceSummary:
        self._library.held[summary.source.id] = summary
        return summary
