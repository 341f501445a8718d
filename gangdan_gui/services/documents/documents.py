"""The documents of a source: what they were, what they became, and what the user puts right in them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction, fingerprint
from gangdan_gui.domain.documents import ChunkSettings, FetchedFile, MarkdownDocument, Piece, SourceKind, Split
from gangdan_gui.domain.errors import DocumentMissing, EmptyText, LocationMissing, UnreadableFile
from gangdan_gui.fetching.local import Listing, hash_file
from gangdan_gui.services.building.listing import as_it_lies
from gangdan_gui.services.building.pack_texts import pack_texts
from gangdan_gui.services.building.prepared import MAKER, Order
from gangdan_gui.services.building.source_files import SourceFiles
from gangdan_gui.services.documents.chunk_origins import vector_origins
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests.documents import CutDocument, Original, VectorOrigin
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord


class Documents:
    """See `DocumentService`. A document that is corrected answers as before until its source is built."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def document(self, source: str, path: str) -> MarkdownDocument:
        """The converted document that answers now. Raises UnknownSource, LocationMissing."""
        _, record = await self._answering(await self._parts.manifest.sources.present(source), path)
        return await self._text_of(source, record)

    async def cut_document(self, source: str, path: str) -> CutDocument:
        """See `DocumentService.cut_document`."""
        generation, record = await self._answering(await self._parts.manifest.sources.present(source), path)
        document = await self._text_of(source, record)
        chunks = await self._parts.manifest.documents.chunks(generation, path)
        quotes = (await self.correction(source, path)).quotes
        excluded: tuple[Piece, ...] = ()
        if quotes:
            excluded = await self._parts.reader.call("taken_out", document.text, generation.chunking, quotes)
        return CutDocument(document, chunks, excluded, generation.identity, generation.chunking)

    async def cut_as(self, source: str, path: str, chunking: ChunkSettings) -> Split:
        """See `DocumentService.cut_as`."""
        document = await self.document(source, path)
        found = await self._parts.reader.call("cut", document.text, chunking)
        assert isinstance(found, Split)
        return found

    async def vector_origins(self, source: str, path: str) -> dict[str, VectorOrigin]:
        """See `DocumentService.vector_origins`."""
        generation, _ = await self._answering(await self._parts.manifest.sources.present(source), path)
        chunks = await self._parts.manifest.documents.chunks(generation, path)
        return await vector_origins(self._parts, generation, chunks)

    async def original(self, source: str, path: str) -> Original:
        """See `DocumentService.original`."""
        record = await self._parts.manifest.sources.present(source)
        file = await self._file(record, path)
        if record.source.kind is SourceKind.PACK:  # all that came of it is the Markdown that it became there
            text = await asyncio.to_thread(file.file.read_bytes)
            return Original(path, file.file, "md", text.decode("utf-8", "surrogatepass"), "utf-8")
        found = await self._parts.reader.call("original", file, record.source.language)
        assert isinstance(found, Original)
        return found

    async def page_picture(self, source: str, path: str, page: int, width: int) -> bytes:
        """See `DocumentService.page_picture`."""
        file = await self._file(await self._parts.manifest.sources.present(source), path)
        drawn = await self._parts.reader.call("page_picture", file, page, width)
        assert isinstance(drawn, bytes)
        return drawn

    async def correction(self, source: str, path: str) -> Correction:
        """See `DocumentService.correction`."""
        await self._parts.manifest.sources.present(source)
        said = await asyncio.to_thread(self._parts.corrections.read, source)
        return said.corrections.get(path, NO_CORRECTION)

    async def correct(
        self, source: str, path: str, correction: Correction, *, before: Correction | None = None
    ) -> None:
        """See `DocumentService.correct`."""
        self._parts.manifest.check_writable()
        record = await self._parts.manifest.sources.present(source)
        kept = await self.correction(source, path)
        if not kept:
            await self._answering(record, path)
        said = correction.text, correction.original
        if correction.text is None:
            correction = replace(correction, original="", file="")
        elif said != (kept.text, kept.original):
            correction = await self._with_text(record, path, correction, kept)
        await asyncio.to_thread(self._parts.corrections.put, source, path, correction, before)

    async def converted(self, source: str, path: str) -> MarkdownDocument:
        """See `DocumentService.converted`."""
        record = await self._parts.manifest.sources.present(source)
        listing = await as_it_lies(self._parts, record.source)
        file, around = _fetched(listing, record, path), SourceFiles.listed(listing)
        chunking = record.live.chunking if record.live else self._parts.settings().chunking
        order = Order(file, chunking, record.source.language, around=around)
        if record.source.kind is SourceKind.PACK:
            order = replace(order, packed=(await pack_texts(self._parts, record.source)).documents[path])
        made = await self._parts.reader.call("converted", order)
        assert isinstance(made, MarkdownDocument)
        return made

    # what they stand on

    async def _answering(self, record: SourceRecord, path: str) -> tuple[Generation, DocumentRecord]:
        document = await self._parts.manifest.documents.get(record.live, path) if record.live else None
        if document is None or record.live is None:
            raise DocumentMissing(location=path, source=record.source.id)
        return record.live, document

    async def _text_of(self, source: str, record: DocumentRecord) -> MarkdownDocument:
        text = await asyncio.to_thread(self._parts.markdown.read, source, record.path, record.markdown)
        if text is None:
            raise DocumentMissing(location=record.path, source=source)
        return MarkdownDocument(
            source, record.path, record.title, text, record.language, record.encoding, record.url, record.warnings,
            record.facts,
        )  # fmt: skip

    async def _file(self, record: SourceRecord, path: str) -> FetchedFile:
        """A file as it lies here now, found as a build finds it."""
        return _fetched(await as_it_lies(self._parts, record.source), record, path)

    async def _with_text(self, record: SourceRecord, path: str, wanted: Correction, kept: Correction) -> Correction:
        """A new text in its final form, and what it was made from, where that is not said. Raises EmptyText."""
        text = await self._parts.reader.call("tidied", wanted.text)
        if not text:
            raise EmptyText
        if wanted.original and wanted.original != kept.original:
            return replace(wanted, text=text, file=await self._hash(record, path))
        original, file = await self._made_from(record, path, kept)
        return replace(wanted, text=text, original=original, file=file)

    async def _made_from(self, record: SourceRecord, path: str, kept: Correction) -> tuple[str, str]:
        """The fingerprints of the text that the user has before them and of its file, empty where nobody can tell."""
        try:
            _, answering = await self._answering(record, path)
            if kept.text is None and answering.converter == MAKER:
                return fingerprint((await self._text_of(record.source.id, answering)).text), answering.sha256
            text = (await self.converted(record.source.id, path)).text
            return fingerprint(text), await self._hash(record, path)
        except (LocationMissing, UnreadableFile):
            return kept.original, kept.file

    async def _hash(self, record: SourceRecord, path: str) -> str:
        try:
            sha256, _ = await asyncio.to_thread(hash_file, (await self._file(record, path)).file)
        except (LocationMissing, OSError):
            return ""
        return sha256


def _fetched(listing: Listing, record: SourceRecord, path: str) -> FetchedFile:
    for found in listing.files:
        if found.path == path:
            return found.fetched(record.source.id, "", found.size)
    raise DocumentMissing(location=path, source=record.source.id)
