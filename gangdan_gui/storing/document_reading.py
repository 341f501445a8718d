"""Reads what is remembered of documents, as `DocumentTable` says of each. On the thread of the database."""

from __future__ import annotations

import sqlite3

from gangdan_gui.domain.documents import FileState
from gangdan_gui.storing.document_rows import COLUMNS, facts_of, record_of
from gangdan_gui.storing.records import DocumentLabels, DocumentRecord, FileStamp, Generation


def documents(
    connection: sqlite3.Connection, generation: Generation, path: str | None = None
) -> dict[str, DocumentRecord]:
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM documents WHERE generation = ?1 AND (?2 IS NULL OR path = ?2) ORDER BY path",
        (generation.number, path),
    )
    return {record.path: record for record in map(record_of, rows)}


def labels(connection: sqlite3.Connection, generation: Generation, language: str) -> tuple[DocumentLabels, ...]:
    rows = connection.execute(
        "SELECT path, modified, facts FROM documents"
        " WHERE generation = ?1 AND (?2 = '' OR language = ?2) ORDER BY path",
        (generation.number, language),
    )
    return tuple(DocumentLabels(path, modified, facts_of(text)) for path, modified, text in rows)


def stamps(connection: sqlite3.Connection, generation: Generation) -> dict[str, FileStamp]:
    rows = connection.execute(
        "SELECT path, sha256, size, modified, state FROM documents WHERE generation = ?", (generation.number,)
    )
    return {path: _stamp(*rest) for path, *rest in rows}


def _stamp(sha256: str, size: int, modified: float, state: str) -> FileStamp:
    if state not in {one.value for one in FileState}:  # as in `record_of`
        return FileStamp("", size, modified, FileState.READY)
    return FileStamp(sha256, size, modified, FileState(state))


def markdown_names(connection: sqlite3.Connection, source: str) -> frozenset[str]:
    rows = connection.execute(
        "SELECT d.markdown FROM documents AS d JOIN generations AS g ON g.number = d.generation"
        " WHERE g.source = ? AND d.markdown != ''",
        (source,),
    )
    return frozenset(name for (name,) in rows)
