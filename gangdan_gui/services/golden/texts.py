"""The documents that golden questions are about, as they answer now."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from itertools import chain, zip_longest

from gangdan_gui.domain.documents import Chunk, MarkdownDocument
from gangdan_gui.domain.errors import DocumentMissing, LocationMissing, NothingBuilt, UnknownSource
from gangdan_gui.domain.golden import GoldenQuestion
from gangdan_gui.services.documents.documents import Documents
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import SourceRecord

Place = tuple[str, str]


class GoldenTexts:
    """Reads documents by source and path; one that is not there is None."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._documents = Documents(parts)

    async def of(self, questions: Iterable[GoldenQuestion]) -> dict[Place, MarkdownDocument | None]:
        """All documents that questions expect something of."""
        places = dict.fromkeys((one.source, one.path) for question in questions for one in question.expected)
        return {place: await self._document(*place) for place in places}

    async def text(self, source: str, path: str) -> str | None:
        """The text of one."""
        document = await self._document(source, path)
        return document.text if document else None

    async def chunks(self, source: str, path: str) -> Sequence[Chunk]:
        """How one is cut."""
        record = await self._parts.manifest.sources.get(source)
        return await self._parts.manifest.documents.chunks(record.live, path) if record.live else ()

    async def built(self, sources: Sequence[str] = ()) -> list[SourceRecord]:
        """The sources that answer, or those of them that are chosen. Raises NothingBuilt, UnknownSource."""
        chosen = [await self._parts.manifest.sources.present(source) for source in sources]
        records = [one for one in chosen or await self._parts.manifest.sources.all() if one.live and one.chunks]
        if not records:
            raise NothingBuilt
        return records

    async def all(self, record: SourceRecord) -> AsyncIterator[MarkdownDocument]:
        """All of a source, by path."""
        if record.live is None:
            return
        for path in sorted(await self._parts.manifest.documents.all(record.live)):
            if document := await self._document(record.source.id, path):
                yield document

    async def some(self, records: Sequence[SourceRecord], count: int) -> AsyncIterator[MarkdownDocument]:
        """So many of several sources, of each as many."""
        paths = [await self._spread(record, count) for record in records]
        taken = 0
        for place in filter(None, chain.from_iterable(zip_longest(*paths))):
            if taken == count:
                return
            if document := await self._document(*place):
                taken += 1
                yield document

    async def _spread(self, record: SourceRecord, count: int) -> list[Place]:
        """Documents from all over a source."""
        if record.live is None:
            return []
        paths = sorted(await self._parts.manifest.documents.all(record.live))
        return [(record.source.id, path) for path in paths[:: max(len(paths) // count, 1)]]

    async def _document(self, source: str, path: str) -> MarkdownDocument | None:
        try:
            return await self._documents.document(source, path)
        except (UnknownSource, DocumentMissing, LocationMissing):
            return None
