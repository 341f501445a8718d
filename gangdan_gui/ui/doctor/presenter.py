"""Acts on the doctor for the window: a glance now and then for the status line, and the whole of it in a dialog."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import OK, PROBLEM, DoctorService
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.status_line import StatusLine
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import told
from gangdan_gui.wording import Told

if TYPE_CHECKING:
    from gangdan_gui.ui.doctor.dialog import DoctorDialog

# Ends with what went wrong.
Work = Coroutine[Any, Any, Told | None]

_log = logging.getLogger(__name__)

_MINUTE = 60_000
# The window and what was asked of it at once go first.
_SETTLED = 1500
# Whoever reads of a problem is about to mend it.
_AGAIN, _AGAIN_AFTER_PROBLEM = 5 * _MINUTE, _MINUTE // 2


class DoctorPresenter(QObject):
    """Connects the status line and the dialog with the doctor.

    `damage_found` comes with the Check that says what is damaged, `repaired` when the library may be another,
    `glanced` after each look at Ollama, which may have told that a model is another one.
    """

    damage_found = Signal(object)
    repaired = Signal()
    glanced = Signal()

    def __init__(self, doctor: DoctorService, jobs: Jobs, status: StatusLine, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._doctor, self._jobs, self._status, self._theme, self._parent = doctor, jobs, status, theme, parent
        self._glance: asyncio.Task[None] | None = None
        self._health: asyncio.Task[None] | None = None
        self._work: asyncio.Task[Told | None] | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self.check_health)
        status.doctor_requested.connect(self.open)

    def refresh(self) -> None:
        """Look anew how things stand; nothing is loaded for it."""
        self._timer.stop()
        if self._glance is not None:
            self._glance.cancel()
        self._glance = self._jobs.start(self._look(), "glance at Ollama")

    def start(self) -> None:
        """Look how things stand, and when the window has settled whether the library is whole."""
        self.refresh()
        self._settled.start()

    def stop(self) -> None:
        """Begin no look any more."""
        self._timer.stop()
        self._settled.stop()

    def check_health(self) -> None:
        """See whether what was built can be found; one look at a time."""
        if self._health is None or self._health.done():
            self._health = self._jobs.start(self._look_at_library(), "look at the library")

    def mend(self) -> None:
        """Mend in the background what is made from the rest, then go on as after `start`."""
        self._jobs.start(self._mend(), "mend the library")

    def repair(self) -> None:
        """Show the dialog, and repair."""
        dialog = self._dialog()
        self._start(self._repair(dialog), dialog, repairing=True)

    def open(self) -> DoctorDialog:
        """Show the dialog, and examine."""
        dialog = self._dialog()
        self._start(self._examine(dialog), dialog)
        return dialog

    def _dialog(self) -> DoctorDialog:
        from gangdan_gui.ui.doctor.dialog import DoctorDialog

        dialog = DoctorDialog(self._theme, self._parent)
        dialog.check_requested.connect(lambda: self._start(self._examine(dialog), dialog))
        dialog.repair_requested.connect(lambda: self._start(self._repair(dialog), dialog, repairing=True))
        dialog.stop_requested.connect(self._stop_work)
        dialog.finished.connect(lambda: self._closed(dialog))
        dialog.open()
        return dialog

    async def _look_at_library(self) -> None:
        try:
            found = await self._doctor.health()
        except GangDanError:  # whoever needs the library next is told
            return
        if found.state == PROBLEM:
            self.damage_found.emit(found)

    async def _mend(self) -> None:
        try:
            async with aclosing(self._doctor.mend()) as steps:
                async for _ in steps:
                    self.repaired.emit()
        except GangDanError:  # the look that follows tells what is not as it should be
            _log.warning("the library could not be mended", exc_info=True)
        finally:
            self.repaired.emit()
        self.start()

    async def _look(self) -> None:
        try:
            status = await self._doctor.glance()
        except GangDanError:  # the window that asked for more will tell
            self._timer.start(_AGAIN)
            return
        self._status.show_status(status)
        self.glanced.emit()
        self._timer.start(_AGAIN if status.state == OK else _AGAIN_AFTER_PROBLEM)

    def _start(self, work: Work, dialog: DoctorDialog, *, repairing: bool = False) -> None:
        dialog.begin(repairing=repairing)
        self._work = self._jobs.start(work, "examine")
        # Not in the work itself: one that is cancelled before its first step never runs.
        self._work.add_done_callback(lambda done: self._ended(done, dialog))

    def _ended(self, done: asyncio.Task[Told | None], dialog: DoctorDialog) -> None:
        dialog.end(None if done.cancelled() or done.exception() else done.result())
        self.refresh()

    async def _examine(self, dialog: DoctorDialog) -> Told | None:
        try:
            async with aclosing(self._doctor.checks()) as checks:
                async for check in checks:
                    dialog.add(check)
        except GangDanError as error:
            return told(error)
        return None

    async def _repair(self, dialog: DoctorDialog) -> Told | None:
        try:
            for check in await self._doctor.repair():
                dialog.add(check)
        except GangDanError as error:
            return told(error)
        finally:
            self.repaired.emit()
        return None

    def _stop_work(self) -> None:
        if self._work is not None:
            self._work.cancel()

    def _closed(self, dialog: DoctorDialog) -> None:
        """Let the dialog go once nothing writes into it any more."""
        if self._work is None or self._work.done():
            dialog.deleteLater()
            return
        self._work.add_done_callback(lambda _: dialog.deleteLater())
        self._work.cancel()
