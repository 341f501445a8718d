"""The formats there are, by the ending of the file's name. A new one is a new file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

from gangdan_gui.domain.errors import UnsupportedExport
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.json_text import to_json
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.exporting.markdown import to_markdown
from gangdan_gui.whole_file import write_chosen

Exporter = Callable[[Conversation, ExportLabels], bytes]

EXPORTERS: MappingProxyType[str, Exporter] = MappingProxyType(
    {".md": to_markdown, ".markdown": to_markdown, ".json": to_json}
)


def exporter(file: Path) -> Exporter:
    """What writes files of that ending. Raises UnsupportedExport."""
    found = EXPORTERS.get(file.suffix.lower())
    if found is None:
        raise UnsupportedExport(file=str(file), known=", ".join(EXPORTERS))
    return found


def export(conversation: Conversation, file: Path, labels: ExportLabels = ENGLISH) -> int:
    """Write a conversation, whole or not at all, and return the number of bytes.

    Raises UnsupportedExport for another ending; CannotWrite, and then a file that was there before is as it was.
    """
    data = exporter(file)(conversation, labels)
    write_chosen(file, data)
    return len(data)
