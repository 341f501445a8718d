"""Where in its file a stretch of the converted text comes from: a page, a cell of a notebook, a line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from gangdan_gui.converting.code_fences import regions

# How far to look for the words of a comment, and how many of its letters.
_NEAR = 60
_FIRST_LETTERS = 30
_LONGEST_DOCSTRING = 400
# Where the first line of a fence is a common one.
_MOST_STARTS = 100
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
        end = next((later[0] for later in runs[index + 1 :] if later), len(lines))
        for row, line in enumerate(part):
            starts.append(offset)
            offset += len(line) + 1
            if run is None:
                numbers.append(_said(line, lines, at, end) + 1)
            else:
                numbers.append(run[min(max(row - 1, 0), len(run) - 1)] + 1 if run else 0)
        at = run[-1] + 1 if run and _is_program(part) else at
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


def _runs(parts: list[tuple[str, ...]], wanted: list[str]) -> Iterator[list[int] | None]:
    """The lines that each fence holds, none where they are not in the file; None for prose."""
    at = 0
    for part in parts:
        code = [_key(line) for line in part[1:-1]]
        if not part[0].startswith(("```", "~~~")) or not code:
            yield None
            continue
        starts = (n for n in range(at, len(wanted)) if wanted[n] == code[0])
        rows = next(filter(None, (_rows(code, wanted, start) for start in islice(starts, _MOST_STARTS))), [])
        # A session in a docstring stands before the code that the docstring stood in.
        at = rows[-1] + 1 if rows and _is_program(part) else at
        yield rows


def _is_program(fence: tuple[str, ...]) -> bool:
    return fence[0].strip("`~") not in ("", "pycon")


def _rows(code: list[str], wanted: list[str], start: int) -> list[int]:
    """The lines that these are, from a line on in order, where a docstring may be left out between; else nothing."""
    rows = []
    at = start
    for line in code:
        end = min(at + _LONGEST_DOCSTRING, len(wanted))
        found = next((n for n in range(at, end) if wanted[n] == line), -1)
        if found < 0:
            return []
        rows.append(found)
        at = found + 1
    return rows


def _said(line: str, lines: list[str], start: int, end: int) -> int:
    """The line between two that has the first words of a line of prose, else the first that says anything."""
    words = _letters(line)[:_FIRST_LETTERS]
    near = range(start, min(start + _NEAR, end))
    # A docstring stands before the code that it stood in.
    beyond = range(end, min(end + _NEAR, len(lines)))
    holding = (number for number in (*near, *beyond) if words and words in _letters(lines[number]))
    return next(holding, next((number for number in (*near, *beyond) if lines[number].strip()), start))


def _letters(line: str) -> str:
    return "".join(filter(str.isalnum, line))
