"""Tables of plain text, with whatever separates their columns, as Markdown tables."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator

from gangdan_gui.converting.markdown_table import tables
from gangdan_gui.domain.errors import UnreadableFile

_SEPARATORS = (",", "\t", ";", "|")
_SAMPLE_LINES = 60
_LONGEST_CELL = 10_000_000


def to_markdown(text: str) -> str:
    """Convert a table. Numbers and dates stay as they are written. Raises UnreadableFile (`damaged-file`)."""
    stated, text = _stated_separator(text)
    separator = stated or _separator(text)
    try:
        return "\n\n".join(tables(_rows(text, separator)))
    except csv.Error as error:
        raise UnreadableFile(code="damaged-file", detail="") from error


def _stated_separator(text: str) -> tuple[str, str]:
    """Excel reads, and some programs write, a first line that says what the separator is."""
    first, _, rest = text.partition("\n")
    stated = first.strip().strip('"')
    return (stated[4], rest) if len(stated) == 5 and stated.lower().startswith("sep=") else ("", text)


def _separator(text: str) -> str:
    """The one that parts the lines most evenly into more than one column."""
    sample = "\n".join(text.split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES])
    return max(_SEPARATORS, key=lambda separator: _evenness(sample, separator))


def _evenness(sample: str, separator: str) -> tuple[int, int]:
    try:
        widths = Counter(len(row) for row in _rows(sample, separator) if any(cell.strip() for cell in row))
    except csv.Error:
        return 0, 0
    width, lines = max(widths.items(), key=lambda item: (item[0] > 1, item[1]), default=(1, 0))
    return (lines, width) if width > 1 else (0, 0)


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    csv.field_size_limit(_LONGEST_CELL)
    return csv.reader(text.splitlines(keepends=True), delimiter=separator, skipinitialspace=True)
