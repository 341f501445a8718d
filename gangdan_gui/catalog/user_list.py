"""The user's own list of sources, kept by hand or by the program.

The program changes the text of the file, not its data: comments, order, formatting and entries that can't be read
stay as they are. Every change is read back before it is written; one that would lose anything is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gangdan_gui.catalog.editing import appended, without
from gangdan_gui.catalog.layout import lay_out
from gangdan_gui.catalog.list_file import ListFile, read_list_file
from gangdan_gui.catalog.schema import read_entry
from gangdan_gui.catalog.source_list import SourceList, parse_source_list, read_source_list
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import AlreadyAdded, CannotWrite, CatalogProblem
from gangdan_gui.whole_file import remove_file, set_aside, write_whole

# What a file system that broke down leaves in the place of a file's text.
_NOTHING = b"\x00 \t\r\n"


class UserList:
    """The list in one file, which need not be there yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> SourceList:
        """The usable sources and the problems; a missing file is an empty list."""
        return read_source_list(self.path) if self.path.exists() else SourceList()

    def lost(self) -> bool:
        """Whether there is no file or nothing in it, which neither the program nor an editor leaves of a list."""
        try:
            return not self.path.read_bytes().strip(_NOTHING)
        except FileNotFoundError:
            return True
        except OSError:
            return False

    def restore(self, sources: Sequence[Source]) -> None:
        """Write the list anew with these sources, where it is lost or nothing of it can be read.

        What is there is kept beside. Raises CatalogProblem, CannotWrite.
        """
        if not self.lost():
            set_aside(self.path)
        elif self.path.exists():
            remove_file(self.path)
        for source in sources:
            self.add(source)

    def add(self, source: Source) -> None:
        """Append an entry. Raises AlreadyAdded for an id that names another source, CatalogProblem, CannotWrite."""
        file = self._read_file()
        before = parse_source_list(file.text, self.path)
        for known in before.sources:
            if known == source:
                return
            if known.id == source.id:
                raise AlreadyAdded(location=", ".join(source.locations), source=known.id, title=known.title)
        text = appended(file.text, lay_out(file.text), source)
        self._write(file, text, before, (*before.sources, source))

    def replace(self, source: Source) -> None:
        """Put a source in the place of the entries of its id, at the end of the list.

        Raises CatalogProblem, CannotWrite.
        """
        file = self._read_file()
        layout = lay_out(file.text)
        entries = [entry for entry in layout.entries if read_entry(entry)[1] == source.id]
        before = parse_source_list(file.text, self.path)
        others = tuple(known for known in before.sources if known.id != source.id)
        text = without(file.text, layout, entries) if entries else file.text
        self._write(file, appended(text, lay_out(text), source), before, (*others, source), removed=source.id)

    def remove(self, source: str) -> None:
        """Take out the entries of that id, usable or not; an id that is not there is passed over.

        Raises CatalogProblem, CannotWrite.
        """
        file = self._read_file()
        layout = lay_out(file.text)
        entries = [entry for entry in layout.entries if source and read_entry(entry)[1] == source]
        if entries:
            before = parse_source_list(file.text, self.path)
            wanted = tuple(known for known in before.sources if known.id != source)
            self._write(file, without(file.text, layout, entries), before, wanted, removed=source)

    def _read_file(self) -> ListFile:
        try:
            return read_list_file(self.path)
        except FileNotFoundError:
            return ListFile("")
        except OSError as error:
            raise CannotWrite(path=str(self.path), why=error.strerror or str(error)) from error

    def _write(
        self, file: ListFile, text: str, before: SourceList, wanted: Sequence[Source], removed: str = ""
    ) -> None:
        """Write the changed text if it reads as exactly the wanted sources, and the same problems as before."""
        after = parse_source_list(text, self.path)
        if after.sources != tuple(wanted) or _kinds(after, removed) != _kinds(before, removed):
            line = (*after.problems, *before.problems)[0].facts["line"] if after.problems or before.problems else "1"
            raise CatalogProblem(file=str(self.path), line=line, what="can't be changed safely; mend this line by hand")
        write_whole(self.path, file.with_text(text).to_bytes())


def _kinds(read: SourceList, removed: str) -> list[str]:
    """The problems without their lines, which move; those of the removed entry go with it."""
    return sorted(
        problem.facts["what"] for problem in read.problems if problem.facts.get("id") != removed or not removed
    )
