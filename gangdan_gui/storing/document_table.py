"""The documents of a generation and their chunks: what may answer now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from gangdan_gui.domain.documents import Chunk, ChunkLengths
from gangdan_gui.storing import chunk_reading, document_changes, document_reading, document_sums, found_chunks
from gangdan_gui.storing.database import Database
from gangdan_gui.storing.found_chunks import Wanted
from gangdan_gui.storing.records import (
    Counts,
    DocumentChange,
    DocumentLabels,
    DocumentRecord,
    FileStamp,
    FoundChunk,
    Generation,
)


class DocumentTable:
    """Documents by path. What is put here answers from that moment on; what is taken away no longer does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def replace(self, generation: Generation, changes: Sequence[DocumentChange]) -> tuple[str, ...]:
        """Put documents with their chunks in the place of what those paths held, all at one moment.

        Returns the rows that no longer answer, to be deleted from the collection; the new ones must be there already.
        """
        return await self._database.write(lambda connection: document_changes.replace(connection, generation, changes))

    async def update(self, generation: Generation, records: Sequence[DocumentRecord]) -> None:
        """Change what is said of documents whose chunks stay; passes over paths that are not there."""
        await self._database.write(lambda connection: document_changes.update(connection, generation, records))

    async def remove(self, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
        """Take documents away, all at one moment; the rows that no longer answer."""
        return await self._database.write(lambda connection: document_changes.remove(connection, generation, paths))

    async def all(self, generation: Generation) -> dict[str, DocumentRecord]:
        """Every document by its path, in the order of paths."""
        return await self._database.read(lambda connection: document_reading.documents(connection, generation))

    async def labels(self, generation: Generation, language: str) -> tuple[DocumentLabels, ...]:
        """What documents of a language can be chosen by, in the order of paths; of all where it is empty."""
        return await self._database.read(lambda connection: document_reading.labels(connection, generation, language))

    async def stamps(self, generation: Generation) -> dict[str, FileStamp]:
        """What every file looked like when it was read, by its path."""
        return await self._database.read(lambda connection: document_reading.stamps(connection, generation))

    async def note_times(self, generation: Generation, times: Mapping[str, tuple[str, float]]) -> None:
        """Note the hash and the new time of files that are as they were; passes over what has another hash now."""
        await self._database.write(lambda connection: document_changes.note_times(connection, generation, times))

    async def get(self, generation: Generation, path: str) -> DocumentRecord | None:
        """One document."""
        found = await self._database.read(lambda connection: document_reading.documents(connection, generation, path))
        return found.get(path)

    async def chunks(self, generation: Generation, path: str) -> tuple[Chunk, ...]:
        """The chunks of one document in their order."""
        return await self._database.read(lambda connection: chunk_reading.chunks(connection, generation, path))

    async def chunks_of(self, generation: Generation, paths: Sequence[str]) -> tuple[Chunk, ...]:
        """The chunks of some documents."""
        return await self._database.read(
            lambda connection: tuple(
                one for path in paths for one in chunk_reading.chunks(connection, generation, path)
            )
        )

    async def by_id(self, generation: Generation, ids: Sequence[str]) -> dict[str, FoundChunk]:
        """Chunks by id, any number of them; ids that do not answer are absent."""
        return await self._database.read(lambda connection: found_chunks.by_id(connection, generation, ids))

    async def by_ids(self, wanted: Wanted, measured: Collection[int] = ()) -> list[dict[str, FoundChunk]]:
        """The same of several generations, as they are at one moment.

        Those of the generations with the numbers `measured` have their vectors.
        """
        return await self._database.read(lambda connection: found_chunks.by_ids(connection, wanted, measured))

    async def live_ids(self, generation: Generation) -> frozenset[str]:
        """The ids of all chunks."""
        return await self._database.read(lambda connection: chunk_reading.live_ids(connection, generation))

    async def row_ids(self, generation: Generation, paths: Sequence[str] | None = None) -> frozenset[str]:
        """The ids of the rows that its collection should have, of all chunks or of those of some documents."""
        return await self._database.read(
            lambda connection: frozenset(chunk_reading.row_ids_of(connection, generation, paths))
        )

    async def sample(self, generation: Generation, count: int) -> tuple[str, ...]:
        """At most `count` ids out of all, evenly spread; the same ones each time."""
        return await self._database.read(lambda connection: chunk_reading.sample(connection, generation, count))

    async def forget_files(self, generation: Generation, paths: Sequence[str]) -> None:
        """Have the next build read these documents again; what they hold answers until then."""
        await self._database.write(lambda connection: document_changes.forget_files(connection, generation, paths))

    async def ids_of(self, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
        """The ids of the chunks of some documents."""
        return await self._database.read(lambda connection: chunk_reading.ids_of(connection, generation, paths))

    async def rows(self, generation: Generation, ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """The rows of these chunks, as `Chunk.rows`; of chunks that do not answer there are none."""
        return await self._database.read(lambda connection: chunk_reading.rows(connection, generation, ids))

    async def altered(self, generation: Generation) -> tuple[str, ...]:
        """The paths of documents of which a chunk no longer says what its id was made from; reads them all."""
        return await self._database.read(lambda connection: chunk_reading.altered(connection, generation))

    async def characters(self, generation: Generation) -> int:
        """How many characters the chunks hold together at least: what two of them may share is counted once."""
        return await self._database.read(lambda connection: document_sums.characters(connection, generation))

    async def lengths(self, generation: Generation) -> ChunkLengths:
        """How long its chunks are."""
        return await self._database.read(lambda connection: document_sums.lengths(connection, generation))

    async def tags(self, generation: Generation) -> tuple[tuple[str, ...], ...]:
        """The tags of each document that answers and has some."""
        return await self._database.read(lambda connection: document_sums.tags(connection, generation))

    async def withdraw(self, generation: Generation, ids: Sequence[str]) -> tuple[FoundChunk, ...]:
        """Take single chunks away, which were they; the next build reads their documents again."""
        return await self._database.write(lambda connection: document_changes.withdraw(connection, generation, ids))

    async def counts(self, generation: Generation) -> Counts:
        """How much there is."""
        return await self._database.read(lambda connection: document_sums.counts(connection, generation))

    async def main_language(self, generation: Generation) -> str:
        """The language of most documents, empty where none is known."""
        return await self._database.read(lambda connection: document_sums.main_language(connection, generation))

    async def languages(self, generation: Generation) -> dict[str, int]:
        """How many chunks stand in documents of each language that is known."""
        return await self._database.read(lambda connection: document_sums.languages(connection, generation))

    async def markdown_names(self, source: str) -> frozenset[str]:
        """The Markdown files that any generation of a source refers to: any other may go."""
        return await self._database.read(lambda connection: document_reading.markdown_names(connection, source))
