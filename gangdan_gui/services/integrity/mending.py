"""Makes a collection hold exactly what the manifest says answers: left-overs go, what was lost comes back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from gangdan_gui.domain.documents import Chunk, chunk_of, row_ids
from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.domain.ports import VectorRow
from gangdan_gui.services.integrity.health import Health
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Embedded, PassageVectors, rows_of
from gangdan_gui.services.together import both
from gangdan_gui.storing.records import Generation

_log = logging.getLogger(__name__)

# Chunks whose rows go to the store in one call: fewer take longer each.
_AT_ONCE = 500
# Of a collection that is gone through anyway, more passages are looked for.
_MANY_PROBES = 20
# Chunks with the vectors that are to come back, by row id, as far as those are kept; None at the end.
_Ready = tuple[list[Chunk], dict[str, bytes]] | None


@dataclass(slots=True)
class Mended(Embedded):
    """`restored` rows came back, `removed` ones answered nothing; `aside` is where an unreadable store lies now.

    Its `vectors` stay empty: they are in the store.
    """

    restored: int = 0
    removed: int = 0
    aside: str = ""


class Mending:
    """Mends one generation's collection from the manifest's texts and the cached vectors."""

    def __init__(self, parts: Parts, generation: Generation, vectors: PassageVectors) -> None:
        self._parts = parts
        self._generation = generation
        self._vectors = vectors
        self._health = Health(parts)

    async def run(self, *, thorough: bool) -> Mended:
        """Mend what differs from the rows of live chunks. Raises EmbedderUnavailable once all that is cached is back.

        Those `refused` lack a row and must not be live any more; then what they have of others may go.
        A collection with the right number of rows that finds what it has is believed, unless `thorough`. One that
        can't be read goes, and where that does not help the whole store is set aside: nothing in it is needed.
        """
        try:
            return await self._mend(thorough=thorough)
        except StoreDamaged as error:
            _log.warning("the collection of “%s” is made anew: %s", self._generation.source, error)
        try:
            await self._parts.store.drop(self._generation.collection)
            return await self._mend(thorough=True)
        except StoreDamaged:
            aside = await self._parts.store.set_aside()
        mended = await self._mend(thorough=True)
        mended.aside = str(aside)
        return mended

    async def _mend(self, *, thorough: bool) -> Mended:
        store, collection = self._parts.store, self._generation.collection
        documents = self._parts.manifest.documents
        mended = Mended()
        wanted = (await documents.counts(self._generation)).rows
        if not wanted:  # what an older library left under this name may be of another dimension
            await store.drop(collection)
        await store.ensure(collection)
        as_many = await store.count(collection) == wanted
        if as_many and not thorough and await self._health.finds(self._generation):
            return mended
        if not await self._can_be_read():
            await store.drop(collection)
            await store.ensure(collection)
        there, live = await store.ids(collection), await documents.row_ids(self._generation)
        left_over = sorted(there.difference(live))
        await store.delete(collection, left_over)
        mended.removed = len(left_over)
        await self._bring_back(live - there, mended)
        if mended.restored and not await self._health.finds(self._generation):
            raise StoreDamaged(what=f"{collection}: what was stored is not found", folder="")
        return mended

    async def _can_be_read(self) -> bool:
        """Whether all vectors are there, and are those of their passages."""
        store, generation = self._parts.store, self._generation
        if not await store.reachable(generation.collection):
            return False
        try:
            return await self._all_found(_MANY_PROBES)
        except StoreDamaged:
            return False

    async def _all_found(self, probes: int) -> bool:
        """As `Health.finds`, of a collection that may lack rows: what has no row yet is brought back anyway."""
        stored = await self._parts.store.count(self._generation.collection)
        wanted = (await self._parts.manifest.documents.counts(self._generation)).rows
        return stored < wanted or await self._health.finds(self._generation, probes)

    async def _bring_back(self, lost: Set[str], mended: Mended) -> None:
        """Add rows; what has to be embedded comes last, so that an embedder that is away keeps back nothing else."""
        ready: asyncio.Queue[_Ready] = asyncio.Queue(1)
        unknown, _ = await both(self._read(lost, ready), self._add_all(ready, mended))
        ids = sorted(set(map(chunk_of, unknown)))
        for at in range(0, len(ids), _AT_ONCE):
            chunks = await self._chunks(ids[at : at + _AT_ONCE])
            embedded = await self._vectors.complete([row for row in rows_of(chunks) if row[0] in unknown])
            await self._add(chunks, embedded.vectors, mended)
            mended.refused |= embedded.refused
            mended.made += embedded.made

    async def _read(self, lost: Set[str], out: asyncio.Queue[_Ready]) -> Set[str]:
        """Put what is kept into the queue, read while the store adds what came before; the rows without a vector."""
        unknown: set[str] = set()
        ids = sorted(set(map(chunk_of, lost)))
        for at in range(0, len(ids), _AT_ONCE):
            chunks = await self._chunks(ids[at : at + _AT_ONCE])
            rows = [row for row in rows_of(chunks) if row[0] in lost]
            known = await self._vectors.kept(rows)
            unknown.update(id_ for id_, _ in rows if id_ not in known)
            await out.put((chunks, known))
        await out.put(None)
        return unknown

    async def _add_all(self, given: asyncio.Queue[_Ready], mended: Mended) -> None:
        """Add what is in the queue."""
        while ready := await given.get():
            chunks, known = ready
            await self._add(chunks, known, mended)
            mended.cached += len(set(map(chunk_of, known)))

    async def _chunks(self, ids: Sequence[str]) -> list[Chunk]:
        found = await self._parts.manifest.documents.by_id(self._generation, ids)
        return [item.chunk for item in found.values()]

    async def _add(self, chunks: Sequence[Chunk], vectors: dict[str, bytes], mended: Mended) -> None:
        rows = vector_rows(chunks, vectors)
        await self._parts.store.add(self._generation.collection, rows)
        mended.restored += len(rows)


async def mended(parts: Parts, generation: Generation, *, thorough: bool) -> Mended:
    """Mend a generation that no build works on; what can't be embedded again answers no more until one does.

    Raises EmbedderUnavailable where vectors are lost that are kept nowhere, StoreDamaged.
    """
    found = await Mending(parts, generation, PassageVectors.of(parts, generation)).run(thorough=thorough)
    await withdraw(parts, generation, list(found.refused))
    return found


async def withdraw(parts: Parts, generation: Generation, ids: Sequence[str]) -> tuple[Chunk, ...]:
    """Let chunks answer no more, and what rows of them there are go; which they were."""
    chunks = tuple(item.chunk for item in await parts.manifest.documents.withdraw(generation, ids))
    await parts.store.delete(generation.collection, [row for row, _ in rows_of(chunks)])
    return chunks


def vector_rows(chunks: Iterable[Chunk], vectors: Mapping[str, bytes]) -> list[VectorRow]:
    """Chunks as rows of a collection, those of which there are vectors (by row id)."""
    return [row for chunk in chunks for row in _rows(chunk, vectors)]


def _rows(chunk: Chunk, vectors: Mapping[str, bytes]) -> Iterator[VectorRow]:
    said: dict[str, str | int] = {
        "source": chunk.source, "path": chunk.path, "ordinal": chunk.ordinal, "heading": " › ".join(chunk.heading),
        "language": chunk.language,
    }  # fmt: skip
    for id_, (start, end) in zip(row_ids(chunk.id, len(chunk.cuts)), chunk.parts, strict=True):
        if id_ in vectors:
            place = said | {"start": chunk.start + start, "end": chunk.start + end}
            yield VectorRow(id_, vectors[id_], chunk.text[start:end], place)
