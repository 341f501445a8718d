"""The tags and the kinds of documents, with how many have each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from gangdan_gui.converting.facts import folded
from gangdan_gui.domain.documents import FileState
from gangdan_gui.services.searching.search_filter import kind_of
from gangdan_gui.storing.records import FileStamp


def tag_counts(documents: Iterable[Sequence[str]]) -> tuple[tuple[str, int], ...]:
    """Most first, from the tags of each document; tags that a search compares alike are one, as it is first written."""
    counts: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for tags in documents:
        for key, tag in {folded(tag): tag for tag in tags}.items():
            shown.setdefault(key, tag)
            counts[key] += 1
    return _most_first((shown[key], count) for key, count in counts.items())


def kind_counts(sources: Iterable[Mapping[str, FileStamp]]) -> tuple[tuple[str, int], ...]:
    """Most first, from what is known of each file by its path; only those that are documents."""
    counts = Counter(
        kind_of(path) for files in sources for path, stamp in files.items() if stamp.state is FileState.READY
    )
    return _most_first(counts.items())


def _most_first(counts: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts, key=lambda one: (-one[1], one[0])))
