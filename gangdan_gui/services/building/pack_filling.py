"""Fills a new generation of a source from its pack: no file is converted, nothing is embedded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gangdan_gui.domain.documents import Chunk, FileState, Source, chunk_id
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.ports import VectorStore
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.labels import BUILTIN, model_of
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.building.generation_choice import GenerationChoice
from gangdan_gui.services.building.pack_texts import installed_head
from gangdan_gui.services.building.word_counter import with_terms
from gangdan_gui.services.integrity.mending import vector_rows
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Row, rows_of
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.services.sources.freezing import frozen_until
from gangdan_gui.services.streams import Report
from gangdan_gui.services.together import together
from gangdan_gui.storing.packs.checking import checked
from gangdan_gui.storing.packs.head import PackedVectors
from gangdan_gui.storing.packs.reading import Pack, open_pack
from gangdan_gui.storing.packs.refusing import refused
from gangdan_gui.storing.packs.tables import PackChunk, PackDocument
from gangdan_gui.storing.packs.vocabulary import packed_vocabulary
from gangdan_gui.storing.records import DocumentChange, DocumentRecord, Generation, SourceRecord

# Rows that go into the store and into the records at once, and as many bytes of vectors.
_ROWS, _BYTES = 2000, 32 << 20
# Of the first, so that the store begins while most is still taken apart into words; then twice as many each time.
_FIRST_ROWS = 250
_WAITING = 2


@dataclass(frozen=True, slots=True)
class Chosen:
    """A generation of a pack, and what is to be known of it: that its model is not here."""

    generation: PackedVectors
    notice: Reason | None = None


@dataclass(frozen=True, slots=True)
class _Batch:
    changes: tuple[DocumentChange, ...]
    chunks: tuple[Chunk, ...]
    vectors: Vectors

    @property
    def rows(self) -> list[Row]:
        """What each of the vectors is of."""
        return rows_of(self.chunks)


class PackFilling:
    """Takes packs into one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._choice = GenerationChoice(parts)

    async def choose(self, generations: Sequence[PackedVectors]) -> Chosen:
        """The first whose embedder answers questions here now, the built-in one last; else the first one."""
        for one in sorted(generations, key=lambda one: one.identity.label == BUILTIN):
            if await self._asks(one.identity):
                return Chosen(one)
        first = generations[0]
        model = model_of(first.identity.label)
        return Chosen(first, Reason("pack-model-missing", model) if model else Reason("pack-embedder-other"))

    async def _asks(self, identity: EmbedderIdentity) -> bool:
        try:
            return await self._parts.embedders.get(identity.label).identify() == identity
        except GangDanError:
            return False

    async def is_due(self, record: SourceRecord, options: BuildOptions) -> bool:
        """Whether a build begins with what the pack holds: nothing was made of this state of it, nor asked to be."""
        if options.embedder or options.chunking or frozen_until(record):
            return False
        head = await installed_head(self._parts, record.source)
        if head is None or (record.chunks and record.live and record.live.converter == head.made_by):
            return False
        begun = await self._parts.manifest.generations.building(record.source.id)
        if begun is None or begun.converter != head.made_by:
            return True
        counts = await self._parts.manifest.documents.counts(begun)
        held = head.of(begun.identity)
        return (counts.documents, counts.chunks) != (head.documents, held.chunks if held else 0)

    async def fill_from_shelf(self, source: Source, report: Report) -> Generation:
        """The same from the pack that the source was installed from, checked again, with the best of its embedders."""
        file = self._parts.packs.file(source)
        generations = await to_its_end(partial(_generations, file))
        chosen = await self.choose(generations)
        elsewhere = self._parts.packs.lies_elsewhere(source)
        return await self.fill(source.id, file, chosen.generation.identity, report, lies_elsewhere=elsewhere)

    async def fill(
        self, source: str, file: Path, identity: EmbedderIdentity, report: Report, *, lies_elsewhere: bool = False
    ) -> Generation:
        """A generation beside the one that answers, with all that the pack holds of that embedder.

        Of a pack that `lies_elsewhere` nothing but the texts is taken: its vectors are searched there.
        What an earlier try has left of one goes. Where this fails nothing is left of it. Raises StoreDamaged,
        PackRefused, CannotWrite.
        """
        await self.drop_begun(source)
        pack = await asyncio.to_thread(open_pack, file)
        try:
            packed = pack.head.of(identity)
            if packed is None:  # it was chosen among them, so the file is another one by now
                raise refused(file, "pack-changed")
            generation = await self._parts.manifest.generations.begin(
                source, identity, packed.chunking, pack.head.made_by, form=packed.form
            )
            try:
                store = None if lies_elsewhere else self._parts.store
                if store:  # an older library may have left one of that name
                    await store.drop(generation.collection)
                    await store.ensure(generation.collection)
                waiting: asyncio.Queue[_Batch | None] = asyncio.Queue(_WAITING)
                await together(
                    self._read(pack, packed, generation, waiting, keep=not lies_elsewhere),
                    self._store(generation, waiting, packed, report, store),
                )
                await KeywordIndex(self._parts).settle(generation)
                if words := await asyncio.to_thread(packed_vocabulary, pack):
                    await self._parts.manifest.vocabularies.keep(generation.number, words)
            except BaseException:
                await self.drop_begun(source)
                raise
        finally:
            await asyncio.to_thread(pack.close)
        return generation

    async def drop_begun(self, source: str) -> None:
        """Forget the generation of a source that is not whole yet, and its collection."""
        if begun := await self._parts.manifest.generations.building(source):
            await self._choice.drop(begun)

    async def _read(
        self,
        pack: Pack,
        packed: PackedVectors,
        generation: Generation,
        out: asyncio.Queue[_Batch | None],
        *,
        keep: bool,
    ) -> None:
        batches = self._batches(pack, packed, generation)
        while batch := await asyncio.to_thread(next, batches, None):
            if keep:
                texts = [text for _, text in batch.rows]
                await self._parts.manifest.vectors.keep(generation.identity, texts, batch.vectors, generation.maker)
            await out.put(replace(batch, changes=await with_terms(self._parts.words, batch.changes)))
        await out.put(None)

    async def _store(
        self,
        generation: Generation,
        given: asyncio.Queue[_Batch | None],
        packed: PackedVectors,
        report: Report,
        store: VectorStore | None,
    ) -> None:
        done = 0
        while batch := await given.get():
            if store:
                vectors = {id_: vector for (id_, _), vector in zip(batch.rows, batch.vectors, strict=True)}
                await store.add(generation.collection, vector_rows(batch.chunks, vectors))
            await self._parts.manifest.documents.replace(generation, batch.changes)
            done += len(batch.chunks)
            await report(done, packed.chunks)

    # Blocking

    def _batches(self, pack: Pack, packed: PackedVectors, generation: Generation) -> Iterator[_Batch]:
        place = pack.vectors(packed)
        taken = first = 0
        most = max(min(_ROWS, _BYTES // packed.row_bytes), 1)
        some = min(_FIRST_ROWS, most)
        changes: list[DocumentChange] = []
        for document, cut in _by_document(pack, packed):
            changes.append(self._change(pack, document, cut, generation))
            taken += sum(1 + len(chunk.cuts) for chunk in cut)
            if taken - first >= some:
                yield self._batch(changes, packed, pack.rows(place, first, taken - first))
                first, changes, some = taken, [], min(2 * some, most)
        if changes:
            yield self._batch(changes, packed, pack.rows(place, first, taken - first))

    @staticmethod
    def _batch(changes: Sequence[DocumentChange], packed: PackedVectors, rows: bytes) -> _Batch:
        chunks = tuple(chunk for change in changes for chunk in change.chunks)
        return _Batch(tuple(changes), chunks, Vectors(packed.identity.dimension, rows))

    def _change(
        self, pack: Pack, document: PackDocument, cut: Sequence[PackChunk], generation: Generation
    ) -> DocumentChange:
        text, source = pack.text(document), generation.source
        name = self._parts.markdown.write(source, document.path, text)
        chunks = tuple(_chunk(source, one, text) for one in cut)
        return DocumentChange(_record(document, name, generation.converter, cut), chunks)


def _generations(file: Path) -> tuple[PackedVectors, ...]:
    with checked(file) as found:
        return found.pack.head.generations


def _by_document(pack: Pack, packed: PackedVectors) -> Iterator[tuple[PackDocument, list[PackChunk]]]:
    """The documents in the order of their chunks, which is that of the vectors; then those without any."""
    documents = {document.path: document for document in pack.documents()}
    cut: dict[str, list[PackChunk]] = {}
    for chunk in pack.chunks(packed):
        cut.setdefault(chunk.path, []).append(chunk)
    for path, chunks in cut.items():
        yield documents.pop(path), chunks
    for document in documents.values():
        yield document, []


def _chunk(source: str, one: PackChunk, text: str) -> Chunk:
    part = text[one.start : one.end]
    id_ = chunk_id(source, one.path, one.ordinal, part, one.context)
    return Chunk(
        id_, source, one.path, one.ordinal, one.heading, one.start, one.end, part, one.language, one.context, one.cuts
    )


def _record(document: PackDocument, markdown: str, version: str, cut: Sequence[PackChunk]) -> DocumentRecord:
    return DocumentRecord(
        path=document.path,
        sha256=document.text,
        size=document.size,
        modified=document.modified,
        state=FileState.READY if cut else FileState.SKIPPED,
        title=document.title,
        language=document.language,
        encoding=document.encoding,
        url=document.url,
        converter=version,
        markdown=markdown,
        reason=document.reason,
        warnings=document.warnings,
        dropped=document.dropped,
        dropped_characters=document.dropped_characters,
        commit=document.commit,
        facts=document.facts,
        characters=document.characters,
    )
