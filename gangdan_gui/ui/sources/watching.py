"""Looks now and then whether the files of sources have changed, while somebody is there to see it."""

from __future__ import annotations

import logging

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests import LibraryService
from gangdan_gui.ui.jobs import Jobs

_log = logging.getLogger(__name__)
# The window is to be there first.
FIRST_MS = 3_000
EVERY_MS = 60_000


class Watching(QObject):
    """Looks soon after `start`, whenever the window becomes the active one, and each minute while it is visible.

    `looked` brings what has changed of each source. Nobody asked for it, so that a failure is a line of the log.
    """

    looked = Signal(tuple)

    def __init__(self, library: LibraryService, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self._looking = False
        self._begun = False
        self._first = QTimer(self, singleShot=True, interval=FIRST_MS)
        self._every = QTimer(self, interval=EVERY_MS)
        for timer in (self._first, self._every):
            timer.timeout.connect(self.look)

    def start(self) -> None:
        """Begin, now that the window is there."""
        self._begun = True
        self._first.start()
        self._every.start()
        self._window.installEventFilter(self)

    def stop(self) -> None:
        """Look no more."""
        self._begun = False
        self._first.stop()
        self._every.stop()

    def look(self) -> None:
        """Look now, unless nobody would see it or a look is under way."""
        if not self._begun or self._looking or not self._window.isVisible() or self._window.isMinimized():
            return
        self._looking = True
        self._jobs.start(self._look(), "look at files")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Who comes back to the window has perhaps been at the files."""
        # The first time it is active is the start, whose look comes when all is there.
        if event.type() == QEvent.Type.WindowActivate and not self._first.isActive():
            self.look()
        return super().eventFilter(watched, event)

    async def _look(self) -> None:
        try:
            self.looked.emit(await self._library.look())
        except (GangDanError, OSError):
            _log.warning("could not look whether files have changed", exc_info=True)
        finally:
            self._looking = False
