"""Finds the tags and kinds that the filter of a question offers, and takes out of it what is in the library no more."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import LibraryService
from gangdan_gui.ui.chat.question_filter import QuestionFilter
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.sources.model import SourceModel


class FilterPresenter(QObject):
    """Connects the filter with the sources that are chosen."""

    def __init__(
        self, library: LibraryService, jobs: Jobs, chosen: QuestionFilter, model: SourceModel, notices: NoticeBar
    ) -> None:
        super().__init__(chosen)
        self._library, self._filter, self._model, self._notices = library, chosen, model, notices
        chosen.wanted.connect(lambda: jobs.start(self._offer(), "offer filters"))
        model.contents_changed.connect(lambda: chosen.keep_documents_of([one.source.id for one in model.summaries]))

    async def _offer(self) -> None:
        used = [summary.source.id for summary in self._model.used]
        try:
            tags, kinds = await self._library.tags(used), await self._library.kinds(used)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return
        self._filter.offer(tags, kinds)
