"""Numbers of bytes as people read them, in the language of the window.

A megabyte is a million bytes, as Ollama and the places that files come from count them.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QLocale

_SIZES = {"kB": 10**3, "MB": 10**6, "GB": 10**9}
_TIED = "\N{NO-BREAK SPACE}"
# From here on, tenths say nothing.
_EXACT_BELOW = 10


def size_words(count: int) -> str:
    """A number of bytes, as short as it says something: `412 kB`, `3.4 MB`, `26 MB`; no line breaks within it."""
    return f"{_in_unit(count, count)}{_TIED}{_unit(count)}"


def part_and_whole(done: int, total: int) -> dict[str, str]:
    """`done` and `total` for a sentence, both in the unit of the greater one, which stands once."""
    return {"done": _in_unit(done, total), "total": size_words(total)}


def _unit(count: int) -> str:
    return next((unit for unit, size in reversed(_SIZES.items()) if count >= size), "kB")


def _in_unit(count: int, measure: int) -> str:
    size = _SIZES[_unit(measure)]
    # What is there is never said to be nothing, nor what is missing to be there: down, but for a first kilobyte.
    value = count / size
    if size > _SIZES["kB"] and value < _EXACT_BELOW:
        return QLocale().toString(math.floor(value * 10) / 10, "f", 1)
    return QLocale().toString(max(math.floor(value), 1 if count else 0))
