"""Where a library keeps the packs that its sources were installed from: the only copy of what those are made of."""

from __future__ import annotations

import os
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import CannotWrite, LocationMissing
from gangdan_gui.storing.packs.refusing import refused
from gangdan_gui.whole_file import patiently, remove_file, write_whole

FOLDER = "packs"
_ENDING, _NEXT, _PART = ".gdpack", ".next", ".part"
_MAKER = "maker"
_BLOCK = 1 << 22


class PackShelf:
    """The folder `packs` of a home. Blocking: call it from a thread."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self.root = home / FOLDER

    def location(self, source: str) -> str:
        """What the list of sources says of where a source's pack is: it moves with the home."""
        return f"{FOLDER}/{source}{_ENDING}"

    def file(self, source: Source) -> Path:
        """The pack that a source is made of."""
        return self._home / (source.locations[0] if source.locations else self.location(source.id))

    def lies_elsewhere(self, source: Source) -> bool:
        """Whether a source's pack was left where it lay, and is nobody's to change or remove."""
        return bool(source.locations) and self.file(source).parent != self.root

    def next_file(self, source: str) -> Path:
        """The pack that is about to take its place."""
        return self.root / f"{source}{_NEXT}"

    def maker(self) -> str:
        """What tells this library's packs from those of any other; the same for ever. Raises CannotWrite."""
        file = self.root / _MAKER
        try:
            known = file.read_text("ascii").strip()
        except (OSError, ValueError):
            known = ""
        if not known:
            known = secrets.token_hex(16)
            write_whole(file, f"{known}\n".encode())
        return known

    @contextmanager
    def arriving(self) -> Iterator[Path]:
        """The name of a new file in the folder, which is removed in the end unless it was put somewhere."""
        part = self.root / f"{secrets.token_hex(8)}{_PART}"
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotWrite(path=str(self.root), why=error.strerror or str(error)) from error
        try:
            yield part
        finally:
            remove_file(part)

    def take_over(self, source: Source) -> None:
        """Let the next pack be the one that the source is made of, where there is a next one. Raises CannotWrite."""
        if self.next_file(source.id).exists():
            put(self.next_file(source.id), self.file(source))

    def remove(self, source: str) -> None:
        """Remove the packs of a source; one in use stays for `tidy`."""
        remove_file(self.root / f"{source}{_ENDING}")
        remove_file(self.next_file(source))

    def tidy(self, known: Collection[str]) -> None:
        """Remove what a process left that was ended, and the packs of sources that are not known any more."""
        for file in self.root.glob("*") if self.root.is_dir() else ():
            left = file.suffix == _PART or (file.suffix in (_ENDING, _NEXT) and file.stem not in known)
            if left:
                remove_file(file)


def put(part: Path, target: Path) -> None:
    """Put a file that is whole in its place. Raises CannotWrite."""
    try:
        patiently(lambda: part.replace(target))
    except OSError as error:
        raise CannotWrite(path=str(target), why=error.strerror or str(error)) from error


def copy_in(file: Path, target: Path) -> None:
    """Copy a pack that somebody brings, onto the disk. Raises LocationMissing, PackRefused, CannotWrite."""
    if file.is_dir():
        raise refused(file, "pack-folder")
    try:
        stream = file.open("rb")
    except FileNotFoundError as error:
        raise LocationMissing(location=str(file)) from error
    except OSError as error:
        raise refused(file, "pack-unreadable", error.strerror or str(error)) from error
    with stream, written(target) as out:
        while block := _read(file, stream):
            out.write(block)


def _read(file: Path, stream: BinaryIO) -> bytes:
    try:
        return stream.read(_BLOCK)
    except OSError as error:  # the stick was pulled out
        raise refused(file, "pack-unreadable", error.strerror or str(error)) from error


def flushed(file: Path, stream: BinaryIO) -> None:
    """Have all of a stream on the disk, and close it. Raises CannotWrite."""
    try:
        stream.flush()
        os.fsync(stream.fileno())
        stream.close()
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error


@contextmanager
def written(file: Path) -> Iterator[BinaryIO]:
    """A new file to be written and read, on the disk at the end of the block. Raises CannotWrite."""
    try:
        with file.open("w+b") as stream:
            yield stream
            flushed(file, stream)
    except OSError as error:
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error
