"""Where in its file a stretch of the converted text comes from: a page, a cell of a notebook, a line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from gangdan_gui.converting.code_fences import regions

# How far to look for the words of a comment, and how many of its letters.
_NEAR = 60
_FIRST_LETTERS = 30
PAGE, CELL, LINE = "page", "cell", "line"


@dataclass(frozen=True, slots=True)
class Places:
    """From each offset of `starts` on, in order, the text is of the place with the number at the same position.

    Numbers count from 1; 0 is where it is not known. `kind` is empty where nothing is known.
    """

    kind: str = ""
    starts: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()

    def at(self, offset: int) -> int:
        """The number of the place that an offset is in; 0 where there is none."""
        found = bisect_right(self.starts, offset)
        return self.numbers[found - 1] if found else 0


NO_PLACES = Places()


def taken_out(text: str, mark: str) -> tuple[str, Places]:
    """The text without the marks that stand where its pages begin, and where they stood."""
    if not mark:
        return text, NO_PLACES
    parts = text.split(mark)
    starts = tuple(accumulate(len(part) for part in parts[:-1]))
    return "".join(parts), Places(PAGE, starts, tuple(range(1, len(starts) + 1)))


def cells(text: str, said: Iterable[str]) -> Places:
    """The cells of a notebook, each given as it stands in the text; an empty one has its number too."""
    starts, numbers, at = [], [], 0
    for number, words in enumerate(said, 1):
        place = text.find(words, at) if words else -1
        if place >= 0:
            starts.append(place)
            numbers.append(number)
            at = place + len(words)
    return Places(CELL, tuple(starts), tuple(numbers)) if starts else NO_PLACES


def lines_of_program(original: str, text: str) -> Places:
    """The lines of a program, whose code stands in fences, and in the order of the file what else it says."""
    lines = original.split("\n")
    parts = [region.lines for region in regions(text)]
    runs = list(_runs(parts, [_key(line) for line in lines]))
    starts, numbers, offset, at = [], [], 0, 0
    for index, (part, run) in enumerate(zip(parts, runs, strict=True)):
        end = next((later for later in runs[index + 1 :] if later is not None and later >= 0), len(lines))
        for row, line in enumerate(part):
            starts.append(offset)
            offset += len(line) + 1
            if run is None:
                numbers.append(_said(line, lines, at, end) + 1)
            else:
                numbers.append(run + max(row, 1) if run >= 0 else 0)
        at = run + len(part) - 2 if run is not None and run >= 0 else at
    return Places(LINE, tuple(starts), tuple(numbers)) if any(numbers) else NO_PLACES


def lines_of_text(original: str, text: str) -> Places:
    """The lines of a text that was converted line by line; nothing where a line was lost or made on the way."""
    before = [number for number, line in enumerate(original.split("\n"), 1) if line.strip()]
    after = [(offset, line) for offset, line in _with_offsets(text) if line.strip()]
    if len(before) != len(after):
        return NO_PLACES
    return Places(LINE, tuple(offset for offset, _ in after), tuple(before))


def _with_offsets(text: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in text.split("\n"):
        yield offset, line
        offset += len(line) + 1


def _key(line: str) -> str:
    """What of a line is the same before and after, whatever became of blanks and controls in it."""
    return "".join(line.split())


def _runs(parts: list[tuple[str, ...]], wanted: list[str]) -> Iterator[int | None]:
    """Where the lines of each fence stand one after another, -1 where nowhere; None for prose."""
    at = 0
    for part in parts:
        code = [_key(line) for line in part[1:-1]]
        if not part[0].startswith(("```", "~~~")) or not code:
            yield None
            continue
        starts = range(at, len(wanted) - len(code) + 1)
        found = next((n for n in starts if wanted[n] == code[0] and wanted[n : n + len(code)] == code), -1)
        at = found + len(code) if found >= 0 else at
        yield found


def _said(line: str, lines: list[str], start: int, end: int) -> int:
    """The line between two that has the first words of a line of prose, else the first that says anything."""
    words = _letters(line)[:_FIRST_LETTERS]
    near = range(start, min(start + _NEAR, end))
    holding = (number for number in near if words and words in _letters(lines[number]))
    return next(holding, next((number for number in near if lines[number].strip()), start))


def _letters(line: str) -> str:
    return "".join(filter(str.isalnum, line))
