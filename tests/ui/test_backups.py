"""Backups in the window: written with the library in use, and brought back with a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.errors import BackupRefused
from gangdan_gui.ui.backups.presenter import BackupPresenter
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_backups import StandInBackups
from tests.ui.waiting import until

FILE = Path("/somewhere/library.gdbackup")


class Desk:
    """A presenter and what it acts on."""

    def __init__(self, presenter: BackupPresenter, opened: list[QUrl]) -> None:
        self.presenter, self.opened = presenter, opened
        self.restarts = 0
        presenter.restart_requested.connect(self._count)

    def _count(self) -> None:
        self.restarts += 1

    async def rests(self) -> str:
        """Wait until the dialog is waiting for the user; what it says."""
        await until(lambda: self.presenter.work.dialog is not None and not self.presenter.work.dialog.working)
        dialog = self.presenter.work.dialog
        assert dialog is not None
        return f"{dialog.message.text()} {dialog.warning.text()} [{dialog.action_button.text()}]"

    def click(self, *, leave: bool = False) -> None:
        dialog = self.presenter.work.dialog
        assert dialog is not None
        (dialog.leave_button if leave else dialog.action_button).click()


MakeDesk = Callable[[StandInBackups], Desk]


@pytest.fixture
def desk(qtbot: QtBot, translation: Translation, make_jobs: MakeJobs) -> MakeDesk:
    def make(backups: StandInBackups) -> Desk:
        window = QWidget()
        qtbot.addWidget(window)
        window.show()
        opened: list[QUrl] = []
        presenter = BackupPresenter(backups, make_jobs(), window, lambda url: bool(opened.append(url)) or True)
        return Desk(presenter, opened)

    return make


def test_a_backup_says_where_it_is_and_what_was_left_out(desk: MakeDesk, in_loop: RunInLoop) -> None:
    backups = StandInBackups()
    at = desk(backups)

    async def run() -> str:
        at.presenter.write(FILE)
        said = await at.rests()
        at.click()
        at.click(leave=True)
        return said

    said = in_loop(run())
    assert "library.gdbackup" in said
    assert "A password or a key was left out of it (Address of the proxy)" in said
    assert backups.asked == [("back up", FILE, False)]
    assert at.opened == [QUrl.fromLocalFile(".")]


def test_a_restart_is_asked_for_when_the_backup_lies_ready(desk: MakeDesk, in_loop: RunInLoop) -> None:
    backups = StandInBackups()
    at = desk(backups)

    async def run() -> str:
        at.presenter.unpack(FILE)
        said = await at.rests()
        assert at.restarts == 0
        at.click()
        return said

    said = in_loop(run())
    assert "not deleted" in said
    assert "[Restore and restart]" in said
    assert at.restarts == 1
    assert backups.asked == [("unpack", FILE)], "what lies ready stays there"


def test_what_lies_ready_and_is_not_wanted_is_removed(desk: MakeDesk, in_loop: RunInLoop) -> None:
    backups = StandInBackups()
    at = desk(backups)

    async def run() -> None:
        at.presenter.unpack(FILE)
        await at.rests()
        at.click(leave=True)
        await until(lambda: ("discard",) in backups.asked)

    in_loop(run())
    assert at.restarts == 0


def test_a_refused_backup_is_told_and_nothing_is_removed(desk: MakeDesk, in_loop: RunInLoop) -> None:
    backups = StandInBackups(error=BackupRefused(file="library.gdbackup", reason="backup-cut-off", detail=""))
    at = desk(backups)

    async def run() -> str:
        at.presenter.unpack(FILE)
        said = await at.rests()
        at.click(leave=True)
        return said

    said = in_loop(run())
    assert "its end is missing" in said
    assert "[]" in said
    assert backups.asked == [("unpack", FILE)]


@pytest.mark.parametrize("which", ["write", "unpack"])
def test_leaving_stops_what_is_under_way(desk: MakeDesk, in_loop: RunInLoop, which: str) -> None:
    backups = StandInBackups(waits=True)
    at = desk(backups)

    async def run() -> None:
        getattr(at.presenter, which)(FILE)
        dialog = at.presenter.work.dialog
        assert dialog is not None
        await until(lambda: dialog.bar.value() > 0)
        assert dialog.bar.value() == dialog.bar.maximum() // 4
        at.click(leave=True)
        await until(lambda: at.presenter.work.dialog is None)

    in_loop(run())
    assert backups.stopped
    assert at.restarts == 0
