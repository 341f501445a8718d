"""Writes the library into one file, and brings such a file back with a restart of the window."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from datetime import date
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QUrl, Signal
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests.backups import (
    BACKUP_ENDING,
    BackupFinished,
    BackupReport,
    BackupService,
    Restored,
)
from gangdan_gui.services.settings import SETTINGS
from gangdan_gui.ui.byte_sizes import size_words
from gangdan_gui.ui.dialog_work import DialogWork
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.packs.words import day
from gangdan_gui.ui.settings.words import SettingsWords
from gangdan_gui.ui.told import reason_lines, sentences
from gangdan_gui.ui.work_dialog import Lines, WorkDialog

# How notices name the file of the settings.
_SETTINGS_FILE = "settings.toml"


class BackupPresenter(QObject):
    """`restart_requested` comes when a backup lies ready to take the library's place once the window has closed."""

    restart_requested = Signal()

    def __init__(
        self, backups: BackupService, jobs: Jobs, window: QWidget, open_address: Callable[[QUrl], bool]
    ) -> None:
        super().__init__(window)
        self._backups, self._jobs, self._window, self._open_address = backups, jobs, window, open_address
        self.work = DialogWork(jobs, window)
        self._ready = False
        self.work.closed.connect(self._give_up)

    def back_up(self) -> None:
        """Ask where to write a backup, then write it."""
        from gangdan_gui.ui.file_choice import FileChoice

        title = self.tr("Back up")
        choice = FileChoice(title, self.tr("Backup of GangDan"), BACKUP_ENDING, self.write, self._window)
        choice.to_write(f"GangDan {date.today().isoformat()}{BACKUP_ENDING}").open()  # noqa: DTZ011  (the user's day)

    def restore(self) -> None:
        """Ask for a backup, check it, and offer to bring it back."""
        from gangdan_gui.ui.file_choice import FileChoice

        kind = self.tr("Backup of GangDan")
        FileChoice(self.tr("Restore"), kind, BACKUP_ENDING, self.unpack, self._window).to_read().open()

    def write(self, file: Path) -> None:
        """Write a backup into a file."""
        dialog = self.work.open(self.tr("Back up"))
        dialog.work(self.tr("Your library is being written into {file}…").format(file=file.name))
        self.work.start(self._write(file, dialog), "back up")

    def unpack(self, file: Path) -> None:
        """Check a backup, unpack it beside the library, and offer to restart with it."""
        dialog = self.work.open(self.tr("Restore"))
        dialog.work(self.tr("{file} is being read and checked…").format(file=file.name))
        self.work.start(self._unpack(file, dialog), "restore")

    async def _write(self, file: Path, dialog: WorkDialog) -> None:
        async with aclosing(self._backups.back_up(file)) as events:
            async for event in events:
                if isinstance(event, BackupFinished):
                    self._tell_written(event.report, dialog)
                else:
                    dialog.show_count(event.done, event.total)

    def _tell_written(self, report: BackupReport, dialog: WorkDialog) -> None:
        done = self.tr("Your library is in {file}. It was read again and is whole.").format(file=report.file.name)
        left = self.tr("Downloads and indexes are not in it: they are made again from the rest, or brought again.")
        dialog.end(
            sentences(done, left),
            self._lines(report),
            warning=reason_lines(map(_named, report.notices)),
            action=self.tr("Show in folder"),
            act=lambda: self._open_address(QUrl.fromLocalFile(str(report.file.parent))),
        )

    async def _unpack(self, file: Path, dialog: WorkDialog) -> None:
        async with aclosing(self._backups.unpack(file)) as events:
            async for event in events:
                if isinstance(event, Restored):
                    self._ready = True
                    self._offer(event.report, dialog)
                else:
                    dialog.show_count(event.done, event.total)

    def _offer(self, report: BackupReport, dialog: WorkDialog) -> None:
        message = self.tr(
            "This backup is whole. GangDan closes for a moment and opens again with it. What is in your library now is "
            "not deleted: it is moved into a folder beside it."
        )
        restart = self.tr("Restore and restart")
        dialog.ask(
            message, self._lines(report), restart, self._restart, warning=reason_lines(map(_named, report.notices))
        )

    def _restart(self) -> None:
        self._ready = False
        if self.work.dialog is not None:
            self.work.dialog.accept()
        self.restart_requested.emit()

    def _give_up(self) -> None:
        """What was unpacked and is not wanted is removed."""
        if self._ready:
            self._ready = False
            self._jobs.start(self._backups.discard(), "remove what was unpacked")

    def _lines(self, report: BackupReport) -> Lines:
        number = QLocale().toString
        return (
            (self.tr("Made on"), day(report.made)),
            (self.tr("Sources"), number(report.sources)),
            (self.tr("Files"), number(report.files)),
            (self.tr("Size"), size_words(report.size)),
        )


def _named(notice: Reason) -> Reason:
    """A notice about a setting, by the name that the window has for it."""
    file, _, name = notice.detail.partition(": ")
    if file != _SETTINGS_FILE or name not in {setting.name for setting in SETTINGS}:
        return notice
    return replace(notice, detail=SettingsWords().title(name))
