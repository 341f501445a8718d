"""Looks at a Chroma folder before the client lives: what is plainly broken, and what deleted collections left on disk.

Chroma's own SQLite and ours must never have the file open at the same time, so this happens first or not at all.
"""

from __future__ import annotations

import logging
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite, StoreDamaged
from gangdan_gui.storing.database import read_only_uri

_log = logging.getLogger(__name__)

DATABASE = "chroma.sqlite3"
_WORTHWHILE = 64 << 20
_SEGMENT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def check_folder(folder: Path) -> None:
    """Make the folder. Raises StoreDamaged where indexes lie without their database, which would open as empty, and
    where a file lies in the place of the folder.
    """
    if folder.exists() and not folder.is_dir():
        raise StoreDamaged(what=f"{folder.name} is a file", folder=str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(path=str(folder), why=error.strerror or str(error)) from error
    database = folder / DATABASE
    if segments(folder) and not (database.is_file() and database.stat().st_size):
        raise StoreDamaged(what=f"{DATABASE} is missing or empty", folder=str(folder))


def remove_leftovers(folder: Path) -> None:
    """Remove the segment folders of deleted collections. Raises StoreDamaged where the database can't be read."""
    found = segments(folder)
    if not found:
        return
    try:
        known = _known_segments(folder / DATABASE)
    except sqlite3.OperationalError as error:
        # A journal waits to be rolled back, or a table is named otherwise: Chroma's business, ask again next time.
        _log.info("left the segments of %s: %s", folder, error)
        return
    except sqlite3.DatabaseError as error:
        raise StoreDamaged(what=f"{DATABASE}: {error}", folder=str(folder)) from error
    for segment in found:
        if segment.name not in known:
            shutil.rmtree(segment, ignore_errors=True)


def give_back_space(folder: Path, *, least: int = _WORTHWHILE) -> None:
    """Make the database smaller where at least half of it, and `least` bytes, are what deleted rows left free."""
    database = folder / DATABASE
    if not database.is_file():
        return
    try:
        with closing(sqlite3.connect(database)) as connection:
            pages, free, size = (
                int(connection.execute(f"PRAGMA {name}").fetchone()[0])
                for name in ("page_count", "freelist_count", "page_size")
            )
            if free * size >= least and free * 2 >= pages:
                connection.execute("VACUUM")
    except sqlite3.Error as error:
        # Full disk, or something that Chroma itself will tell better.
        _log.info("%s stays as large as it is: %s", database, error)


def segments(folder: Path) -> tuple[Path, ...]:
    """The index folders, by their names' form: whatever else a person keeps here is left alone."""
    return tuple(sorted(item for item in folder.iterdir() if _SEGMENT.fullmatch(item.name) and item.is_dir()))


def _known_segments(database: Path) -> frozenset[str]:
    with closing(sqlite3.connect(read_only_uri(database), uri=True)) as connection:
        return frozenset(str(id_) for (id_,) in connection.execute("SELECT id FROM segments"))
