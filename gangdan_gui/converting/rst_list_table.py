"""Tables written as lists of lists, taken apart, and put together as a list where a table has no room for them."""

from __future__ import annotations

from collections.abc import Sequence

_ROW, _CELL = "* - ", "  - "
_MARK = len(_ROW)


def cells_of(body: Sequence[str]) -> list[list[list[str]]]:
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


def rows_as_list(rows: Sequence[Sequence[Sequence[str]]], headers: int) -> list[str]:
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
