"""Unpacks the wanted files of a repository's archive. Blocking: call it from a thread.

Nothing of an archive is believed: names never leave the folder, links are not followed, sizes and numbers have an
end, and nothing counts before the checksum at the archive's end has been read.
"""

from __future__ import annotations

import gzip
import hashlib
import tarfile
import threading
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits
from gangdan_gui.fetching.walk import is_hidden_name, readable_name

GZIP = b"\x1f\x8b"
_BLOCK = 1 << 18


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
        with gzip.open(archive) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
            for number, (path, member) in enumerate(_files(tar)):
                if stop.is_set():
                    raise Stopped
                if number >= limits.members or stream.tell() > limits.unpacked or len(unpacked.members) > limits.files:
                    raise NotBrought("too-large", str(limits.unpacked >> 20))
                if not path or not wanted(path):
                    continue
                if member.size > limits.file:
                    unpacked.too_large.append(path)
                    continue
                unpacked.members[path] = _keep(tar, member, path, new_part())
            unpacked.commit = str(tar.pax_headers.get("comment", ""))
            _read_to_end(stream, limits.unpacked, stop)
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise NotBrought("archive-damaged", str(error)) from error
    except OSError as error:
        raise CannotWrite(path=str(archive.parent), why=error.strerror or str(error)) from error
    return unpacked


def _files(tar: tarfile.TarFile) -> Iterator[tuple[str, tarfile.TarInfo]]:
    """All members with their path inside the repository: empty for links, devices and names that lead elsewhere."""
    for member in tar:
        parts = readable_name(member.name).replace("\\", "/").split("/")
        # The first is the folder around everything.
        inside = [part for part in parts[1:] if part not in ("", ".")]
        if not member.isreg() or not inside or ".." in parts or member.name.startswith("/"):
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
    return Member(path, part, digest.hexdigest(), size, float(member.mtime))


def _read_to_end(stream: gzip.GzipFile, most: int, stop: threading.Event) -> None:
    """The checksum is behind the last byte."""
    while stream.read(_BLOCK):
        if stop.is_set():
            raise Stopped
        if stream.tell() > most:
            raise NotBrought("too-large", str(most >> 20))
