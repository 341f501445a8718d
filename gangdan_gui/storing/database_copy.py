"""Copies a database that is in use into a file of its own, page by page."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

_PAGES = 1024

# Is told how many pages are copied, and of how many; raises to stop.
Count = Callable[[int, int], None]


def copy_database(source: sqlite3.Connection, target: Path, count: Count = lambda _done, _total: None) -> None:
    """Write one state of the database, whole, into a new file that is on the disk when this returns.

    `source` is outside of a transaction. Raises sqlite3.Error and OSError, and then the file may be half written.
    """
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    # While it is read from, the writers of others do not make the copy begin anew.
    source.execute("BEGIN")
    try:
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            copy.execute("PRAGMA journal_mode = OFF")  # half of it is worth nothing anyhow
            source.backup(copy, pages=_PAGES, progress=lambda _status, left, total: count(total - left, total))
            # A database in WAL mode has files beside it, and can't be opened where these can't be made.
            copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        source.execute("ROLLBACK")
    with target.open("rb+") as stream:
        os.fsync(stream.fileno())
