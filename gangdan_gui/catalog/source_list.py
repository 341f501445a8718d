"""Reads a list of sources. What can't be used is a problem with its line; everything else is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gangdan_gui.catalog.layout import Fault, lay_out
from gangdan_gui.catalog.list_file import read_list_file
from gangdan_gui.catalog.schema import read_entry
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import CatalogProblem


@dataclass(frozen=True, slots=True)
class SourceList:
    """The usable sources in the order of the file; problems in the order of their lines.

    A problem's facts have `id` too where the entry's id can be read.
    """

    sources: tuple[Source, ...] = ()
    problems: tuple[CatalogProblem, ...] = ()


def read_source_list(path: Path) -> SourceList:
    """Read a list. A file that can't be read at all is one problem, of line 0."""
    try:
        text = read_list_file(path).text
    except OSError as error:
        return SourceList(problems=(CatalogProblem(file=str(path), line="0", what=error.strerror or str(error)),))
    return parse_source_list(text, path)


def parse_source_list(text: str, path: Path) -> SourceList:
    """Read a list's text; `path` is for its problems."""
    layout = lay_out(text)
    sources: dict[str, Source] = {}
    faults: list[tuple[Fault, str]] = [(fault, "") for fault in layout.faults]
    for entry in layout.entries:
        source, name, wrong = read_entry(entry)
        if source and source.id in sources:
            wrong = (Fault(entry.line, f"id: “{source.id}” is taken by an entry above"),)
        elif source:
            sources[source.id] = source
        faults += ((fault, name) for fault in wrong)
    faults.sort(key=lambda item: item[0].line)
    return SourceList(tuple(sources.values()), tuple(_problems(faults, path)))


def _problems(faults: list[tuple[Fault, str]], path: Path) -> Iterator[CatalogProblem]:
    for fault, name in faults:
        facts = {"file": str(path), "line": str(fault.line + 1), "what": fault.what}
        yield CatalogProblem(**facts, **({"id": name} if name else {}))
