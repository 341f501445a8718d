"""What of a text a reader sees: white space, controls and zero-width characters leave no mark on the page."""

from __future__ import annotations

import regex

_VISIBLE = regex.compile(r"[^\s\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]")
_LAST_VISIBLE = regex.compile(_VISIBLE.pattern, regex.REVERSE)
# One of these says about as much as three letters.
_OF_FEW_CHARACTERS = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
_LETTERS = 3


def visible_span(text: str, start: int, end: int) -> tuple[int, int]:
    """From the first visible character of a stretch to behind its last; an empty span where there is none."""
    first = _VISIBLE.search(text, start, end)
    last = _LAST_VISIBLE.search(text, start, end)
    return (first.start(), last.end()) if first and last else (start, start)


def count_visible(text: str, start: int, end: int, most: int | None = None) -> int:
    """How many visible characters a stretch has; with `most` no more are counted."""
    if start >= end:
        return 0
    if most is None:
        return len(_VISIBLE.findall(text, start, end))
    count = 0
    for _ in _VISIBLE.finditer(text, start, end):
        count += 1
        if count >= most:
            break
    return count


def count_letters(text: str, start: int, end: int) -> int:
    """How many Latin letters would say about as much as what is visible of a stretch."""
    if start >= end:
        return 0
    few = len(_OF_FEW_CHARACTERS.findall(text, start, end))
    return count_visible(text, start, end) + (_LETTERS - 1) * few
