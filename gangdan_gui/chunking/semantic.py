"""Cuts a text where neighbouring sentences part: where what stands before a border and after it mean least alike.

A section that is too long is cut at the border of the greatest distance in its middle half, and its halves again. So
no chunk is a crumb, and the work grows with the text and no faster. Vectors are asked for once for all sentences of
sections that are too long; of a very long document for stretches of neighbouring sentences instead, of which there
are no more than MOST_VECTORS.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from operator import mul

from gangdan_gui.chunking.blocks import find_blocks
from gangdan_gui.chunking.borders import CLAUSES, LINES, WORDS, among, units
from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.pieces import Span, split_at
from gangdan_gui.chunking.sections import joined_sections
from gangdan_gui.chunking.sentences import sentence_starts
from gangdan_gui.chunking.validation import check
from gangdan_gui.chunking.visible import count_visible
from gangdan_gui.domain.documents import ChunkSettings, Split
from gangdan_gui.domain.vectors import Vectors

MOST_VECTORS = 4_000
# Sentences on each side of a border that are compared: one alone is too short to say what it is about.
_AROUND = 2
_LONGEST = 500
"""Characters of a stretch that are read: with as many the rest says nothing new, and no text takes minutes."""
_SENTENCE = 60
"""Characters; about as many make a sentence."""

Embed = Callable[[Sequence[str]], Vectors]


def sentences_in(characters: float) -> int:
    """About how many vectors a text of that length takes."""
    return min(MOST_VECTORS, round(characters / _SENTENCE))


class Semantic:
    """A Splitter. `embed` gives a vector a text; the same text must always get the same."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def __call__(self, text: str, settings: ChunkSettings) -> Split:
        """Pieces of at most `size` characters, but for a single longer grapheme cluster. Raises InvalidChunking.

        Each begins with whole sentences of the one before, as far as overlap and size let it. What is left out for
        being too short is counted as in `split_at`.
        """
        check(settings)
        headings = Headings(text)
        sentences = list(sentence_starts(text, find_blocks(text)))
        levels = (among(sentences), LINES, CLAUSES, WORDS)
        stretches = joined_sections(text, headings, settings.size, settings.minimum)
        ends = {
            span: units(text, span, headings, settings, levels)
            for span in stretches
            if span[1] - span[0] > settings.size
        }
        apart = self._apart(text, ends)
        spans: list[Span] = []
        for span in stretches:
            cut = _cut(span, ends[span], apart, settings.size) if span in ends else [span[1]]
            spans += _overlapping(span[0], cut, sentences, settings)
        return split_at(text, spans, settings.minimum, headings)

    def _apart(self, text: str, ends: dict[Span, list[int]]) -> dict[int, float]:
        """How far what stands on both sides of a border is apart, for every border that is looked at."""
        length = sum(end - start for start, end in ends)
        runs = [_run(text, span, units, length / MOST_VECTORS) for span, units in ends.items()]
        texts = [text[start : min(end, start + _LONGEST)] for run in runs for start, end in run]
        vectors = iter(self._embed(texts)) if texts else iter(())
        apart: dict[int, float] = {}
        for run in runs:
            mine = [array("f", vector) for vector in islice(vectors, len(run))]
            for at in range(1, len(run)):
                before, after = mine[max(at - _AROUND, 0) : at], mine[at : at + _AROUND]
                apart[run[at][0]] = _distance(before, after)
        return apart


def _run(text: str, span: Span, ends: Sequence[int], least: float) -> list[Span]:
    """The units of a stretch, those that are blank or shorter than `least` with the one before."""
    run: list[Span] = []
    start = span[0]
    for end in ends:
        if run and (run[-1][1] - run[-1][0] < least or not count_visible(text, start, end, 1)):
            run[-1] = (run[-1][0], end)
        else:
            run.append((start, end))
        start = end
    return run if count_visible(text, *run[0], 1) else run[1:]


def _distance(one: Sequence[array[float]], other: Sequence[array[float]]) -> float:
    """The cosine distance of two sums of vectors; 1 where one of them is zero."""
    left, right = ([sum(numbers) for numbers in zip(*vectors, strict=True)] for vectors in (one, other))
    length = math.hypot(*left) * math.hypot(*right)
    return 1 - sum(map(mul, left, right)) / length if length else 1.0


def _cut(span: Span, ends: Sequence[int], apart: Mapping[int, float], size: int) -> list[int]:
    """The ends of the chunks of a stretch, in order. Of borders that part alike the one nearest to the middle."""
    made: list[int] = []
    waiting = [span]
    while waiting:
        start, end = waiting.pop()
        inside = ends[bisect_right(ends, start) : bisect_left(ends, end)]
        if end - start <= size or not inside:
            made.append(end)
            continue
        quarter, middle = (end - start) / 4, (start + end) / 2
        central = [border for border in inside if start + quarter <= border <= end - quarter] or inside
        best = max(central, key=lambda border: (apart.get(border, -1.0), -abs(border - middle)))
        waiting += [(best, end), (start, best)]
    return made


def _overlapping(start: int, ends: Sequence[int], sentences: Sequence[int], settings: ChunkSettings) -> Iterator[Span]:
    """The chunks that end there, the first from `start` on, each with sentences of the one before."""
    least = start
    for end in ends:
        earliest = max(least, start - settings.overlap, end - settings.size)
        place = bisect_left(sentences, earliest)
        begin = min(sentences[place], start) if place < len(sentences) else start
        yield begin, end
        least, start = begin + 1, end
