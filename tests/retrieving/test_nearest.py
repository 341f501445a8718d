"""Enough different texts, and no chance in which of equals are among them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.nearest import nearest


def hits(*facts: tuple[str, float]) -> list[Hit]:
    return [
        Hit(f"{n}", "s", f"{n}.md", "", (), 0, len(text), text, "en", distance)
        for n, (text, distance) in enumerate(facts)
    ]


def texts(found: Sequence[Hit] | None) -> list[str] | None:
    return None if found is None else [hit.text for hit in found]


def test_hits_end_where_enough_texts_are_together() -> None:
    assert texts(nearest(hits(("a", 0.1), ("b", 0.2), ("c", 0.3)), 2, 0.3)) == ["a", "b"]


def test_copies_count_once() -> None:
    found = hits(("a", 0.1), ("a", 0.1), ("a", 0.1), ("b", 0.2), ("c", 0.3))
    assert texts(nearest(found, 2, 0.3)) == ["a", "a", "a", "b"]
    assert nearest(found[:3], 2, 0.1) is None


@pytest.mark.parametrize("reached", [0.2, 0.2 + 1e-9, 0.1])
def test_more_are_asked_for_while_equals_of_the_last_may_be_missing(reached: float) -> None:
    assert nearest(hits(("a", 0.1), ("b", 0.2), ("c", 0.2)), 2, reached) is None


def test_equals_are_taken_together() -> None:
    assert texts(nearest(hits(("a", 0.1), ("b", 0.2), ("c", 0.2), ("d", 0.4)), 2, 0.4)) == ["a", "b", "c"]


def test_too_few_hits_are_not_enough() -> None:
    assert nearest([], 1, 1.0) is None
