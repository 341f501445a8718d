"""Cuts a text at its headings: sections packed up to a size, long ones between their sentences.

A chunk never holds parts of two sections that are longer than it; those that are shorter stand together with their
neighbours under the same heading. In a long section, paragraphs, lists, tables and code stay whole where they fit, and
a chunk begins with whole sentences of the one before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from gangdan_gui.chunking.blocks import find_blocks
from gangdan_gui.chunking.borders import CLAUSES, LINES, WORDS, Borders, among, units
from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.packing import packed
from gangdan_gui.chunking.pieces import Span, is_heading_only, split_at
from gangdan_gui.chunking.sections import joined_sections
from gangdan_gui.chunking.sentences import sentence_starts
from gangdan_gui.chunking.validation import check
from gangdan_gui.chunking.visible import count_visible
from gangdan_gui.domain.documents import ChunkSettings, Split


def split(text: str, settings: ChunkSettings) -> Split:
    """Pieces of at most `size` characters, but for a single longer grapheme cluster. Raises InvalidChunking.

    What is left out for being too short is counted as in `split_at`.
    """
    check(settings)
    headings, blocks = Headings(text), find_blocks(text)
    sentences = list(sentence_starts(text, blocks))
    levels = (among(block.start for block in blocks), among(sentences), LINES, CLAUSES, WORDS)
    spans = section_spans(text, settings, headings, levels, sentences)
    return split_at(text, spans, settings.minimum, headings)


def section_spans(
    text: str,
    settings: ChunkSettings,
    headings: Headings,
    levels: Sequence[Borders],
    begins: Sequence[int],
    breaks: Sequence[int] = (),
) -> Iterator[Span]:
    """Each stretch of sections as one chunk where it fits, else packed of its units; as `packed` about `begins`.

    At `breaks`, which are in order, a new chunk begins, where the one before is not too short for that.
    """
    for start, end in joined_sections(text, headings, settings.size, settings.minimum):
        if end - start <= settings.size:
            yield start, end
        else:
            ends = units(text, (start, end), headings, settings, levels)
            for some in _broken(text, start, ends, breaks, headings, settings.minimum):
                yield from packed(start, some, begins, settings)
                start = some[-1]


def _broken(
    text: str, start: int, ends: Sequence[int], breaks: Sequence[int], headings: Headings, minimum: int
) -> Iterator[Sequence[int]]:
    """The units in groups that are packed each for itself."""
    group: list[int] = []
    for end in ends:
        group.append(end)
        at = bisect_left(breaks, end)
        if at < len(breaks) and breaks[at] == end < ends[-1] and not _is_slight(text, start, end, headings, minimum):
            yield group
            group, start = [], end
    yield group


def _is_slight(text: str, start: int, end: int, headings: Headings, minimum: int) -> bool:
    few = count_visible(text, start, end, max(minimum, 1)) < max(minimum, 1)
    return few or is_heading_only(text, start, end, headings)
