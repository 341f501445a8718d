"""Acts on the library for the left pane: adds, builds, removes with a way back, opens folders and reports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from gangdan_gui.domain.documents import SourceState, SourceSummary
from gangdan_gui.domain.errors import AlreadyAdded, GangDanError
from gangdan_gui.domain.events import BuildReport
from gangdan_gui.services.requests import BuildOptions, LibraryService
from gangdan_gui.ui.add_request import AddRequest
from gangdan_gui.ui.build_queue import BuildQueue
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.source_model import SourceModel
from gangdan_gui.ui.sources_pane import SourcesPane
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import sentences, told
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

if TYPE_CHECKING:  # dialogs are imported when they are first opened: the window shows sooner
    from gangdan_gui.ui.add_source_dialog import AddSourceDialog

UNDO_SECONDS = 12.0

FolderOpener = Callable[[QUrl], bool]


class LibraryPresenter(QObject):
    """Connects the left pane with the library. Errors become notices; nothing here waits in a dialog."""

    def __init__(
        self,
        library: LibraryService,
        jobs: Jobs,
        pane: SourcesPane,
        model: SourceModel,
        notices: NoticeBar,
        theme: Theme,
        open_folder: FolderOpener = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(pane)
        self._library, self._jobs, self._pane, self._model = library, jobs, pane, model
        self._notices, self._theme, self._open_folder = notices, theme, open_folder
        self.queue = BuildQueue(library, jobs, model, self._tell_build)
        self.queue.setParent(self)
        self.queue.changed.connect(self._show_building)
        self.queue.finished.connect(self._look_at)
        self.queue.settled.connect(self.refresh)
        pane.add_requested.connect(self.ask_for_source)
        pane.locations_dropped.connect(self.take_dropped)
        pane.build_requested.connect(self.build)
        pane.rebuild_requested.connect(lambda sources: self.queue.add(sources, BuildOptions(force=True)))
        pane.stop_requested.connect(self.queue.stop)
        pane.remove_requested.connect(self.remove)
        pane.folder_requested.connect(self.show_folder)
        pane.report_requested.connect(self.show_report)

    def refresh(self) -> asyncio.Task[None]:
        """Show the library as it is now."""
        return self._jobs.start(self._refresh(), "list sources")

    def build(self, sources: list[str]) -> None:
        """Build these; of none, all that need it, and where none needs it, look at all of them again."""
        everything = [summary.source.id for summary in self._model.summaries]
        needing = [s.source.id for s in self._model.summaries if s.state is not SourceState.READY]
        self.queue.add(sources or needing or everything, BuildOptions())

    def ask_for_source(self) -> None:
        """Open the dialog that adds a source."""
        from gangdan_gui.ui.add_source_dialog import AddSourceDialog

        dialog = AddSourceDialog(self._pane.window())
        dialog.submitted.connect(lambda request: self._jobs.start(self._add_from(dialog, request), "add source"))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_dropped(self, locations: list[str]) -> asyncio.Task[None]:
        """Add files and folders that were dropped, and build them."""
        return self._jobs.start(self._add_dropped(locations), "add dropped sources")

    def remove(self, sources: list[str]) -> asyncio.Task[None]:
        """Put sources into the trash and offer to take them back."""
        return self._jobs.start(self._remove(sources), "remove sources")

    def restore(self, sources: Sequence[str]) -> asyncio.Task[None]:
        """Take sources out of the trash again."""
        return self._jobs.start(self._restore(sources), "restore sources")

    def show_folder(self, source: str) -> None:
        """Open a source's folder in the system's file manager."""
        folder = self._library.folder(source)
        if folder is None or not self._open_folder(QUrl.fromLocalFile(str(folder))):
            self._notices.show_notice(Notice(lambda: self.tr("This source has no folder that could be opened.")))

    def show_report(self, source: str) -> asyncio.Task[None]:
        """Open the list of a source's files and problems."""
        return self._jobs.start(self._show_report(source), "report")

    def tell(self, error: GangDanError) -> None:
        """Show an error as a sentence with its advice."""
        self._notices.show_notice(error_notice(error))

    async def _refresh(self) -> None:
        try:
            summaries = await self._library.sources()
        except GangDanError as error:
            self.tell(error)
            return
        self._model.set_sources(self.queue.marked(summaries))

    async def _add_from(self, dialog: AddSourceDialog, request: AddRequest) -> None:
        try:
            added = await self._add(request)
        except GangDanError as error:
            what = told(error)
            dialog.show_error(sentences(what.message, what.advice))
            return
        dialog.accept()
        await self._refresh()
        if request.build:
            self.build([added.source.id])

    async def _add(self, request: AddRequest) -> SourceSummary:
        return await self._library.add(
            request.location, title=request.title, include=request.include, exclude=request.exclude
        )

    async def add(self, request: AddRequest) -> SourceSummary | None:
        """Add a source and build it if that is asked for; None when it could not be added, which has been told."""
        try:
            added = await self._add(request)
        except GangDanError as error:
            self.tell(error)
            return None
        await self._refresh()
        if request.build:
            self.queue.add([added.source.id], BuildOptions(embedder=request.embedder or None))
        return added

    async def _add_dropped(self, locations: Sequence[str]) -> None:
        added: list[str] = []
        for location in locations:
            try:
                added.append((await self._add(AddRequest(location))).source.id)
            except AlreadyAdded as error:
                self._offer_update(error)
            except GangDanError as error:
                self.tell(error)
        await self._refresh()
        if added:
            self.build(added)

    async def _remove(self, sources: Sequence[str]) -> None:
        removed: list[SourceSummary] = []
        try:
            for source in sources:
                await self.queue.withdraw(source)
                summary = self._model.find(source)
                await self._library.remove(source)
                removed += [summary] if summary else []
        except GangDanError as error:
            self.tell(error)
        await self._refresh()
        if removed:
            self._offer_undo(removed)

    async def _restore(self, sources: Sequence[str]) -> None:
        try:
            for source in sources:
                await self._library.restore(source)
        except GangDanError as error:
            self.tell(error)
        await self._refresh()

    async def _show_report(self, source: str) -> None:
        try:
            report = await self._library.report(source)
        except GangDanError as error:
            self.tell(error)
            return
        from gangdan_gui.ui.report_dialog import ReportDialog

        dialog = ReportDialog(report, self._theme, self._pane.window())
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _offer_undo(self, removed: Sequence[SourceSummary]) -> None:
        title, count = removed[0].source.title, len(removed)
        ids = [summary.source.id for summary in removed]

        def message() -> str:
            if count == 1:
                return self.tr("Removed “{title}”. Your own files were not touched.").format(title=title)
            return self.tr("Removed %Ln source(s). Your own files were not touched.", "", count)

        undo = partial(self.restore, ids)
        self._notices.show_notice(
            Notice(message, action=lambda: self.tr("Undo"), act=lambda: _ignore(undo()), seconds=UNDO_SECONDS)
        )

    def _offer_update(self, error: AlreadyAdded) -> None:
        source = error.facts.get("source", "")
        notice = error_notice(error)
        if source:
            notice = Notice(
                notice.message, action=lambda: self.tr("Update it"), act=lambda: self.build([source]), warning=True
            )
        self._notices.show_notice(notice)

    def _tell_build(self, source: str, error: GangDanError) -> None:
        notice = error_notice(error)
        self._notices.show_notice(
            Notice(
                notice.message,
                notice.advice,
                action=lambda: self.tr("Try again"),
                act=lambda: self.build([source]),
                warning=True,
            )
        )

    def _look_at(self, report: BuildReport) -> None:
        if report.state is not SourceState.FAILED:
            return
        summary = self._model.find(report.source)
        title = summary.source.title if summary else report.source
        reason = report.problems[0].reason if report.problems else None

        def message() -> str:
            if reason is None:
                return self.tr("“{title}” could not be built.").format(title=title)
            sentence = self.tr("“{title}” could not be built: {reason}.")
            return sentence.format(title=title, reason=reason_sentence(reason, translate))

        self._notices.show_notice(
            Notice(
                message,
                action=lambda: self.tr("See its files"),
                act=lambda: _ignore(self.show_report(report.source)),
                warning=True,
            )
        )

    def _show_building(self) -> None:
        self._pane.set_building(building=self.queue.running)


def error_notice(error: GangDanError) -> Notice:
    """An error as a sentence with its advice, in the language of the moment it is read."""
    return Notice(lambda: told(error).message, advice=lambda: told(error).advice, warning=True)


def _ignore(_task: object) -> None:
    """The registry of jobs holds the task; whoever started it has no use for it."""
