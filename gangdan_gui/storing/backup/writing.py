"""Writes a library into one file: a state of the records that is one moment's, and the files beside them."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from gangdan_gui import __version__
from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.domain.errors import CannotWrite, RecordsDamaged
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.storing.backup.checking import PIECE, Count, check_backup
from gangdan_gui.storing.backup.cleaning import clean_list, clean_records, clean_settings
from gangdan_gui.storing.backup.contents import (
    CHROMA,
    DATABASE,
    SETTINGS,
    SOURCES,
    downloads,
    files_of,
    holds_addresses,
)
from gangdan_gui.storing.backup.inventory import NAME, Inventory, KeptFile, entry_name, to_json
from gangdan_gui.storing.database import open_read_only, told
from gangdan_gui.storing.database_copy import copy_database
from gangdan_gui.storing.schema_number import schema_number
from gangdan_gui.whole_file import part_beside, patiently, private, remove_file

_EARLIEST, _LATEST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)


def write_backup(home: Path, file: Path, *, whole: bool, count: Count) -> tuple[Inventory, str]:
    """Write the library's backup, read it again, and only then let it have its name.

    The inventory and the file's SHA-256. Nothing is changed in `home`, which others may be writing to. Raises
    CannotWrite, RecordsDamaged, LibraryNewer.
    """
    if not file.parent.is_dir() or (file.exists() and not file.is_file()):
        raise CannotWrite(path=str(file), why="no file can be made there")
    part, records = (part_beside(file) for _ in range(2))
    try:
        sources, schema, notes = _copy_records(home, records)
        found = files_of(home, whole=whole, brought=downloads(sources))
        notes += [Reason("not-in-backup", path) for path in found.unread]
        writer = _Writer(home, found.files, count, records)
        with open(part, "xb", opener=private) as stream:  # Path has no opener
            inventory = writer.write(stream, _said(sources, schema, whole=whole), notes)
            stream.flush()
            os.fsync(stream.fileno())
        checked = check_backup(part, lambda done, total: count(writer.written + done, writer.written + total))
        patiently(lambda: part.replace(file))
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error
    finally:
        for left in (part, records, records.with_name(f"{records.name}-journal")):
            remove_file(left)
    assert checked[0] == inventory
    return checked


def _said(sources: list[Source], schema: int, *, whole: bool) -> Callable[..., Inventory]:
    places = tuple((one.title, place) for one in sources if one.kind is SourceKind.LOCAL for place in one.locations)

    def inventory(files: list[KeptFile], left_out: list[Reason], *, steady: bool) -> Inventory:
        return Inventory(
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            version=__version__,
            schema=schema,
            whole=whole,
            sources=len(sources),
            files=tuple(files),
            left_out=tuple(left_out),
            steady=steady,
            places=places,
        )

    return inventory


def _copy_records(home: Path, copy: Path) -> tuple[list[Source], int, list[Reason]]:
    """One state of the records, without secrets; no file where a library has none."""
    file = home / DATABASE
    if not schema_number(file) and not file.exists():
        return [], 0, []
    with _blaming(file, copy), closing(open_read_only(file)) as connection:
        copy_database(connection, copy)
    with told(file), closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise RecordsDamaged(what=DATABASE, home=str(home))
        cleaned = clean_records(connection)
        rows = connection.execute("SELECT id, title, kind, locations FROM sources ORDER BY position").fetchall()
    sources = [Source(id_, title, SourceKind(kind), tuple(json.loads(places))) for id_, title, kind, places in rows]
    notes = [Reason("secret-left-out", f"{DATABASE}: {cleaned}")] if cleaned else []
    return sources, schema_number(copy), notes


@contextmanager
def _blaming(file: Path, copy: Path) -> Iterator[None]:
    """What can't be written is the copy; what is damaged are the records."""
    try:
        with told(file):
            yield
    except CannotWrite as error:
        raise CannotWrite(path=str(copy.parent), why=error.facts["why"]) from error


@dataclass
class _Writer:
    """`paths` are those of the files that go in as they are; `written` counts their bytes."""

    home: Path
    paths: list[str]
    count: Count
    records: Path
    written: int = 0
    _total: int = 0
    _files: list[KeptFile] = field(default_factory=list)

    def write(self, stream: BinaryIO, said: Callable[..., Inventory], left_out: list[Reason]) -> Inventory:
        sizes = [_size(self.home / path) for path in self.paths]
        self._total = 3 * (sum(sizes) + _size(self.records))  # read again in the end, packed and unpacked
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1, strict_timestamps=False) as archive:
            if self.records.exists():
                self._add(archive, DATABASE, self.records)
            left_out = [*left_out, *self._add_cleaned(archive)]
            before = self._chroma()
            for path in self.paths:
                left_out += self._add_as_it_is(archive, path)
            steady = before == self._chroma()
            if not steady:
                left_out.append(Reason("chroma-left-out"))
            inventory = said(self._files, left_out, steady=steady)
            archive.writestr(NAME, to_json(inventory))
        return inventory

    def _add_cleaned(self, archive: zipfile.ZipFile) -> list[Reason]:
        left_out = []
        if (data := _read(self.home / SETTINGS)) is not None:
            try:
                data, names = clean_settings(data)
            except ValueError:  # by hand, and broken: nobody can tell what is in it
                left_out.append(Reason("settings-left-out", SETTINGS))
            else:
                left_out += [Reason("secret-left-out", f"{SETTINGS}: {name}") for name in names]
                self._put(archive, SETTINGS, io.BytesIO(data), time.time())
        return left_out + self._add_list(archive, SOURCES)

    def _add_list(self, archive: zipfile.ZipFile, path: str) -> list[Reason]:
        """Add a file with addresses, without what is secret in them."""
        if (data := _read(self.home / path)) is None:
            return []
        data, lines = clean_list(data)
        self._put(archive, path, io.BytesIO(data), (self.home / path).stat().st_mtime)
        return [Reason("secret-left-out", f"{path}: {lines}")] if lines else []

    def _add_as_it_is(self, archive: zipfile.ZipFile, path: str) -> list[Reason]:
        try:
            if holds_addresses(path):
                return self._add_list(archive, path)
            self._add(archive, path, self.home / path)
        except PermissionError:
            return [Reason("not-in-backup", path)]
        return []

    def _add(self, archive: zipfile.ZipFile, path: str, file: Path) -> None:
        try:
            stream = file.open("rb")
        except FileNotFoundError:  # gone since it was listed
            return
        with stream:
            self._put(archive, path, stream, os.fstat(stream.fileno()).st_mtime)

    def _put(self, archive: zipfile.ZipFile, path: str, stream: BinaryIO, modified: float) -> None:
        digest, size = hashlib.sha256(), 0
        info = zipfile.ZipInfo(entry_name(path), min(max(time.localtime(modified)[:6], _EARLIEST), _LATEST))
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o600 << 16
        with archive.open(info, "w", force_zip64=True) as entry:
            while piece := stream.read(PIECE):
                entry.write(piece)
                digest.update(piece)
                size += len(piece)
                self.written += len(piece)
                self.count(self.written, max(self._total, self.written))
        self._files.append(KeptFile(path, size, digest.hexdigest(), modified))

    def _chroma(self) -> list[tuple[str, int, int]]:
        """How each of Chroma's files stands; another state after they were read means that they were written to."""
        found = []
        for file in sorted((self.home / CHROMA).rglob("*")):
            try:
                stat = file.stat()
            except OSError:
                continue
            found.append((str(file), stat.st_size, stat.st_mtime_ns))
        return found if any(path.startswith(f"{CHROMA}/") for path in self.paths) else []


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
