"""What became of a chunk is told by what is shown of its text."""

from __future__ import annotations

import pytest

from gangdan_gui.domain.search import Hit
from gangdan_gui.domain.trace import Fate
from gangdan_gui.retrieving.passages import merge
from gangdan_gui.retrieving.ranking import Found
from gangdan_gui.services.searching.tracing import candidates

PAGE = (
    "Leaves are green because of chlorophyll, which takes in red and blue light. Most of the sugar of a plant is "
    "made there, out of water and of the carbon dioxide of the air."
)


def hit(source: str, text: str, fused: float) -> Hit:
    return Hit(
        chunk=source, source=source, path="leaf.md", url="", heading=(), start=0, end=len(text), text=text,
        language="en", distance=0.3, fused=fused,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fate", "passage"),
    [
        (PAGE, Fate.COPY, 1),
        (f"# Leaves\n\n{PAGE}", Fate.COPY, 1),
        (PAGE.replace(" ", "\n"), Fate.COPY, 1),
        (PAGE.replace("green", "yellow"), Fate.SHOWN, 2),
    ],
)
def test_an_edition_of_what_is_shown_is_a_copy(text: str, fate: Fate, passage: int) -> None:
    hits = [hit("a", PAGE, 0.9), hit("b", text, 0.8)]
    first, second = candidates([Found(one) for one in hits], fused={"a": 0.9, "b": 0.8}, passages=merge(hits))
    assert (first.fate, first.passage) == (Fate.SHOWN, 1)
    assert (second.fate, second.passage) == (fate, passage)
