"""Makes pieces of the spans that a splitter has found, and counts what no piece holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.visible import count_letters, count_visible, visible_span
from gangdan_gui.domain.documents import Piece, Split

Span = tuple[int, int]
OWN_TEXT = 20
"""Visible characters beside headings: with fewer a chunk says nothing of its own, and is near to every question."""


def split_at(
    text: str,
    spans: Iterable[Span],
    minimum: int,
    headings: Headings,
    context: Callable[[int], str] | None = None,
) -> Split:
    """The pieces at `spans`, whose starts and ends grow and which leave no gap.

    A piece's heading is the one in force at its first visible character. Pieces without a visible character are not
    made; those with fewer than `minimum` characters (blanks at both ends not counted) are dropped and counted as
    `dropped`, and as `dropped_characters` what of them is in no neighbour's overlap. `context` is asked for what
    stands before a piece that starts at an offset.
    """
    pieces: list[Piece] = []
    dropped = 0
    for start, end in spans:
        first, last = visible_span(text, start, end)
        if first == last:
            continue
        if last - first < minimum:
            dropped += 1
            continue
        said = context(start) if context else ""
        pieces.append(Piece(len(pieces), start, end, text[start:end], headings.at(first), said))
    return Split(tuple(pieces), dropped, _uncovered(text, pieces) if dropped else 0)


def headings_joined(text: str, spans: Iterable[Span], size: int, headings: Headings) -> Iterator[Span]:
    """The spans, where one that says little beside its headings is one with what follows, up to twice `size`.

    The last one is one with what stands before it. Only a text that is nothing else has such a span of its own, or
    one with more headings in a row than that.
    """
    limit = 2 * size
    held: Span | None = None
    waiting: Span | None = None  # what was made last: the end of the text may yet come to it
    for span in spans:
        joined = (held[0], span[1]) if held else span
        if held and joined[1] - joined[0] > limit:
            if waiting:
                yield waiting
            waiting, joined = held, span
        held = joined if is_heading_only(text, *joined, headings) else None
        if held is None:
            if waiting:
                yield waiting
            waiting = joined
    if held and waiting and held[1] - waiting[0] <= limit:
        waiting, held = (waiting[0], held[1]), None
    yield from filter(None, (waiting, held))


def is_heading_only(text: str, start: int, end: int, headings: Headings) -> bool:
    """Whether there are headings in a stretch, and hardly anything else."""
    return bool(headings.between(start, end)) and own_text(text, start, end, headings) < OWN_TEXT


def own_text(text: str, start: int, end: int, headings: Headings) -> int:
    """How many visible characters a stretch has beside its headings; no more than OWN_TEXT are counted."""
    own = 0
    for first, last in _beside_headings(start, end, headings):
        own += count_visible(text, first, last, OWN_TEXT - own)
        if own >= OWN_TEXT:
            break
    return own


def says_something(text: str) -> bool:
    """Whether a text holds about as much as a few words beside its headings, however short it is."""
    beside = _beside_headings(0, len(text), Headings(text))
    return sum(count_letters(text, first, last) for first, last in beside) >= OWN_TEXT


def _beside_headings(start: int, end: int, headings: Headings) -> Iterator[Span]:
    inside = headings.between(start, end)
    return zip((start, *(one.end for one in inside)), (*(one.start for one in inside), end), strict=True)


def _uncovered(text: str, pieces: Sequence[Piece]) -> int:
    """How many visible characters are in no piece."""
    lost = reached = 0
    for piece in pieces:
        lost += count_visible(text, reached, piece.start)
        reached = piece.end
    return lost + count_visible(text, reached, len(text))
