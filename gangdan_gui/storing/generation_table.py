"""The generations of sources: which one answers, and which one is being built beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.collection_name import collection_name
from gangdan_gui.storing.database import Database, marks
from gangdan_gui.storing.records import Generation, Role

COLUMNS = (
    "number", "source", "collection", "label", "model", "digest", "dimension", "prefix_scheme",
    "splitter", "size", "overlap", "minimum", "role", "converter", "made",
)  # fmt: skip
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM generations"


class GenerationTable:
    """At most one live and one building generation a source."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(
        self, source: str, identity: EmbedderIdentity, chunking: ChunkSettings, converter: str = ""
    ) -> Generation:
        """Start an empty generation; the one that was being built before must have been dropped (else ValueError).

        A collection of its name may be left of a lost manifest: drop it before it is filled.
        """
        return await self._database.write(lambda connection: _begin(connection, source, identity, chunking, converter))

    async def live(self, source: str) -> Generation | None:
        """The generation that answers."""
        return await self._database.read(lambda connection: _one(connection, source, Role.LIVE))

    async def building(self, source: str) -> Generation | None:
        """The generation that is being built."""
        return await self._database.read(lambda connection: _one(connection, source, Role.BUILDING))

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
    number, source, collection, *facts = row
    identity, chunking, (role, converter, made) = EmbedderIdentity(*facts[:5]), ChunkSettings(*facts[5:9]), facts[9:]
    return Generation(number, source, collection, identity, chunking, Role(role), converter, made)


def _begin(
    connection: sqlite3.Connection, source: str, identity: EmbedderIdentity, chunking: ChunkSettings, converter: str
) -> Generation:
    if _one(connection, source, Role.BUILDING):
        raise ValueError(f"a generation of {source} is being built already")
    made = datetime.now(UTC).isoformat(timespec="seconds")
    number = connection.execute(
        f"INSERT INTO generations ({', '.join(COLUMNS[3:])}, source) VALUES ({marks(len(COLUMNS) - 2)})",
        (identity.label, identity.model, identity.digest, identity.dimension, identity.prefix_scheme,
         chunking.splitter, chunking.size, chunking.overlap, chunking.minimum, Role.BUILDING, converter, made, source),
    ).lastrowid  # fmt: skip
    assert number is not None
    name = collection_name(source, number)
    connection.execute("UPDATE generations SET collection = ? WHERE number = ?", (name, number))
    return Generation(number, source, name, identity, chunking, Role.BUILDING, converter, made)


def _one(connection: sqlite3.Connection, source: str, role: Role) -> Generation | None:
    row = connection.execute(f"{_SELECT} WHERE source = ? AND role = ?", (source, role)).fetchone()
    return generation_of(row) if row else None


def _make_live(connection: sqlite3.Connection, generation: Generation) -> Generation | None:
    before = _one(connection, generation.source, Role.LIVE)
    if before and before.number == generation.number:
        return None
    if before:
        _drop(connection, before.number)
    changed = connection.execute("UPDATE generations SET role = 1 WHERE number = ?", (generation.number,)).rowcount
    if not changed:
        raise ValueError(f"generation {generation.number} of {generation.source} is gone")
    return before


def _drop(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM generations WHERE number = ?", (number,))
