"""Reads chunks and their ids, as `DocumentTable` says of each. On the thread of the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from gangdan_gui.domain.documents import Chunk, chunk_id, row_ids
from gangdan_gui.storing.cuts_text import cuts_text, known_cuts
from gangdan_gui.storing.database import batches, marks
from gangdan_gui.storing.document_rows import CHUNK, JOIN, chunk_of_row
from gangdan_gui.storing.records import Generation


def chunks(connection: sqlite3.Connection, generation: Generation, path: str) -> tuple[Chunk, ...]:
    rows = connection.execute(
        f"SELECT {CHUNK} {JOIN} WHERE d.generation = ? AND d.path = ? ORDER BY c.ordinal", (generation.number, path)
    )
    return tuple(chunk_of_row(generation.source, row) for row in rows)


def rows(connection: sqlite3.Connection, generation: Generation, ids: Sequence[str]) -> tuple[tuple[str, str], ...]:
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


def altered(connection: sqlite3.Connection, generation: Generation) -> tuple[str, ...]:
    # What a disk does to a text in a page breaks no rule of SQLite's, which keeps no sums.
    rows = connection.execute(
        f"SELECT c.id, d.path, c.ordinal, c.text, c.context, c.cuts {JOIN} WHERE d.generation = ?",
        (generation.number,),
    )
    found = (
        path
        for id_, path, ordinal, text, context, cuts in rows
        if chunk_id(generation.source, path, ordinal, text, context) != id_
        or cuts_text(known_cuts(cuts, len(text))) != cuts
    )
    return tuple(dict.fromkeys(found))


def sample(connection: sqlite3.Connection, generation: Generation, count: int) -> tuple[str, ...]:
    (total,) = connection.execute("SELECT count(*) FROM chunks WHERE generation = ?", (generation.number,)).fetchone()
    # By the index, and ids are hashes: spread over the documents as well.
    select = "SELECT id FROM chunks WHERE generation = ? ORDER BY id LIMIT 1 OFFSET ?"
    places = sorted({total * number // count for number in range(count)}) if total else []
    return tuple(str(connection.execute(select, (generation.number, place)).fetchone()[0]) for place in places)


def live_ids(connection: sqlite3.Connection, generation: Generation) -> frozenset[str]:
    rows = connection.execute("SELECT id FROM chunks WHERE generation = ?", (generation.number,))
    return frozenset(id_ for (id_,) in rows)


def ids_of(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(id_ for id_, _ in _with_cuts(connection, generation, paths))


def row_ids_of(connection: sqlite3.Connection, generation: Generation, paths: Sequence[str] | None) -> tuple[str, ...]:
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
        yield from connection.execute(f"SELECT c.id, c.cuts {JOIN} WHERE {condition}", (generation.number, *some))
