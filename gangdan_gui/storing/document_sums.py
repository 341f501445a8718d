"""Counts what a generation holds, as `DocumentTable` says of each. On the thread of the database."""

from __future__ import annotations

import json
import sqlite3

from gangdan_gui.domain.documents import ChunkLengths, FileState
from gangdan_gui.storing.records import Counts, Generation


def counts(connection: sqlite3.Connection, generation: Generation) -> Counts:
    row = connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE state = ?), coalesce(sum(chunks), 0), coalesce(sum(chunks + cuts), 0)"
        " FROM documents WHERE generation = ?",
        (FileState.READY.value, generation.number),
    ).fetchone()
    return Counts(*row)


def characters(connection: sqlite3.Connection, generation: Generation) -> int:
    row = connection.execute(
        'SELECT coalesce(sum("end" - start), 0), count(*) - count(DISTINCT document) FROM chunks WHERE generation = ?',
        (generation.number,),
    ).fetchone()
    return int(row[0]) - int(row[1]) * generation.chunking.overlap


def lengths(connection: sqlite3.Connection, generation: Generation) -> ChunkLengths:
    row = connection.execute(
        'SELECT count(*), min("end" - start), max("end" - start), avg("end" - start) FROM chunks WHERE generation = ?',
        (generation.number,),
    ).fetchone()
    return ChunkLengths(*row) if row[0] else ChunkLengths()


def tags(connection: sqlite3.Connection, generation: Generation) -> tuple[tuple[str, ...], ...]:
    rows = connection.execute(
        "SELECT json_extract(facts, '$.tags') FROM documents"
        " WHERE generation = ? AND state = ? AND json_array_length(facts, '$.tags') > 0",
        (generation.number, FileState.READY.value),
    )
    return tuple(tuple(json.loads(tags)) for (tags,) in rows)


def main_language(connection: sqlite3.Connection, generation: Generation) -> str:
    found = connection.execute(
        "SELECT language FROM documents WHERE generation = ? AND language <> '' AND chunks > 0"
        " GROUP BY language ORDER BY count(*) DESC, language LIMIT 1",
        (generation.number,),
    ).fetchone()
    return str(found[0]) if found else ""


def languages(connection: sqlite3.Connection, generation: Generation) -> dict[str, int]:
    rows = connection.execute(
        "SELECT language, sum(chunks) FROM documents WHERE generation = ? AND language <> '' AND chunks > 0"
        " GROUP BY language ORDER BY language",
        (generation.number,),
    )
    return dict(rows.fetchall())
