"""Finds where a chunk that is longer than its embedder likes is cut into parts that are embedded each by itself.

Whoever changes where it cuts raises CONVERTER_VERSION: a part is a row of its collection under the id of its chunk,
which stays the same, so that collections have to be made anew.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import regex

from gangdan_gui.chunking.graphemes import boundary_after, boundary_before
from gangdan_gui.domain.documents import EmbeddedForm

_WIDE = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\u3000-\u303f\uff00-\uffef]")
# As what can't be embedded is known where it is: nothing in it can be seen.
_VISIBLE = regex.compile(r"[^\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]")
# What a part had better end with, the best first: a paragraph, a sentence or a line, a clause or a word.
_ENDINGS = (
    regex.compile(r"\n[ \t]*\n"),
    regex.compile(r"[。！？；…][”’」』）]*|[.!?]['\"”’)\]]*\s|\n"),
    regex.compile(r"\s|[，、：,;:]"),
)
# How far from the even place an ending may be, as a share of a part.
_NEAR = 0.15
# A heading of Markdown as a chunk has it, which may begin anywhere: after an empty line, so that few comments of code
# are taken for one.
_HEADING = regex.compile(r"(?<=\n[ \t]*\n)#{1,6}[ \t]+\S")
# A section of fewer characters goes with the next: a heading alone is near to any question that has its words.
_SMALL_SECTION = 60
_ROUNDING = 1e-6


def cuts(text: str, form: EmbeddedForm) -> tuple[int, ...]:
    """The offsets at which parts of a chunk begin, without the first one's 0: none where it is embedded whole.

    A chunk that is cut is cut at its headings first (measured: two to four points of recall inside a fixed length),
    each of its sections then into about equal parts. None is longer than `longest_part` by more than one grapheme, but
    for blanks at its edges, and none is blank.
    """
    limit = longest_part(text, form)
    if not limit or len(text) <= limit:
        return ()
    found: list[int] = []
    for start, end in pairwise((*_sections(text), len(text))):
        found += [start] if start else []
        found += [start + place for place in _even_cuts(text[start:end], limit)]
    return _without_blank(text, found)


def _sections(text: str) -> list[int]:
    """Where the sections of a chunk begin: 0, and the headings that have enough before and behind them."""
    starts = [0]
    for heading in _HEADING.finditer(text):
        if _enough(text[starts[-1] : heading.start()]) and _is_boundary(text, heading.start(), 0):
            starts.append(heading.start())
    if len(starts) > 1 and not _enough(text[starts[-1] :]):
        starts.pop()
    return starts


def _enough(section: str) -> bool:
    return len(section.strip()) >= _SMALL_SECTION


def _even_cuts(text: str, limit: int) -> list[int]:
    """Where a text is cut into as many parts as it needs, about equal ones."""
    found: list[int] = []
    count, before = math.ceil(len(text) / limit), 0
    for number in range(1, count):
        earliest = max(before + 1, len(text) - (count - number) * limit)
        place = _place(text, before, round(len(text) * number / count), earliest, before + limit)
        if not before < place < len(text):
            break
        found.append(place)
        before = place
    return found


def longest_part(text: str, form: EmbeddedForm) -> int:
    """How many characters a part of a text may have, 0 for any number: a mix of scripts lies between its scripts."""
    if len(text) <= min(form.narrow or len(text), form.wide or len(text)):
        return 0  # nothing need be counted
    wide = len(_WIDE.findall(text)) / len(text)
    share = (wide / form.wide if form.wide else 0) + ((1 - wide) / form.narrow if form.narrow else 0)
    return max(1, math.floor(1 / share + _ROUNDING)) if share else 0


def _place(text: str, before: int, even: int, earliest: int, latest: int) -> int:
    """Where a part that begins at `before` ends: near the `even` place, or there where no ending is near."""
    near = round((even - before) * _NEAR)
    first, last = max(earliest, even - near), min(latest, even + near)
    for ending in _ENDINGS:
        places: Iterator[int] = (match.end() for match in ending.finditer(text, max(before, first - 4), last))
        good = [place for place in places if first <= place <= last and _is_boundary(text, place, before)]
        if good:
            return min(good, key=lambda place: abs(place - even))
    even = min(max(even, earliest), latest)
    place = boundary_before(text, even, before)
    return place if place > before and place >= earliest else boundary_after(text, max(even, before + 1), before)


def _is_boundary(text: str, place: int, known: int) -> bool:
    return boundary_before(text, place, known) == place


def _without_blank(text: str, found: list[int]) -> tuple[int, ...]:
    """The cuts that leave something to be seen on both of their sides."""
    kept: list[int] = []
    begin = 0
    for place, end in pairwise((*found, len(text))):
        if _VISIBLE.search(text, begin, place) and _VISIBLE.search(text, place, end):
            kept.append(place)
            begin = place
    return tuple(kept)
