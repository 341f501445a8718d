"""Owns the Chroma client of one folder, in a child process.

A child, because Chroma holds the interpreter lock while it writes, and a damaged index ends the process without an
exception.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked, StoreDamaged
from gangdan_gui.storing.chroma_client import ChromaSaid, folder_client, refusals
from gangdan_gui.storing.chroma_collections import ChromaCollections
from gangdan_gui.storing.leftovers import check_folder, give_back_space, remove_leftovers

_PATIENCE = 60.0
# Chroma writes a log, an index and a table of the same rows, and takes the first back when there is no room for all.
_TOO_LITTLE = 32 * 1024 * 1024


class ChromaFolder(ChromaCollections):
    """The collections of one folder. Raises StoreDamaged, CannotWrite, LibraryLocked."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        check_folder(self._folder)
        self._lock = _sole_owner(self._folder)
        remove_leftovers(self._folder)
        give_back_space(self._folder)
        with self._told():
            client = folder_client(folder)
        super().__init__(client, folder)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with refusals():
                yield
        except ChromaSaid as error:
            raise _meaning(error.words, self._folder) from error


def _sole_owner(folder: Path) -> FileLock:
    """A lock that goes with this process. A child whose parent was killed still ends what it was writing.

    Raises LibraryLocked when that takes too long.
    """
    lock = FileLock(str(folder.with_name(f"{folder.name}.lock")), timeout=_PATIENCE)
    try:
        lock.acquire()
    except Timeout as error:
        raise LibraryLocked(home=str(folder.parent), holder="") from error
    except OSError as error:
        raise CannotWrite(path=str(folder.parent), why=error.strerror or str(error)) from error
    return lock


def _is_full(folder: Path) -> bool:
    """Whether the disk has no room for what Chroma does. It says of that only that a compaction failed."""
    try:
        return shutil.disk_usage(folder).free < _TOO_LITTLE
    except OSError:
        return False


def _meaning(said: str, folder: Path) -> Exception:
    small = said.lower()
    if "disk is full" in small or "readonly database" in small or "no space left" in small:
        return CannotWrite(path=str(folder), why=said)
    if _is_full(folder):
        return CannotWrite(path=str(folder), why=os.strerror(errno.ENOSPC))
    if "database is locked" in small:
        return LibraryLocked(home=str(folder.parent), holder="")
    return StoreDamaged(what=said, folder=str(folder))
