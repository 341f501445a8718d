"""Reads a backup whole before anything of it is believed. What is found wrong is a BackupRefused with its reason.

Codes of the reasons: `backup-other`, `backup-cut-off`, `backup-damaged` (its detail is the file in it),
`backup-newer` (by which version), `backup-unsafe` (the name), `backup-too-large`.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from gangdan_gui.domain.errors import BackupRefused, LocationMissing
from gangdan_gui.storing.backup.inventory import NAME, Inventory, KeptFile, NewerFormat, entry_name, from_json
from gangdan_gui.storing.schema import SCHEMA_NUMBER

PIECE = 1 << 20
# A library shrinks to a half or a tenth; what unpacks to so much more is no library.
_MOST_RATIO, _ALWAYS = 200, 64 << 20
_LONGEST_INVENTORY = 256 << 20
_ZIP = b"PK\x03\x04"
# An entry that is said to begin before the file does is an OSError; so is a stick that is pulled out.
_BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, OverflowError, RuntimeError, ValueError,
)  # fmt: skip
_KINDS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}

# Is told how many bytes are done, and of how many; raises to stop.
Count = Callable[[int, int], None]


def check_backup(file: Path, count: Count = lambda _done, _total: None) -> tuple[Inventory, str]:
    """What a backup holds, all of it read and compared, and the SHA-256 of the file. Raises LocationMissing too."""
    with opened(file) as (archive, inventory):
        total = inventory.size + file.stat().st_size
        done = 0
        for kept in inventory.files:
            for piece in pieces(file, archive, kept):
                done += len(piece)
                count(done, total)
    return inventory, _hash_of(file, lambda read: count(done + read, total))


@contextmanager
def opened(file: Path) -> Iterator[tuple[zipfile.ZipFile, Inventory]]:
    """A backup whose inventory has been read and agrees with what the archive lists."""
    try:
        stream = file.open("rb")
    except (OSError, ValueError) as error:
        raise LocationMissing(location=str(file)) from error
    with stream:
        archive = _archive(file, stream)
        inventory = _inventory(file, archive)
        _agree(file, archive, inventory)
        yield archive, inventory


def pieces(file: Path, archive: zipfile.ZipFile, kept: KeptFile) -> Iterator[bytes]:
    """A file of a backup, a piece at a time; no more than is promised, and at the end it is what was promised."""
    digest, left = hashlib.sha256(), kept.size
    try:
        with archive.open(entry_name(kept.path)) as stream:
            while piece := stream.read(PIECE):
                left -= len(piece)
                if left < 0:
                    break
                digest.update(piece)
                yield piece
    except (*_BROKEN, KeyError) as error:
        raise refused(file, "backup-damaged", kept.path) from error
    if left or digest.hexdigest() != kept.sha256:
        raise refused(file, "backup-damaged", kept.path)


def refused(file: Path, reason: str, detail: str = "") -> BackupRefused:
    """What to raise."""
    return BackupRefused(file=str(file), reason=reason, detail=detail)


def _archive(file: Path, stream: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
    except _BROKEN as error:
        stream.seek(0)
        begun = stream.read(len(_ZIP)) == _ZIP
        raise refused(file, "backup-cut-off" if begun else "backup-other") from error


def _inventory(file: Path, archive: zipfile.ZipFile) -> Inventory:
    try:
        info = archive.getinfo(NAME)
    except KeyError as error:
        raise refused(file, "backup-other") from error
    if info.file_size > min(_LONGEST_INVENTORY, _most(file)):
        raise refused(file, "backup-too-large")
    try:
        with archive.open(info) as stream:
            inventory = from_json(stream.read(_LONGEST_INVENTORY))
    except NewerFormat as error:
        raise refused(file, "backup-newer", f"format {error}") from error
    except _BROKEN as error:
        raise refused(file, "backup-damaged", NAME) from error
    if inventory.schema > SCHEMA_NUMBER:
        raise refused(file, "backup-newer", inventory.version)
    return inventory


def _agree(file: Path, archive: zipfile.ZipFile, inventory: Inventory) -> None:
    listed = {info.filename: info for info in archive.infolist()}
    promised = {entry_name(kept.path): kept for kept in inventory.files}
    for kept in inventory.files:
        if not safe(kept.path):
            raise refused(file, "backup-unsafe", kept.path)
    folded = {os.path.normcase(name) for name in promised}
    if len(listed) != len(archive.infolist()) or len(folded) != len(inventory.files):
        raise refused(file, "backup-damaged", "a name that is there twice")
    for name in listed.keys() ^ {*promised, NAME}:
        raise refused(file, "backup-damaged" if safe(name) else "backup-unsafe", name.removeprefix(entry_name("")))
    if inventory.size > _most(file):
        raise refused(file, "backup-too-large")
    for name, kept in promised.items():
        if listed[name].file_size != kept.size or listed[name].compress_type not in _KINDS:
            raise refused(file, "backup-damaged", kept.path)


def safe(path: str) -> bool:
    """Whether a path stays inside the folder that it is unpacked into, on this system."""
    parts = path.replace("\\", "/").split("/") if os.name == "nt" else path.split("/")
    if os.name == "nt" and any(":" in part or part.rstrip(" .") != part for part in parts):
        return False
    return "\0" not in path and not any(part in ("", ".", "..") for part in parts) and not _has_drive(path)


def _has_drive(path: str) -> bool:
    return len(path) > 1 and path[1] == ":" and path[0].isascii() and path[0].isalpha()


def _most(file: Path) -> int:
    return _ALWAYS + _MOST_RATIO * file.stat().st_size


def _hash_of(file: Path, count: Callable[[int], None]) -> str:
    digest, done = hashlib.sha256(), 0
    with file.open("rb") as stream:
        while piece := stream.read(PIECE):
            digest.update(piece)
            done += len(piece)
            count(done)
    return digest.hexdigest()
