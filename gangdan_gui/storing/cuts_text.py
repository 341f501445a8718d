"""How the cuts of a chunk stand in a table: `398 795`, empty for none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def cuts_text(cuts: Sequence[int]) -> str:
    """Cuts as a text."""
    return " ".join(map(str, cuts))


def read_cuts(text: str, length: int) -> tuple[int, ...]:
    """The cuts of a chunk of that length. Raises ValueError for what can't be."""
    cuts = tuple(map(int, text.split()))
    if not all(before < after for before, after in pairwise((0, *cuts, length))):
        raise ValueError(text)
    return cuts


def known_cuts(text: str, length: int) -> tuple[int, ...]:
    """The same of a text in which the disk may have changed a byte: none where it says nothing any more."""
    try:
        return read_cuts(text, length)
    except ValueError:
        return ()
