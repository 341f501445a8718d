"""Brings a library of an older version up to date: first a copy of its database, then one transaction."""

from __future__ import annotations

import logging
import secrets
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from gangdan_gui.domain.errors import UpgradeFailed, UpgradeImpossible
from gangdan_gui.storing.database_copy import copy_database
from gangdan_gui.storing.schema import MIGRATIONS, SCHEMA, SCHEMA_NUMBER
from gangdan_gui.whole_file import remove_file

_log = logging.getLogger(__name__)

KEPT_COPIES = 2
_MARK = "before-schema-"
# These say what is wrong with the file, or that another process is at it; nothing of that is the upgrade's.
_NOT_OURS = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def bring_up_to_date(connection: sqlite3.Connection, file: Path, found: int) -> None:
    """Make an older library into one of this version, or leave it as it is.

    Raises UpgradeImpossible where no copy can be kept, UpgradeFailed, and sqlite3.Error for what is not the upgrade's.
    """
    copy = _keep_copy(connection, file, found)
    try:
        create_schema(connection)
    except sqlite3.Error as error:
        if _kind(error) in _NOT_OURS:
            raise
        raise UpgradeFailed(**_facts(file, found, error), copy=str(copy)) from error
    _log.info("brought the library from %d to %d; as it was: %s", found, SCHEMA_NUMBER, copy)


def create_schema(connection: sqlite3.Connection) -> None:
    """Make the tables in one transaction unless they are there, and bring those of an older version up to date."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = int(connection.execute("PRAGMA user_version").fetchone()[0])
        for statement in _statements(found):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_NUMBER}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def copies(file: Path) -> list[Path]:
    """The copies that are kept beside a database, oldest first."""
    found = file.parent.glob(f"{file.stem}-*-{_MARK}*{file.suffix}")
    return sorted(found, key=lambda copy: copy.name)


def _statements(found: int) -> Sequence[str]:
    if not found:
        return SCHEMA
    return [line for number in range(found + 1, SCHEMA_NUMBER + 1) for line in MIGRATIONS[number]]


def _keep_copy(connection: sqlite3.Connection, file: Path, found: int) -> Path:
    now = datetime.now().astimezone()
    # The time comes first, so that names are sorted by age.
    copy = file.with_name(f"{file.stem}-{now:%Y%m%d-%H%M%S-%f}-{_MARK}{SCHEMA_NUMBER}-was-{found}{file.suffix}")
    part = file.with_name(f".{secrets.token_hex(8)}.copy.part")
    _remove_parts(file)  # of one that was ended
    try:
        copy_database(connection, part)
        part.replace(copy)
    except (sqlite3.Error, OSError) as error:
        _remove_parts(file)
        if _kind(error) in _NOT_OURS:
            raise
        raise UpgradeImpossible(**_facts(file, found, error)) from error
    for old in copies(file)[:-KEPT_COPIES]:
        remove_file(old)
    return copy


def _remove_parts(file: Path) -> None:
    for part in file.parent.glob(".*.copy.part*"):
        remove_file(part)


def _facts(file: Path, found: int, error: Exception) -> dict[str, str]:
    why = getattr(error, "strerror", None) or str(error)
    return {"home": str(file.parent), "found": str(found), "known": str(SCHEMA_NUMBER), "why": why}


def _kind(error: Exception) -> int | None:
    code = getattr(error, "sqlite_errorcode", None)
    # The low byte is the error's kind; the rest is detail.
    return code & 0xFF if isinstance(code, int) else None
