"""Reads the schema number of a library's database without SQLite, which would make files beside it."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from gangdan_gui.domain.errors import LibraryNewer
from gangdan_gui.storing.schema import SCHEMA_NUMBER

# https://www.sqlite.org/fileformat2.html: the database's header, the log's header, the header of each page in it.
_MAGIC = b"SQLite format 3\x00"
_VERSION_AT, _VERSION_END = 60, 64
_LOG_HEADER, _FRAME_HEADER = 32, 24


def refuse_newer(file: Path) -> None:
    """Raise LibraryNewer where a newer version has made this database. Touches nothing; other troubles are not told."""
    try:
        found = schema_number(file)
    except OSError:  # told by whoever opens it
        return
    if found > SCHEMA_NUMBER:
        raise LibraryNewer(home=str(file.parent), found=str(found), known=str(SCHEMA_NUMBER))


def schema_number(file: Path) -> int:
    """The number in the database, or in what its log holds since; 0 for a missing file and for no database."""
    try:
        with file.open("rb") as stream:
            header = stream.read(_VERSION_END)
    except FileNotFoundError:
        return 0
    if len(header) < _VERSION_END or not header.startswith(_MAGIC):
        return 0
    number = int.from_bytes(header[_VERSION_AT:], "big")
    try:
        with file.with_name(f"{file.name}-wal").open("rb") as log:
            return _number_in_log(log) or number
    except FileNotFoundError:
        return number


def _number_in_log(log: BinaryIO) -> int:
    """What the first page says in the last transaction that holds it; 0 where none does."""
    header = log.read(_LOG_HEADER)
    size, salts = int.from_bytes(header[8:12], "big"), header[16:24]
    if len(header) < _LOG_HEADER or not size:
        return 0
    committed = waiting = 0
    while len(frame := log.read(_FRAME_HEADER + _VERSION_END)) == _FRAME_HEADER + _VERSION_END:
        if frame[8:16] != salts:  # left over from before the log was begun anew
            break
        if int.from_bytes(frame[:4], "big") == 1:
            waiting = int.from_bytes(frame[_FRAME_HEADER + _VERSION_AT :], "big")
        if int.from_bytes(frame[4:8], "big"):  # the last page of a transaction
            committed = waiting
        log.seek(size - _VERSION_END, 1)
    return committed
