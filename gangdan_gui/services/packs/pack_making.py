"""Makes a pack of what answers of a source: it is read from the library once and written as it comes."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import BinaryIO

from gangdan_gui import __version__
from gangdan_gui.domain.corrections import NO_CORRECTION, Correction, Quote
from gangdan_gui.domain.documents import Chunk, EmbeddedForm, FileState, SourceKind, chunk_of
from gangdan_gui.domain.errors import NothingBuilt, NotPacked, StoreAway, StoreDamaged
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.domain.vectors import EmbedderIdentity, Vectors
from gangdan_gui.embedding.forms import form_of
from gangdan_gui.fetching.threads import to_its_end
from gangdan_gui.services.building.embedded_chunks import formed
from gangdan_gui.services.packs.leaving_out import Outgoing, left_out
from gangdan_gui.services.packs.pack_contents import STAGE
from gangdan_gui.services.packs.packed_words import packed_words
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import PassageVectors, Row, rows_of
from gangdan_gui.services.requests.packs import PackEvent, PackProgress
from gangdan_gui.services.sources.licences import Licences
from gangdan_gui.services.streams import Emit
from gangdan_gui.storing.backup.cleaning import clean_text
from gangdan_gui.storing.packs.difference import NOT_THERE, EarlierRows, origins_part
from gangdan_gui.storing.packs.head import DOCUMENTS, PackedVectors, PackHead
from gangdan_gui.storing.packs.reading import Pack, head_of, native, open_pack
from gangdan_gui.storing.packs.tables import (
    PackChunk,
    PackDocument,
    chunk_lines,
    document_lines,
    is_web_address,
    text_part,
)
from gangdan_gui.storing.packs.writing import PackWriter
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord

_AT_ONCE = 256
# Of these anybody can know where they come from.
_PUBLIC = (SourceKind.GITHUB, SourceKind.ADDRESSES, SourceKind.SITE)


@dataclass(frozen=True, slots=True)
class Base:
    """An earlier pack that only the difference to is written, with the SHA-256 of its file."""

    pack: Pack
    sha256: str


class PackMaking:
    """The making of one pack; made for it and thrown away."""

    def __init__(self, parts: Parts, record: SourceRecord, emit: Emit[PackEvent]) -> None:
        if record.live is None or not record.chunks:
            raise NothingBuilt
        self._parts = parts
        self._source = record.source
        self._generation: Generation = record.live
        self._emit = emit
        self._chunks: list[Chunk] = []
        self._titles: dict[str, str] = {}
        self._done = 0
        self._total = 0
        self.problems: list[Problem] = list(record.problems)

    async def origin(self) -> str:
        """What all packs of this source have in common, wherever and whenever they are made."""
        if self._source.kind is SourceKind.PACK:
            return (await asyncio.to_thread(self._installed)).origin
        facts = [self._source.kind.value, *self._source.locations, *self._source.include, *self._source.exclude]
        if self._source.kind not in _PUBLIC:
            facts = [await asyncio.to_thread(self._parts.packs.maker), self._source.id]
        return hashlib.sha256("\x00".join(facts).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    async def write(self, out: BinaryIO, also: Sequence[str], base: Base | None) -> None:
        """Write all of it. Raises EmbedderUnavailable, StoreDamaged."""
        with PackWriter(out) as writer:
            await self._write(writer, also, base)

    async def _write(self, writer: PackWriter, also: Sequence[str], base: Base | None) -> None:
        await self._take_lying_vectors()
        documents = await self._documents(writer, base)
        await to_its_end(partial(writer.add, DOCUMENTS, document_lines(documents)))
        identities = await self._identities(also)
        self._total = sum(len(chunk.rows) for chunk in self._chunks) * (2 * len(identities) - 1)
        generations = [
            await self._vectors(writer, number, identity, base) for number, identity in enumerate(identities, 1)
        ]
        if base is None:  # a difference is to be small, and what lacks a vocabulary makes it
            for name, data in await packed_words(self._parts, self._generation, self._chunks):
                await to_its_end(partial(writer.add, name, data))
        head = await self._head({document.commit for document in documents}, generations)
        if base:
            head = replace(head, base=base.sha256, base_state=base.pack.head.state)
        await to_its_end(partial(writer.finish, head))

    # what it says of itself

    async def _head(self, commits: Set[str], generations: Sequence[PackedVectors]) -> PackHead:
        source, kind, locations = self._source, self._source.kind, self._source.locations
        if kind is SourceKind.PACK:
            installed = await asyncio.to_thread(self._installed)
            kind, locations = installed.kind, installed.locations
        main = await self._parts.manifest.documents.main_language(self._generation)
        return PackHead(
            source=source.id,
            title=source.title,
            kind=kind,
            origin=await self.origin(),
            documents=len({chunk.path for chunk in self._chunks}),
            generations=tuple(generations),
            locations=tuple(map(_public, locations)) if kind in _PUBLIC else (),
            licence=await Licences(self._parts.downloader).of(source),
            language=source.language or main,
            description=source.description,
            description_zh=source.description_zh,
            version=next(iter(commits)) if len(commits) == 1 else "",
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            program=__version__,
        )

    def _installed(self) -> PackHead:
        return head_of(self._parts.packs.file(self._source))

    def _taken_out(self) -> Mapping[str, tuple[Quote, ...]]:
        with open_pack(self._parts.packs.file(self._source)) as pack:
            return {document.path: document.without for document in pack.documents() if document.without}

    # what it holds

    async def _documents(self, writer: PackWriter, base: Base | None) -> list[PackDocument]:
        corrections, installed = await self._corrections(), await self._packed_before()
        found = []
        for record in (await self._parts.manifest.documents.all(self._generation)).values():
            correction = corrections.get(record.path, NO_CORRECTION)
            excluded = correction.excluded or record.reason == Reason("excluded")
            if not record.markdown or record.state is FileState.FAILED or excluded:
                continue
            text = await asyncio.to_thread(self._parts.markdown.read, self._source.id, record.path, record.markdown)
            chunks = await self._parts.manifest.documents.chunks(self._generation, record.path)
            if text is None or any(chunk.text != text[chunk.start : chunk.end] for chunk in chunks):
                raise StoreDamaged(what=f"the text of “{record.path}” is not as it was stored", folder="")
            if correction.text not in (None, text):
                raise NotPacked(title=self._source.title, reason="correction-not-built", detail=record.path)
            quotes = (*installed.get(record.path, ()), *correction.quotes)
            left = left_out(Outgoing(record, text, chunks), quotes, self._generation.chunking.minimum)
            document = _packed(left.record, left.text)
            if not (base and base.pack.holds(document)):
                data = left.text.encode("utf-8", "surrogatepass")
                await to_its_end(partial(writer.add, text_part(document.text), data))
            self._titles[record.path] = left.record.title
            self._chunks += left.chunks if left.text == text else self._formed_anew(left)
            found.append(document)
        if not self._chunks:
            raise NothingBuilt
        return found

    async def _corrections(self) -> Mapping[str, Correction]:
        """What the user has put right. Raises NotPacked where nobody can tell what was taken out."""
        said = await asyncio.to_thread(self._parts.corrections.read, self._source.id)
        for file in said.unreadable:
            raise NotPacked(title=self._source.title, reason="corrections-unreadable", detail=str(file))
        return said.corrections

    async def _packed_before(self) -> Mapping[str, tuple[Quote, ...]]:
        """What the maker of an installed pack took out, by path."""
        return await asyncio.to_thread(self._taken_out) if self._source.kind is SourceKind.PACK else {}

    async def _take_lying_vectors(self) -> None:
        """Keep the vectors of a pack that lies elsewhere, which are nowhere else: nothing need be embedded for it."""
        manifest, generation = self._parts.manifest, self._generation
        if not self._parts.packs.lies_elsewhere(self._source):
            return
        try:
            lying = await self._parts.lying.rows(generation.collection)
        except StoreAway:  # then they have to be made
            return
        vectors = dict(lying.vectors()) if lying else {}
        chunks = list(dict.fromkeys(map(chunk_of, vectors)))
        rows = await manifest.documents.rows(generation, chunks)
        for at in range(0, len(rows), _AT_ONCE):
            some = [(id_, text) for id_, text in rows[at : at + _AT_ONCE] if id_ in vectors]
            data = b"".join(vectors[id_] for id_, _ in some)
            kept = Vectors(generation.identity.dimension, data)
            await manifest.vectors.keep(generation.identity, [text for _, text in some], kept, generation.maker)

    async def _identities(self, also: Sequence[str]) -> list[EmbedderIdentity]:
        """Those whose vectors are to go in, each once. Raises EmbedderUnavailable, InvalidSetting."""
        identities = [self._generation.identity]
        for label in also:
            identity = await self._parts.embedders.get(label).identify()
            if identity not in identities:
                identities.append(identity)
        return identities

    async def _vectors(
        self, writer: PackWriter, number: int, identity: EmbedderIdentity, base: Base | None
    ) -> PackedVectors:
        form = self._generation.form if number == 1 else form_of(identity.label)
        chunks = await self._embedded(identity, form, told=number > 1)
        table, vectors = f"chunks-{number}.jsonl", f"vectors-{number}.f32"
        lines = await asyncio.to_thread(chunk_lines, map(_packed_chunk, chunks))
        await to_its_end(partial(writer.add, table, lines))
        cuts = sum(len(chunk.cuts) for chunk in chunks)
        generation = PackedVectors(
            identity, self._generation.chunking, len(chunks), table, vectors, "", form=form, cuts=cuts
        )
        every = rows_of(chunks)
        if base is None:
            await self._rows(writer, generation, every)
            return replace(generation, sha256=writer.sha256(vectors))
        origins, sha256 = await self._origins(generation, every, base.pack)
        name = f"origins-{number}.i32"
        await to_its_end(partial(writer.add, name, origins_part(origins)))
        fresh = [row for row, origin in zip(every, origins, strict=True) if origin == NOT_THERE]
        await self._rows(writer, generation, fresh)
        return replace(generation, sha256=sha256, origins=name)

    async def _rows(self, writer: PackWriter, generation: PackedVectors, rows: Sequence[Row]) -> None:
        part = writer.rows(generation.vectors, len(rows) * generation.row_bytes)
        with part:
            for at in range(0, len(rows), _AT_ONCE):
                some = rows[at : at + _AT_ONCE]
                data = b"".join(await self._kept(generation.identity, some))
                await to_its_end(partial(part.write, native(data)))
                await self._progress(len(some))

    async def _origins(self, generation: PackedVectors, rows: Sequence[Row], pack: Pack) -> tuple[list[int], str]:
        """Where each vector is in the earlier pack, and the SHA-256 of all of them."""
        earlier = await to_its_end(partial(EarlierRows, pack, pack.head.of(generation.identity)))
        origins, digest = [], hashlib.sha256()
        for at in range(0, len(rows), _AT_ONCE):
            for row in await self._kept(generation.identity, rows[at : at + _AT_ONCE]):
                packed = native(row)
                digest.update(packed)
                origins.append(earlier.find(row))
        return origins, digest.hexdigest()

    def _formed_anew(self, left: Outgoing) -> Iterator[Chunk]:
        """The chunks of a document that something was taken out of, without what stood before them, which may be it."""
        title, form = left.record.title, self._generation.form
        return (formed(replace(chunk, context=""), title, form) for chunk in left.chunks)

    async def _embedded(self, identity: EmbedderIdentity, form: EmbeddedForm, *, told: bool) -> list[Chunk]:
        """The chunks in that form that have vectors, which are in the cache then; of the others a problem is told."""
        embedder = self._parts.embedders.of(identity)
        work = PassageVectors(embedder, identity, self._parts.manifest.vectors, maker=self._generation.maker)
        refused: dict[str, str] = {}
        chunks = self._chunks
        if form != self._generation.form:
            before = self._generation.form
            chunks = [formed(chunk, self._titles[chunk.path], form, before) for chunk in chunks]
        for at in range(0, len(chunks), _AT_ONCE):
            some = rows_of(chunks[at : at + _AT_ONCE])
            refused |= (await work.complete(some)).refused
            if told:
                await self._progress(len(some))
        self.problems += [
            Problem(chunk.path, STAGE, Reason("vector-failed", refused[chunk.id]))
            for chunk in chunks
            if chunk.id in refused
        ]
        return [chunk for chunk in chunks if chunk.id not in refused]

    async def _kept(self, identity: EmbedderIdentity, rows: Sequence[Row]) -> list[bytes]:
        texts = [text for _, text in rows]
        found = await self._parts.manifest.vectors.get(identity, texts, self._generation.maker)
        vectors = [vector for vector in found if vector is not None]
        if len(vectors) != len(rows):
            raise StoreDamaged(what="vectors that were there a moment ago are gone", folder="")
        return vectors

    async def _progress(self, done: int) -> None:
        self._done += done
        await self._emit(PackProgress(min(self._done, self._total), self._total))


def _packed(record: DocumentRecord, text: str) -> PackDocument:
    return PackDocument(
        path=record.path,
        title=record.title,
        text=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        characters=len(text),
        sha256=record.sha256,
        size=record.size,
        modified=max(record.modified, 0.0),
        language=record.language,
        encoding=record.encoding,
        url=_public(record.url),
        commit=record.commit,
        facts=record.facts,
        warnings=record.warnings,
        reason=record.reason,
        dropped=record.dropped,
        dropped_characters=record.dropped_characters,
    )


def _packed_chunk(chunk: Chunk) -> PackChunk:
    return PackChunk(
        chunk.path, chunk.ordinal, chunk.start, chunk.end, chunk.heading, chunk.language, chunk.context, chunk.cuts
    )


def _public(url: str) -> str:
    """An address as others can use it: of the web, without names, passwords and keys, which are nobody else's."""
    return clean_text(url) if is_web_address(url) else ""
