"""Cuts a text at the coarsest border that makes it short enough: headings, blank lines, lines, sentences, clauses,
words, and at last between what a reader takes for characters. What is short is packed up to the size again.

Borders of Chinese sentences and clauses come before single characters, which Chinese has instead of words.
"""

from __future__ import annotations

from gangdan_gui.chunking.blocks import find_blocks
from gangdan_gui.chunking.borders import CLAUSES, LINES, PARAGRAPHS, WORDS, among, units
from gangdan_gui.chunking.headings import Headings
from gangdan_gui.chunking.packing import packed
from gangdan_gui.chunking.pieces import split_at
from gangdan_gui.chunking.sentences import sentence_starts
from gangdan_gui.chunking.validation import check
from gangdan_gui.domain.documents import ChunkSettings, Split


def split(text: str, settings: ChunkSettings) -> Split:
    """Pieces of at most `size` characters, but for a single longer grapheme cluster. Raises InvalidChunking.

    A piece begins with the sentences at the end of the one before that fit into `overlap`. What is left out for being
    too short is counted as in `split_at`.
    """
    check(settings)
    headings = Headings(text)
    sentences = list(sentence_starts(text, find_blocks(text)))
    levels = (PARAGRAPHS, LINES, among(sentences), CLAUSES, WORDS)
    ends = units(text, (0, len(text)), headings, settings, levels)
    spans = packed(0, ends, sentences, settings) if text else ()
    return split_at(text, spans, settings.minimum, headings)
