"""The index of words of each generation: which of its chunks hold a term, and how often.

A change of documents writes its postings in the very transaction that lets its chunks answer, so the index is never
behind and never ahead. A chunk that is gone is passed over by its slot, which no other gets, until enough of them have
gone for its postings to be swept.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.database import Database, batches, marks
from gangdan_gui.storing.posting_segments import UNINDEXED, PostingReader, Unindexed, add_terms, tidy_some
from gangdan_gui.storing.records import Generation, WordHit

if TYPE_CHECKING:  # numpy is imported by what is first searched or written
    from gangdan_gui.storing.live_slots import LiveCache, LiveSlots
    from gangdan_gui.storing.passing_index import PassingIndex
    from gangdan_gui.storing.posting_arrays import Posting


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
        await self._database.write(lambda connection: add_terms(connection, generation.number, chunks, terms))

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

    async def held(self, terms: Collection[str], generations: Sequence[Generation]) -> frozenset[str]:
        """Those of some terms that stand in any of these generations, perhaps in chunks that are gone."""
        numbers = [generation.number for generation in generations]
        return await self._database.read(lambda connection: _held(connection, tuple(terms), numbers))

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
            posting: Callable[[str], Posting] = PostingReader(connection, number)
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
        return await self._database.write(lambda connection: tidy_some(connection, self._cache(), number, after))

    def _vocabulary(self, connection: sqlite3.Connection, number: int) -> dict[str, int]:
        from gangdan_gui.storing.posting_arrays import EVERY

        live = self._cache().get(connection, number)
        if live is None:
            return {}
        posting = PostingReader(connection, number)
        rows = connection.execute(
            "SELECT term, sum(length(counts)) FROM postings WHERE generation = ? AND term <> ? GROUP BY term",
            (number, EVERY),
        ).fetchall()
        if len(posting(EVERY)) == len(live):  # nothing of chunks that are gone
            return dict(rows)
        counts = ((term, len(live.of(posting(term)))) for term, _ in rows)
        return {term: count for term, count in counts if count}


def _held(connection: sqlite3.Connection, terms: Sequence[str], numbers: Sequence[int]) -> frozenset[str]:
    found: set[str] = set()
    for number in numbers:
        for some in batches(terms):
            chosen = f"generation = ? AND term IN ({marks(len(some))})"
            rows = connection.execute(f"SELECT DISTINCT term FROM postings WHERE {chosen}", (number, *some))
            found.update(term for (term,) in rows)
    return frozenset(found)


def _unindexed(connection: sqlite3.Connection, number: int, version: str, count: int) -> tuple[Unindexed, ...]:
    known = connection.execute("SELECT terms FROM generations WHERE number = ?", (number,)).fetchone()
    if known is None:
        return ()
    condition = "generation = ? AND slot = ?" if known[0] == version else "generation = ? AND slot >= ?"
    rows = connection.execute(f"SELECT row, id, text FROM chunks WHERE {condition} LIMIT ?", (number, UNINDEXED, count))
    return tuple(Unindexed(*row) for row in rows)


def _texts_after(connection: sqlite3.Connection, number: int, row: int, count: int) -> tuple[Unindexed, ...]:
    rows = connection.execute(
        "SELECT row, id, text FROM chunks WHERE generation = ? AND row > ? ORDER BY row LIMIT ?", (number, row, count)
    )
    return tuple(Unindexed(*found) for found in rows)
