"""Finds the tags that the filter of a question offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import QObject

from gangdan_gui.converting.facts import folded
from gangdan_gui.domain.documents import FileReport, FileState
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import LibraryService
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.question_filter import QuestionFilter
from gangdan_gui.ui.source_model import SourceModel


class FilterPresenter(QObject):
    """Connects the filter with the sources that are chosen."""

    def __init__(self, library: LibraryService, jobs: Jobs, chosen: QuestionFilter, model: SourceModel) -> None:
        super().__init__(chosen)
        self._library, self._filter, self._model = library, chosen, model
        chosen.wanted.connect(lambda: jobs.start(self._offer(), "offer filters"))

    async def _offer(self) -> None:
        files: list[FileReport] = []
        for summary in self._model.used:
            try:
                files += (await self._library.report(summary.source.id)).files
            except GangDanError:  # it was removed meanwhile
                continue
        self._filter.offer(tags_of(files))


def tags_of(files: Iterable[FileReport]) -> list[tuple[str, int]]:
    """The tags of documents that answer, with how many have each, most first; tags that are compared alike are one."""
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for file in files:
        if file.state is FileState.READY:
            for key, tag in {folded(tag): tag for tag in file.facts.tags}.items():
                shown.setdefault(key, tag)
                counts[key] += 1
    return sorted(((shown[key], count) for key, count in counts.items()), key=lambda one: (-one[1], one[0]))
