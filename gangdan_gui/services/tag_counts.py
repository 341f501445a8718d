"""The tags of documents, with how many have each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gangdan_gui.converting.facts import folded


def tag_counts(documents: Iterable[Sequence[str]]) -> tuple[tuple[str, int], ...]:
    """Most first, from the tags of each document; tags that a search compares alike are one, as it is first written."""
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for tags in documents:
        for key, tag in {folded(tag): tag for tag in tags}.items():
            shown.setdefault(key, tag)
            counts[key] += 1
    return tuple(sorted(((shown[key], count) for key, count in counts.items()), key=lambda one: (-one[1], one[0])))
