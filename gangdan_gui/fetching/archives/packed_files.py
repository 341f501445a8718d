"""The files in an archive of documents, one after another, with their names made right. Blocking.

Nothing of an archive is believed: names never leave the folder, links are not followed, and what is announced is not
reserved.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import stat
import struct
import tarfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.fetching.archives.archive import BoundedMember, Readable, Watched
from gangdan_gui.fetching.archives.archive_kinds import BZIP2, GZIP, HEAD_BYTES, XZ, ZIP, impostor, is_tar
from gangdan_gui.fetching.archives.zip_index import check_index
from gangdan_gui.fetching.archives.zip_names import GuessCodec, decoded, zip_names
from gangdan_gui.fetching.not_brought import NotBrought
from gangdan_gui.fetching.patience import Limits
from gangdan_gui.fetching.walk import is_hidden_name, readable_name

BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, struct.error, EOFError,
    ValueError, LookupError, OverflowError, RecursionError, NotImplementedError, MemoryError,
)  # fmt: skip
"""What the modules for archives raise for damaged ones, beside OSError."""
_ENCRYPTED, _PATCHED, _STRONGLY = 0x1, 0x20, 0x40
_OTHER_WAYS = {9: "Deflate64", 93: "Zstandard", 95: "XZ", 98: "PPMd"}
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")


@dataclass(frozen=True, slots=True)
class Packed:
    """A file in an archive. `path` is as it was named; `refusal` says why it must not be opened."""

    path: str
    size: int
    modified: float
    open: Callable[[], IO[bytes]]
    refusal: Reason | None = None


def packed_files(archive: Path, guess: GuessCodec, limits: Limits, stop: threading.Event) -> Iterator[Packed]:
    """All visible files. Of a tar each has to be read before the next is asked for.

    Raises NotBrought for what is no archive, one of BROKEN or OSError for one that is damaged, Stopped.
    """
    with archive.open("rb") as stream:
        head = stream.read(HEAD_BYTES)
    if found := impostor(head):
        raise NotBrought(*found)
    # Programs that unpack themselves have a zip behind them, and some gateways put a few bytes before one.
    known = head.startswith((GZIP, BZIP2, XZ)) or is_tar(head)
    if head.startswith(ZIP) or (not known and zipfile.is_zipfile(archive)):
        check_index(archive, limits)
        yield from _of_zip(archive, guess)
    else:
        yield from _of_tar(archive, head, guess, limits, stop)


def _of_zip(archive: Path, guess: GuessCodec) -> Iterator[Packed]:
    with zipfile.ZipFile(archive) as opened:
        members = [member for member in opened.infolist() if not member.filename.endswith("/")]
        if _is_document(members):
            raise NotBrought("other-format")
        if members and all(member.flag_bits & _ENCRYPTED for member in members):
            raise NotBrought("password-protected")
        for member, name in zip(members, zip_names(members, guess), strict=True):
            path = _inside(name.replace("\\", "/"))
            if path is None:
                yield Packed(name, 0, 0.0, _nothing, Reason("unsafe-name"))
            elif path:
                yield Packed(path, member.file_size, _zip_time(member), _opener(opened, member), _zip_refusal(member))


def _is_document(members: Sequence[zipfile.ZipInfo]) -> bool:
    """Office documents and books are zips inside: under this ending they are documents that are called wrongly."""
    first = bool(members) and members[0].filename == "mimetype"
    return first or any(member.filename == "[Content_Types].xml" for member in members)


def _opener(opened: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[], IO[bytes]]:
    return lambda: opened.open(member)


def _zip_refusal(member: zipfile.ZipInfo) -> Reason | None:
    if stat.S_ISLNK(member.external_attr >> 16):
        return Reason("link-in-archive")
    if member.flag_bits & (_ENCRYPTED | _STRONGLY):
        return Reason("password-protected")
    known = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    if member.compress_type not in known or member.flag_bits & _PATCHED:
        return Reason("packing-unknown", _OTHER_WAYS.get(member.compress_type, str(member.compress_type)))
    return None


def _zip_time(member: zipfile.ZipInfo) -> float:
    try:
        return max(0.0, time.mktime((*member.date_time, 0, 0, -1)))
    except (OverflowError, ValueError):
        return 0.0


def _of_tar(archive: Path, head: bytes, guess: GuessCodec, limits: Limits, stop: threading.Event) -> Iterator[Packed]:
    with ExitStack() as closing:
        stream: Readable
        if head.startswith(GZIP):
            stream = closing.enter_context(gzip.open(archive))
        elif head.startswith(BZIP2):
            stream = closing.enter_context(bz2.open(archive))
        elif head.startswith(XZ):
            stream = closing.enter_context(lzma.open(archive))
        elif is_tar(head):
            stream = closing.enter_context(archive.open("rb"))
        else:
            raise NotBrought("other-format")
        # The tar module's own readers of what is packed do not look at the checksum.
        watched = Watched(stream, limits.unpacked, stop)
        tar = tarfile.open(fileobj=watched, mode="r|", tarinfo=BoundedMember, errors="surrogateescape")  # noqa: SIM115
        for member in tar:
            yield from _of_member(tar, member, guess)
        watched.read_to_end()


def _of_member(tar: tarfile.TarFile, member: tarfile.TarInfo, guess: GuessCodec) -> Iterator[Packed]:
    name = _tar_name(member.name, guess)
    path = _inside(name)
    if member.isdir() or path == "":
        return
    refusal = None if member.isreg() else Reason("link-in-archive")
    if member.issparse():  # a few bytes of it unpack to any size
        refusal = Reason("packing-unknown", "sparse")
    if path is None:
        refusal = Reason("unsafe-name")

    def read() -> IO[bytes]:
        stream = tar.extractfile(member)
        if stream is None:
            raise tarfile.ReadError(name)
        return stream

    yield Packed(path or name, member.size, float(member.mtime), read, refusal)


def _tar_name(name: str, guess: GuessCodec) -> str:
    raw = name.encode("utf-8", "surrogateescape")
    return decoded([raw], guess)[0] or readable_name(name)


def _inside(name: str) -> str | None:
    """A name as a path inside the archive; empty for what is out of sight, None for what leads elsewhere."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if ".." in parts or name.startswith("/") or "\x00" in name or _DRIVE.match(name):
        return None
    return "" if not parts or any(map(is_hidden_name, parts)) else "/".join(parts)


def _nothing() -> IO[bytes]:
    raise EOFError
