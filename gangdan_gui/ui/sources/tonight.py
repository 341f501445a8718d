"""Builds all at a time of the evening, while the window stays open."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta

from PySide6.QtCore import QObject, QTimer, Signal

from gangdan_gui.awake import Awake

# The clock is looked at, not waited for: a computer that slept must not be late by the time that it slept.
_LOOK_MS = 20_000
# Who asks for tonight so early in the day means the night that is not over.
_NIGHT_ENDS = time(5)

Now = Callable[[], datetime]


class Tonight(QObject):
    """`due` comes when everything is to be built; `changed` when it is planned or not planned any more."""

    due = Signal()
    changed = Signal()

    def __init__(self, awake: Awake, now: Now = datetime.now, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._awake, self._now = awake, now
        self._at: datetime | None = None
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)

    @property
    def at(self) -> datetime | None:
        """When everything will be built; None where that is not planned."""
        return self._at

    def plan(self, at: str) -> None:
        """Build all at a time of the evening (`22:00`); where that is past, or it is night, at once."""
        self._at = due_at(at, self._now())
        self._awake.hold()
        self._timer.start()
        self.changed.emit()
        self.look()

    def cancel(self) -> None:
        """Do not build tonight."""
        if self._forget():
            self._awake.release()

    def rest(self) -> None:
        """Let the computer sleep again, when all is built."""
        if self._at is None:
            self._awake.release()

    def look(self) -> None:
        """See whether it is time."""
        if self._at is not None and self._now() >= self._at:
            self._forget()
            self.due.emit()

    def _forget(self) -> bool:
        planned = self._at is not None
        self._at = None
        self._timer.stop()
        if planned:
            self.changed.emit()
        return planned


def due_at(at: str, now: datetime) -> datetime:
    """The moment that is meant by a time of this evening, never one that has passed."""
    wanted = datetime.combine(now.date(), time.fromisoformat(at.strip()), now.tzinfo)
    if now.time() < _NIGHT_ENDS <= wanted.time():
        wanted -= timedelta(days=1)
    return max(wanted, now)
