"""The vectors of packs that are searched where they lie, as in a folder that a class shares."""

from __future__ import annotations

import asyncio
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gangdan_gui.domain.documents import SourceKind, row_id
from gangdan_gui.domain.errors import LocationMissing, PackRefused, StoreAway
from gangdan_gui.storing.collection_name import collection_name
from gangdan_gui.storing.exact_store import ExactStore
from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.packs.head import PackedVectors
from gangdan_gui.storing.packs.reading import Pack, native, open_pack
from gangdan_gui.storing.packs.shelf import PackShelf
from gangdan_gui.storing.records import Generation, Role

if TYPE_CHECKING:  # numpy is imported where packs lie elsewhere, which few libraries have
    from gangdan_gui.storing.exact_search import ExactRows

AWAY, OTHER = "pack-away", "pack-other"
_BY_ID = 2000
# Of a row: its chunk's path and ordinal, and which part of it.
_Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class _Read:
    generation: Generation
    stamp: tuple[int, int]
    rows: ExactRows


class LyingPacks:
    """A `Shelf` of the collections of sources whose packs lie elsewhere.

    Vectors are read whole at the first question and kept: a file of a share that is mapped into memory ends the
    process when the share goes away. Raises StoreAway for a pack that is away, or is another one by now.
    """

    def __init__(self, manifest: Manifest, packs: PackShelf) -> None:
        self.place = packs.root
        self._manifest = manifest
        self._packs = packs
        self._sources: dict[str, Path] | None = None
        self._read: dict[str, _Read] = {}
        self._one_at_a_time = asyncio.Lock()

    def forget(self) -> None:
        """Look again which sources there are, at the next call."""
        self._sources = None

    async def names(self) -> tuple[str, ...]:
        """None that anybody might drop."""
        return ()

    async def holds(self, collection: str) -> bool:
        """Whether a collection is that of a source whose pack lies elsewhere."""
        if self._sources is None:
            records = await self._manifest.sources.all()
            self._sources = {
                _stem(collection_name(record.source.id, 0)): self._packs.file(record.source)
                for record in records
                if record.source.kind is SourceKind.PACK and self._packs.lies_elsewhere(record.source)
            }
        return _stem(collection) in self._sources

    async def rows(self, collection: str) -> ExactRows | None:
        """The vectors of a collection that the pack still holds."""
        if not await self.holds(collection):
            return None
        async with self._one_at_a_time:
            generation = await self._manifest.generations.of_collection(collection)
            if generation is None or generation.role is Role.PREVIOUS:
                return None
            file = self._packs.file((await self._manifest.sources.get(generation.source)).source)
            stamp = await asyncio.to_thread(_stamp, file)
            read = self._read.get(collection)
            if read is None or read.generation != generation or (stamp and stamp != read.stamp):
                if stamp is None:
                    raise StoreAway(address=str(file), reason=AWAY, detail=file.name, notice=AWAY)
                rows = await self._load(file, generation)
                read = self._read[collection] = _Read(generation, stamp, rows)
        return read.rows

    async def close(self) -> None:
        """Forget what was read."""
        self._read.clear()

    async def _load(self, file: Path, generation: Generation) -> ExactRows:
        try:
            table, data = await asyncio.to_thread(_vectors, file, generation)
        except (PackRefused, LocationMissing) as error:
            raise StoreAway(address=str(file), reason=OTHER, detail=file.name, notice=OTHER) from error
        live = sorted(await self._manifest.documents.live_ids(generation))
        ids: dict[_Place, str] = {}
        for at in range(0, len(live), _BY_ID):
            found = await self._manifest.documents.by_id(generation, live[at : at + _BY_ID])
            ids |= {
                (chunk.path, chunk.ordinal, part): row_id(chunk.id, part)
                for chunk in (item.chunk for item in found.values())
                for part in range(len(chunk.cuts) + 1)
            }
        return await asyncio.to_thread(_rows, [ids.get(place) for place in table], data, generation.identity.dimension)


class LyingStore(ExactStore):
    """Exact search over packs that lie elsewhere."""

    def __init__(self, packs: LyingPacks) -> None:
        super().__init__(packs)
        self.packs = packs

    async def holds(self, collection: str) -> bool:
        """Whether a collection is one of those."""
        return await self.packs.holds(collection)


def _stem(collection: str) -> str:
    return collection.rpartition("-g")[0]


def _stamp(file: Path) -> tuple[int, int] | None:
    """What tells that a file is still the same; None where it is not there."""
    try:
        seen = os.stat(file)  # noqa: PTH116
    except OSError:
        return None
    return seen.st_size, seen.st_mtime_ns


def _vectors(file: Path, generation: Generation) -> tuple[list[_Place], bytes]:
    """The places of the rows and their vectors. Raises PackRefused where they are not those of the generation."""
    with open_pack(file) as pack:
        packed = pack.head.of(generation.identity)
        if packed is None or generation.converter != pack.head.made_by:
            raise PackRefused(file=str(file), reason=OTHER, detail=file.name)
        table = [
            (chunk.path, chunk.ordinal, part) for chunk in pack.chunks(packed) for part in range(len(chunk.cuts) + 1)
        ]
        return table, _checked_rows(pack, packed)


def _checked_rows(pack: Pack, packed: PackedVectors) -> bytes:
    data = pack.rows(pack.vectors(packed), 0, packed.rows)
    if hashlib.sha256(native(data)).hexdigest() != packed.sha256:
        raise PackRefused(file=str(pack.file), reason="pack-changed", detail="")
    return data


def _rows(ids: list[str | None], data: bytes, dimension: int) -> ExactRows:
    import numpy as np

    from gangdan_gui.storing.exact_search import ExactRows

    matrix = np.frombuffer(data, np.float32).reshape(-1, dimension)
    kept = [row for row, id_ in enumerate(ids) if id_ is not None]
    known = [id_ for id_ in ids if id_ is not None]
    return ExactRows(known, matrix if len(kept) == len(ids) else matrix[kept])
