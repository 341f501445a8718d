"""The generations of sources: which one answers, and which one is being built beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.collection_name import collection_name
from gangdan_gui.storing.database import Database
from gangdan_gui.storing.records import Generation

COLUMNS = (
    "number", "source", "collection", "label", "model", "digest", "dimension", "prefix_scheme",
    "splitter", "size", "overlap", "minimum", "live",
)  # fmt: skip
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM generations"


class GenerationTable:
    """At most one live and one building generation a source."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, source: str, identity: EmbedderIdentity, chunking: ChunkSettings) -> Generation:
        """Start an empty generation; the one that was being built before must have been dropped (else ValueError).

        A collection of its name may be left of a lost manifest: drop it before it is filled.
        """
        return await self._database.write(lambda connection: _begin(connection, source, identity, chunking))

    async def live(self, source: str) -> Generation | None:
        """The generation that answers."""
        return await self._database.read(lambda connection: _one(connection, source, live=True))

    async def building(self, source: str) -> Generation | None:
        """The generation that is being built."""
        return await self._database.read(lambda connection: _one(connection, source, live=False))

    async def make_live(self, generation: Generation) -> Generation | None:
        """Let a generation answer from now on. Returns the one before, whose rows are gone and whose collection may go.

        Raises ValueError for a generation that is no longer there.
        """
        return await self._database.write(lambda connection: _make_live(connection, generation))

    async def drop(self, generation: Generation) -> None:
        """Forget a generation and its rows; passes over one that is not there. Its collection may go then."""
        await self._database.write(lambda connection: _drop(connection, generation.number))

    async def collections(self) -> frozenset[str]:
        """The collections of all generations, of sources in the trash too: any other may be dropped."""

        def names(connection: sqlite3.Connection) -> frozenset[str]:
            return frozenset(name for (name,) in connection.execute("SELECT collection FROM generations"))

        return await self._database.read(names)


def generation_of(row: Sequence[Any]) -> Generation:
    """A generation from the values of `COLUMNS`."""
    number, source, collection, *facts, live = row
    return Generation(number, source, collection, EmbedderIdentity(*facts[:5]), ChunkSettings(*facts[5:]), bool(live))


def _begin(
    connection: sqlite3.Connection, source: str, identity: EmbedderIdentity, chunking: ChunkSettings
) -> Generation:
    if _one(connection, source, live=False):
        raise ValueError(f"a generation of {source} is being built already")
    number = connection.execute(
        f"INSERT INTO generations ({', '.join(COLUMNS[3:])}, source) VALUES (?,?,?,?,?,?,?,?,?,0,?)",
        (identity.label, identity.model, identity.digest, identity.dimension, identity.prefix_scheme,
         chunking.splitter, chunking.size, chunking.overlap, chunking.minimum, source),
    ).lastrowid  # fmt: skip
    assert number is not None
    name = collection_name(source, number)
    connection.execute("UPDATE generations SET collection = ? WHERE number = ?", (name, number))
    return Generation(number, source, name, identity, chunking, live=False)


def _one(connection: sqlite3.Connection, source: str, *, live: bool) -> Generation | None:
    row = connection.execute(f"{_SELECT} WHERE source = ? AND live = ?", (source, live)).fetchone()
    return generation_of(row) if row else None


def _make_live(connection: sqlite3.Connection, generation: Generation) -> Generation | None:
    before = _one(connection, generation.source, live=True)
    if before and before.number == generation.number:
        return None
    if before:
        _drop(connection, before.number)
    changed = connection.execute("UPDATE generations SET live = 1 WHERE number = ?", (generation.number,)).rowcount
    if not changed:
        raise ValueError(f"generation {generation.number} of {generation.source} is gone")
    return before


def _drop(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM generations WHERE number = ?", (number,))
