"""Finds where a chunk that is longer than its embedder likes is cut into parts that are embedded each by itself.

Whoever changes where it cuts raises CONVERTER_VERSION, so that collections are made anew and hold one kind of cuts.
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
# What a part had better end with, the best first: a sentence or a line, else a clause or a word.
_ENDINGS = (
    regex.compile(r"[。！？；…][”’」』）]*|[.!?]['\"”’)\]]*\s|\n"),
    regex.compile(r"\s|[，、：,;:]"),
)
# How far from the even place an ending may be, as a share of a part.
_NEAR = 0.15
_ROUNDING = 1e-6


def cuts(text: str, form: EmbeddedForm) -> tuple[int, ...]:
    """The offsets at which parts of a chunk begin, without the first one's 0: none where it is embedded whole.

    Parts are about equal, none but for blanks at its edges longer than `longest_part` by more than one grapheme, and
    none blank.
    """
    limit = longest_part(text, form)
    count = math.ceil(len(text) / limit) if limit else 1
    if count < 2:
        return ()
    found: list[int] = []
    before = 0
    for number in range(1, count):
        earliest = max(before + 1, len(text) - (count - number) * limit)
        place = _place(text, before, round(len(text) * number / count), earliest, before + limit)
        if not before < place < len(text):
            break
        found.append(place)
        before = place
    return _without_blank(text, found)


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
