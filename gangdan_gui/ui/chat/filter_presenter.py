"""Finds the tags and kinds that the filter of a question offers."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gangdan_gui.services.requests import LibraryService
from gangdan_gui.ui.chat.question_filter import QuestionFilter
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.sources.model import SourceModel


class FilterPresenter(QObject):
    """Connects the filter with the sources that are chosen."""

    def __init__(self, library: LibraryService, jobs: Jobs, chosen: QuestionFilter, model: SourceModel) -> None:
        super().__init__(chosen)
        self._library, self._filter, self._model = library, chosen, model
        chosen.wanted.connect(lambda: jobs.start(self._offer(), "offer filters"))

    async def _offer(self) -> None:
        used = [summary.source.id for summary in self._model.used]
        self._filter.offer(await self._library.tags(used), await self._library.kinds(used))
