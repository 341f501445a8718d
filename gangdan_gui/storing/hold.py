"""Holds a library, or says why it is only read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked, LibraryReadOnly, StoreError
from gangdan_gui.storing import library_place
from gangdan_gui.storing.lock import LibraryLock
from gangdan_gui.storing.manifest import FILE_NAME


@contextmanager
def hold(home: Path, holder: str, *, may_read_only: bool) -> Iterator[StoreError | None]:
    """Hold the library's lock until the end of the block; yields why it could not be had where reading is all there is.

    Raises LibraryLocked unless it `may_read_only`, and CannotWrite where nothing lies that could be read.
    """
    lock = LibraryLock(home, holder)
    refused = _acquire(lock, home, may_read_only=may_read_only)
    try:
        yield refused
    finally:
        lock.release()


def _acquire(lock: LibraryLock, home: Path, *, may_read_only: bool) -> StoreError | None:
    if network := library_place.why_read_only(home):
        refusal = LibraryReadOnly(path=str(home), why=network.code, reason=network.code, detail=network.detail)
        if not _is_library(home):
            raise refusal
        return refusal
    try:
        lock.acquire()
    except LibraryLocked as error:
        if not may_read_only:
            raise
        return error
    except CannotWrite as error:
        if not _is_library(home):
            raise
        return LibraryReadOnly(**error.facts, reason="read-only-folder")
    return None


def _is_library(home: Path) -> bool:
    return os.path.isfile(home / FILE_NAME)  # noqa: PTH113  (says no where Path's method raises)
