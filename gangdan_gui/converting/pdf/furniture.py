"""Takes out what is printed on every page and belongs to none: running heads, running feet, page numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gangdan_gui.converting.pdf.columns import Row, rows
from gangdan_gui.converting.pdf.page import Page

_EDGE = 0.13  # of a page's height
_MOST_ROWS = 3
_STEP = 6.0  # points: how exactly a running head keeps its place
_FEWEST_PAGES = 3
_ENOUGH_PAGES = 6  # of a long document, whose chapters change the running head
_SHARE = 1 / 4
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"[-–—·•\[( ]*(?:\d{1,4}|[ivxlc]{1,7})[-–—·•\]) ]*|(?:page|p\.|seite)\s*\d+(?:\s*(?:of|/|von)\s*\d+)?|\d+\s*/\s*\d+"
    r"|第\s*[\d一二三四五六七八九十百]+\s*页(?:\s*[,，/]?\s*共\s*[\d一二三四五六七八九十百]+\s*页)?",
    re.IGNORECASE,
)
_APART = 4.0  # of the size; the number of a chapter stands nearer to its words
_Key = tuple[str, bool, int]


def without_furniture(pages: Sequence[Page]) -> list[Page]:
    """The same pages without it."""
    seen = Counter(key for page in pages for key in {key for row in _edges(page) for key in _keys(page, row)})
    wanted = min(max(_FEWEST_PAGES if len(pages) > 2 else 2, len(pages) * _SHARE), _ENOUGH_PAGES)
    repeated = {key for key, count in seen.items() if count >= wanted}
    ahead = _ahead(pages)
    return [_bare(page, repeated, ahead) for page in pages]


def _bare(page: Page, repeated: set[_Key], ahead: int | None) -> Page:
    dropped = {
        run
        for row in _edges(page)
        if _is_number(page, row) or ahead in tuple(_numbers(page, row)) or not repeated.isdisjoint(_keys(page, row))
        for run in row.runs
    }
    return replace(page, runs=tuple(run for run in page.runs if run not in dropped)) if dropped else page


def _ahead(pages: Sequence[Page]) -> int | None:
    """By how much the printed numbers of most pages are ahead of their count; None where they have none.

    So the running head of a chapter of two pages is known too.
    """
    found = Counter(number for page in pages for number in {one for row in _edges(page) for one in _numbers(page, row)})
    number, count = found.most_common(1)[0] if found else (0, 0)
    return number if count >= max(_FEWEST_PAGES, len(pages) / 2) else None


def _numbers(page: Page, row: Row) -> Iterator[int]:
    """By how much the numbers that stand apart at the ends of a row are ahead of the page's count."""
    runs = row.runs
    for number, neighbour in ((runs[-1], runs[-2]), (runs[0], runs[1])) if len(runs) > 1 else ():
        apart = max(number.left - neighbour.right, neighbour.left - number.right)
        if apart > _APART * number.size and number.text.isdecimal() and len(number.text) < 5:
            yield int(number.text) - page.number


def _edges(page: Page) -> Iterator[Row]:
    """The first and last rows of a page, as far as they stand in its margins."""
    found = rows(page.runs)
    for row in {*found[:_MOST_ROWS], *found[-_MOST_ROWS:]}:
        if row.middle > page.height * (1 - _EDGE) or row.middle < page.height * _EDGE:
            yield row


def _keys(page: Page, row: Row) -> Iterator[_Key]:
    """What a row repeats, if it does: its words, or its words with a number that counts with the pages.

    Other numbers stay what they are: `Section 3` and `Section 4` at the top of two pages are two headings.
    """
    words = " ".join(row.text.split()).casefold()
    place = (row.middle > page.height / 2, round(row.middle / _STEP))
    yield words, *place
    numbers = list(_DIGITS.finditer(words))
    for number in {found.start(): found for found in (numbers[:1] + numbers[-1:])}.values():
        if len(number[0]) < 6:
            ahead = int(number[0]) - page.number
            yield f"{words[: number.start()]}#{ahead}{words[number.end() :]}", *place


def _is_number(page: Page, row: Row) -> bool:
    outermost = all(
        run.middle <= row.middle + 1 if row.middle > page.height / 2 else run.middle >= row.middle - 1
        for run in page.runs
    )
    return outermost and bool(_NUMBER.fullmatch(row.text.strip()))
