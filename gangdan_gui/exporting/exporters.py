"""The formats there are, by the ending of the file's name. A new one is a new file and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import UnknownAnswer, UnsupportedExport
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.contents import LONGEST_HEADING
from gangdan_gui.exporting.docx import to_docx
from gangdan_gui.exporting.html import to_html
from gangdan_gui.exporting.json_text import to_json
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.exporting.markdown import to_markdown
from gangdan_gui.whole_file import write_chosen

Exporter = Callable[[Conversation, ExportLabels, Mapping[str, Source]], bytes]

EXPORTERS: MappingProxyType[str, Exporter] = MappingProxyType(
    {
        ".md": to_markdown,
        ".markdown": to_markdown,
        ".html": to_html,
        ".htm": to_html,
        ".docx": to_docx,
        ".json": to_json,
    }
)
NO_SOURCES: Mapping[str, Source] = MappingProxyType({})


def exporter(file: Path) -> Exporter:
    """What writes files of that ending. Raises UnsupportedExport."""
    found = EXPORTERS.get(file.suffix.lower())
    if found is None:
        raise UnsupportedExport(file=str(file), known=", ".join(EXPORTERS))
    return found


def export(
    conversation: Conversation,
    file: Path,
    labels: ExportLabels = ENGLISH,
    sources: Mapping[str, Source] = NO_SOURCES,
) -> int:
    """Write a conversation, whole or not at all, and return the number of bytes.

    Raises UnsupportedExport for another ending; ExportFailed, CannotWrite, and then a file that was there before is as
    it was.
    """
    data = exporter(file)(conversation, labels, sources)
    write_chosen(file, data)
    return len(data)


def one_answer(conversation: Conversation, number: int) -> Conversation:
    """The conversation with that exchange alone, counted from 1, and named by its question. Raises UnknownAnswer."""
    if not 1 <= number <= len(conversation.exchanges):
        raise UnknownAnswer(conversation=conversation.id, number=str(number), count=str(len(conversation.exchanges)))
    exchange = conversation.exchanges[number - 1]
    question = exchange.question.strip()
    short = len(question) <= LONGEST_HEADING and len(question.splitlines()) == 1
    return replace(conversation, title=question if short else conversation.title, exchanges=(exchange,))
