"""Acts on the library for the left pane: adds, builds, removes with a way back, opens folders and reports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices

from gangdan_gui.domain.documents import OWN, SourceState
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.events import BuildReport
from gangdan_gui.domain.reports import SourceChanges, SourceSummary
from gangdan_gui.services.requests import DAYS_IN_TRASH, BuildOptions, LibraryService
from gangdan_gui.services.requests.forecasts import ForecastService
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.report.opener import ReportOpener
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.sources.adding import Begin, SourceAdding
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.sources.forecast_presenter import ForecastPresenter
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.nights import Nights
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

UNDO_SECONDS = 12.0

AddressOpener = Callable[[QUrl], bool]


class LibraryPresenter(QObject):
    """Connects the left pane with the library. Errors become notices; nothing here waits in a dialog.

    `packs_offered` brings the paths of packs that were dropped or named as a source.
    """

    packs_offered = Signal(list)

    def __init__(
        self,
        library: LibraryService,
        jobs: Jobs,
        pane: SourcesPane,
        model: SourceModel,
        notices: NoticeBar,
        theme: Theme,
        open_address: AddressOpener = QDesktopServices.openUrl,
        *,
        forecasts: ForecastService | None = None,
    ) -> None:
        super().__init__(pane)
        self._library, self._jobs, self._pane, self._model = library, jobs, pane, model
        self._notices, self._theme, self._open_address = notices, theme, open_address
        self.queue = BuildQueue(library, jobs, model, self._tell_build)
        self.queue.setParent(self)
        self.queue.changed.connect(self._show_building)
        self.queue.finished.connect(self._look_at)
        self.queue.settled.connect(self.refresh)
        self._begin: Begin = self.queue.add
        self.forecasts: ForecastPresenter | None = None
        if forecasts is not None:
            self.forecasts = ForecastPresenter(forecasts, jobs, pane, model, self.queue)
            self._begin = self.forecasts.begin
        self._adding = SourceAdding(library, jobs, self._begin, notices, self._refresh, self)
        self._adding.packs_offered.connect(self.packs_offered)
        self.reports = ReportOpener(library, jobs, notices, theme, self)
        self.queue.finished.connect(lambda report: jobs.start(self.reports.refresh(report.source), "refresh report"))
        self.reports.link_requested.connect(self.open_on_web)
        self.reports.retry_requested.connect(lambda source: self.retry([source]))
        self.reports.embed_requested.connect(lambda source, label: self._build_with([source], label))
        pane.add_requested.connect(self.ask_for_source)
        pane.locations_dropped.connect(self.take_dropped)
        pane.build_requested.connect(self.build)
        pane.rebuild_requested.connect(lambda sources: self._begin(sources, BuildOptions(force=True)))
        pane.embed_requested.connect(self._build_with)
        pane.web_requested.connect(self.open_on_web)
        pane.retry_requested.connect(self.retry)
        pane.stop_requested.connect(self.queue.stop)
        pane.move_requested.connect(self.queue.move)
        pane.take_out_requested.connect(self.queue.take_out)
        self.nights = Nights(self.queue, model, pane.bar, self)
        pane.remove_requested.connect(self.remove)
        pane.folder_requested.connect(self.show_folder)
        pane.report_requested.connect(self.show_report)

    def refresh(self) -> asyncio.Task[None]:
        """Show the library as it is now."""
        return self._jobs.start(self._refresh(), "list sources")

    async def refreshed(self) -> None:
        """Show the library as it is now, and come back when that is done."""
        await self._refresh()

    def build(self, sources: list[str]) -> None:
        """Build these; of none, all that need it, and where none needs it, look at all of them again."""
        everything = [summary.source.id for summary in self._model.summaries]
        needing = [s.source.id for s in self._model.summaries if s.state is not SourceState.READY]
        self._begin(sources or needing or everything, BuildOptions())

    def retry(self, sources: list[str]) -> None:
        """Build these, and try again what failed the last time."""
        self._begin(sources, BuildOptions(retry=True))

    async def add(self, request: AddRequest) -> SourceSummary | None:
        """Add a source and build it if that is asked for; None when it could not be added, which has been told."""
        return await self._adding.add(request)

    def ask_for_source(self) -> None:
        """Open the dialog that adds sources."""
        self._adding.ask(self._theme, self._pane.window())

    def take_dropped(self, locations: list[str]) -> asyncio.Task[None]:
        """Add files, folders and addresses that were dropped, and build them."""
        return self._adding.take_dropped(locations)

    def remove(self, sources: list[str]) -> asyncio.Task[None]:
        """Put sources into the trash and offer to take them back."""
        return self._jobs.start(self._remove(sources), "remove sources")

    def restore(self, sources: Sequence[str]) -> asyncio.Task[None]:
        """Take sources out of the trash again."""
        return self._jobs.start(self._restore(sources), "restore sources")

    def show_folder(self, source: str) -> None:
        """Open a source's folder in the system's file manager."""
        folder = self._library.folder(source)
        if folder is None or not self._open_address(QUrl.fromLocalFile(str(folder))):
            self._notices.show_notice(Notice(lambda: self.tr("This source has no folder that could be opened.")))

    def open_on_web(self, address: str) -> None:
        """Show where a source's address leads, and open it if the user says so."""
        from gangdan_gui.ui.link_dialog import LinkDialog

        LinkDialog(address, self._pane.window(), self._open_address).open()

    def show_report(self, source: str) -> asyncio.Task[None]:
        """Open the list of a source's files and problems."""
        return self._jobs.start(self.reports.open(source, self._pane.window()), "report")

    def show_changes(self, changes: tuple[SourceChanges, ...]) -> None:
        """Show what has changed of the sources' files on disk."""
        self._model.set_changes(changes)
        if self.forecasts is not None:
            self.forecasts.show_changed([one.source for one in changes])
        if changes or any(summary.state is SourceState.STALE for summary in self._model.summaries):
            self.refresh()

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

    def _build_with(self, sources: list[str], embedder: str) -> None:
        self._begin(sources, BuildOptions(embedder=embedder))

    def _offer_undo(self, removed: Sequence[SourceSummary]) -> None:
        title, count = removed[0].source.title, len(removed)
        own = count == 1 and removed[0].source.kind in OWN
        ids = [summary.source.id for summary in removed]

        def message() -> str:
            if own:
                words = self.tr("Removed “{title}”. What you wrote there is kept for {days} days.")
                return words.format(title=title, days=DAYS_IN_TRASH)
            if count == 1:
                return self.tr("Removed “{title}”. Your own files were not touched.").format(title=title)
            return self.tr("Removed %Ln source(s). Your own files were not touched.", "", count)

        undo = partial(self.restore, ids)
        self._notices.show_notice(Notice(message, action=lambda: self.tr("Undo"), act=undo, seconds=UNDO_SECONDS))

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
                act=lambda: self.show_report(report.source),
                warning=True,
            )
        )

    def _show_building(self) -> None:
        self._pane.set_building(building=self.queue.running)
