"""Unpacks the wanted files of a repository's archive. Blocking: call it from a thread.

Nothing of an archive is believed: names never leave the folder, links are not followed, sizes and numbers have an
end, and nothing counts before the checksum at the archive's end has been read.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import math
import re
import tarfile
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits
from gangdan_gui.fetching.walk import is_hidden_name, readable_name

GZIP = b"\x1f\x8b"
_BLOCK = 1 << 18
# Names and remarks of one member: git writes a few hundred bytes, the tar module reads whatever is announced.
_REMARKS = 1 << 20
_REMARK_TYPES = (
    tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE,
)  # fmt: skip
_LATEST = 1 << 33  # seconds: the year 2242
_SEPARATOR = re.compile(r"[\\/]")


@dataclass(frozen=True, slots=True)
class Member:
    """A file that was unpacked. `path` is inside the repository, `part` where its bytes are for now."""

    path: str
    part: Path
    sha256: str
    size: int
    modified: float


@dataclass(slots=True)
class Unpacked:
    """The wanted files in the order of the archive, the last one of each path; `too_large` are paths left out.

    `commit` is what git wrote into the archive; empty where it did not.
    """

    commit: str = ""
    members: dict[str, Member] = field(default_factory=dict)
    too_large: list[str] = field(default_factory=list)


class Stopped(Exception):
    """The caller wants no more of it."""


def unpack(
    archive: Path,
    wanted: Callable[[str], bool],
    new_part: Callable[[], Path],
    limits: Limits,
    stop: threading.Event,
) -> Unpacked:
    """Unpack what is wanted. Raises NotBrought (`archive-damaged`, `too-large`), CannotWrite, Stopped."""
    unpacked = Unpacked()
    try:
        # The tar module's own reader of gzip does not look at the checksum.
        with gzip.open(archive) as stream:
            watched = Watched(stream, limits.unpacked, stop)
            tar = tarfile.open(fileobj=watched, mode="r|", tarinfo=BoundedMember)  # noqa: SIM115  (holds nothing of its own)
            for number, (path, member) in enumerate(_files(tar)):
                if number >= limits.members or len(unpacked.members) > limits.files:
                    raise NotBrought("too-large", str(limits.unpacked >> 20))
                if not path or not wanted(path):
                    continue
                if member.size > limits.file:
                    unpacked.too_large.append(path)
                    continue
                unpacked.members[path] = _keep(tar, member, path, new_part())
            unpacked.commit = str(tar.pax_headers.get("comment", ""))
            watched.read_to_end()
    except (
        tarfile.TarError, ValueError, LookupError, OverflowError, RecursionError, EOFError, zlib.error,
        gzip.BadGzipFile,
    ) as error:  # fmt: skip
        raise NotBrought("archive-damaged", str(error)) from error
    except OSError as error:
        raise CannotWrite(path=str(archive.parent), why=error.strerror or str(error)) from error
    return unpacked


class Readable(Protocol):
    """Bytes that come one after another."""

    def read(self, size: int, /) -> bytes:
        """At most so many; empty at the end."""


class Watched(io.RawIOBase):
    """The bytes of the tar as they are unpacked, with an end to how many they are and to asking for more of them."""

    def __init__(self, stream: Readable, most: int, stop: threading.Event) -> None:
        self._stream = stream
        self._most = most
        self._stop = stop
        self._left = most
        self._ended = False

    def read(self, size: int = -1) -> bytes:
        """The next bytes; empty once, at the end. Raises Stopped, NotBrought, EOFError."""
        if self._stop.is_set():
            raise Stopped
        if self._ended:  # the tar module skips what a member says it is long, block by block, were it for years
            raise EOFError("unexpected end of data")
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise NotBrought("too-large", str(self._most >> 20))
        self._ended = not data
        return data

    def read_to_end(self) -> None:
        """The checksum is behind the last byte."""
        while not self._ended:
            self.read(_BLOCK)


class BoundedMember(tarfile.TarInfo):
    """A member whose remarks, which the tar module holds in memory, are no longer than remarks are."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Raises ReadError."""
        member = super().frombuf(buf, encoding, errors)
        if member.type in _REMARK_TYPES and member.size > _REMARKS:
            raise tarfile.ReadError("a header is too large")
        return member


def _files(tar: tarfile.TarFile) -> Iterator[tuple[str, tarfile.TarInfo]]:
    """All members with their path inside the repository: empty for links, devices and names that lead elsewhere.

    git writes no sparse files, whose few bytes unpack to any size.
    """
    for member in tar:
        name = readable_name(member.name)
        # The first is the folder around everything. A backslash is a letter to git, but not to every system.
        inside = [part for part in name.split("/")[1:] if part not in ("", ".")]
        elsewhere = ".." in _SEPARATOR.split(name) or name.startswith("/") or "\x00" in name
        if not member.isreg() or member.issparse() or elsewhere or not inside:
            yield "", member
        elif not any(map(is_hidden_name, inside)):
            yield "/".join(inside), member


def _keep(tar: tarfile.TarFile, member: tarfile.TarInfo, path: str, part: Path) -> Member:
    digest, size = hashlib.sha256(), 0
    source = tar.extractfile(member)
    if source is None:
        raise tarfile.ReadError(path)
    with source, part.open("wb") as target:
        while block := source.read(_BLOCK):
            digest.update(block)
            size += len(block)
            target.write(block)
    if size != member.size:
        raise tarfile.ReadError(path)
    return Member(path, part, digest.hexdigest(), size, believable_time(member.mtime))


def believable_time(moment: float) -> float:
    """A moment that a calendar can show; 0 for what the archive says is none."""
    return float(moment) if math.isfinite(moment) and 0 <= moment < _LATEST else 0.0
