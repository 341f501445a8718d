"""Cuts a text into small chunks of one section each, to be found by; a question's answer is read from the section.

The cut is that by headings; what makes the difference is the size that it is meant for, and the search, which gives
the section around what it has found (`retrieving.parents`).
"""

from __future__ import annotations

from gangdan_gui.chunking import by_headings
from gangdan_gui.domain.documents import ChunkSettings, Split


def split(text: str, settings: ChunkSettings) -> Split:
    """See `by_headings.split`. Raises InvalidChunking."""
    return by_headings.split(text, settings)
