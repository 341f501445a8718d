"""What the end of a zip says of its index, looked at before the index is: the module for zips holds all of it at once.

Blocking. What is no zip, or a broken one, passes: opening it says so.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path
from typing import IO

from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits

_END = struct.Struct("<4s4H2LH")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64 = struct.Struct("<4sLQL")
_ENTRY = struct.Struct("<4s24x3H12x")
# Programs that were ready to split and did not need to leave this mark, too, but with an end.
_FIRST_OF_PARTS = b"PK\7\x08"
_LONGEST_COMMENT = 1 << 16
_NOT_SAID, _NO_PART = 0xFFFFFFFF, 0xFFFF


def check_index(archive: Path, limits: Limits) -> None:
    """Raises NotBrought for an index that is too large, and for the last file of an archive in several; OSError."""
    with archive.open("rb") as stream:
        begins_parts = stream.read(4) == _FIRST_OF_PARTS
        end = _end(stream)
        if end is None:
            if begins_parts:
                raise NotBrought("archive-in-parts")
            return
        place, parts, size = end
        if parts:
            raise NotBrought("archive-in-parts")
        if size > limits.index or _more_than(limits.members, stream, place - size, size):
            raise NotBrought("unpacked-too-large")


def _end(stream: IO[bytes]) -> tuple[int, int, int] | None:
    """Where the index ends, how many parts come before this one, and how many bytes the index has."""
    whole = stream.seek(0, os.SEEK_END)
    before = stream.seek(max(0, whole - _LONGEST_COMMENT - _END.size))
    tail = stream.read()
    plain = len(tail) - _END.size
    at = (
        plain if plain >= 0 and tail[plain:].startswith(b"PK\5\6") and tail.endswith(b"\0\0") else tail.rfind(b"PK\5\6")
    )
    if at < 0 or len(tail) - at < _END.size:
        return None
    _, part, _, _, _, size, _, _ = _END.unpack_from(tail, at)
    return _end_64(stream, before + at) or (before + at, 0 if part == _NO_PART else part, size)


def _end_64(stream: IO[bytes], end: int) -> tuple[int, int, int] | None:
    """The same of a large zip, which says it once more before its end; None where it does not."""
    place = end - _LOCATOR_64.size - _END_64.size
    if place < 0:
        return None
    stream.seek(place)
    record = stream.read(_END_64.size + _LOCATOR_64.size)
    if not record.startswith(b"PK\6\6") or record[_END_64.size : _END_64.size + 4] != b"PK\6\7":
        return None
    _, _, _, _, part, _, _, _, size, _ = _END_64.unpack_from(record)
    return place, 0 if part == _NOT_SAID else part, size


def _more_than(most: int, stream: IO[bytes], start: int, size: int) -> bool:
    """Whether the index has more entries, which are counted: what the end says of them nobody holds to."""
    if size // _ENTRY.size <= most or start < 0:
        return False
    stream.seek(start)
    index, at, count = stream.read(size), 0, 0
    while at + _ENTRY.size <= len(index) and count <= most:
        signature, *lengths = _ENTRY.unpack_from(index, at)
        if signature != b"PK\1\2":
            break
        at += _ENTRY.size + sum(lengths)
        count += 1
    return count > most
