"""Backups of a library: written while it may be used, checked without one, and brought back."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import TypeVar

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.requests.backups import (
    BackupEvent,
    BackupFinished,
    BackupProgress,
    BackupReport,
    Restored,
    RestoreEvent,
)
from gangdan_gui.services.streams import Emit, stream
from gangdan_gui.storing.backup import restoring
from gangdan_gui.storing.backup.checking import Count, check_backup
from gangdan_gui.storing.backup.inventory import Inventory
from gangdan_gui.storing.backup.writing import write_backup
from gangdan_gui.storing.lock import LibraryLock

Result = TypeVar("Result")
_STEPS = 100


class _Stopped(Exception):
    """Nobody waits any more."""


class Backups:
    """See `BackupService`."""

    def __init__(self, home: Path) -> None:
        self._home = home

    async def back_up(self, file: Path, *, whole: bool = False) -> AsyncGenerator[BackupEvent, None]:
        """See `BackupService.back_up`."""

        async def work(emit: Emit[BackupEvent]) -> None:
            written = await _counted(partial(_write, self._home, file, whole), emit)
            await emit(BackupFinished(_report(file, *written)))

        async with aclosing(stream(work)) as events:
            async for event in events:
                yield event

    async def unpack(self, file: Path) -> AsyncGenerator[RestoreEvent, None]:
        """See `BackupService.unpack`."""

        async def work(emit: Emit[RestoreEvent]) -> None:
            found = await _counted(partial(restoring.unpack_backup, file, self._home), emit)
            await emit(Restored(_report(file, *found, places=True)))

        async with aclosing(stream(work)) as events:
            async for event in events:
                yield event

    async def discard(self) -> None:
        """See `BackupService.discard`."""
        await asyncio.to_thread(restoring.discard, self._home)


def verify(file: Path) -> BackupReport:
    """Read a backup whole. Blocking. Raises LocationMissing, BackupRefused."""
    return _report(file, *check_backup(file))


def restore(file: Path, home: Path) -> tuple[BackupReport, Path | None]:
    """Bring a backup back into a folder; also where the library that was there lies now. Blocking.

    Raises LocationMissing, BackupRefused, LibraryLocked, CannotWrite, and nothing has changed then.
    """
    lock = LibraryLock(home, "gangdan-gui backup restore")
    if home.is_dir() and any(home.iterdir()):
        lock.acquire()
    try:
        found = restoring.unpack_backup(file, home, _not_told)
        moved = put_in_place(home, lock)
    finally:
        lock.release()
    return _report(file, *found, places=True), moved


def put_in_place(home: Path, lock: LibraryLock | None = None) -> Path | None:
    """Let what was unpacked take the library's place; where the one before lies now. Blocking. Raises CannotWrite."""
    if lock is not None:
        lock.release()  # Windows moves no folder in which a file is open
    try:
        return restoring.put_in_place(home)
    finally:
        restoring.discard(home)


def finish(home: Path) -> None:
    """End what a restore has begun when the program was ended in the middle of it. Blocking. Raises CannotWrite."""
    restoring.finish(home)


def _write(home: Path, file: Path, whole: bool, count: Count) -> tuple[Inventory, str]:
    return write_backup(home, file, whole=whole, count=count)


async def _counted(work: Callable[[Count], Result], emit: Emit[BackupProgress]) -> Result:
    """Run `work` in a thread, telling a hundred times how far it is; cancelled, it stops at its next step."""
    loop, stopped, last = asyncio.get_running_loop(), threading.Event(), [-1]

    def count(done: int, total: int) -> None:
        if stopped.is_set():
            raise _Stopped
        step = done * _STEPS // max(total, 1)
        if step > last[0]:
            last[0] = step
            asyncio.run_coroutine_threadsafe(_tell(emit, BackupProgress(done, total)), loop)

    return await to_its_end(lambda: work(count), stopped.set)


async def _tell(emit: Emit[BackupProgress], event: BackupProgress) -> None:
    await emit(event)


def _not_told(_done: int, _total: int) -> None:
    """Nobody is there to be told how far it is."""


def _report(file: Path, inventory: Inventory, digest: str, *, places: bool = False) -> BackupReport:
    missing = [Reason("place-missing", f"{title} ({place})") for title, place in inventory.places if _is_gone(place)]
    return BackupReport(
        file=file,
        made=inventory.made,
        version=inventory.version,
        whole=inventory.whole,
        sources=inventory.sources,
        files=len(inventory.files),
        size=inventory.size,
        sha256=digest,
        ok=True,
        notices=(*inventory.left_out, *(missing if places else ())),
    )


def _is_gone(place: str) -> bool:
    try:
        return not (Path(place).exists() and os.access(place, os.R_OK))  # a folder of somebody else may be there
    except (OSError, ValueError):
        return True
