"""A conversation as Markdown: each question a heading, its answer, the answer's sources by their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from gangdan_gui.domain.search import Answer, Citation, Conversation, Exchange
from gangdan_gui.exporting.labels import ExportLabels
from gangdan_gui.markdown_text import escaped, self_contained

# A longer question is no heading: it stands in a quotation under one.
_LONGEST_HEADING = 200
# Only what a browser opens becomes a link.
_ADDRESS = re.compile(r"https?://[^\s<>]+", re.IGNORECASE)
_BETWEEN = " › "


def to_markdown(conversation: Conversation, labels: ExportLabels) -> bytes:
    """The conversation as UTF-8 with `\\n` line ends. What is no text in UTF-8 becomes `?`."""
    blocks = [f"# {escaped(conversation.title) or labels.conversation}"]
    for number, exchange in enumerate(conversation.exchanges, start=1):
        blocks += _exchange(number, exchange, labels)
    return ("\n\n".join(blocks) + "\n").encode("utf-8", "replace")


def _exchange(number: int, exchange: Exchange, labels: ExportLabels) -> Iterator[str]:
    yield from _question(number, exchange.question, labels)
    if time := _time(exchange.asked):
        yield f"*{time}*"
    yield from _answer(exchange.answer, labels)


def _question(number: int, question: str, labels: ExportLabels) -> Iterator[str]:
    lines = [line for line in question.splitlines() if line.strip()]
    if len(lines) == 1 and len(lines[0]) <= _LONGEST_HEADING:
        yield f"## {escaped(lines[0])}"
    else:
        yield f"## {labels.question} {number}"
        yield "\n>\n".join(f"> {escaped(line)}" for line in lines)


def _answer(answer: Answer, labels: ExportLabels) -> Iterator[str]:
    yield self_contained(answer.text) if answer.text.strip() else f"*{labels.no_answer}*"
    if not answer.complete:
        yield f"*{labels.incomplete}*"
    if answer.model:
        yield f"{labels.model}: {escaped(answer.model)}"
    if answer.citations:
        yield f"### {labels.sources}"
        yield "\n".join(_source(citation) for citation in answer.citations)


def _source(citation: Citation) -> str:
    place = _BETWEEN.join(escaped(part) for part in (citation.title, *citation.heading, citation.path) if part.strip())
    return f"- **[{citation.number}]** {place}{_address(citation.url)}"


def _address(url: str) -> str:
    if not url.strip():
        return ""
    return f" — <{url}>" if _ADDRESS.fullmatch(url) else f" — {escaped(url)}"


def _time(asked: str) -> str:
    """The local time of the question, as it was on the user's clock."""
    try:
        return datetime.fromisoformat(asked).strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return escaped(asked)
