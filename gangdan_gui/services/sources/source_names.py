"""Which source a user means who gives its id or its title, and which file of it by its path."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from gangdan_gui.domain.errors import AmbiguousTitle, DocumentMissing, UnknownSource
from gangdan_gui.domain.reports import FileReport, SourceSummary


def source_named(name: str, summaries: Iterable[SourceSummary]) -> str:
    """The id of the source of that id or, where there is none, of that title. Raises UnknownSource, AmbiguousTitle."""
    sources = [summary.source for summary in summaries]
    if any(source.id == name for source in sources):
        return name
    ids = [source.id for source in sources if source.title == name.strip()]
    if len(ids) > 1:
        raise AmbiguousTitle(title=name.strip(), sources=", ".join(ids))
    if not ids:
        raise UnknownSource(source=name)
    return ids[0]


def file_named(files: Sequence[FileReport], source: str, typed: str) -> FileReport:
    """The file of that path in whatever Unicode form it was typed, and with `\\` where Windows has it for `/`.

    Raises DocumentMissing.
    """
    alike = [line for line in files if line.path == typed]
    if not alike:
        same = _plain(typed)
        alike = [line for line in files if _plain(line.path) == same]
    if len(alike) != 1:
        raise DocumentMissing(location=typed, source=source)
    return alike[0]


def _plain(path: str) -> str:
    return unicodedata.normalize("NFC", path).replace("\\", "/")
