"""What an export says, before a format gives it its form. All but the answers' own text is plain words in one line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.search import Answer, Conversation, Exchange
from gangdan_gui.exporting.clean import clean, clean_line
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.exporting.source_entries import SourceEntry, cited, used
from gangdan_gui.exporting.table_rows import with_whole_rows
from gangdan_gui.markdown_text import self_contained

# A longer question is no heading: it is quoted under one.
LONGEST_HEADING = 200
_BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Section:
    """A question and its answer. `heading` is empty where the title says the same. `text` is Markdown, of a model or,
    without one, of the passages themselves.

    `quoted` are the lines of a question that is no heading, `listed` names the list of `entries`.
    """

    heading: str
    quoted: tuple[str, ...]
    byline: str
    text: str
    by_model: bool
    remarks: tuple[str, ...]
    listed: str
    entries: tuple[SourceEntry, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """A title and its sections."""

    title: str
    sections: tuple[Section, ...]


def contents(conversation: Conversation, labels: ExportLabels, sources: Mapping[str, Source]) -> Contents:
    """`sources` are those of now, by their ids, for passages that an answer was given but does not cite."""
    title = clean_line(conversation.title) or labels.conversation
    numbered = enumerate(conversation.exchanges, start=1)
    return Contents(title, tuple(_section(number, title, one, labels, sources) for number, one in numbered))


def _section(
    number: int, title: str, exchange: Exchange, labels: ExportLabels, sources: Mapping[str, Source]
) -> Section:
    answer = exchange.answer
    lines = tuple(clean_line(line) for line in clean(exchange.question).splitlines() if line.strip())
    short = len(lines) == 1 and len(lines[0]) <= LONGEST_HEADING
    heading = lines[0] if short else f"{labels.question} {number}"
    # Passages that are the answer stand in its text; where nothing was written, those found are named.
    shows_used = not answer.citations and bool(answer.model or not answer.text.strip())
    listed = labels.passages if answer.model else labels.nearest
    return Section(
        heading="" if heading == title else heading,
        quoted=() if short else lines,
        byline=_BETWEEN.join(_byline(exchange, labels)),
        text=self_contained(with_whole_rows(clean(answer.text))) if answer.text.strip() else "",
        by_model=bool(answer.model),
        remarks=tuple(_remarks(answer, labels)),
        listed=listed if shows_used else labels.sources,
        entries=used(answer, sources, labels) if shows_used else cited(answer, labels),
    )


def _byline(exchange: Exchange, labels: ExportLabels) -> Iterator[str]:
    answer = exchange.answer
    if answer.model:
        yield f"{labels.model}{labels.colon}{clean_line(answer.model)}"
        if answer.temperature is not None:
            yield f"{labels.temperature} {answer.temperature:g}"
    if time := _time(exchange.asked):
        yield time


def _remarks(answer: Answer, labels: ExportLabels) -> Iterator[str]:
    if not answer.complete:
        reason = clean_line(labels.reason(answer.incomplete)) if answer.incomplete else ""
        yield labels.incomplete_because.replace("{reason}", reason) if reason else labels.incomplete
    elif not answer.text.strip():
        yield labels.no_answer


def _time(asked: str) -> str:
    """The time of the question, as it was on the user's clock."""
    try:
        return datetime.fromisoformat(asked).strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return clean_line(asked)
