"""Opens `library.sqlite3` and runs all SQL on one thread of its own, so that the event loop never waits for a disk."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked, LibraryNewer, RecordsDamaged
from gangdan_gui.storing.schema import SCHEMA_NUMBER
from gangdan_gui.storing.schema_number import refuse_newer
from gangdan_gui.storing.upgrade import bring_up_to_date, create_schema
from gangdan_gui.whole_file import set_aside

T = TypeVar("T")
Item = TypeVar("Item")

BUSY_SECONDS = 5.0
# Old builds of SQLite allow 999 variables in a statement.
VARIABLES = 900
_UNWRITABLE = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM,
}  # fmt: skip
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_NO_INDEX = {sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMMAP}
_HELD = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class Database:
    """One connection, opened at first use. `read_only` changes no file, creates none, and sees a missing one as empty.

    `refusal` is raised for whatever would write. Every call may raise LibraryNewer, RecordsDamaged, CannotWrite and
    (another process writes for long) LibraryLocked.
    """

    def __init__(self, file: Path, *, read_only: bool = False, refusal: CannotWrite | None = None) -> None:
        self.file = file
        self.read_only = read_only
        self._refusal = refusal
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="library-sql")
        self._connection: sqlite3.Connection | None = None

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` inside one snapshot of the database."""
        return await self._run(work, "BEGIN")

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` as one transaction: all of it is kept, or nothing. A cancelled caller does not undo begun work."""
        self.check_writable()
        return await self._run(work, "BEGIN IMMEDIATE")

    def check_writable(self) -> None:
        """Raise the refusal that was given for all who want to write, if there is one."""
        if self._refusal:
            raise type(self._refusal)(**self._refusal.facts)

    async def whole(self) -> bool:
        """Whether every page can be read; takes a second for each few hundred megabytes."""
        try:
            found = await self.read(lambda connection: connection.execute("PRAGMA quick_check(1)").fetchone())
        except RecordsDamaged:
            return False
        return bool(found == ("ok",))

    async def set_aside(self) -> None:
        """Keep a damaged file beside; the next call begins a new one. The newest three are kept. Raises CannotWrite."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._set_aside)

    async def close(self) -> None:
        """Finish waiting work and close the file. May be called twice; the database can't be used again."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        except RuntimeError:  # the thread was ended by an earlier close
            return
        self._thread.shutdown(wait=False)

    async def _run(self, work: Callable[[sqlite3.Connection], T], begin: str) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work, begin)

    def _transact(self, work: Callable[[sqlite3.Connection], T], begin: str) -> T:
        with told(self.file):
            connection = self._connect()
            connection.execute(begin)
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

    def _connect(self) -> sqlite3.Connection:
        if self._connection is None:
            alone = self._refusal is not None
            self._connection = open_read_only(self.file, alone=alone) if self.read_only else open_writable(self.file)
        return self._connection

    def _set_aside(self) -> None:
        self._disconnect()
        set_aside(self.file, ("-wal", "-shm"))

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def open_writable(file: Path) -> sqlite3.Connection:
    """Open or create the library's database on this thread; a newer one is left as it is.

    One of an older version is brought up to date first; raises UpgradeImpossible or UpgradeFailed where it can't be.
    """
    refuse_newer(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(path=str(file.parent), why=error.strerror or str(error)) from error
    try:
        return _opened(file)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode not in _NO_INDEX:
            raise
    return _opened(file, alone=True)


def _opened(file: Path, *, alone: bool = False) -> sqlite3.Connection:
    """`alone` keeps the index of what was written last in memory: a full disk has no room for its file.

    Nobody else can read the database then.
    """
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)
    connection.text_factory = _text
    try:
        if alone:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        found = check_schema(connection, file)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if 0 < found < SCHEMA_NUMBER:
            bring_up_to_date(connection, file, found)
        elif not found:  # one that is up to date needs no room to be opened
            create_schema(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def open_read_only(file: Path, *, alone: bool = False) -> sqlite3.Connection:
    """Open the library's database for reading; a missing or empty one reads as a library without sources.

    `alone`: no process of this machine writes it. Unless changes wait beside it, it is read as a file that nobody
    changes, because SQLite would put files of its own beside one in WAL mode.
    """
    try:
        if not file.is_file() or file.stat().st_size == 0:
            return _empty()
    except OSError as error:  # the folder can't be entered
        raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error
    refuse_newer(file)
    last: sqlite3.Error | None = None
    # A read-only folder has no room for the files that SQLite keeps beside a database in WAL mode.
    options = ("", "&immutable=1")
    for option in options[::-1] if alone and not _changes_wait(file) else options:
        address = read_only_uri(file) + option
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        connection.text_factory = _text
        try:
            found = check_schema(connection, file)
        except sqlite3.OperationalError as error:
            connection.close()
            last = error
        except BaseException:
            connection.close()
            raise
        else:
            if found == SCHEMA_NUMBER:
                return connection
            with closing(connection):
                return _brought_up_to_date(connection) if found else _empty()
    assert last is not None
    raise last


def _changes_wait(file: Path) -> bool:
    journal = file.with_name(f"{file.name}-wal")
    return journal.is_file() and journal.stat().st_size > 0


def read_only_uri(file: Path) -> str:
    """A file's address for `sqlite3.connect(…, uri=True)`."""
    path = file.absolute().as_posix()
    # A drive letter needs a slash before it; a network share (//server/…) keeps its own two after an empty host.
    return "file://" + quote(os.fsencode(path if path.startswith("/") else f"/{path}")) + "?mode=ro"


def check_schema(connection: sqlite3.Connection, file: Path) -> int:
    """The schema number found, 0 for a new file. Raises LibraryNewer."""
    found = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if found > SCHEMA_NUMBER:
        raise LibraryNewer(home=str(file.parent), found=str(found), known=str(SCHEMA_NUMBER))
    return found


def changes(connection: sqlite3.Connection) -> tuple[int, int]:
    """Two numbers of which one is another after every change, by this connection or by any other."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version), connection.total_changes


def whole_texts(connection: sqlite3.Connection, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    """All rows of a statement that reads many texts, which takes two thirds as long as by `_text`.

    Where one of them can't be read, which a disk has changed, all are read once more.
    """
    usual, connection.text_factory = connection.text_factory, str
    try:
        return connection.execute(statement, values).fetchall()
    except sqlite3.OperationalError:
        pass
    finally:
        connection.text_factory = usual
    return connection.execute(statement, values).fetchall()


def batches(items: Sequence[Item], size: int = VARIABLES) -> Iterator[Sequence[Item]]:
    """Cut `items` into runs of at most `size`."""
    return (items[at : at + size] for at in range(0, len(items), size))


def marks(count: int) -> str:
    """Question marks for an `IN (…)` of `count` values."""
    return ",".join("?" * count)


@contextmanager
def told(file: Path) -> Iterator[None]:
    """Turn what SQLite says about the file or the disk into errors that carry facts."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        # The low byte is the error's kind; the rest is detail.
        kind = code & 0xFF if isinstance(code, int) else None
        if kind in _DAMAGED:
            raise RecordsDamaged(what=f"{file.name}: {error}", home=str(file.parent)) from error
        if kind in _HELD:
            raise LibraryLocked(home=str(file.parent), holder="") from error
        if kind in _UNWRITABLE:
            raise CannotWrite(path=str(file), why=str(error)) from error
        raise


def _text(data: bytes) -> str:
    """A text as far as it can be read: a byte that a disk has changed hides one letter, not the whole library."""
    return data.decode("utf-8", "replace")


def _brought_up_to_date(older: sqlite3.Connection) -> sqlite3.Connection:
    """A copy that reads as a library of this version, in a file that SQLite makes for itself and takes away again."""
    connection = sqlite3.connect("", isolation_level=None)
    connection.text_factory = _text
    older.backup(connection)
    create_schema(connection)
    return connection


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    create_schema(connection)
    return connection
