"""How the cuts of a chunk stand in a table: `398 795`, empty for none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def cuts_text(cuts: Sequence[int]) -> str:
    """Cuts as a text."""
    return " ".join(map(str, cuts))


def known_cuts(text: str, length: int) -> tuple[int, ...]:
    """The cuts of a chunk of that length: none where the disk has changed a byte, and the text says what can't be."""
    try:
        cuts = tuple(map(int, text.split()))
    except ValueError:
        return ()
    return cuts if all(before < after for before, after in pairwise((0, *cuts, length))) else ()
