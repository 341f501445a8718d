"""What is different between two texts, line by line, as stretches of each."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import accumulate

from gangdan_gui.ui.documents.chunk_bands import Band, Bands


def differences(one: str, other: str) -> tuple[Bands, Bands]:
    """The stretches of the first text that are not in the second, and those of the second that are not in the first.

    What both begin and end with is set aside before: the rest is compared in a time that grows with its square.
    """
    mine, theirs = one.splitlines(keepends=True), other.splitlines(keepends=True)
    head = _alike(mine, theirs)
    tail = _alike(mine[head:][::-1], theirs[head:][::-1])
    matcher = SequenceMatcher(None, mine[head : len(mine) - tail], theirs[head : len(theirs) - tail], autojunk=True)
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    return (
        _bands(mine, [(head + code[1], head + code[2]) for code in changed]),
        _bands(theirs, [(head + code[3], head + code[4]) for code in changed]),
    )


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    return next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs),
                min(len(one), len(other)))  # fmt: skip


def _bands(lines: list[str], changed: list[tuple[int, int]]) -> Bands:
    starts = [0, *accumulate(map(len, lines))]
    return Bands(
        tuple(
            Band(starts[first], starts[last], number, "")
            for number, (first, last) in enumerate(changed, 1)
            if last > first
        )
    )
