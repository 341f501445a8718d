"""What disks, crashes and other hands do to the files of a library, none of it while the library is open."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

DATABASE = "chroma/chroma.sqlite3"
MANIFEST = "library.sqlite3"


def junk(file: Path) -> None:
    """Other bytes in the place of a file's."""
    file.write_bytes(random.Random(1).randbytes(max(4096, file.stat().st_size)))


def junk_inside(file: Path) -> None:
    """All but the first page is other bytes."""
    data = file.read_bytes()
    file.write_bytes(data[:4096] + random.Random(1).randbytes(len(data) - 4096))


def cut(file: Path) -> None:
    """Half a file."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def zeroed(file: Path) -> None:
    """A file of its length without a content."""
    file.write_bytes(bytes(file.stat().st_size))


def emptied(file: Path) -> None:
    """A file of no bytes."""
    file.write_bytes(b"")


def gone(path: Path) -> None:
    """No file, or no folder."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def replaced_by_a_file(folder: Path) -> None:
    """A file of a folder's name."""
    gone(folder)
    folder.write_text("a folder was here")


def segment(home: Path, collection: str) -> Path:
    """The index folder of a collection."""
    select = (
        "SELECT s.id FROM segments AS s JOIN collections AS c ON s.collection = c.id"
        " WHERE c.name = ? AND s.scope = 'VECTOR'"
    )
    with closing(sqlite3.connect(home / DATABASE)) as connection:
        (name,) = connection.execute(select, (collection,)).fetchone()
    return home / "chroma" / str(name)


def exchanged(one: Path, other: Path) -> None:
    """Two folders under each other's name."""
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)
