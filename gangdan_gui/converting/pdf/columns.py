"""Puts what stands on a page into the order in which it is read: columns from left to right, each from its top.

A gutter is a strip that few lines cross, with lines of prose on both sides. Lines that do cross it (titles, wide
captions) part the page into bands; the columns of one band are read before the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from gangdan_gui.converting.pdf.page import GAP, Run

_FEWEST_LINES = 3
_MOST_CROSSING = 0.5
_FILLED = 0.55  # of a column's width, at the median of its lines: cells of a table fill less
_WIDEST_PAGE = 20_000  # points; the format allows 14,400
_CLOSE = 0.12  # of the size: nearer than this, two runs are one word
_APART = 0.4  # of the size: more than the spacing of a justified line in Chinese
_VERTICAL = 0.6


@dataclass(frozen=True, slots=True)
class Row:
    """Runs on one line of a column, from left to right."""

    runs: tuple[Run, ...]

    @property
    def left(self) -> float:
        return self.runs[0].left

    @property
    def right(self) -> float:
        return max(run.right for run in self.runs)

    @property
    def top(self) -> float:
        return max(run.top for run in self.runs)

    @property
    def middle(self) -> float:
        return max(self.runs, key=lambda run: len(run.text)).middle

    @property
    def size(self) -> float:
        return max(self.runs, key=lambda run: len(run.text)).size

    @property
    def bold(self) -> bool:
        return all(run.bold for run in self.runs)

    @property
    def text(self) -> str:
        parts = [self.runs[0].text]
        for before, run in pairwise(self.runs):
            gap = (run.left - before.right) / run.size
            parts += [
                "" if gap < _CLOSE else GAP if gap > _APART and len(before.text) > 1 < len(run.text) else " ",
                run.text,
            ]
        return "".join(parts)

    @property
    def cells(self) -> tuple[str, ...]:
        """The parts between gaps as wide as those of a table."""
        groups = [[self.runs[0]]]
        for run in self.runs[1:]:
            if run.left - groups[-1][-1].right > 1.2 * run.size:
                groups.append([run])
            else:
                groups[-1].append(run)
        return tuple(Row(tuple(group)).text for group in groups)


def columns(runs: Sequence[Run]) -> list[list[Row]]:
    """The blocks of a page in reading order, each the rows of one column."""
    letters = sum(len(run.text) for run in runs)
    down = [run for run in runs if run.vertical]
    if down and sum(len(run.text) for run in down) > _VERTICAL * letters:
        # Written from the top down, the lines of a page follow each other from right to left.
        return [[Row((run,)) for run in sorted(runs, key=lambda run: (-run.right, -run.top))]]
    return [rows(block) for block in _blocks(list(runs)) if block]


def rows(runs: Iterable[Run]) -> list[Row]:
    """Lines from the top, each with the runs that stand on it."""
    lines: list[list[Run]] = []
    tallest: Run | None = None
    for run in sorted(runs, key=lambda run: (-run.middle, run.left)):
        if tallest and tallest.middle - run.middle < 0.45 * max(tallest.height, run.height):
            lines[-1].append(run)
            tallest = max(tallest, run, key=lambda one: one.size)
        else:
            lines.append([run])
            tallest = run
    return [Row(tuple(sorted(line, key=lambda run: run.left))) for line in lines]


def _blocks(runs: list[Run]) -> list[list[Run]]:
    gutter = _gutter(runs)
    if gutter is None:
        return [runs]
    first, last = min(run.left for run in runs), max(run.right for run in runs)
    result: list[list[Run]] = []
    for band in _bands(runs, gutter):
        left = [run for run in band if run.right <= gutter]
        right = [run for run in band if run.left >= gutter]
        if _prose(left, first, gutter) and _prose(right, gutter, last):
            result += [*_blocks(left), *_blocks(right)]
        else:
            result.append(band)
    return result


def _bands(runs: list[Run], gutter: float) -> list[list[Run]]:
    """Runs from the top, parted where a line crosses the gutter begins or ends a stretch of such lines."""
    bands: list[list[Run]] = []
    was_crossing: bool | None = None
    for row in rows(runs):
        crossing = any(run.left < gutter < run.right for run in row.runs)
        if crossing is not was_crossing:
            bands.append([])
            was_crossing = crossing
        bands[-1] += row.runs
    return bands


def _gutter(runs: list[Run]) -> float | None:
    """Where the widest strip is that the fewest lines cross; None for a page of one column."""
    if len(runs) < 2 * _FEWEST_LINES:
        return None
    left, right = min(run.left for run in runs), max(run.right for run in runs)
    size = median(run.size for run in runs)
    first, last = int(left + 0.2 * (right - left)), int(left + 0.8 * (right - left))
    if not 8 * size <= last - first <= _WIDEST_PAGE:
        return None
    crossed = [0] * (last - first + 1)
    for run in runs:
        for point in range(max(int(run.left), first), min(int(run.right + 0.999), last) + 1):
            crossed[point - first] += 1
    fewest = min(crossed)
    start, length = _longest(crossed, fewest)
    at = first + start + length / 2
    beside = [sum(1 for run in runs if run.right <= at), sum(1 for run in runs if run.left >= at)]
    if length < 0.6 * size or min(beside) < _FEWEST_LINES or fewest > _MOST_CROSSING * max(beside):
        return None
    return at


def _longest(values: list[int], wanted: int) -> tuple[int, int]:
    """Start and length of the longest stretch of a value."""
    best, start = (0, 0), None
    for index, value in enumerate([*values, wanted - 1]):
        if value == wanted:
            start = index if start is None else start
        elif start is not None:
            best = max(best, (start, index - start), key=lambda one: one[1])
            start = None
    return best


def _prose(runs: list[Run], left: float, right: float) -> bool:
    """Whether lines fill the column between two places, as those of prose do."""
    widths = [line.right - line.left for line in rows(runs)]
    return bool(widths) and median(widths) > _FILLED * (right - left)
