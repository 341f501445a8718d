"""Writes documents and their chunks, as `DocumentTable` says of each. On the thread of the database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from gangdan_gui.domain.documents import row_ids
from gangdan_gui.storing.chunk_reading import row_ids_of
from gangdan_gui.storing.cuts_text import cuts_text
from gangdan_gui.storing.database import batches, marks
from gangdan_gui.storing.document_rows import COLUMNS, RECORD, record_values
from gangdan_gui.storing.found_chunks import by_id
from gangdan_gui.storing.posting_segments import index_changes
from gangdan_gui.storing.records import DocumentChange, DocumentRecord, FoundChunk, Generation


def replace(
    connection: sqlite3.Connection, generation: Generation, changes: Sequence[DocumentChange]
) -> tuple[str, ...]:
    before = remove(connection, generation, [change.record.path for change in changes])
    indexed = index_changes(connection, generation.number, changes)
    for change, slots in zip(changes, indexed, strict=True):
        values = record_values(change.record)
        values[-1] = len(change.chunks)
        document = connection.execute(
            f"INSERT INTO documents ({COLUMNS}, generation, cuts) VALUES ({marks(len(RECORD) + 2)})",
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


def update(connection: sqlite3.Connection, generation: Generation, records: Iterable[DocumentRecord]) -> None:
    columns = ", ".join(f'"{column}" = ?' for column in RECORD[:-1])
    connection.executemany(
        f"UPDATE documents SET {columns} WHERE generation = ? AND path = ?",
        [(*record_values(record)[:-1], generation.number, record.path) for record in records],
    )


def remove(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
    gone = row_ids_of(connection, generation, paths)
    for some in batches(paths):
        condition = f"generation = ? AND path IN ({marks(len(some))})"
        connection.execute(f"DELETE FROM documents WHERE {condition}", (generation.number, *some))
    return gone


def note_times(connection: sqlite3.Connection, generation: Generation, times: Mapping[str, tuple[str, float]]) -> None:
    connection.executemany(
        "UPDATE documents SET modified = ? WHERE generation = ? AND path = ? AND sha256 = ?",
        [(modified, generation.number, path, sha256) for path, (sha256, modified) in times.items()],
    )


def withdraw(connection: sqlite3.Connection, generation: Generation, ids: Sequence[str]) -> tuple[FoundChunk, ...]:
    found = tuple(by_id(connection, generation, ids).values())
    for item in found:
        connection.execute("DELETE FROM chunks WHERE generation = ? AND id = ?", (generation.number, item.chunk.id))
        # No hash is that of any file, so the document counts as changed.
        connection.execute(
            "UPDATE documents SET chunks = chunks - 1, cuts = cuts - ?, sha256 = '' WHERE generation = ? AND path = ?",
            (len(item.chunk.cuts), generation.number, item.chunk.path),
        )
    return found


def forget_files(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str]) -> None:
    connection.executemany(
        "UPDATE documents SET sha256 = '' WHERE generation = ? AND path = ?",
        [(generation.number, path) for path in paths],
    )
