"""Cuts a text by what it is made of: tables by rows, code by functions and classes, lists by items.

What fits stays whole, also an output with the code that it is of, as in a notebook, and what ends in a colon with what
it announces. The rows of a table that come in a later piece have its header as their `context`, the middle of a long
function its first line. Prose is cut as by headings.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from gangdan_gui.chunking.blocks import Block, Blocks, Kind
from gangdan_gui.chunking.borders import CLAUSES, LINES, PARAGRAPHS, WORDS, among
from gangdan_gui.chunking.by_headings import section_spans
from gangdan_gui.chunking.definitions import definition_starts, signature
from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.pieces import split_at
from gangdan_gui.chunking.sentences import sentence_starts
from gangdan_gui.chunking.validation import check
from gangdan_gui.domain.documents import ChunkSettings, Split

_ANNOUNCING = (":", "：")
_LONGEST_CONTEXT = 1_000


def split(text: str, settings: ChunkSettings) -> Split:
    """Pieces of at most `size` characters, but for a single longer grapheme cluster. Raises InvalidChunking.

    A `context` comes on top of that; one of more than half of the size, or of a thousand characters, is left out.
    What is left out for being too short is counted as in `split_at`.
    """
    check(settings)
    layout = _Layout(text)
    sentences = list(sentence_starts(text, layout.blocks.all))
    levels = (
        among(layout.borders()), among(block.start for block in layout.blocks.all), among(layout.parts()),
        PARAGRAPHS, among(sentences), LINES, CLAUSES, WORDS,
    )  # fmt: skip
    breaks = list(layout.long_definitions(settings.size))
    prose = list(sentence_starts(text, layout.blocks.all, Kind.CODE))
    spans = section_spans(text, settings, layout.headings, levels, prose, breaks)
    longest = min(settings.size // 2, _LONGEST_CONTEXT)
    return split_at(text, spans, settings.minimum, layout.headings, lambda start: layout.context(start, longest))


class _Layout:
    """What one text is made of."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.headings, self.blocks = Headings(text), Blocks(text)
        self._definitions = {
            block.start: tuple(definition_starts(text, block))
            for block in self.blocks.all
            if block.kind is Kind.CODE
        }  # fmt: skip

    def borders(self) -> Iterator[int]:
        """Where blocks begin that do not belong to the one before. The outputs of a cell name no language."""
        is_cell = False
        for before, block in pairwise(self.blocks.all):
            is_cell = bool(before.info) or (is_cell and before.kind is Kind.CODE)
            is_output = is_cell and block.kind is Kind.CODE and not block.info
            if not is_output and not self._announces(before, block):
                yield block.start

    def parts(self) -> Iterator[int]:
        """The rows of tables, the items of lists, the functions and classes of code but one at the very beginning."""
        for block in self.blocks.all:
            if block.kind is Kind.CODE:
                yield from (start for start in self._definitions[block.start] if start not in block.parts[:1])
            else:
                yield from block.parts

    def long_definitions(self, size: int) -> Iterator[int]:
        """Where functions and classes that are cut begin and end: they share no piece with others."""
        for block in self.blocks.all:
            starts = self._definitions.get(block.start, ())
            for start, end in zip(starts, (*starts[1:], block.end), strict=False):
                if end - start > size:
                    yield from (start, end)

    def context(self, start: int, longest: int) -> str:
        """What a piece that starts at an offset can't be read without."""
        block = self.blocks.at(start)
        if block is None or start <= block.start or not block.parts:
            return ""
        said = ""
        if block.kind is Kind.TABLE and start >= block.parts[0]:
            said = self._text[block.start : block.parts[0]]
        elif block.kind is Kind.CODE:
            said = signature(self._text, block, self._definitions[block.start], start)
        return said if len(said) <= longest else ""

    def _announces(self, before: Block, block: Block) -> bool:
        if before.kind is not Kind.PROSE or block.kind not in (Kind.CODE, Kind.TABLE, Kind.LIST):
            return False
        return self._text[max(before.start, before.end - 20) : before.end].rstrip().endswith(_ANNOUNCING)
