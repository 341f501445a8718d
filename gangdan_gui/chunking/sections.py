"""The sections of a text, small ones joined: the stretches that a splitter goes through one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.pieces import OWN_TEXT, Span, own_text
from gangdan_gui.chunking.visible import count_visible


@dataclass(frozen=True, slots=True)
class _Section:
    """A heading's own text, up to the next heading of any level. What stands before the first has level 0."""

    level: int
    start: int
    end: int


def joined_sections(text: str, headings: Headings, size: int, minimum: int) -> tuple[Span, ...]:
    """Stretches that hold the whole text: a section with all below it where that fits into `size`, else its parts.

    Neighbours under the same heading are one stretch as long as they fit; a heading may skip levels. What has fewer
    than `minimum` visible characters, or nothing to say beside its headings, is of one stretch with what follows, the
    last one with what stands before it, however long that becomes.
    """
    begins = [0, *(one.start for one in headings.all if one.start)]
    levels = {one.start: one.level for one in headings.all}
    ends = [*begins[1:], len(text)]
    sections = [_Section(levels.get(start, 0), start, end) for start, end in zip(begins, ends, strict=True)]
    return tuple(_with_slight(text, _joined(sections, 0, len(sections), size, None), headings, minimum))


def _joined(sections: Sequence[_Section], at: int, stop: int, size: int, run: Span | None) -> Iterator[Span]:
    """The stretches of neighbours; `run` is what stands before them under their heading, to be joined with them."""
    while at < stop:
        below = at + 1
        while below < stop and sections[below].level > sections[at].level:
            below += 1
        start, end = sections[at].start, sections[below - 1].end
        if run and end - run[0] <= size:
            run = (run[0], end)
        else:
            if run:
                yield run
            run = (start, end)
            if end - start > size and below > at + 1:
                yield from _joined(sections, at + 1, below, size, (start, sections[at].end))
                run = None
        at = below
    if run:
        yield run


def _with_slight(text: str, spans: Iterator[Span], headings: Headings, minimum: int) -> Iterator[Span]:
    before: Span | None = None
    held: int | None = None
    own = seen = 0
    for start, end in spans:
        own += own_text(text, start, end, headings)
        seen += count_visible(text, start, end, max(minimum - seen, 1))
        begin = start if held is None else held
        if seen < minimum or (own < OWN_TEXT and headings.between(start, end)):
            held = begin
            continue
        if before:
            yield before
        before, held = (begin, end), None
        own = seen = 0
    if held is not None:
        before = (before[0] if before else held, len(text))
    if before:
        yield before
