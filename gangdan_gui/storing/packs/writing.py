"""Writes a pack: a ZIP file whose comment holds the SHA-256 of everything before it, so that no byte can change.

Vectors lie in it as they are, at an address that can be mapped into memory; everything else is deflated.
"""

from __future__ import annotations

import hashlib
import struct
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from types import TracebackType
from typing import IO, BinaryIO, Self

from gangdan_gui.storing.packs.head import PackHead, Part, head_bytes
from gangdan_gui.storing.packs.refusing import JSON_NAME

SEAL = b"gdpack-sha256:"
DIGITS = 64
MOST_TIMES = 60
"""How many times its packed size a part may have. What packs better is not packed, so that no pack is a bomb."""
SOME_BYTES = 1 << 16
_ALIGNED = 64
_BLOCK = 1 << 20
# When a part was written is nobody's business; this is the first day that the format knows.
_NO_TIME = (1980, 1, 1, 0, 0, 0)
_LOCAL_HEADER, _EXTRA_HEADER, _EXTRA_64 = 30, 4, 20
_PADDING = 0xD935
_ZIP64_FROM = (1 << 31) - 1


class PackWriter:
    """Writes into a stream that can be read and sought in. Blocking: call it from a thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._archive = zipfile.ZipFile(stream, "w")
        self._parts: dict[str, Part] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the stream, finished or not: what is there of an unfinished pack is no pack."""
        with suppress(OSError, ValueError):
            self._archive.close()

    def add(self, name: str, data: bytes) -> None:
        """Add a part; one that is there already is passed over."""
        if name in self._parts:
            return
        info = _info(name)
        info.compress_type = zipfile.ZIP_DEFLATED if _packs_fairly(data) else zipfile.ZIP_STORED
        self._archive.writestr(info, data)
        self._parts[name] = Part(name, len(data), hashlib.sha256(data).hexdigest())

    def add_rows(self, name: str, size: int, blocks: Iterable[bytes]) -> None:
        """Add vectors, `size` bytes together, as they are."""
        with self.rows(name, size) as rows:
            for block in blocks:
                rows.write(block)

    def rows(self, name: str, size: int) -> Rows:
        """A part for vectors of `size` bytes together, to be written in the block; nothing else may be meanwhile."""
        info = _info(name)
        large = size * 1.05 > _ZIP64_FROM
        info.file_size = size
        info.extra = self._padding(len(name.encode()) + (_EXTRA_64 if large else 0))
        return Rows(self._archive.open(info, "w", force_zip64=large), name, size, self._parts)

    def sha256(self, name: str) -> str:
        """The hash of a part that was added."""
        return self._parts[name].sha256

    def finish(self, head: PackHead) -> str:
        """Add what the pack says of itself, and seal it. Returns the SHA-256 of the whole file."""
        info = _info(JSON_NAME)
        info.compress_type = zipfile.ZIP_DEFLATED
        self._archive.writestr(info, head_bytes(head.with_parts(tuple(self._parts.values()))))
        self._archive.comment = SEAL + b"0" * DIGITS
        self._archive.close()
        return seal(self._stream)

    def _padding(self, more: int) -> bytes:
        """What makes the next part begin at an aligned address."""
        begins = self._stream.tell() + _LOCAL_HEADER + _EXTRA_HEADER + more
        fill = -begins % _ALIGNED
        return struct.pack("<HH", _PADDING, fill) + b"\0" * fill


class Rows:
    """A part of vectors while it is written."""

    def __init__(self, out: IO[bytes], name: str, size: int, parts: dict[str, Part]) -> None:
        self._out = out
        self._name = name
        self._size = size
        self._parts = parts
        self._digest = hashlib.sha256()
        self._written = 0

    def write(self, block: bytes) -> None:
        """Write some rows, as little-endian float32."""
        self._out.write(block)
        self._digest.update(block)
        self._written += len(block)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.close()
        if kind is None and self._written != self._size:
            raise ValueError(f"{self._written} bytes of vectors, {self._size} were announced")
        self._parts[self._name] = Part(self._name, self._size, self._digest.hexdigest())


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _NO_TIME)
    info.create_system = 3  # the same bytes on every system
    info.external_attr = 0o644 << 16
    return info


def _packs_fairly(data: bytes) -> bool:
    return len(data) <= SOME_BYTES or len(zlib.compress(data, 1)) * (MOST_TIMES // 4) > len(data)


def seal(stream: BinaryIO) -> str:
    """Put the right hash in the place of the one that a finished file ends with; the SHA-256 of all of it."""
    stream.flush()
    end = stream.seek(0, 2) - DIGITS
    stream.seek(0)
    digest, left = hashlib.sha256(), end
    while left:
        block = stream.read(min(_BLOCK, left))
        digest.update(block)
        left -= len(block)
    right = digest.hexdigest().encode()
    stream.seek(end)
    stream.write(right)
    digest.update(right)
    return digest.hexdigest()
