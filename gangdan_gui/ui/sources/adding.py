"""Adds sources: from the dialog, from what is dropped, and the one that an empty library begins with."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import AlreadyAdded, GangDanError
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.services.requests import BuildOptions, LibraryService
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.packs.pack_file import is_pack
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import sentences, told

if TYPE_CHECKING:  # dialogs are imported when they are first opened: the window shows sooner
    from gangdan_gui.ui.sources.add_source_dialog import AddSourceDialog

Refresh = Callable[[], Awaitable[None]]
# Has sources built, after having asked where that takes long.
Begin = Callable[[list[str], BuildOptions], None]


class SourceAdding(QObject):
    """What can't be added is told in the dialog where there is one, else in a notice."""

    packs_offered = Signal(list)

    def __init__(
        self,
        library: LibraryService,
        jobs: Jobs,
        begin: Begin,
        notices: NoticeBar,
        refresh: Refresh,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library, self._jobs, self._begin, self._notices = library, jobs, begin, notices
        self._refresh = refresh
        # One that was closed while the library was asked is no more to be spoken to.
        self._open: set[AddSourceDialog] = set()

    def ask(self, theme: Theme, window: QWidget) -> None:
        """Open the dialog at once; what is on offer comes into it as soon as it has been read."""
        from gangdan_gui.ui.sources.add_source_dialog import AddSourceDialog

        dialog = AddSourceDialog(theme, window)
        dialog.submitted.connect(lambda requests: self._jobs.start(self._add_from(dialog, requests), "add sources"))
        dialog.finished.connect(lambda: self._closed(dialog))
        self._open.add(dialog)
        dialog.open()
        self._jobs.start(self._offer(dialog), "list what is on offer")

    def take_dropped(self, locations: Sequence[str]) -> asyncio.Task[None]:
        """Add files, folders and addresses that were dropped, and build them; packs are offered."""
        locations = self._without_packs(locations)
        return self._jobs.start(self._add_dropped(locations), "add dropped sources")

    async def add(self, request: AddRequest) -> SourceSummary | None:
        """Add a source and build it if that is asked for; None when it could not be added, which has been told."""
        try:
            added = await self._add(request)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return None
        await self._refresh()
        if request.build:
            self._build([added.source.id], request.embedder)
        return added

    def _without_packs(self, locations: Sequence[str]) -> list[str]:
        """The others; the packs among them are offered to whoever takes those in."""
        if packs := [one for one in locations if is_pack(one)]:
            self.packs_offered.emit(packs)
        return [one for one in locations if one not in packs]

    def _closed(self, dialog: AddSourceDialog) -> None:
        self._open.discard(dialog)
        dialog.deleteLater()

    async def _offer(self, dialog: AddSourceDialog) -> None:
        try:
            offered, held = await self._library.offered(), await self._library.sources()
        except GangDanError as error:
            if dialog in self._open:
                dialog.show_error(_sentence(error))
            return
        if dialog in self._open:
            dialog.show_catalogue(offered, [summary.source for summary in held])

    async def _add_from(self, dialog: AddSourceDialog, requests: Sequence[AddRequest]) -> None:
        added: list[str] = []
        refused: list[GangDanError] = []
        wanted = self._without_packs([request.location for request in requests])
        requests = [request for request in requests if request.location in wanted]
        for request in requests:
            try:
                added.append((await self._add(request)).source.id)
            except GangDanError as error:
                refused.append(error)
        if added:
            await self._refresh()
        if added and requests[0].build:  # one choice for all of them
            self._build(added)
        await self._answer(dialog, refused)

    async def _answer(self, dialog: AddSourceDialog, refused: Sequence[GangDanError]) -> None:
        """Close the dialog, or tell in it what could not be added; in a notice where the user has closed it."""
        if dialog not in self._open:
            for error in refused:
                self._notices.show_notice(error_notice(error))
        elif not refused:
            dialog.accept()
        else:
            await self._offer(dialog)  # others may be in the library now
            if dialog in self._open:
                dialog.show_error("\n".join(map(_sentence, refused)))

    async def _add(self, request: AddRequest) -> SourceSummary:
        return await self._library.add(
            request.location,
            title=request.title,
            include=request.include,
            exclude=request.exclude,
            site=request.site,
        )

    async def _add_dropped(self, locations: Sequence[str]) -> None:
        added: list[str] = []
        for location in locations:
            try:
                added.append((await self._add(AddRequest(location))).source.id)
            except AlreadyAdded as error:
                self._offer_update(error)
            except GangDanError as error:
                self._notices.show_notice(error_notice(error))
        await self._refresh()
        if added:
            self._build(added)

    def _build(self, sources: list[str], embedder: str = "") -> None:
        self._begin(sources, BuildOptions(embedder=embedder or None))

    def _offer_update(self, error: AlreadyAdded) -> None:
        source = error.facts.get("source", "")
        notice = error_notice(error)
        if source:
            notice = Notice(
                notice.message, action=lambda: self.tr("Update it"), act=lambda: self._build([source]), warning=True
            )
        self._notices.show_notice(notice)


def _sentence(error: GangDanError) -> str:
    what = told(error)
    return sentences(what.message, what.advice)
