"""Takes the documents out of one archive, under limits. Blocking: call it from a thread."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.archives.archive import Member, Stopped, believable_time
from gangdan_gui.fetching.archives.archive_kinds import is_archive
from gangdan_gui.fetching.archives.packed_files import BROKEN, Packed, packed_files
from gangdan_gui.fetching.archives.zip_names import GuessCodec
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits
from gangdan_gui.whole_file import remove_file

_BLOCK = 1 << 18
_HEAD = 8192
# What stands beside documents, and no one misses.
_NOT_MISSED = frozenset({"asset", "format-not-read", "empty", "blank"})

Objection = Callable[[bytes, str], Reason | None]
"""Why a file is no document, by its first bytes and its name; None where it is read."""


@dataclass(slots=True)
class Documents:
    """What was taken out, the last one of each path, and why the rest that somebody may miss was not."""

    members: dict[str, Member] = field(default_factory=dict)
    left_out: dict[str, Reason] = field(default_factory=dict)


class DocumentArchive:
    """How archives are read: `wanted` by its path, what `objection` says of it, within `limits`.

    `count` is called for each document.
    """

    def __init__(
        self,
        wanted: Callable[[str], bool],
        objection: Objection,
        guess: GuessCodec,
        limits: Limits,
        stop: threading.Event,
        count: Callable[[], None] = lambda: None,
    ) -> None:
        self._wanted, self._objection, self._guess = wanted, objection, guess
        self._limits, self._stop, self._count = limits, stop, count

    def unpack(self, archive: Path, new_part: Callable[[], Path]) -> Documents:
        """Take its documents out. Raises NotBrought where nothing can be had of it, CannotWrite, Stopped."""
        found = Documents()
        left = self._limits.archive
        try:
            for number, packed in enumerate(packed_files(archive, self._guess, self._limits, self._stop)):
                if self._stop.is_set():
                    raise Stopped
                if number >= self._limits.members or len(found.members) >= self._limits.files or left < 0:
                    raise NotBrought("unpacked-too-large")
                if self._wanted(packed.path):
                    left -= self._take(packed, new_part, found)
        except BROKEN as error:
            raise NotBrought("archive-broken", str(error)) from error
        except OSError as error:
            # A packed stream that is damaged is told in the same way, without a number.
            code = "not-readable" if error.errno else "archive-broken"
            raise NotBrought(code, error.strerror or str(error)) from error
        return found

    def _take(self, packed: Packed, new_part: Callable[[], Path], found: Documents) -> int:
        """Note one file; how many bytes of it are kept."""
        reason = self._refusal(packed) or self._attempt(packed, new_part, found)
        if reason is None:
            found.left_out.pop(packed.path, None)
            return found.members[packed.path].size
        if reason.code not in _NOT_MISSED:
            found.left_out[packed.path] = reason
        return 0

    def _refusal(self, packed: Packed) -> Reason | None:
        if packed.refusal is None and is_archive(packed.path):
            return Reason("archive-in-archive")
        reason = packed.refusal
        if reason is None and packed.size > self._limits.file:
            reason = Reason("too-large", str(self._limits.file >> 20))
        # What would not have been read in any case is left out for that reason.
        return reason and (self._objection(b"text", packed.path) or reason)

    def _attempt(self, packed: Packed, new_part: Callable[[], Path], found: Documents) -> Reason | None:
        try:
            with packed.open() as stream:
                return self._read(stream, packed, new_part, found)
        except NotBrought as failure:
            return failure.reason
        except NotImplementedError as error:
            return Reason("packing-unknown", str(error))
        except BROKEN:
            return Reason("damaged-file")

    def _read(self, stream: IO[bytes], packed: Packed, new_part: Callable[[], Path], found: Documents) -> Reason | None:
        digest, size = hashlib.sha256(), 0
        block = _from(stream, _HEAD)
        if reason := self._objection(block, packed.path):
            return reason
        self._count()
        part = new_part()
        try:
            with _written(part) as target:
                while block:
                    size += len(block)
                    if size > self._limits.file:
                        raise NotBrought("too-large", str(self._limits.file >> 20))
                    if self._stop.is_set():
                        raise Stopped
                    digest.update(block)
                    _write(target, block, part)
                    block = _from(stream, _BLOCK)
            if size != packed.size:
                raise NotBrought("damaged-file")
        except BaseException:
            remove_file(part)
            raise
        if before := found.members.pop(packed.path, None):
            remove_file(before.part)
        found.members[packed.path] = Member(
            packed.path, part, digest.hexdigest(), size, believable_time(packed.modified)
        )
        return None


def _from(stream: IO[bytes], size: int) -> bytes:
    """Raises NotBrought for one damaged member of a zip; the others may be whole."""
    try:
        return stream.read(size)
    except BROKEN as error:
        raise NotBrought("damaged-file", str(error)) from error


def _written(part: Path) -> IO[bytes]:
    try:
        return part.open("wb")
    except OSError as error:
        raise CannotWrite(path=str(part.parent), why=error.strerror or str(error)) from error


def _write(target: IO[bytes], block: bytes, part: Path) -> None:
    try:
        target.write(block)
    except OSError as error:
        raise CannotWrite(path=str(part.parent), why=error.strerror or str(error)) from error
