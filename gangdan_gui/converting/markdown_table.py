"""Rows of cells as Markdown tables that stay readable in pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from gangdan_gui.markdown_text import escaped_inside

# About what a passage holds: each has a header to say what its columns are.
_ROWS = 20


def tables(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Blocks of Markdown: lines above the table, and the table in parts that each begin with its header.

    The first row with more than one filled cell is the header. `rows` hold plain words, may differ in length, and
    are read one by one; empty ones are left out.
    """
    filled = (row for row in (tuple(map(_cell, row)) for row in rows) if any(row))
    header: tuple[str, ...] = ()
    for row in filled:
        if sum(map(bool, row)) > 1 or len(row) == 1:
            header = row
            break
        yield next(filter(None, row))
    if not header:
        return
    body = tuple(islice(filled, _ROWS))
    while True:
        width = max(len(header), *map(len, body)) if body else len(header)
        yield "\n".join([_line(header, width), "|" + " --- |" * width, *(_line(row, width) for row in body)])
        body = tuple(islice(filled, _ROWS))
        if not body:
            return


def _line(row: Sequence[str], width: int) -> str:
    cells = (*row, *("" for _ in range(width - len(row))))
    return "| " + " | ".join(cells) + " |"


def _cell(words: str) -> str:
    return escaped_inside(words).replace("|", "\\|")
