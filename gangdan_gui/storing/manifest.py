"""The library's memory of what should be there. Not Chroma but the manifest says which chunks answer."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite
from gangdan_gui.storing.calibration_table import CalibrationTable
from gangdan_gui.storing.database import Database, changes
from gangdan_gui.storing.document_table import DocumentTable
from gangdan_gui.storing.generation_table import GenerationTable
from gangdan_gui.storing.posting_table import PostingTable
from gangdan_gui.storing.schema_number import refuse_newer
from gangdan_gui.storing.source_table import SourceTable
from gangdan_gui.storing.speed_table import SpeedTable
from gangdan_gui.storing.vector_cache import VectorCache
from gangdan_gui.storing.vector_memory import VectorMemory
from gangdan_gui.storing.vocabulary_table import VocabularyTable

FILE_NAME = "library.sqlite3"


def refuse_newer_library(home: Path) -> None:
    """Raise LibraryNewer where a newer version has made this library. Touches nothing. Blocking."""
    refuse_newer(home / FILE_NAME)


class Manifest:
    """The tables of one library's database. Opened at the first call to one of them; errors as in `Database`."""

    def __init__(self, home: Path, *, read_only: bool = False, refusal: CannotWrite | None = None) -> None:
        self._home = home
        self._database = Database(home / FILE_NAME, read_only=read_only, refusal=refusal)
        self.read_only = read_only
        self.sources = SourceTable(self._database)
        self.generations = GenerationTable(self._database)
        self.documents = DocumentTable(self._database)
        self.postings = PostingTable(self._database)
        self.vectors = VectorCache(self._database)
        self.memory = VectorMemory(self._database, self.documents, self.vectors)
        self.speeds = SpeedTable(self._database)
        self.calibrations = CalibrationTable(self._database)
        self.vocabularies = VocabularyTable(self._database)

    def check_writable(self) -> None:
        """Raises CannotWrite for a library that is only read; asked before anything beside the records is written."""
        self._database.check_writable()

    def missing(self) -> bool:
        """Whether this library was built and its database is gone, or was made empty. Blocking."""
        file = self._home / FILE_NAME
        gone = not file.exists() or file.stat().st_size == 0
        return gone and any((self._home / name).is_dir() for name in ("chroma", "markdown"))

    def last_used(self) -> datetime:
        """When the library was last written, by the clock of then; now for a new one. Blocking; ask before opening."""
        file = self._home / FILE_NAME
        times = [one.stat().st_mtime for one in (file, file.with_name(f"{FILE_NAME}-wal")) if one.exists()]
        return datetime.fromtimestamp(max(times), UTC) if times else datetime.now(UTC)

    async def whole(self) -> bool:
        """Whether every page of the database can be read; takes a second for each few hundred megabytes."""
        return await self._database.whole()

    async def version(self) -> int:
        """A number that is another one once another process has changed anything; own changes leave it."""
        found = await self._database.read(lambda connection: connection.execute("PRAGMA data_version").fetchone())
        return int(found[0])

    async def changes(self) -> tuple[int, int]:
        """Two numbers of which one is another once anybody has changed anything."""
        return await self._database.read(changes)

    async def set_aside(self) -> None:
        """Keep a damaged database beside and begin a new one. Raises CannotWrite."""
        await self._database.set_aside()
        await self.memory.forget()

    async def close(self) -> None:
        """Close the file. May be called twice."""
        await self.memory.close()
        await self._database.close()
