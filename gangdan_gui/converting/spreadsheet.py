"""Spreadsheets (xlsx, xls, ods): each sheet under its name, the values that its cells show as tables.

Calamine reads them: it runs no macro, follows no link, and gives of a formula what it came to.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError

from gangdan_gui.converting.markdown_table import tables
from gangdan_gui.converting.office import package
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.markdown_text import escaped_inside

# The reader lays a sheet out from its first to its last cell: a value far away would cost gigabytes.
_MOST_CELLS = 20_000_000
_FILLED_CELL = re.compile(rb'<c\b[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*?(?<!/)>')
_REPEATED_CELL = re.compile(rb'<table:table-cell\b[^>]*?number-columns-repeated="(\d+)"[^>]*>')
_REPEATED_ROW = re.compile(
    rb'<table:table-row\b[^>]*?number-rows-repeated="(\d+)"[^>]*>(.*?)</table:table-row>', re.DOTALL
)
_FILLED = b"value-type="
_MOST_REPEATED = 20_000


def to_markdown(data: bytes) -> tuple[str, str]:
    """Convert a workbook: its text and its stated title. Raises UnreadableFile."""
    title = ""
    if not package.is_ole(data):
        parts = package.unpacked(data, "xl/", "content.xml")
        _refuse_wide(parts)
        title = package.stated_title(parts)
    elif package.is_locked(data):
        raise UnreadableFile(code="password-protected", detail="")
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        blocks = [block for name in book.sheet_names for block in _sheet(book.get_sheet_by_name(name))]
    except PasswordError as error:
        raise UnreadableFile(code="password-protected", detail="") from error
    except CalamineError as error:
        raise UnreadableFile(code="damaged-file", detail="") from error
    return "\n\n".join(blocks), title


def _sheet(sheet: CalamineSheet) -> Iterator[str]:
    found = tables(_rows(sheet))
    first = next(found, None)
    if first is not None:
        yield f"# {escaped_inside(sheet.name)}"
        yield first
        yield from found


def _rows(sheet: CalamineSheet) -> Iterator[list[str]]:
    """The rows; a merged cell says its words in each row that it reaches down to."""
    _, left = sheet.start or (0, 0)  # rows are given from the very first, columns from the first that is filled
    merged = {(first[0], first[1] - left): last[0] for first, last in sheet.merged_cell_ranges or ()}
    hanging: dict[int, tuple[str, int]] = {}
    for number, values in enumerate(sheet.iter_rows()):
        row = [_shown(value) for value in values]
        for column, (words, last) in list(hanging.items()):
            if number <= last:
                row[column] = row[column] or words
            else:
                del hanging[column]
        for column, words in enumerate(row):
            if words and (last_row := merged.get((number, column), number)) > number:
                hanging[column] = (words, last_row)
        yield row


def _shown(value: object) -> str:
    """A value as a sheet shows it where nobody chose a format."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ").removesuffix(" 00:00:00")
    return str(value)


def _refuse_wide(parts: dict[str, bytes]) -> None:
    for name, sheet in parts.items():
        if name.startswith("xl/worksheets/"):
            _refuse_far(sheet)
    content = parts.get("content.xml", b"")
    # Empty cells are repeated to the far end of every sheet; those cost nothing.
    cells = (found[1] for found in _REPEATED_CELL.finditer(content) if _FILLED in found[0])
    rows = (found[1] for found in _REPEATED_ROW.finditer(content) if _FILLED in found[2])
    if any(int(count) > _MOST_REPEATED for count in (*cells, *rows)):
        raise UnreadableFile(code="unpacked-too-large", detail="")


def _refuse_far(sheet: bytes) -> None:
    columns = rows = 0
    for cell in _FILLED_CELL.finditer(sheet):
        columns, rows = max(columns, _column(cell[1])), max(rows, int(cell[2]))
    if columns * rows > _MOST_CELLS:
        raise UnreadableFile(code="unpacked-too-large", detail="")


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number
