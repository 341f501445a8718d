"""Where a passage of an earlier answer stands in the document as it is now."""

from __future__ import annotations

from dataclasses import dataclass

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.services.building.anchoring import anchor

_MOST_LINES = 8


@dataclass(frozen=True, slots=True)
class PassagePlace:
    """Offsets into the document's Markdown; `is_whole`: the passage stands there as it was."""

    start: int
    end: int
    is_whole: bool = True


def passage_place(words: str, start: int, end: int, text: str) -> PassagePlace:
    """The place of a passage that stood between two offsets; without words these are believed.

    Where it does not stand in the text as it was, the longest of its lines that does tells where it was.
    """
    if not words.strip() or text[start:end] == words:
        return PassagePlace(start, end)
    if span := anchor(Quote(words, start), text):
        return PassagePlace(*span)
    lines = sorted({line.strip() for line in words.splitlines() if line.strip()}, key=lambda line: (-len(line), line))
    for line in lines[:_MOST_LINES]:
        if span := anchor(Quote(line, start + words.find(line)), text):
            return PassagePlace(*span, is_whole=False)
    at = min(start, len(text))
    return PassagePlace(at, at, is_whole=False)
