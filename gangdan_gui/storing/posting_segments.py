"""The index of words as it is written: in segments, which are merged when they have become many.

What is written at one time is a segment: a row for each term in it. Segments of a term are in the order of their slots.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.database import marks
from gangdan_gui.storing.records import DocumentChange

if TYPE_CHECKING:  # numpy is imported by what is first searched or written
    from gangdan_gui.storing.live_slots import LiveCache
    from gangdan_gui.storing.posting_arrays import Posting

MOST_SEGMENTS = 8
UNINDEXED = -1
_FEW_DEAD = 500
_MERGED_AT_ONCE = 400
_INSERT = "INSERT INTO postings (generation, term, segment, slots, counts) VALUES (?,?,?,?,?)"


@dataclass(frozen=True, slots=True)
class Unindexed:
    """A chunk that the index does not know yet."""

    row: int
    id: str
    text: str


def index_changes(
    connection: sqlite3.Connection, number: int, changes: Sequence[DocumentChange]
) -> list[list[tuple[int, int]]]:
    """Write the segment of some documents; the slot and the length of each chunk of each of them.

    Those that came without terms, or with terms of another version than the index, have no slot and are indexed later.
    """
    known = connection.execute("SELECT terms, slots FROM generations WHERE number = ?", (number,)).fetchone()
    version, first = known or ("", 0)  # what is gone takes no chunks: that is for the caller to meet
    version = version or next((change.terms.version for change in changes if change.terms), "")
    given: list[list[tuple[int, int]]] = []
    parts: list[tuple[Sequence[int], ChunkTerms]] = []
    following = first
    for change in changes:
        slots = range(following, following + len(change.chunks))
        following = slots.stop  # also of those without: what is other has another number of slots
        terms = change.terms
        if terms and terms.version == version and slots:
            parts.append((slots, terms))
            given.append(list(zip(slots, terms.chunk_lengths, strict=True)))
        else:
            given.append([(UNINDEXED, 0)] * len(slots))
    connection.execute("UPDATE generations SET terms = ?, slots = ? WHERE number = ?", (version, following, number))
    _write_segment(connection, number, parts)
    return given


def _write_segment(
    connection: sqlite3.Connection, number: int, parts: Sequence[tuple[Sequence[int], ChunkTerms]]
) -> None:
    from gangdan_gui.storing.posting_arrays import EVERY, postings

    if not parts:
        return
    (segment,) = connection.execute(
        "SELECT coalesce(max(segment), -1) + 1 FROM postings WHERE generation = ? AND term = ?", (number, EVERY)
    ).fetchone()
    connection.executemany(
        _INSERT,
        ((number, term, segment, *posting.blobs()) for term, posting in postings(parts)),
    )


def add_terms(connection: sqlite3.Connection, number: int, chunks: Sequence[Unindexed], terms: ChunkTerms) -> None:
    """Write the segment of chunks that had no terms of this version, and take those of another one away."""
    known = connection.execute("SELECT terms, slots FROM generations WHERE number = ?", (number,)).fetchone()
    if known is None:
        return
    version, first = known
    if version != terms.version:
        connection.execute("DELETE FROM postings WHERE generation = ?", (number,))
        connection.execute("UPDATE chunks SET slot = ? WHERE generation = ?", (UNINDEXED, number))
    slots = range(first, first + len(chunks))
    connection.execute(
        "UPDATE generations SET terms = ?, slots = ? WHERE number = ?", (terms.version, slots.stop, number)
    )
    # A build may have replaced a chunk meanwhile, or another process have indexed it: then its slot is nobody's.
    connection.executemany(
        "UPDATE chunks SET slot = ?, length = ? WHERE row = ? AND id = ? AND generation = ? AND slot = ?",
        [
            (slot, length, chunk.row, chunk.id, number, UNINDEXED)
            for slot, length, chunk in zip(slots, terms.chunk_lengths, chunks, strict=True)
        ],
    )
    _write_segment(connection, number, [(slots, terms)] if chunks else [])


@dataclass(frozen=True, slots=True)
class PostingReader:
    """Reads the postings of terms of one generation."""

    connection: sqlite3.Connection
    number: int

    def __call__(self, term: str) -> Posting:
        from gangdan_gui.storing.posting_arrays import Posting

        return Posting.read(
            self.connection.execute(
                "SELECT slots, counts FROM postings WHERE generation = ? AND term = ? ORDER BY segment",
                (self.number, term),
            )
        )


def tidy_some(connection: sqlite3.Connection, cache: LiveCache, number: int, after: str) -> str | None:
    """Merge some terms behind `after`; the last of them, None at the end. What stands for every chunk is the last."""
    from gangdan_gui.storing.posting_arrays import EVERY

    live = cache.get(connection, number)
    if live is None:
        return None
    dead = len(PostingReader(connection, number)(EVERY)) - len(live)
    sweeping = dead > _FEW_DEAD and dead > len(live)
    most = 0 if sweeping else MOST_SEGMENTS
    terms = [
        term
        for (term,) in connection.execute(
            "SELECT term FROM postings WHERE generation = ? AND term > ? GROUP BY term HAVING count(*) > ?"
            " ORDER BY term LIMIT ?",
            (number, after, most, _MERGED_AT_ONCE),
        )
    ]
    done = len(terms) < _MERGED_AT_ONCE
    _merge(connection, number, [*terms, EVERY] if done else terms, most, live.of if sweeping else None)
    return None if done else terms[-1]


def _merge(
    connection: sqlite3.Connection,
    number: int,
    terms: Sequence[str],
    most: int,
    left: Callable[[Posting], Posting] | None,
) -> None:
    """Have one segment of each of some terms that has more than `most`, with what is `left` of it."""
    from gangdan_gui.storing.posting_arrays import Posting

    rows = connection.execute(
        f"SELECT term, segment, slots, counts FROM postings WHERE generation = ? AND term IN ({marks(len(terms))})"
        " ORDER BY term, segment",
        (number, *terms),
    )
    merged: list[tuple[int, str, int, bytes, bytes]] = []
    gone: list[tuple[int, str]] = []
    for term, segments in groupby(rows, itemgetter(0)):
        parts = list(segments)
        if len(parts) > most:
            posting = Posting.read((slots, counts) for _, _, slots, counts in parts)
            posting = left(posting) if left else posting
            gone.append((number, term))
            if len(posting):
                merged.append((number, term, parts[-1][1], *posting.blobs()))
    connection.executemany("DELETE FROM postings WHERE generation = ? AND term = ?", gone)
    connection.executemany(_INSERT, merged)
