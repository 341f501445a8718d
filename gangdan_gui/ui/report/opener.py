"""Opens the report of a source, and does what is asked for in it."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import LibraryService
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.report.text import Row
from gangdan_gui.ui.theme import Theme
from gangdan_gui.whole_file import write_chosen

if TYPE_CHECKING:  # imported when the first report is opened: the window shows sooner
    from gangdan_gui.ui.report.dialog import ReportDialog

_ROWS_A_TURN = 200


class ReportOpener(QObject):
    """`document_requested` brings a source and a path, `embed_requested` a source and an embedder's label.

    `retry_requested` brings a source whose failed files are to be tried again, `ask_requested` documents to ask of.
    """

    ask_requested = Signal(object)
    document_requested = Signal(str, str)
    note_requested = Signal(str, str)
    forget_requested = Signal(str, str)
    link_requested = Signal(str)
    embed_requested = Signal(str, str)
    retry_requested = Signal(str)

    def __init__(
        self, library: LibraryService, jobs: Jobs, notices: NoticeBar, theme: Theme, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library, self._jobs, self._notices, self._theme = library, jobs, notices, theme
        self._open: dict[ReportDialog, str] = {}

    async def open(self, source: str, window: QWidget) -> None:
        """Show a source's report over a window, or tell why there is none; one that is open is shown as it is now."""
        try:
            report = await self._library.report(source)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return
        for dialog, its in self._open.items():
            if its == source and isValid(dialog):
                dialog.show_report(report)
                dialog.raise_()
                dialog.activateWindow()
                return
        from gangdan_gui.ui.report.dialog import ReportDialog

        dialog = ReportDialog(report, self._theme, window)
        dialog.document_requested.connect(partial(self.document_requested.emit, source))
        dialog.ask_requested.connect(self.ask_requested)
        dialog.link_requested.connect(self.link_requested)
        dialog.note_requested.connect(partial(self.note_requested.emit, source))
        dialog.forget_requested.connect(partial(self.forget_requested.emit, source))
        dialog.embed_requested.connect(partial(self.embed_requested.emit, source))
        dialog.retry_requested.connect(partial(self.retry_requested.emit, source))
        dialog.copy_requested.connect(lambda: self._jobs.start(self.copy(dialog), "copy report"))
        dialog.save_requested.connect(partial(self._ask_where, dialog))
        self._open[dialog] = source
        dialog.finished.connect(lambda: self._open.pop(dialog, None))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    async def refresh(self, source: str) -> None:
        """Show the open report of a source as it is after a build."""
        if source not in self._open.values():
            return
        try:
            report = await self._library.report(source)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return
        for dialog, its in tuple(self._open.items()):
            if its == source and isValid(dialog):
                dialog.show_report(report)

    def _ask_where(self, report: ReportDialog) -> None:
        from gangdan_gui.exporting.file_name import safe_file_name
        from gangdan_gui.ui.exports.dialog import documents_folder, name_labels

        dialog = QFileDialog(report, self.tr("Save the report"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self.tr("Table (*.csv)"), self.tr("Text (*.txt)")])
        dialog.setDefaultSuffix("csv")
        name_labels(dialog)
        dialog.setDirectory(documents_folder())
        title = report.report.summary.source.title
        dialog.selectFile(safe_file_name(title, ".csv", otherwise=self.tr("Report")))
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("csv" if "csv" in chosen else "txt"))
        dialog.fileSelected.connect(lambda file: self._jobs.start(self.save(report, Path(file)), "save report"))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    async def copy(self, report: ReportDialog) -> None:
        """Put what a report shows on the clipboard."""
        rows = await _rows(report)
        if rows is not None:
            QGuiApplication.clipboard().setText(report.text(rows))

    async def save(self, report: ReportDialog, file: Path) -> None:
        """Write a report to a file, as text where its name ends so, and say so or why not."""
        rows = await _rows(report)
        if rows is None:
            return
        data = (
            f"{report.text(rows)}\n".encode("utf-8", "replace") if file.suffix.lower() == ".txt" else report.csv(rows)
        )
        try:
            await asyncio.to_thread(write_chosen, file, data)
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            return
        self._notices.show_notice(Notice(lambda: self.tr("Saved as “{file}”.").format(file=file.name), seconds=8))


async def _rows(report: ReportDialog) -> list[Row] | None:
    """What the table shows, with turns of the loop between; None where the report has been closed meanwhile."""
    rows: list[Row] = []
    for number, file in enumerate(report.model.shown, 1):
        rows.append(report.model.texts(file))
        if number % _ROWS_A_TURN == 0:
            await asyncio.sleep(0)
            if not isValid(report):
                return None
    return rows
