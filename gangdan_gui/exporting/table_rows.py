"""Rows of tables that a model wrote with bare pipes in code or in formulas: each pipe would begin a cell."""

from __future__ import annotations

import re

from gangdan_gui.markdown_text import literal_lines

_RULE = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_PIPE = re.compile(r"(?<!\\)\|")
_INSIDE = re.compile(
    r"(?<!`)(?P<ticks>`+)(?!`)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|(?<![\\$])(?P<dollars>\${1,2})(?!\$)(?P<formula>.+?)(?<!\\)(?P=dollars)"
)


def with_whole_rows(text: str) -> str:
    """Markdown whose rows have as many cells as their table, where pipes in code and formulas had made more."""
    if "|" not in text:
        return text
    lines = text.split("\n")
    literal = literal_lines(text)
    at = 1
    while at < len(lines):
        if at not in literal and "|" in lines[at] and _RULE.match(lines[at]):
            cells = _cells(lines[at])
            lines[at - 1] = _whole(lines[at - 1], cells)
            at += 1
            while at < len(lines) and "|" in lines[at]:
                lines[at] = _whole(lines[at], cells)
                at += 1
        at += 1
    return "\n".join(lines)


def _cells(row: str) -> int:
    return len(_PIPE.findall(re.sub(r"\A[ \t>]*\||(?<!\\)\|[ \t]*\Z", "", row))) + 1


def _whole(row: str, cells: int) -> str:
    if _cells(row) <= cells:
        return row
    whole = _INSIDE.sub(_without_pipes, row)
    return whole if _cells(whole) == cells else row


def _without_pipes(found: re.Match[str]) -> str:
    if found["code"]:
        return _PIPE.sub(r"\\|", found[0])
    formula = found["formula"].replace(r"\|", r"\Vert ").replace("|", r"\vert ")
    return f"{found['dollars']}{formula.strip()}{found['dollars']}"
