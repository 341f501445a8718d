"""Lets one process at a time write to a library."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked
from gangdan_gui.whole_file import remove_file, write_whole


class LibraryLock:
    """A kernel lock on `<home>/lock`, gone with the process that held it, however it ended.

    `holder` is what another process will be told of this one; its number is added. Keep the object: the lock goes
    when it does.
    """

    def __init__(self, home: Path, holder: str) -> None:
        self._home = home
        self._holder = holder
        # Taken on one thread and given back on another, as services run.
        self._lock = FileLock(str(home / "lock"), timeout=0, thread_local=False)
        self._said = home / "lock.holder"

    def acquire(self) -> None:
        """Take the lock at once or raise LibraryLocked; CannotWrite where the home is read-only. Again: no change."""
        if self._lock.is_locked:
            return
        try:
            self._home.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        except Timeout as error:
            raise LibraryLocked(home=str(self._home), holder=self.holder()) from error
        except (OSError, NotImplementedError) as error:
            raise CannotWrite(path=str(self._home), why=getattr(error, "strerror", "") or str(error)) from error
        with suppress(CannotWrite):  # a full disk: who wants to know gets no name, and reading goes on
            write_whole(self._said, f"{self._holder} ({os.getpid()})\n".encode())

    def release(self) -> None:
        """Give the lock back; nothing happens when it isn't held here."""
        if self._lock.is_locked:
            remove_file(self._said)
            self._lock.release()

    def holder(self) -> str:
        """What the last process that took the lock said of itself; empty when it has given it back."""
        try:
            return self._said.read_text("utf-8", errors="replace").strip()
        except OSError:
            return ""
