"""Finds places of one text again in another: quotes where the text around them has changed, pages in an edited text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import Chunk, Piece

Span = tuple[int, int]
Part = TypeVar("Part", Piece, Chunk)
_PAGE_WORDS = 60
_PAGE_AWAY = 20_000


def anchor(quote: Quote, text: str) -> Span | None:
    """Where a quote stands: the same characters, nearest to where they were, else the same but for blanks.

    None where it is not there any more.
    """
    if not quote.text.strip():
        return None
    start = min(max(quote.start, 0), len(text))
    exact = {text.find(quote.text, start), text.rfind(quote.text, 0, start + len(quote.text))} - {-1}
    if exact:
        place = min(exact, key=lambda found: (abs(found - start), found))
        return place, place + len(quote.text)
    letters = re.compile(r"\s*".join(re.escape(letter) for letter in quote.text if not letter.isspace()))
    alike = [match.span() for match in letters.finditer(text)]
    return min(alike, key=lambda span: (abs(span[0] - start), span), default=None)


def anchored(quotes: Iterable[Quote], text: str) -> tuple[list[Span], list[Quote]]:
    """Where quotes stand, in order, and those that are not there any more, each once."""
    found: set[Span] = set()
    lost: dict[str, Quote] = {}
    for quote in quotes:
        if span := anchor(quote, text):
            found.add(span)
        else:
            lost.setdefault(quote.text, quote)
    return sorted(found), list(lost.values())


def without(pieces: Sequence[Part], spans: Sequence[Span], text: str, minimum: int) -> tuple[Part, ...]:
    """The pieces without what was taken out, which then stands in none of them, nor before one of them.

    A piece that holds such a stretch whole, or lies in one, is left out. One that only reaches into it, as neighbours
    do by their overlap, ends or begins at its edge, and is left out where fewer than `minimum` characters remain.
    """
    kept = []
    for piece in pieces:
        rest = _cut_back((piece.start, piece.end), spans)
        if rest == (piece.start, piece.end):
            kept.append(piece)
        elif rest and len(text[slice(*rest)].strip()) >= max(minimum, 1):
            kept.append(replace(piece, start=rest[0], end=rest[1], text=text[slice(*rest)]))
    gone = "\n".join(text[start:end] for start, end in spans)
    return tuple(replace(piece, context="") if _tells_of(piece.context, gone) else piece for piece in kept)


def _tells_of(context: str, gone: str) -> bool:
    """Whether a line of it that says something was taken out."""
    said = (line.strip() for line in context.splitlines() if any(map(str.isalnum, line)))
    return any(line in gone for line in said)


def _cut_back(piece: Span, spans: Sequence[Span]) -> Span | None:
    start, end = piece
    for first, last in spans:
        if last <= start or first >= end:
            continue
        if (piece[0] <= first and last <= piece[1]) or (first <= start and end <= last):
            return None
        start, end = (last, end) if first <= start else (start, first)
    return (start, end) if start < end else None


def moved(places: Sequence[int], before: str, after: str) -> tuple[int, ...]:
    """Where the pages of a text begin once it was edited: at the words that they began with, in order.

    A page whose first words are gone begins as far from the page before as it did.
    """
    made: list[int] = []
    shift, least = 0, 0
    for place in places:
        words, guess = before[place : place + _PAGE_WORDS].strip(), max(place + shift, least)
        around = max(guess - _PAGE_AWAY, least), guess + _PAGE_AWAY
        found = after.find(words, *around) if words else -1
        least = found if found >= 0 else min(guess, len(after))
        shift = least - place
        made.append(least)
    return tuple(made)
