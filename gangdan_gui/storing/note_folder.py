"""The user's own texts as Markdown files: the only copy there is."""

from __future__ import annotations

import shutil
from pathlib import Path

from gangdan_gui.domain.errors import CannotWrite, LocationMissing
from gangdan_gui.whole_file import patiently, write_whole

ENDING = ".md"


class NoteFolder:
    """Texts under `<root>/<source>/`. Blocking: call it from a thread."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, source: str) -> Path:
        """Where a source's texts lie; it may not be there yet."""
        return self.root / source

    def paths(self, source: str) -> tuple[str, ...]:
        """The texts of a source in order, those that the user put there included, without links that lead out of it.

        Raises no error.
        """
        folder = self.folder(source)
        files = (file for file in folder.rglob(f"*{ENDING}") if file.is_file())
        found = (file.relative_to(folder) for file in files if file.resolve().is_relative_to(folder.resolve()))
        return tuple(sorted(path.as_posix() for path in found if not any(p.startswith(".") for p in path.parts)))

    def read(self, source: str, path: str) -> bytes:
        """A text as it lies there, in whatever encoding the user's programs write. Raises LocationMissing."""
        try:
            return self._file(source, path).read_bytes()
        except OSError as error:
            raise LocationMissing(location=path) from error

    def write(self, source: str, path: str, text: str) -> None:
        """Put a text in the place of what is there. Raises CannotWrite."""
        write_whole(self.folder(source) / path, text.encode())

    def delete(self, source: str, path: str) -> None:
        """Raises LocationMissing, CannotWrite."""
        file = self._file(source, path)
        try:
            patiently(file.unlink)
        except FileNotFoundError as error:
            raise LocationMissing(location=path) from error
        except OSError as error:
            raise CannotWrite(path=str(file), why=error.strerror or str(error)) from error

    def remove(self, source: str) -> None:
        """Remove all texts of a source; what is in use stays."""
        shutil.rmtree(self.folder(source), ignore_errors=True)

    def _file(self, source: str, path: str) -> Path:
        """A path comes from the command line too, where it could lead anywhere."""
        if path not in self.paths(source):
            raise LocationMissing(location=path)
        return self.folder(source) / path
