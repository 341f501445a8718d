"""The directives that hold tables: as pandoc reads them, or as a list where a table has no room for what is in it."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.converting.placeholders import FENCED_LINE
from gangdan_gui.converting.rst.directive import Directive, Surroundings, title_lines

_TABLE_OPTIONS = frozenset(["header", "header-rows", "stub-columns", "delim", "quote", "escape", "keepspace"])
_ROW, _CELL = "* - ", "  - "
_MARK = len(_ROW)


def table(directive: Directive, around: Surroundings) -> list[str]:
    """A table without what is read from elsewhere."""
    head = title_lines(directive)
    if {"file", "url"} & directive.options.keys():
        return ["", *head]
    options = [f"   :{key}: {value}".rstrip() for key, value in directive.options.items() if key in _TABLE_OPTIONS]
    body = list(directive.body) if directive.name == "csv-table" else around.rewrite(directive.body)
    name = "list-table" if directive.name == "flat-table" else directive.name
    return ["", *head, f".. {name}::", *options, "", *("   " + line if line else "" for line in body), ""]


def list_table(directive: Directive, around: Surroundings) -> list[str]:
    """A table; one with code of several lines in its cells is a list of its rows, where that keeps its lines."""
    rows = [[around.rewrite(cell) for cell in row] for row in _cells_of(directive.body)]
    if all(around.kept.most_lines("\n".join(cell)) <= FENCED_LINE for row in rows for cell in row):
        return table(directive, around)
    count = directive.options.get("header-rows", "0")
    return ["", *title_lines(directive), *_rows_as_list(rows, int(count) if count.isdecimal() else 0), ""]


def _cells_of(body: Sequence[str]) -> list[list[list[str]]]:
    """The rows of a table's body: for each its cells, for each cell its lines."""
    rows: list[list[list[str]]] = []
    for line in body:
        start = f"{line} "[:_MARK]
        if start == _ROW or (start == _CELL and rows):
            if start == _ROW:
                rows.append([])
            rows[-1].append([line[_MARK:]])
        elif rows:
            rows[-1][-1].append(line[_MARK:] if not line[:_MARK].strip() else line.lstrip())
    return rows


def _rows_as_list(rows: Sequence[Sequence[Sequence[str]]], headers: int) -> list[str]:
    """One item a row, in which each cell stands behind the heading of its column."""
    names = [" ".join(" ".join(cell).split()) for cell in rows[0]] if headers and rows else []
    lines = []
    for row in rows[headers:]:
        for column, cell in enumerate(row):
            name = names[column] if column < len(names) else ""
            lines += ["", *_indented([f"**{name}:**" if name else "", "", *cell], first="- " if not column else "  ")]
    return lines


def _indented(lines: Sequence[str], first: str) -> list[str]:
    said = list(lines)
    while said and not said[0].strip():
        said.pop(0)
    return [(first if not at else "  ") + line if line.strip() else "" for at, line in enumerate(said or ["—"])]
