"""Keeps plain words plain: escapes what Markdown would take for markup, and no more than that."""

from __future__ import annotations

import re

_ANYWHERE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|`|\*(?=\S)|(?<=\S)\*|(?<!\w)_(?=\w)|(?<=\w)_(?!\w)|<(?=[A-Za-z/!?])|\](?=\()"
)
_AT_START = re.compile(r"^([ ]*)(#{1,6}(?=[ ])|[-+](?=[ ])|>|~{3})", re.MULTILINE)
_NUMBERED = re.compile(r"^([ ]*\d{1,9})([.)])(?=[ ])", re.MULTILINE)


def escaped(words: str) -> str:
    """Words inside a line."""
    return _ANYWHERE.sub(lambda match: "\\" + match[0], words)


def not_a_block(paragraph: str) -> str:
    """A paragraph none of whose lines begins as a list, a quote or a heading would."""
    return _NUMBERED.sub(r"\1\\\2", _AT_START.sub(r"\1\\\2", paragraph))


def table_row(cells: list[str]) -> str:
    """One line of a table; line ends and bars inside the cells are taken care of."""
    return "| " + " | ".join(re.sub(r"(?<!\\)\|", r"\\|", " ".join(cell.split())) for cell in cells) + " |"


def pipe_table(rows: list[list[str]], *, header: bool) -> str:
    """A table; rows may be of different lengths. Without a header the first line stays empty."""
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    filled = [[*row, *[""] * (width - len(row))] for row in rows]
    head = filled.pop(0) if header else [""] * width
    return "\n".join([table_row(head), "|" + "---|" * width, *map(table_row, filled)])


def indented(markdown: str, marker: str) -> str:
    """Blocks as the content of a list item that begins with `marker`, or of a quote if that is `> `."""
    rest = marker if marker == "> " else " " * len(marker)
    first, *others = markdown.split("\n")
    return "\n".join([marker + first, *((rest + line) if line else rest.rstrip() for line in others)])
