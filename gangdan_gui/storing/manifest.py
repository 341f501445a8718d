"""The library's memory of what should be there. Not Chroma but the manifest says which chunks answer."""

from __future__ import annotations

from pathlib import Path

from gangdan_gui.storing.database import Database
from gangdan_gui.storing.document_table import DocumentTable
from gangdan_gui.storing.generation_table import GenerationTable
from gangdan_gui.storing.source_table import SourceTable
from gangdan_gui.storing.vector_cache import VectorCache

FILE_NAME = "library.sqlite3"


class Manifest:
    """The tables of one library's database. Opened at the first call to one of them; errors as in `Database`."""

    def __init__(self, home: Path, *, read_only: bool = False) -> None:
        self._database = Database(home / FILE_NAME, read_only=read_only)
        self.sources = SourceTable(self._database)
        self.generations = GenerationTable(self._database)
        self.documents = DocumentTable(self._database)
        self.vectors = VectorCache(self._database)

    async def close(self) -> None:
        """Close the file. May be called twice."""
        await self._database.close()
