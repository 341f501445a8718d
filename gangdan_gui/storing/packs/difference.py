"""What a pack has that an earlier one of the same source has not, and the whole pack of the two again."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from gangdan_gui.storing.packs.checking import check
from gangdan_gui.storing.packs.head import DOCUMENTS, PackedVectors
from gangdan_gui.storing.packs.reading import Pack, VectorPlace, native, open_pack
from gangdan_gui.storing.packs.refusing import refused
from gangdan_gui.storing.packs.tables import text_part
from gangdan_gui.storing.packs.writing import PackWriter

NOT_THERE = -1
_ROWS = 2048


class EarlierRows:
    """The vectors of one generation of an earlier pack, by what they are."""

    def __init__(self, pack: Pack | None, generation: PackedVectors | None) -> None:
        self._rows: dict[bytes, int] = {}
        if pack and generation:
            place = pack.vectors(generation)
            for first in range(0, place.rows, _ROWS):
                rows = pack.rows(place, first, _ROWS)
                for at in range(0, len(rows), generation.row_bytes):
                    row = rows[at : at + generation.row_bytes]
                    self._rows.setdefault(_digest(row), first + at // generation.row_bytes)

    def find(self, row: bytes) -> int:
        """Which row is the same, bit by bit; NOT_THERE where none is."""
        return self._rows.get(_digest(row), NOT_THERE)


def make_whole(base: Path, difference: Path, out: BinaryIO) -> None:
    """Write what a whole pack of the difference's state would hold. Both have been checked. Raises PackRefused."""
    with open_pack(base) as earlier, open_pack(difference) as pack, PackWriter(out) as writer:
        for document in pack.documents():
            holder = pack if pack.holds(document) else earlier
            if not holder.holds(document):
                raise refused(difference, "pack-unfit", document.path)
            name = text_part(document.text)
            writer.add(name, holder.part(name))
        writer.add(DOCUMENTS, pack.part(DOCUMENTS))
        for generation in pack.head.generations:
            writer.add(generation.table, pack.part(generation.table))
            blocks = _merged(earlier, pack, generation)
            writer.add_rows(generation.vectors, generation.rows * generation.row_bytes, blocks)
            if writer.sha256(generation.vectors) != generation.sha256:
                raise refused(difference, "pack-unfit", generation.vectors)
        generations = tuple(replace(one, origins="") for one in pack.head.generations)
        writer.finish(replace(pack.head, generations=generations, base="", base_state=""))


def check_whole(file: Path, state: str) -> None:
    """Check what was made of the two: it is a whole pack, of that state. Raises PackRefused."""
    with open_pack(file) as pack:
        if pack.head.state != state:
            raise refused(file, "pack-unfit", DOCUMENTS)
        check(pack)


def _merged(earlier: Pack, pack: Pack, generation: PackedVectors) -> Iterator[bytes]:
    known = earlier.head.of(generation.identity)
    place = earlier.vectors(known) if known else None
    new, taken = pack.vectors(generation), 0
    origins = pack.origins(generation)
    for at in range(0, len(origins), _ROWS):
        some = origins[at : at + _ROWS]
        fresh = sum(origin == NOT_THERE for origin in some)
        rows = pack.rows(new, taken, fresh)
        taken += fresh
        yield native(b"".join(_picked(some, rows, generation.row_bytes, earlier, place, pack.file)))


def _picked(
    origins: Sequence[int], fresh: bytes, width: int, earlier: Pack, place: VectorPlace | None, file: Path
) -> Iterator[bytes]:
    at = 0
    for origin in origins:
        if origin == NOT_THERE:
            yield fresh[at : at + width]
            at += width
        elif place is None or origin >= place.rows:
            raise refused(file, "pack-unfit", "origins")
        else:
            yield earlier.rows(place, origin, 1)


def origins_part(origins: Sequence[int]) -> bytes:
    """Where rows are in the earlier pack, as a part holds it."""
    return native(array("i", origins).tobytes())


def _digest(row: bytes) -> bytes:
    return hashlib.blake2b(row, digest_size=16).digest()
