"""Receives the body of one reply into a file, and makes sure that all of it came.

httpx notices a body that is shorter than announced and chunks that break off. It does not notice a compressed body
that ends early, one that is longer than announced, nor one that nothing announces the end of.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.fetching.genuine import HEAD_BYTES
from gangdan_gui.fetching.not_brought import NotBrought

if TYPE_CHECKING:
    import httpx

# Tells zlib to accept gzip and zlib alike.
_EITHER = zlib.MAX_WBITS | 32
_MEMBER = b"\x1f"


class Progress(Protocol):
    """Whom a download tells how far it is."""

    def expect(self, size: int) -> None:
        """So many bytes are about to come; 0 for nobody knows."""

    async def count(self, size: int) -> None:
        """A packet of so many bytes has come."""


@dataclass(frozen=True, slots=True)
class Received:
    """What came: the hash in hex and the size of the whole, and its beginning. `marked`: something told its end."""

    sha256: str
    size: int
    head: bytes
    marked: bool


async def receive(response: httpx.Response, into: Path, most: int, progress: Progress) -> Received:
    """Write the body to `into`. Raises NotBrought, CannotWrite."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise NotBrought("http-status", encoding)
    unpacking = None if encoding in ("", "identity") else _Unpacking(most)
    digest, size, sent, head = hashlib.sha256(), 0, 0, bytearray()
    try:
        with into.open("wb") as stream:
            async for packet in response.aiter_raw():
                data = unpacking.feed(packet) if unpacking else packet
                size, sent = size + len(data), sent + len(packet)
                if size > most:
                    raise NotBrought("too-large", str(most >> 20))
                digest.update(data)
                if len(head) < HEAD_BYTES:
                    head += data[: HEAD_BYTES - len(head)]
                stream.write(data)
                await progress.count(len(packet))
    except OSError as error:
        raise CannotWrite(path=str(into.parent), why=error.strerror or str(error)) from error
    if unpacking and not unpacking.whole:
        raise NotBrought("short-body", again=True)
    headers = response.headers
    if "content-length" in headers:
        from gangdan_gui.fetching.overflow import overflow

        if overflow(response, sent):
            raise NotBrought("short-body", again=True)
    marked = bool(unpacking) or "content-length" in headers or "chunked" in headers.get("transfer-encoding", "")
    return Received(digest.hexdigest(), size, bytes(head), marked)


class _Unpacking:
    """Takes a compressed body apart. One of gzip may be of several members, as what logs and caches put together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._member = zlib.decompressobj(_EITHER)

    @property
    def whole(self) -> bool:
        """Whether nothing is missing."""
        return self._member.eof

    def feed(self, packet: bytes) -> bytes:
        """What a packet holds. Raises NotBrought."""
        made: list[bytes] = []
        left = self._most + 1
        while packet and left > 0:
            if self._member.eof:
                if not packet.startswith(_MEMBER):  # what stands behind the end counts for nobody
                    break
                self._member = zlib.decompressobj(_EITHER)
            try:
                made.append(self._member.decompress(packet, left))
            except zlib.error as error:
                raise NotBrought("short-body", str(error), again=True) from error
            left -= len(made[-1])
            packet = self._member.unused_data or self._member.unconsumed_tail
        if left <= 0:
            raise NotBrought("too-large", str(self._most >> 20))
        return b"".join(made)
