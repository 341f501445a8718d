"""Changes on disk are seen while the window is, shown in the list, and taken in by Update."""

from __future__ import annotations

import asyncio
import logging

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import RecordsDamaged
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.sources.model import Role
from gangdan_gui.ui.sources.watching import EVERY_MS, FIRST_MS, Watching
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

CHANGES = SourceChanges("numpy", ("a.md", "b.md", "c.md"), ("d.md",), ("e.md", "f.md"))


class Watch:
    """A look at a stand-in library, and the window it is for."""

    def __init__(self, qtbot: QtBot) -> None:
        self.library = StandInLibrary(summary("numpy"))
        self.jobs = Jobs()
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.watching = Watching(self.library, self.jobs, self.window)

    def activate(self) -> None:
        QCoreApplication.sendEvent(self.window, QEvent(QEvent.Type.WindowActivate))

    async def idle(self) -> None:
        await until(lambda: not self.jobs.names)


def test_it_looks_late_after_the_start_and_then_each_minute(in_loop: RunInLoop, qtbot: QtBot) -> None:
    async def main() -> None:
        watch = Watch(qtbot)
        watch.window.show()
        watch.watching.start()
        assert (watch.watching._first.interval(), watch.watching._every.interval()) == (FIRST_MS, EVERY_MS)
        assert watch.watching._every.isActive()
        watch.activate()
        assert watch.library.looks == 0  # the start is not delayed
        watch.watching._first.stop()
        for timer in (watch.watching._first, watch.watching._every):
            before = watch.library.looks
            timer.timeout.emit()
            await watch.idle()
            assert watch.library.looks > before
        before = watch.library.looks
        watch.activate()
        await watch.idle()
        assert watch.library.looks > before
        watch.watching.stop()
        before = watch.library.looks
        watch.watching.look()
        assert watch.library.looks == before

    in_loop(main())


def test_never_two_at_once_and_never_where_nobody_sees_it(in_loop: RunInLoop, qtbot: QtBot) -> None:
    async def main() -> None:
        watch = Watch(qtbot)
        watch.watching.start()
        watch.watching.look()
        await watch.idle()
        assert watch.library.looks == 0
        watch.window.show()
        watch.library.look_gate.clear()
        for _ in range(3):
            watch.watching.look()
            await asyncio.sleep(0)
        assert watch.library.looks == 1, "one look at a time"
        watch.library.look_gate.set()
        await watch.idle()
        watch.window.setWindowState(Qt.WindowState.WindowMinimized)
        watch.watching.look()
        await watch.idle()
        assert watch.library.looks == 1
        watch.watching.stop()

    in_loop(main())


def test_a_failure_is_a_line_of_the_log(in_loop: RunInLoop, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        watch = Watch(qtbot)
        watch.window.show()
        watch.watching.start()
        watch.library.look_error = RecordsDamaged(home="home", what="no")
        watch.watching.look()
        await watch.idle()
        watch.library.look_error = None
        watch.watching.look()
        await watch.idle()
        assert watch.library.looks >= 2
        watch.watching.stop()

    with caplog.at_level(logging.WARNING):
        in_loop(main())
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_the_list_shows_what_has_changed_and_update_takes_it_in(
    in_loop: RunInLoop, theme: Theme, translation: Translation, make_jobs: MakeJobs, tmp_path: object
) -> None:
    async def main() -> None:
        library = StandInLibrary(summary("numpy"), summary("other"))
        opened = StandInOpenLibrary(tmp_path, library, StandInAssistant())
        window = Window(opened, make_jobs(), theme, translation, lambda _url: True)
        try:
            await window.open()
            assert window.sources.build_button.text() == "Build"
            library.changes = (CHANGES,)
            window.watching.look()
            row = window.model.index_of("numpy")
            await until(lambda: row.data(Role.LINK) == "Changed on disk")
            assert row.data(Role.LINE) == "3 new, 1 changed, 2 gone"
            assert "3 new, 1 changed, 2 gone" in row.data(Qt.ItemDataRole.ToolTipRole)
            assert "3 new, 1 changed, 2 gone" in row.data(Qt.ItemDataRole.AccessibleTextRole)
            assert window.sources.build_button.text() == "Update"
            translation.use("zh_CN")
            assert (row.data(Role.LINK), row.data(Role.LINE)) == ("有改动", "新增 3 个、改动 1 个、少了 2 个")
            translation.use("en")

            library.changes = ()
            window.sources.build_button.click()
            await until(lambda: library.built and not window._jobs.names)
            assert library.built == [("numpy", BuildOptions())]
            found = window.model.find("numpy")
            assert found
            assert found.state is SourceState.READY
            assert row.data(Role.LINE) == "3 documents · 40 passages"
            assert "changed" not in row.data(Qt.ItemDataRole.ToolTipRole)
            assert window.sources.build_button.text() == "Build"
        finally:
            await window.close()

    in_loop(main())
