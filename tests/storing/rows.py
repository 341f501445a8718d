"""Rows with vectors in known directions."""

from __future__ import annotations

import random
from array import array

from gangdan_gui.domain.ports import VectorRow


def vector(*numbers: float) -> bytes:
    """The bytes of one vector."""
    return array("f", numbers).tobytes()


def row(id_: str, *numbers: float, text: str = "text") -> VectorRow:
    """A row whose vector has these numbers."""
    return VectorRow(id_, vector(*numbers), text, {"path": "a.md", "ordinal": 1})


def many(count: int, *, dimension: int = 8, seed: int = 1) -> list[VectorRow]:
    """Rows `0` … `count - 1` in directions that a seed gives."""
    dice = random.Random(seed)
    return [
        VectorRow(str(n), vector(*(dice.gauss(0, 1) for _ in range(dimension))), f"正文 {n}", {"path": f"{n}.md"})
        for n in range(count)
    ]
