"""The sources of the library, in the order they were added, and its trash."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence

from gangdan_gui.domain.documents import FileState, Source, SourceKind, SourceState
from gangdan_gui.domain.errors import UnknownSource
from gangdan_gui.domain.reasons import Problem
from gangdan_gui.storing.database import Database, changes, marks
from gangdan_gui.storing.generation_table import COLUMNS as GENERATION_COLUMNS
from gangdan_gui.storing.generation_table import generation_of
from gangdan_gui.storing.problems_json import problems_json, read_problems
from gangdan_gui.storing.records import SourceRecord

_COLUMNS = (
    "id", "title", "kind", "locations", "include", "exclude", "language", "licence", "description", "description_zh",
    "revision", "size", "pages", "depth",
)  # fmt: skip
_HEAD = (*_COLUMNS, "state", "removed_at", "problems", "expected", "frozen_until")


class SourceTable:
    """Sources by id. A source in the trash keeps all its rows until it is purged."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last: tuple[sqlite3.Connection, tuple[int, int], tuple[SourceRecord, ...]] | None = None

    async def put(self, source: Source) -> None:
        """Add a source in state `new`, or change what is said of one; its state, chunks and place stay."""
        await self._database.write(lambda connection: _put(connection, source))

    async def all(self) -> tuple[SourceRecord, ...]:
        """Those not in the trash, in the order they were added."""
        return (await self.now())[1]

    async def now(self) -> tuple[tuple[int, int], tuple[SourceRecord, ...]]:
        """The same, with the numbers of `Manifest.changes` that they are as of."""
        return await self._database.read(self._all)

    async def trashed(self) -> tuple[SourceRecord, ...]:
        """Those in the trash, in the order they were added."""
        return await self._database.read(lambda connection: _records(connection, "removed_at IS NOT NULL"))

    def _all(self, connection: sqlite3.Connection) -> tuple[tuple[int, int], tuple[SourceRecord, ...]]:
        """Counting thousands of documents takes milliseconds, and every question asks: read once for each change."""
        now = changes(connection)
        if self._last is None or self._last[0] is not connection or self._last[1] != now:
            self._last = connection, now, _records(connection, "removed_at IS NULL")
        return now, self._last[2]

    async def ids(self) -> frozenset[str]:
        """Those of all sources, in the trash too."""

        def found(connection: sqlite3.Connection) -> frozenset[str]:
            return frozenset(id_ for (id_,) in connection.execute("SELECT id FROM sources"))

        return await self._database.read(found)

    async def get(self, source: str) -> SourceRecord:
        """One source, in the trash or not. Raises UnknownSource."""
        found = await self._database.read(lambda connection: _records(connection, "sources.id = ?", source))
        if not found:
            raise UnknownSource(source=source)
        return found[0]

    async def present(self, source: str) -> SourceRecord:
        """One source that is not in the trash. Raises UnknownSource."""
        record = await self.get(source)
        if record.removed_at:
            raise UnknownSource(source=source)
        return record

    async def set_state(self, source: str, state: SourceState) -> None:
        """Raises UnknownSource."""
        await self._change(source, "state", state.value)

    async def change_state(self, source: str, before: SourceState, after: SourceState) -> bool:
        """Set the state where it still is `before`; whether it was."""
        work = "UPDATE sources SET state = ? WHERE id = ? AND state = ? AND removed_at IS NULL"
        values = (after.value, source, before.value)
        return bool(await self._database.write(lambda connection: connection.execute(work, values).rowcount))

    async def set_problems(self, source: str, problems: Sequence[Problem]) -> None:
        """Keep the problems of a source's last build. Raises UnknownSource."""
        await self._change(source, "problems", problems_json(problems))

    async def set_expected(self, source: str, files: int) -> None:
        """Note how many files a build sets out to have. Raises UnknownSource."""
        await self._change(source, "expected", str(files))

    async def freeze(self, source: str, until: str) -> None:
        """Let a source be updated no sooner than that day; empty for at any time. Raises UnknownSource."""
        await self._change(source, "frozen_until", until)

    async def trash(self, source: str, when: str) -> None:
        """Put a source into the trash; `when` is an ISO 8601 time. Raises UnknownSource."""
        await self._change(source, "removed_at", when)

    async def restore(self, source: str) -> None:
        """Take a source out of the trash with all it held. Raises UnknownSource."""
        await self._change(source, "removed_at", None)

    async def purge(self, source: str) -> tuple[str, ...]:
        """Forget a source and all its rows; the collections that may be dropped now. Passes over an unknown one."""
        return await self._database.write(lambda connection: _purge(connection, source))

    async def _change(self, source: str, column: str, value: str | None) -> None:
        def change(connection: sqlite3.Connection) -> int:
            return connection.execute(f"UPDATE sources SET {column} = ? WHERE id = ?", (value, source)).rowcount

        if not await self._database.write(change):
            raise UnknownSource(source=source)


def _put(connection: sqlite3.Connection, source: Source) -> None:
    facts = (
        source.id, source.title, source.kind.value, json.dumps(source.locations), json.dumps(source.include),
        json.dumps(source.exclude), source.language, source.licence, source.description, source.description_zh,
        source.revision, source.size, source.pages, source.depth,
    )  # fmt: skip
    changes = ", ".join(f"{column} = excluded.{column}" for column in _COLUMNS[1:])
    connection.execute(
        f"INSERT INTO sources ({', '.join(_COLUMNS)}, state) VALUES ({marks(len(_COLUMNS) + 1)})"
        f" ON CONFLICT (id) DO UPDATE SET {changes}",
        (*facts, SourceState.NEW.value),
    )


def _records(connection: sqlite3.Connection, condition: str, *values: str) -> tuple[SourceRecord, ...]:
    columns = [f"sources.{column}" for column in _HEAD]
    generation = [f"generations.{column}" for column in GENERATION_COLUMNS]
    rows = connection.execute(
        f"SELECT {', '.join(columns + generation)}, count(documents.id) FILTER (WHERE documents.state = ?),"
        " coalesce(sum(documents.chunks), 0), coalesce(sum(documents.chunks + documents.cuts), 0) FROM sources"
        " LEFT JOIN generations ON generations.source = sources.id AND generations.role = 1"
        " LEFT JOIN documents ON documents.generation = generations.number"
        f" WHERE {condition} GROUP BY sources.position ORDER BY sources.position",
        (FileState.READY.value, *values),
    )
    return tuple(map(_record, rows))


def _record(row: tuple[object, ...]) -> SourceRecord:
    *head, documents, chunks, rows = row
    said = dict(zip(_HEAD, map(_text, head), strict=False))
    generation = head[len(said) :]
    return SourceRecord(
        source=Source(
            id=said["id"],
            title=said["title"],
            kind=SourceKind(said["kind"]),
            locations=tuple(json.loads(said["locations"])),
            include=tuple(json.loads(said["include"])),
            exclude=tuple(json.loads(said["exclude"])),
            language=said["language"],
            licence=said["licence"],
            description=said["description"],
            description_zh=said["description_zh"],
            revision=said["revision"],
            size=int(said["size"]),
            pages=int(said["pages"]),
            depth=int(said["depth"]),
        ),
        state=SourceState(said["state"]),
        removed_at=said["removed_at"],
        problems=read_problems(said["problems"]),
        live=None if generation[0] is None else generation_of(generation),
        documents=int(str(documents)),
        chunks=int(str(chunks)),
        expected=int(said["expected"]),
        frozen_until=said["frozen_until"],
        rows=int(str(rows)),
    )


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _purge(connection: sqlite3.Connection, source: str) -> tuple[str, ...]:
    rows = connection.execute("SELECT collection FROM generations WHERE source = ? ORDER BY number", (source,))
    collections = tuple(str(collection) for (collection,) in rows)
    connection.execute("DELETE FROM sources WHERE id = ?", (source,))
    return collections
