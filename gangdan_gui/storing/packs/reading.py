"""Opens a pack and gives what is in it, without having checked more than what was asked for."""

from __future__ import annotations

import sys
import zipfile
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from gangdan_gui.domain.errors import LocationMissing
from gangdan_gui.storing.packs.head import DOCUMENTS, NewerFormat, PackedVectors, PackHead, read_head
from gangdan_gui.storing.packs.refusing import JSON_NAME, Unfit, refused
from gangdan_gui.storing.packs.tables import (
    PackChunk,
    PackDocument,
    read_chunks,
    read_documents,
    text_part,
)
from gangdan_gui.storing.packs.writing import DIGITS, MOST_TIMES, SEAL, SOME_BYTES

_MOST_HEAD = 1 << 28
_FIRST = b"PK\x03\x04"
_LOCAL_HEADER = 30
_ORIGIN_BYTES = 4
_ENCRYPTED = 1


@dataclass(frozen=True, slots=True)
class VectorPlace:
    """Where vectors lie in a file: `rows` of `dimension` float32, little-endian, from byte `offset` on."""

    offset: int
    rows: int
    dimension: int


class Pack:
    """An open pack. Blocking: call it from a thread. Everything raises PackRefused for what is damaged.

    `text`, `chunks` and `vectors` are of what the file itself holds: of a difference that is not everything.
    """

    def __init__(self, file: Path, stream: BinaryIO, archive: zipfile.ZipFile, head: PackHead) -> None:
        self.file = file
        self.head = head
        self._stream = stream
        self._archive = archive
        self._parts = {part.name: part for part in head.parts}
        self._documents: tuple[PackDocument, ...] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go. May be called twice."""
        self._archive.close()
        self._stream.close()

    @property
    def names(self) -> list[str]:
        """The names of all parts that are in the file, `pack.json` among them, as often as they are."""
        return self._archive.namelist()

    def documents(self) -> tuple[PackDocument, ...]:
        """All documents, ordered by path."""
        if self._documents is None:
            with told(self.file):
                self._documents = read_documents(self.part(DOCUMENTS))
        return self._documents

    def holds(self, document: PackDocument) -> bool:
        """Whether a document's text is in this file, and not in the one that it is the difference to."""
        return text_part(document.text) in self._parts

    def text(self, document: PackDocument) -> str:
        """A document's Markdown."""
        name = text_part(document.text)
        with told(self.file):
            return _decoded(self.part(name), name)

    def chunks(self, generation: PackedVectors) -> tuple[PackChunk, ...]:
        """The chunks of a generation, in the order of the rows of its vectors."""
        with told(self.file):
            return read_chunks(self.part(generation.table), generation.table)

    def origins(self, generation: PackedVectors) -> array[int]:
        """Of each row of a difference, which row of the earlier pack it is; -1 for one that is in `vectors`."""
        with told(self.file):
            data = self.part(generation.origins)
            if len(data) != generation.rows * _ORIGIN_BYTES:
                raise Unfit(generation.origins)
        rows = array("i", data)
        if sys.byteorder == "big":
            rows.byteswap()
        return rows

    def vectors(self, generation: PackedVectors) -> VectorPlace:
        """Where a generation's vectors lie in the file, to be mapped or read."""
        with told(self.file):
            info = self._archive.getinfo(generation.vectors)
            with self._archive.open(info):  # reads and compares what stands before the part
                self._stream.seek(info.header_offset)
                header = self._stream.read(_LOCAL_HEADER)
            size = self._parts[generation.vectors].size
            rows, rest = divmod(size, generation.row_bytes)
            if rest or info.compress_type != zipfile.ZIP_STORED or {info.file_size, info.compress_size} != {size}:
                raise Unfit(generation.vectors)
            names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        return VectorPlace(info.header_offset + _LOCAL_HEADER + names, rows, generation.identity.dimension)

    def rows(self, place: VectorPlace, first: int, count: int) -> bytes:
        """Some vectors, one after another, in this machine's byte order; fewer at the end of the file."""
        width = place.dimension * array("f").itemsize
        count = max(min(count, place.rows - first), 0)
        with told(self.file):
            self._stream.seek(place.offset + first * width)
            data = self._stream.read(count * width)
            if len(data) != count * width:
                raise Unfit("")
        return native(data)

    def part(self, name: str) -> bytes:
        """A part unpacked; no more of it is read than it is said to hold. Raises Unfit, BadZipFile, OSError."""
        return b"".join(self.blocks(name))

    def blocks(self, name: str, size: int = 1 << 20) -> Iterator[bytes]:
        """The same, block by block."""
        info = self._archive.getinfo(name)
        part = self._parts.get(name)
        if part is None or info.file_size != part.size:
            raise Unfit(name)
        yield from _unpacked(self._archive, info, size)


def open_pack(file: Path) -> Pack:
    """Open a pack and read what it says of itself; the caller closes it. Raises LocationMissing, PackRefused."""
    if file.is_dir():
        raise refused(file, "pack-folder")
    with told(file):
        stream = _opened(file)
        try:
            archive, head = _look(file, stream)
        except BaseException:
            stream.close()
            raise
    return Pack(file, stream, archive, head)


def head_of(file: Path) -> PackHead:
    """What a pack says of itself. Raises LocationMissing, PackRefused."""
    with open_pack(file) as pack:
        return pack.head


def _opened(file: Path) -> BinaryIO:
    try:
        return file.open("rb")
    except FileNotFoundError as error:
        raise LocationMissing(location=str(file)) from error


def _look(file: Path, stream: BinaryIO) -> tuple[zipfile.ZipFile, PackHead]:
    first = stream.read(len(_FIRST))
    if not first:
        raise refused(file, "pack-empty")
    if first != _FIRST:
        raise refused(file, "pack-none")
    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, ValueError, OverflowError) as error:
        raise refused(file, "pack-cut") from error
    if not archive.comment.startswith(SEAL):
        raise refused(file, "pack-none")
    if len(archive.comment) != len(SEAL) + DIGITS:
        raise refused(file, "pack-cut")
    info = archive.getinfo(JSON_NAME)  # a KeyError is told as damage
    if info.file_size > _MOST_HEAD:
        raise refused(file, "pack-bomb")
    return archive, read_head(b"".join(_unpacked(archive, info, 1 << 20)))


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, size: int) -> Iterator[bytes]:
    if info.file_size > info.compress_size * MOST_TIMES + SOME_BYTES:
        raise refused(Path(str(archive.filename)), "pack-bomb")
    if info.flag_bits & _ENCRYPTED or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unfit(info.filename)
    done = 0
    with archive.open(info) as stream:
        while block := stream.read(size):
            done += len(block)
            yield block
    if done != info.file_size:
        raise Unfit(info.filename)


@contextmanager
def told(file: Path) -> Iterator[None]:
    """Turn what reading meets into the reason for which a pack is refused."""
    try:
        yield
    except NewerFormat as newer:
        raise refused(file, "pack-newer", str(newer.number)) from newer
    except Unfit as unfit:
        raise refused(file, "pack-unfit", unfit.part) from unfit
    # What a changed byte can make the reader of ZIP files meet.
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError) as error:
        raise refused(file, "pack-changed") from error
    except OSError as error:
        raise refused(file, "pack-unreadable", error.strerror or str(error)) from error


def native(data: bytes) -> bytes:
    """Little-endian float32 in this machine's byte order, or back."""
    if sys.byteorder == "little":
        return data
    numbers = array("f", data)
    numbers.byteswap()
    return numbers.tobytes()


def _decoded(data: bytes, part: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Unfit(part) from error
