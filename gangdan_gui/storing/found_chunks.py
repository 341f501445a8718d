"""Reads the chunks that a search found, with what is known of their documents, and with their vectors.

All at one moment and in one turn of the thread that runs SQL: each turn that a question waits for takes as long on a
busy machine as all that it computes.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from gangdan_gui.domain.documents import Chunk, DocumentFacts, SourceKind
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.database import batches, marks, whole_texts
from gangdan_gui.storing.document_rows import CHUNK, JOIN, chunk_of_row, facts_of
from gangdan_gui.storing.records import FoundChunk, Generation
from gangdan_gui.storing.vector_cache import read_vectors

Wanted = Sequence[tuple[Generation, Sequence[str]]]
_Row = tuple[Chunk, str, str, str, DocumentFacts, SourceKind]


def by_ids(connection: sqlite3.Connection, wanted: Wanted, measured: Collection[int]) -> list[dict[str, FoundChunk]]:
    """The chunks of each generation by id, without those that do not answer.

    Those of the generations with the numbers `measured` have their vectors.
    """
    read = [list(_rows(connection, *one)) for one in wanted]
    vectors = _vectors(connection, wanted, read, measured)
    return [
        {row[0].id: FoundChunk(*row, those) for row, those in zip(some, kept, strict=True)}
        for some, kept in zip(read, vectors, strict=True)
    ]


def by_id(connection: sqlite3.Connection, generation: Generation, ids: Sequence[str]) -> dict[str, FoundChunk]:
    """Chunks by id, any number of them; ids that do not answer are absent."""
    return by_ids(connection, [(generation, ids)], ())[0]


def _rows(connection: sqlite3.Connection, generation: Generation, ids: Sequence[str]) -> Iterator[_Row]:
    for some in batches(ids):
        rows = whole_texts(
            connection,
            f'SELECT {CHUNK}, d.title, d.url, d."commit", d.facts, (SELECT kind FROM sources WHERE id = ?) {JOIN}'
            f" WHERE c.generation = ? AND c.id IN ({marks(len(some))})",
            (generation.source, generation.number, *some),
        )
        for *columns, title, url, commit, facts, kind in rows:
            of = SourceKind.PACKED_NOTES if generation.holds_notes else SourceKind(kind)
            yield chunk_of_row(generation.source, columns), title, url, commit, facts_of(facts), of


def _vectors(
    connection: sqlite3.Connection, wanted: Wanted, read: Sequence[Sequence[_Row]], measured: Collection[int]
) -> list[list[tuple[bytes | None, ...]]]:
    """The vectors of the rows of each chunk, none of a generation that is not to be measured."""
    found: list[list[tuple[bytes | None, ...]]] = [[()] * len(some) for some in read]
    alike: defaultdict[tuple[EmbedderIdentity, str], list[int]] = defaultdict(list)
    for at, (generation, _) in enumerate(wanted):
        if generation.number in measured:
            alike[generation.identity, generation.maker].append(at)
    for (identity, maker), places in alike.items():
        texts = {at: [[text for _, text in row[0].rows] for row in read[at]] for at in places}
        kept = iter(
            read_vectors(connection, identity, [text for at in places for some in texts[at] for text in some], maker)
        )
        for at in places:
            found[at] = [tuple(next(kept) for _ in some) for some in texts[at]]
    return found
