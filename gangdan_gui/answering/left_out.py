"""Tells of the candidates of a search what of its passages had no room in what a model reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gangdan_gui.domain.search import Passage
from gangdan_gui.domain.trace import Candidate, Fate


def as_given(
    candidates: Sequence[Candidate], found: Sequence[Passage], given: Sequence[Passage]
) -> tuple[Candidate, ...]:
    """The candidates, where of what is shown of a chunk a model was given some or nothing.

    `given` are those of the passages that were `found` which the model reads, as it reads them.
    """
    whole = {passage.number: passage for passage in found}
    read = {passage.number: passage for passage in given}
    return tuple(_told(one, whole, read) for one in candidates)


def _told(one: Candidate, whole: Mapping[int, Passage], read: Mapping[int, Passage]) -> Candidate:
    if one.fate is not Fate.SHOWN or one.passage not in whole:
        return one
    shown, left = _shared(one, whole[one.passage]), ""
    if one.passage in read:
        left = _shared(one, read[one.passage])
    if left == shown:
        return one
    return replace(one, fate=Fate.SHORTENED if left else Fate.NO_ROOM)


def _shared(one: Candidate, passage: Passage) -> str:
    """What a passage has of a chunk, without blanks around it."""
    start, end = max(one.start, passage.start), min(one.end, passage.end)
    return passage.text[start - passage.start : max(end - passage.start, 0)].strip() if start < end else ""
