"""The documents of a generation and their chunks: what may answer now."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gangdan_gui.domain.documents import Chunk, ChunkLengths, DocumentFacts, FileState, SourceKind, chunk_id, row_ids
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.storing.cuts_text import cuts_text, known_cuts
from gangdan_gui.storing.database import Database, batches, marks
from gangdan_gui.storing.facts_json import facts_json, read_facts
from gangdan_gui.storing.posting_segments import index_changes
from gangdan_gui.storing.records import (
    Counts,
    DocumentChange,
    DocumentLabels,
    DocumentRecord,
    FileStamp,
    FoundChunk,
    Generation,
)

_RECORD = (
    "path", "sha256", "size", "modified", "state", "title", "language", "encoding", "url", "commit", "converter",
    "markdown", "reason", "warnings", "dropped", "dropped_characters", "facts", "characters", "excluded", "chunks",
)  # fmt: skip
_COLUMNS = ", ".join(f'"{name}"' for name in _RECORD)
_CHUNK = 'c.id, d.path, c.ordinal, c.heading, c.start, c."end", c.text, c.language, c.context, c.cuts'
_JOIN = "FROM chunks AS c JOIN documents AS d ON d.id = c.document"


class DocumentTable:
    """Documents by path. What is put here answers from that moment on; what is taken away no longer does."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def replace(self, generation: Generation, changes: Sequence[DocumentChange]) -> tuple[str, ...]:
        """Put documents with their chunks in the place of what those paths held, all at one moment.

        Returns the rows that no longer answer, to be deleted from the collection; the new ones must be there already.
        """
        return await self._database.write(lambda connection: _replace(connection, generation, changes))

    async def update(self, generation: Generation, records: Sequence[DocumentRecord]) -> None:
        """Change what is said of documents whose chunks stay; passes over paths that are not there."""
        await self._database.write(lambda connection: _update(connection, generation, records))

    async def remove(self, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
        """Take documents away, all at one moment; the rows that no longer answer."""
        return await self._database.write(lambda connection: _remove(connection, generation, paths))

    async def all(self, generation: Generation) -> dict[str, DocumentRecord]:
        """Every document by its path, in the order of paths."""
        return await self._database.read(lambda connection: _documents(connection, generation))

    async def labels(self, generation: Generation, language: str) -> tuple[DocumentLabels, ...]:
        """What documents of a language can be chosen by, in the order of paths; of all where it is empty."""
        return await self._database.read(lambda connection: _labels(connection, generation, language))

    async def stamps(self, generation: Generation) -> dict[str, FileStamp]:
        """What every file looked like when it was read, by its path."""
        return await self._database.read(lambda connection: _stamps(connection, generation))

    async def note_times(self, generation: Generation, times: Mapping[str, tuple[str, float]]) -> None:
        """Note the hash and the new time of files that are as they were; passes over what has another hash now."""
        await self._database.write(lambda connection: _note_times(connection, generation, times))

    async def get(self, generation: Generation, path: str) -> DocumentRecord | None:
        """One document."""
        found = await self._database.read(lambda connection: _documents(connection, generation, path))
        return found.get(path)

    async def chunks(self, generation: Generation, path: str) -> tuple[Chunk, ...]:
        """The chunks of one document in their order."""
        return await self._database.read(lambda connection: _chunks(connection, generation, path))

    async def chunks_of(self, generation: Generation, paths: Sequence[str]) -> tuple[Chunk, ...]:
        """The chunks of some documents."""
        return await self._database.read(
            lambda connection: tuple(one for path in paths for one in _chunks(connection, generation, path))
        )

    async def by_id(self, generation: Generation, ids: Sequence[str]) -> dict[str, FoundChunk]:
        """Chunks by id, any number of them; ids that do not answer are absent."""
        return (await self.by_ids([(generation, ids)]))[0]

    async def by_ids(self, wanted: Sequence[tuple[Generation, Sequence[str]]]) -> list[dict[str, FoundChunk]]:
        """The same of several generations, as they are at one moment."""
        return await self._database.read(lambda connection: [_by_id(connection, *one) for one in wanted])

    async def live_ids(self, generation: Generation) -> frozenset[str]:
        """The ids of all chunks."""
        return await self._database.read(lambda connection: _live_ids(connection, generation))

    async def row_ids(self, generation: Generation, paths: Sequence[str] | None = None) -> frozenset[str]:
        """The ids of the rows that its collection should have, of all chunks or of those of some documents."""
        return await self._database.read(lambda connection: frozenset(_row_ids(connection, generation, paths)))

    async def sample(self, generation: Generation, count: int) -> tuple[str, ...]:
        """At most `count` ids out of all, evenly spread; the same ones each time."""
        return await self._database.read(lambda connection: _sample(connection, generation, count))

    async def forget_files(self, generation: Generation, paths: Sequence[str]) -> None:
        """Have the next build read these documents again; what they hold answers until then."""
        await self._database.write(lambda connection: _forget_files(connection, generation, paths))

    async def ids_of(self, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
        """The ids of the chunks of some documents."""
        return await self._database.read(lambda connection: _ids_of(connection, generation, paths))

    async def rows(self, generation: Generation, ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """The rows of these chunks, as `Chunk.rows`; of chunks that do not answer there are none."""
        return await self._database.read(lambda connection: _rows(connection, generation, ids))

    async def altered(self, generation: Generation) -> tuple[str, ...]:
        """The paths of documents of which a chunk no longer says what its id was made from; reads them all."""
        return await self._database.read(lambda connection: _altered(connection, generation))

    async def characters(self, generation: Generation) -> int:
        """How many characters the chunks hold together at least: what two of them may share is counted once."""
        return await self._database.read(lambda connection: _characters(connection, generation))

    async def lengths(self, generation: Generation) -> ChunkLengths:
        """How long its chunks are."""
        return await self._database.read(lambda connection: _lengths(connection, generation))

    async def tags(self, generation: Generation) -> tuple[tuple[str, ...], ...]:
        """The tags of each document that answers and has some."""
        return await self._database.read(lambda connection: _tags(connection, generation))

    async def withdraw(self, generation: Generation, ids: Sequence[str]) -> tuple[FoundChunk, ...]:
        """Take single chunks away, which were they; the next build reads their documents again."""
        return await self._database.write(lambda connection: _withdraw(connection, generation, ids))

    async def counts(self, generation: Generation) -> Counts:
        """How much there is."""
        return await self._database.read(lambda connection: _counts(connection, generation))

    async def main_language(self, generation: Generation) -> str:
        """The language of most documents, empty where none is known."""
        return await self._database.read(lambda connection: _main_language(connection, generation))

    async def languages(self, generation: Generation) -> dict[str, int]:
        """How many chunks stand in documents of each language that is known."""
        return await self._database.read(lambda connection: _languages(connection, generation))

    async def markdown_names(self, source: str) -> frozenset[str]:
        """The Markdown files that any generation of a source refers to: any other may go."""
        return await self._database.read(lambda connection: _markdown_names(connection, source))


def _replace(
    connection: sqlite3.Connection, generation: Generation, changes: Sequence[DocumentChange]
) -> tuple[str, ...]:
    before = _remove(connection, generation, [change.record.path for change in changes])
    indexed = index_changes(connection, generation.number, changes)
    for change, slots in zip(changes, indexed, strict=True):
        values = _values(change.record)
        values[-1] = len(change.chunks)
        document = connection.execute(
            f"INSERT INTO documents ({_COLUMNS}, generation, cuts) VALUES ({marks(len(_RECORD) + 2)})",
            (*values, generation.number, sum(len(chunk.cuts) for chunk in change.chunks)),
        ).lastrowid
        connection.executemany(
            "INSERT INTO chunks"
            ' (generation, document, id, ordinal, heading, start, "end", text, language, context, cuts, slot, length)'
            f" VALUES ({marks(13)})",
            [
                (generation.number, document, chunk.id, chunk.ordinal, json.dumps(chunk.heading, ensure_ascii=False),
                 chunk.start, chunk.end, chunk.text, chunk.language, chunk.context, cuts_text(chunk.cuts),
                 *slot)
                for chunk, slot in zip(change.chunks, slots, strict=True)
            ],
        )  # fmt: skip
    # What did not change keeps its ids, so it is neither added again nor deleted.
    kept = {row for change in changes for chunk in change.chunks for row in row_ids(chunk.id, len(chunk.cuts))}
    return tuple(row for row in before if row not in kept)


def _update(connection: sqlite3.Connection, generation: Generation, records: Iterable[DocumentRecord]) -> None:
    columns = ", ".join(f'"{column}" = ?' for column in _RECORD[:-1])
    connection.executemany(
        f"UPDATE documents SET {columns} WHERE generation = ? AND path = ?",
        [(*_values(record)[:-1], generation.number, record.path) for record in records],
    )


def _remove(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
    gone = _row_ids(connection, generation, paths)
    for some in batches(paths):
        condition = f"generation = ? AND path IN ({marks(len(some))})"
        connection.execute(f"DELETE FROM documents WHERE {condition}", (generation.number, *some))
    return gone


def _ids_of(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(id_ for id_, _ in _with_cuts(connection, generation, paths))


def _row_ids(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str] | None) -> tuple[str, ...]:
    found = _with_cuts(connection, generation, paths)
    return tuple(row for id_, cuts in found for row in row_ids(id_, len(cuts.split())))


def _with_cuts(
    connection: sqlite3.Connection, generation: Generation, paths: Sequence[str] | None
) -> Iterator[tuple[str, str]]:
    """The ids of all chunks or of those of some documents, each with its cuts."""
    if paths is None:
        yield from connection.execute("SELECT id, cuts FROM chunks WHERE generation = ?", (generation.number,))
        return
    for some in batches(paths):
        condition = f"d.generation = ? AND d.path IN ({marks(len(some))})"
        yield from connection.execute(f"SELECT c.id, c.cuts {_JOIN} WHERE {condition}", (generation.number, *some))


def _documents(
    connection: sqlite3.Connection, generation: Generation, path: str | None = None
) -> dict[str, DocumentRecord]:
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM documents WHERE generation = ?1 AND (?2 IS NULL OR path = ?2) ORDER BY path",
        (generation.number, path),
    )
    return {record.path: record for record in map(_record, rows)}


def _labels(connection: sqlite3.Connection, generation: Generation, language: str) -> tuple[DocumentLabels, ...]:
    rows = connection.execute(
        "SELECT path, modified, facts FROM documents"
        " WHERE generation = ?1 AND (?2 = '' OR language = ?2) ORDER BY path",
        (generation.number, language),
    ).fetchall()
    # Many documents say the same, most of them nothing.
    known = {text: _facts(text) for text in {row[2] for row in rows}}
    return tuple(DocumentLabels(path, modified, known[text]) for path, modified, text in rows)


def _stamps(connection: sqlite3.Connection, generation: Generation) -> dict[str, FileStamp]:
    rows = connection.execute(
        "SELECT path, sha256, size, modified, state FROM documents WHERE generation = ?", (generation.number,)
    )
    return {path: _stamp(*rest) for path, *rest in rows}


def _stamp(sha256: str, size: int, modified: float, state: str) -> FileStamp:
    if state not in {one.value for one in FileState}:  # as in `_record`
        return FileStamp("", size, modified, FileState.READY)
    return FileStamp(sha256, size, modified, FileState(state))


def _note_times(connection: sqlite3.Connection, generation: Generation, times: Mapping[str, tuple[str, float]]) -> None:
    connection.executemany(
        "UPDATE documents SET modified = ? WHERE generation = ? AND path = ? AND sha256 = ?",
        [(modified, generation.number, path, sha256) for path, (sha256, modified) in times.items()],
    )


def _chunks(connection: sqlite3.Connection, generation: Generation, path: str) -> tuple[Chunk, ...]:
    rows = connection.execute(
        f"SELECT {_CHUNK} {_JOIN} WHERE d.generation = ? AND d.path = ? ORDER BY c.ordinal", (generation.number, path)
    )
    return tuple(_chunk(generation.source, row) for row in rows)


def _by_id(connection: sqlite3.Connection, generation: Generation, ids: Sequence[str]) -> dict[str, FoundChunk]:
    found: dict[str, FoundChunk] = {}
    facts_of: dict[str, DocumentFacts] = {}  # many documents say the same, most of them nothing
    for some in batches(ids):
        rows = connection.execute(
            f'SELECT {_CHUNK}, d.title, d.url, d."commit", d.facts, (SELECT kind FROM sources WHERE id = ?) {_JOIN}'
            f" WHERE c.generation = ? AND c.id IN ({marks(len(some))})",
            (generation.source, generation.number, *some),
        )
        for *columns, title, url, commit, facts, kind in rows:
            chunk = _chunk(generation.source, columns)
            if facts not in facts_of:
                facts_of[facts] = _facts(facts)
            of = SourceKind.PACKED_NOTES if generation.holds_notes else SourceKind(kind)
            found[chunk.id] = FoundChunk(chunk, title, url, commit, facts_of[facts], of)
    return found


def _rows(connection: sqlite3.Connection, generation: Generation, ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for some in batches(ids):
        condition = f"generation = ? AND id IN ({marks(len(some))})"
        rows = connection.execute(
            f"SELECT id, text, context, cuts FROM chunks WHERE {condition}", (generation.number, *some)
        )
        for id_, text, context, cuts in rows:
            parts = known_cuts(cuts, len(text))
            found.extend(Chunk(id_, "", "", 0, (), 0, len(text), text, context=context, cuts=parts).rows)
    return tuple(found)


def _altered(connection: sqlite3.Connection, generation: Generation) -> tuple[str, ...]:
    # What a disk does to a text in a page breaks no rule of SQLite's, which keeps no sums.
    rows = connection.execute(
        f"SELECT c.id, d.path, c.ordinal, c.text, c.context, c.cuts {_JOIN} WHERE d.generation = ?",
        (generation.number,),
    )
    found = (
        path
        for id_, path, ordinal, text, context, cuts in rows
        if chunk_id(generation.source, path, ordinal, text, context) != id_
        or cuts_text(known_cuts(cuts, len(text))) != cuts
    )
    return tuple(dict.fromkeys(found))


def _characters(connection: sqlite3.Connection, generation: Generation) -> int:
    row = connection.execute(
        'SELECT coalesce(sum("end" - start), 0), count(*) - count(DISTINCT document) FROM chunks WHERE generation = ?',
        (generation.number,),
    ).fetchone()
    return int(row[0]) - int(row[1]) * generation.chunking.overlap


def _lengths(connection: sqlite3.Connection, generation: Generation) -> ChunkLengths:
    row = connection.execute(
        'SELECT count(*), min("end" - start), max("end" - start), avg("end" - start) FROM chunks WHERE generation = ?',
        (generation.number,),
    ).fetchone()
    return ChunkLengths(*row) if row[0] else ChunkLengths()


def _tags(connection: sqlite3.Connection, generation: Generation) -> tuple[tuple[str, ...], ...]:
    rows = connection.execute(
        "SELECT json_extract(facts, '$.tags') FROM documents"
        " WHERE generation = ? AND state = ? AND json_array_length(facts, '$.tags') > 0",
        (generation.number, FileState.READY.value),
    )
    return tuple(tuple(json.loads(tags)) for (tags,) in rows)


def _withdraw(connection: sqlite3.Connection, generation: Generation, ids: Sequence[str]) -> tuple[FoundChunk, ...]:
    found = tuple(_by_id(connection, generation, ids).values())
    for item in found:
        connection.execute("DELETE FROM chunks WHERE generation = ? AND id = ?", (generation.number, item.chunk.id))
        # No hash is that of any file, so the document counts as changed.
        connection.execute(
            "UPDATE documents SET chunks = chunks - 1, cuts = cuts - ?, sha256 = '' WHERE generation = ? AND path = ?",
            (len(item.chunk.cuts), generation.number, item.chunk.path),
        )
    return found


def _live_ids(connection: sqlite3.Connection, generation: Generation) -> frozenset[str]:
    rows = connection.execute("SELECT id FROM chunks WHERE generation = ?", (generation.number,))
    return frozenset(id_ for (id_,) in rows)


def _sample(connection: sqlite3.Connection, generation: Generation, count: int) -> tuple[str, ...]:
    (total,) = connection.execute("SELECT count(*) FROM chunks WHERE generation = ?", (generation.number,)).fetchone()
    # By the index, and ids are hashes: spread over the documents as well.
    select = "SELECT id FROM chunks WHERE generation = ? ORDER BY id LIMIT 1 OFFSET ?"
    places = sorted({total * number // count for number in range(count)}) if total else []
    return tuple(str(connection.execute(select, (generation.number, place)).fetchone()[0]) for place in places)


def _forget_files(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str]) -> None:
    connection.executemany(
        "UPDATE documents SET sha256 = '' WHERE generation = ? AND path = ?",
        [(generation.number, path) for path in paths],
    )


def _counts(connection: sqlite3.Connection, generation: Generation) -> Counts:
    row = connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE state = ?), coalesce(sum(chunks), 0), coalesce(sum(chunks + cuts), 0)"
        " FROM documents WHERE generation = ?",
        (FileState.READY.value, generation.number),
    ).fetchone()
    return Counts(*row)


def _main_language(connection: sqlite3.Connection, generation: Generation) -> str:
    found = connection.execute(
        "SELECT language FROM documents WHERE generation = ? AND language <> '' AND chunks > 0"
        " GROUP BY language ORDER BY count(*) DESC, language LIMIT 1",
        (generation.number,),
    ).fetchone()
    return str(found[0]) if found else ""


def _languages(connection: sqlite3.Connection, generation: Generation) -> dict[str, int]:
    rows = connection.execute(
        "SELECT language, sum(chunks) FROM documents WHERE generation = ? AND language <> '' AND chunks > 0"
        " GROUP BY language ORDER BY language",
        (generation.number,),
    )
    return dict(rows.fetchall())


def _markdown_names(connection: sqlite3.Connection, source: str) -> frozenset[str]:
    rows = connection.execute(
        "SELECT d.markdown FROM documents AS d JOIN generations AS g ON g.number = d.generation"
        " WHERE g.source = ? AND d.markdown != ''",
        (source,),
    )
    return frozenset(name for (name,) in rows)


def _values(record: DocumentRecord) -> list[object]:
    reason = record.reason
    return [
        record.path, record.sha256, record.size, record.modified, record.state.value, record.title, record.language,
        record.encoding, record.url, record.commit, record.converter, record.markdown,
        json.dumps([reason.code, reason.detail]) if reason else None,
        json.dumps([[warning.code, warning.detail] for warning in record.warnings]),
        record.dropped, record.dropped_characters,
        json.dumps(facts_json(record.facts), ensure_ascii=False), record.characters, record.excluded, record.chunks,
    ]  # fmt: skip


def _record(row: Sequence[Any]) -> DocumentRecord:
    said = dict(zip(_RECORD, row, strict=True))
    try:
        said |= _read(said)
    except (ValueError, TypeError, AttributeError):
        # A byte that the disk has changed. Without a hash its file counts as changed, so the next build makes it anew.
        said |= {"state": FileState.READY, "sha256": "", "reason": None, "facts": DocumentFacts(), "warnings": ()}
    return DocumentRecord(**said)


def _facts(text: str) -> DocumentFacts:
    try:
        return read_facts(json.loads(text))
    except (ValueError, AttributeError):  # as in `_record`
        return DocumentFacts()


def _read(said: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "state": FileState(said["state"]),
        "reason": Reason(*json.loads(said["reason"])) if said["reason"] else None,
        "facts": read_facts(json.loads(said["facts"])),
        "warnings": tuple(Reason(*warning) for warning in json.loads(said["warnings"])),
    }


def _chunk(source: str, row: Sequence[Any]) -> Chunk:
    id_, path, ordinal, heading, start, end, text, language, context, cuts = row
    heading, parts = tuple(json.loads(heading)), known_cuts(cuts, len(text))
    return Chunk(id_, source, path, ordinal, heading, start, end, text, language, context, parts)
