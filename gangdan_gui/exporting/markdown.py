"""A conversation as Markdown: each question a heading, its answer, the answer's sources by their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.search import Conversation
from gangdan_gui.exporting.contents import Section, contents
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.exporting.source_entries import SourceEntry
from gangdan_gui.markdown_text import escaped


def to_markdown(conversation: Conversation, labels: ExportLabels, sources: Mapping[str, Source]) -> bytes:
    """The conversation as UTF-8 with `\\n` line ends; answers stand in it as they were written."""
    told = contents(conversation, labels, sources)
    blocks = [f"# {escaped(told.title)}"]
    for section in told.sections:
        blocks += _section(section)
    return ("\n\n".join(blocks) + "\n").encode()


def _section(section: Section) -> Iterator[str]:
    if section.heading:
        yield f"## {escaped(section.heading)}"
    if section.quoted:
        yield "\n>\n".join(f"> {escaped(line)}" for line in section.quoted)
    if section.byline:
        yield f"*{escaped(section.byline)}*"
    if section.text:
        yield section.text
    for remark in section.remarks:
        yield f"*{escaped(remark)}*"
    if section.entries:
        yield f"### {escaped(section.listed)}"
        yield "\n".join(map(_entry, section.entries))


def _entry(entry: SourceEntry) -> str:
    numbers = " ".join(f"**[{number}]**" for number in entry.numbers)
    address = f" — <{entry.address}>" if entry.address else ""
    return f"- {numbers} {escaped(entry.place)}{address}{''.join(f' · {escaped(fact)}' for fact in entry.facts)}"
