"""The index of words of each generation: which of its chunks hold a term, and how often.

What is written at one time is a segment: a row for each term in it. A change of documents writes its segment in the
very transaction that lets its chunks answer, so the index is never behind and never ahead. A chunk that is gone is
passed over by its slot, which no other gets, until enough of them have gone for its postings to be swept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.database import Database, marks
from gangdan_gui.storing.records import DocumentChange, Generation, WordHit

if TYPE_CHECKING:  # numpy is imported by what is first searched or written
    from gangdan_gui.storing.live_slots import LiveCache, LiveSlots
    from gangdan_gui.storing.passing_index import PassingIndex
    from gangdan_gui.storing.posting_arrays import Posting

MOST_SEGMENTS = 8
_FEW_DEAD = 500
_MERGED_AT_ONCE = 400
_UNINDEXED = -1
_INSERT = "INSERT INTO postings (generation, term, segment, slots, counts) VALUES (?,?,?,?,?)"


@dataclass(frozen=True, slots=True)
class WordQuery:
    """What to look for and where, as `KeywordIndex.scores` has it; `version` names how texts are taken apart now.

    Without `whole` it is enough that an index has some of the chunks.
    """

    version: str
    words: Mapping[str, float]
    among: Mapping[int, Collection[str]] | None
    wanted: int
    language: str = ""
    groups: Sequence[Mapping[str, float]] = ()
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Unindexed:
    """A chunk that the index does not know yet."""

    row: int
    id: str
    text: str


class PostingTable:
    """The indexes of one library."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._live: LiveCache | None = None

    async def best(
        self, query: WordQuery, generations: Sequence[Generation], passing: Mapping[int, PassingIndex] | None = None
    ) -> list[WordHit] | list[Generation]:
        """What is found; else the generations whose index is not whole, where there are any.

        `passing` are indexes that take the place of those kept here, by the number of the generation.
        """
        return await self._database.read(lambda connection: self._best(connection, query, generations, passing or {}))

    async def unindexed(self, generation: Generation, version: str, count: int) -> tuple[Unindexed, ...]:
        """Some chunks that have no terms of this version in the index; none where it is whole."""
        return await self._database.read(lambda connection: _unindexed(connection, generation.number, version, count))

    async def add(self, generation: Generation, chunks: Sequence[Unindexed], terms: ChunkTerms) -> None:
        """Put the terms of chunks into the index, those of another version away; passes over chunks that are gone."""
        await self._database.write(lambda connection: _add(connection, generation.number, chunks, terms))

    async def tidy(self, generation: Generation) -> None:
        """Merge segments that have become many, and sweep what is of chunks that are gone; in short transactions."""
        after: str | None = ""
        while after is not None:
            after = await self._tidy_some(generation.number, after)

    async def texts_after(self, generation: Generation, row: int, count: int) -> tuple[Unindexed, ...]:
        """The chunks behind a row, in the index or not; none behind the last."""
        return await self._database.read(lambda connection: _texts_after(connection, generation.number, row, count))

    async def passing(
        self, generation: Generation, parts: Sequence[tuple[Sequence[Unindexed], ChunkTerms]]
    ) -> PassingIndex | None:
        """An index in memory of chunks with their terms; None where some are not among them, or have changed."""
        return await self._database.read(lambda connection: self._passing(connection, generation.number, parts))

    async def vocabulary(self, generation: Generation) -> dict[str, int]:
        """Its terms, each with the number of chunks that hold it and answer."""
        return await self._database.read(lambda connection: self._vocabulary(connection, generation.number))

    # On the thread of the database

    def _cache(self) -> LiveCache:
        from gangdan_gui.storing.live_slots import LiveCache

        self._live = self._live or LiveCache()
        return self._live

    def _best(
        self,
        connection: sqlite3.Connection,
        query: WordQuery,
        generations: Sequence[Generation],
        passing: Mapping[int, PassingIndex],
    ) -> list[WordHit] | list[Generation]:
        from gangdan_gui.storing.word_search import Searched, best

        searched: list[Searched] = []
        lacking: list[Generation] = []
        for generation in sorted(generations, key=lambda one: (one.source, one.number)):
            number = generation.number
            kept = self._cache().get(connection, number)
            if kept is None:
                continue
            other = passing.get(number)
            live: LiveSlots = kept
            posting: Callable[[str], Posting] = _reader(connection, number)
            if other and other.fits(kept):
                live, posting = other.live, other.posting
            elif not kept.holds(query.version, whole=query.whole):
                lacking.append(generation)
                continue
            paths = None if query.among is None else query.among.get(number)
            searched.append(Searched(generation, live, posting, live.chosen(paths, query.language)))
        return lacking or best(connection, searched, query.words, query.wanted, query.groups)

    def _passing(
        self, connection: sqlite3.Connection, number: int, parts: Sequence[tuple[Sequence[Unindexed], ChunkTerms]]
    ) -> PassingIndex | None:
        from gangdan_gui.storing.passing_index import passing_index

        kept = self._cache().get(connection, number)
        return None if kept is None else passing_index(connection, number, kept, parts)

    async def _tidy_some(self, number: int, after: str) -> str | None:
        return await self._database.write(lambda connection: _tidy_some(connection, self._cache(), number, after))

    def _vocabulary(self, connection: sqlite3.Connection, number: int) -> dict[str, int]:
        from gangdan_gui.storing.posting_arrays import EVERY

        live = self._cache().get(connection, number)
        if live is None:
            return {}
        posting = _reader(connection, number)
        rows = connection.execute(
            "SELECT term, sum(length(counts)) FROM postings WHERE generation = ? AND term <> ? GROUP BY term",
            (number, EVERY),
        ).fetchall()
        if len(posting(EVERY)) == len(live):  # nothing of chunks that are gone
            return dict(rows)
        counts = ((term, len(live.of(posting(term)))) for term, _ in rows)
        return {term: count for term, count in counts if count}


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
            given.append([(_UNINDEXED, 0)] * len(slots))
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


def _unindexed(connection: sqlite3.Connection, number: int, version: str, count: int) -> tuple[Unindexed, ...]:
    known = connection.execute("SELECT terms FROM generations WHERE number = ?", (number,)).fetchone()
    if known is None:
        return ()
    condition = "generation = ? AND slot = ?" if known[0] == version else "generation = ? AND slot >= ?"
    rows = connection.execute(
        f"SELECT row, id, text FROM chunks WHERE {condition} LIMIT ?", (number, _UNINDEXED, count)
    )
    return tuple(Unindexed(*row) for row in rows)


def _texts_after(connection: sqlite3.Connection, number: int, row: int, count: int) -> tuple[Unindexed, ...]:
    rows = connection.execute(
        "SELECT row, id, text FROM chunks WHERE generation = ? AND row > ? ORDER BY row LIMIT ?", (number, row, count)
    )
    return tuple(Unindexed(*found) for found in rows)


def _add(connection: sqlite3.Connection, number: int, chunks: Sequence[Unindexed], terms: ChunkTerms) -> None:
    known = connection.execute("SELECT terms, slots FROM generations WHERE number = ?", (number,)).fetchone()
    if known is None:
        return
    version, first = known
    if version != terms.version:
        connection.execute("DELETE FROM postings WHERE generation = ?", (number,))
        connection.execute("UPDATE chunks SET slot = ? WHERE generation = ?", (_UNINDEXED, number))
    slots = range(first, first + len(chunks))
    connection.execute(
        "UPDATE generations SET terms = ?, slots = ? WHERE number = ?", (terms.version, slots.stop, number)
    )
    # A build may have replaced a chunk meanwhile, or another process have indexed it: then its slot is nobody's.
    connection.executemany(
        "UPDATE chunks SET slot = ?, length = ? WHERE row = ? AND id = ? AND generation = ? AND slot = ?",
        [
            (slot, length, chunk.row, chunk.id, number, _UNINDEXED)
            for slot, length, chunk in zip(slots, terms.chunk_lengths, chunks, strict=True)
        ],
    )
    _write_segment(connection, number, [(slots, terms)] if chunks else [])


def _reader(connection: sqlite3.Connection, number: int) -> _Reader:
    return _Reader(connection, number)


@dataclass(frozen=True, slots=True)
class _Reader:
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


def _tidy_some(connection: sqlite3.Connection, cache: LiveCache, number: int, after: str) -> str | None:
    """Merge some terms behind `after`; the last of them, None at the end. What stands for every chunk is the last."""
    from gangdan_gui.storing.posting_arrays import EVERY

    live = cache.get(connection, number)
    if live is None:
        return None
    dead = len(_reader(connection, number)(EVERY)) - len(live)
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
