"""Tables of AsciiDoc: cells behind bars that may span others, or separated values."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from gangdan_gui.converting.escaping import pipe_table

_SPEC = r"(?:(?P<across>\d{1,3})?(?:\.(?P<down>\d{1,3}))?(?P<how>[+*]))?(?:[<^>](?:\.[<^>])?|\.[<^>])?[aehlmsdv]?"
_COLUMN = re.compile(r"\s*(?:(\d{1,3})\*)?")
_BLOCK_MARK = re.compile(r"^\s*(?:[-=.*_+`]{4,}|--|!===|\[[^\[\]]*\])\s*$")
_LIST_MARK = re.compile(r"^\s*(?:[*.-]{1,5}|\d{1,3}\.)[ ]+")
_WIDEST = 200


def table(lines: Sequence[str], fence: str, named: Mapping[str, str], style: str, render: Callable[[str], str]) -> str:
    """A table's lines, without its fence, as a pipe table."""
    form = named.get("format", {",": "csv", ":": "dsv"}.get(fence[0], "psv"))
    if form in ("csv", "tsv", "dsv"):
        rows = _separated(lines, named.get("separator", {"csv": ",", "tsv": "\t", "dsv": ":"}[form]))
    else:
        rows = _barred(lines, named.get("separator") or ("!" if fence[0] == "!" else "|"), named.get("cols", ""))
    options = f"{style},{named.get('options', '')},{named.get('opts', '')}"
    header = bool(re.search(r"\bheader\b", options)) or ("noheader" not in options and _looks_headed(lines))
    return pipe_table([[render(cell).strip() for cell in row] for row in rows], header=header)


def _looks_headed(lines: Sequence[str]) -> bool:
    """The first line is a header where a blank line follows it and none stands before it."""
    return len(lines) > 2 and bool(lines[0].strip()) and not lines[1].strip()


def _separated(lines: Sequence[str], separator: str) -> list[list[str]]:
    try:
        rows = csv.reader(
            (line for line in lines if line.strip()), delimiter=separator[:1] or ",", skipinitialspace=True
        )
        return [row[:_WIDEST] for row in rows]
    except csv.Error:
        return [[line] for line in lines if line.strip()]


def _barred(lines: Sequence[str], bar: str, columns: str) -> list[list[str]]:
    mark = re.escape(bar)
    start = re.compile(rf"(?:(?:^|(?<=\s)){_SPEC}|(?<!\\)){mark}", re.MULTILINE)
    text = "\n".join(lines)
    starts = list(start.finditer(text))
    before = _words(text[: starts[0].start() if starts else len(text)], bar)
    cells: list[tuple[str, int, int]] = [(before, 1, 1)] if before else []
    for found, after in zip_longest(starts, starts[1:]):
        words = _words(text[found.end() : after.start() if after else len(text)], bar)
        across, down = int(found["across"] or 1), int(found["down"] or 1)
        if found["how"] == "*":
            cells += [(words, 1, 1)] * min(across, _WIDEST)
        else:
            cells.append((words, min(across, _WIDEST), down))
    first = next((line for line in lines if line.strip()), "")
    width = _width(columns) or sum(min(int(m["across"] or 1), _WIDEST) for m in start.finditer(first)) or 1
    return _rows(cells, min(width, _WIDEST))


def _width(columns: str) -> int:
    if not columns.strip():
        return 0
    parts = re.split(r"[,;]", columns)
    return sum(int(match[1] or 1) for part in parts if (match := _COLUMN.match(part)))


def _rows(cells: Sequence[tuple[str, int, int]], width: int) -> list[list[str]]:
    """Cells from left to right; where one spans several columns or lines, the others of them stay empty."""
    rows: list[list[str]] = []
    row: list[str] = []
    taken: dict[int, int] = {}
    for words, across, down in cells:
        while len(row) < width and taken.get(len(row), 0):
            taken[len(row)] -= 1
            row.append("")
        for column in range(len(row), min(len(row) + across, width)):
            if down > 1:
                taken[column] = down - 1
        row += [words, *[""] * (across - 1)][: max(1, width - len(row))]
        while len(row) < width and taken.get(len(row), 0) and down == 1:
            taken[len(row)] -= 1
            row.append("")
        if len(row) >= width:
            rows.append(row)
            row = []
    return [*rows, row] if row else rows


def _words(cell: str, bar: str) -> str:
    kept = [_LIST_MARK.sub("", line) for line in cell.split("\n") if not _BLOCK_MARK.match(line)]
    return " ".join(" ".join(kept).replace("\\" + bar, bar).split())
