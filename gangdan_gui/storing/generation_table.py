"""The generations of sources: which one answers, which one is being built beside it, and which one was kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from gangdan_gui.domain.documents import WHOLE_CHUNKS, ChunkSettings, EmbeddedForm, FileState
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.storing.collection_name import collection_name
from gangdan_gui.storing.database import Database, marks
from gangdan_gui.storing.embedded_form import form_text, read_form
from gangdan_gui.storing.problems_json import problems_json
from gangdan_gui.storing.records import Counts, Generation, Role, SourceStanding

COLUMNS = (
    "number", "source", "collection", "label", "model", "digest", "dimension", "prefix_scheme",
    "splitter", "size", "overlap", "minimum", "role", "converter", "made", "keeps", "form", "terms",
)  # fmt: skip
_SELECT = f"SELECT {', '.join(COLUMNS)} FROM generations"
# Where one of two stands for a moment while they change places.
_ASIDE = -1


class GenerationTable:
    """At most one live, one building and one previous generation a source."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(
        self,
        source: str,
        identity: EmbedderIdentity,
        chunking: ChunkSettings,
        converter: str = "",
        *,
        keeps: bool = False,
        form: EmbeddedForm = WHOLE_CHUNKS,
    ) -> Generation:
        """Start an empty generation; the one that was being built before must have been dropped (else ValueError).

        A collection of its name may be left of a lost manifest: drop it before it is filled.
        """
        made = datetime.now(UTC).isoformat(timespec="seconds")
        new = Generation(0, source, "", identity, chunking, Role.BUILDING, converter, made, keeps, form)
        return await self._database.write(lambda connection: _begin(connection, new))

    async def live(self, source: str) -> Generation | None:
        """The generation that answers."""
        return await self._database.read(lambda connection: _one(connection, source, Role.LIVE))

    async def building(self, source: str) -> Generation | None:
        """The generation that is being built."""
        return await self._database.read(lambda connection: _one(connection, source, Role.BUILDING))

    async def previous(self, source: str) -> Generation | None:
        """The generation that was kept when it was replaced."""
        return await self._database.read(lambda connection: _one(connection, source, Role.PREVIOUS))

    async def of(self, source: str) -> dict[Role, tuple[Generation, Counts]]:
        """All generations of a source by what they are to it, with how much each holds."""
        return await self._database.read(lambda connection: _all_of(connection, source))

    async def make_live(self, generation: Generation) -> Generation | None:
        """Let a generation answer from now on. Returns the one whose rows are gone, and whose collection may go.

        Where it `keeps`, the one before becomes the previous one, and the one that was previous until then goes.

        Raises ValueError for a generation that is no longer there.
        """
        return await self._database.write(lambda connection: _make_live(connection, generation))

    async def go_back(self, source: str, standing: SourceStanding) -> Generation | None:
        """Let the previous generation answer, and the live one be the previous; None where none was kept.

        What can be said of the source then is noted at the same moment.
        """
        return await self._database.write(lambda connection: _go_back(connection, source, standing))

    async def note(self, generation: Generation) -> None:
        """Note by what name its embedder is asked for, its converter, and whether it keeps what it will replace."""
        work = "UPDATE generations SET label = ?, model = ?, converter = ?, keeps = ? WHERE number = ?"
        identity = generation.identity
        values = identity.label, identity.model, generation.converter, generation.keeps, generation.number
        await self._database.write(lambda connection: connection.execute(work, values))

    async def of_collection(self, collection: str) -> Generation | None:
        """The generation of a collection, of a source that is not in the trash."""
        return await self._database.read(lambda connection: _of_collection(connection, collection))

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
    identity, chunking = EmbedderIdentity(*facts[:5]), ChunkSettings(*facts[5:9])
    role, converter, made, keeps, form, terms = facts[9:]
    return Generation(
        number, source, collection, identity, chunking, Role(role), converter, made, bool(keeps),
        _form(form), terms,
    )  # fmt: skip


def _form(text: str) -> EmbeddedForm:
    try:
        return read_form(text)
    except ValueError:  # a byte that the disk has changed: what is there answers, and is made anew in time
        return WHOLE_CHUNKS


def _begin(connection: sqlite3.Connection, new: Generation) -> Generation:
    if _one(connection, new.source, Role.BUILDING):
        raise ValueError(f"a generation of {new.source} is being built already")
    identity, chunking = new.identity, new.chunking
    number = connection.execute(
        f"INSERT INTO generations ({', '.join(COLUMNS[3:])}, source) VALUES ({marks(len(COLUMNS) - 2)})",
        (identity.label, identity.model, identity.digest, identity.dimension, identity.prefix_scheme,
         chunking.splitter, chunking.size, chunking.overlap, chunking.minimum,
         new.role, new.converter, new.made, new.keeps, form_text(new.form), new.terms, new.source),
    ).lastrowid  # fmt: skip
    assert number is not None
    name = collection_name(new.source, number)
    connection.execute("UPDATE generations SET collection = ? WHERE number = ?", (name, number))
    return replace(new, number=number, collection=name)


def _one(connection: sqlite3.Connection, source: str, role: Role) -> Generation | None:
    row = connection.execute(f"{_SELECT} WHERE source = ? AND role = ?", (source, role)).fetchone()
    return generation_of(row) if row else None


def _of_collection(connection: sqlite3.Connection, collection: str) -> Generation | None:
    row = connection.execute(
        f"{_SELECT} WHERE collection = ? AND source IN (SELECT id FROM sources WHERE removed_at IS NULL)", (collection,)
    ).fetchone()
    return generation_of(row) if row else None


def _all_of(connection: sqlite3.Connection, source: str) -> dict[Role, tuple[Generation, Counts]]:
    columns = ", ".join(f"generations.{column}" for column in COLUMNS)
    rows = connection.execute(
        f"SELECT {columns}, count(documents.id), count(documents.id) FILTER (WHERE documents.state = ?),"
        " coalesce(sum(documents.chunks), 0), coalesce(sum(documents.chunks + documents.cuts), 0) FROM generations"
        " LEFT JOIN documents ON documents.generation = generations.number"
        " WHERE generations.source = ? GROUP BY generations.number",
        (FileState.READY.value, source),
    )
    found = [(generation_of(row[: len(COLUMNS)]), Counts(*row[len(COLUMNS) :])) for row in rows]
    return {generation.role: (generation, counts) for generation, counts in found}


def _make_live(connection: sqlite3.Connection, generation: Generation) -> Generation | None:
    before = _one(connection, generation.source, Role.LIVE)
    if before and before.number == generation.number:
        return None
    gone = _one(connection, generation.source, Role.PREVIOUS) if generation.keeps and before else before
    if gone:
        _drop(connection, gone.number)
    if generation.keeps and before:
        _set_role(connection, before.number, Role.PREVIOUS)
    if not _set_role(connection, generation.number, Role.LIVE):
        raise ValueError(f"generation {generation.number} of {generation.source} is gone")
    return gone


def _go_back(connection: sqlite3.Connection, source: str, standing: SourceStanding) -> Generation | None:
    live, previous = _one(connection, source, Role.LIVE), _one(connection, source, Role.PREVIOUS)
    if previous is None:
        return None
    _set_role(connection, previous.number, _ASIDE)
    if live:
        _set_role(connection, live.number, Role.PREVIOUS)
    _set_role(connection, previous.number, Role.LIVE)
    connection.execute(
        "UPDATE sources SET state = ?, problems = ?, expected = ? WHERE id = ?",
        (standing.state.value, problems_json(standing.problems), str(standing.expected), source),
    )
    return replace(previous, role=Role.LIVE)


def _set_role(connection: sqlite3.Connection, number: int, role: int) -> bool:
    work = "UPDATE generations SET role = ? WHERE number = ?"
    return bool(connection.execute(work, (int(role), number)).rowcount)


def _drop(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM generations WHERE number = ?", (number,))
