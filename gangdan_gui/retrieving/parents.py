"""Widens what was found to the section that it stands in: small chunks are found well, and say little alone.

A section is what stands under the same headings; its text is put together from the chunks of the document, so that
nothing but these is read and nothing is shown that is not searched.
"""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.search import Hit

PARENT_LIMIT = 800
"""Characters. Twice as many are found as often among the first five, and crowd a prompt."""


def widened(hit: Hit, chunks: Sequence[Chunk], limit: int = PARENT_LIMIT) -> Hit:
    """The hit with as much of its section as fits, from both sides in turn, what follows first.

    `chunks` are those of its document in their order; the hit is one of them, or a part of it. Nothing is taken in over
    a gap between chunks, which something was left out of. One that is as long as `limit` already, or none of these,
    stays as it is.
    """
    at = next((number for number, chunk in enumerate(chunks) if chunk.id == hit.chunk), None)
    if at is None or not chunks[at].start <= hit.start <= hit.end <= chunks[at].end:
        return hit
    if len(chunks[at].text) > max(limit, len(hit.text)):
        return hit
    first = last = at
    open_ends = [1, -1]
    while open_ends:
        step = open_ends.pop(0)
        beside = last + 1 if step > 0 else first - 1
        if not _belongs(chunks, last if step > 0 else first, beside):
            continue
        start, end = min(chunks[beside].start, chunks[first].start), max(chunks[beside].end, chunks[last].end)
        if end - start > limit:
            continue
        first, last = min(first, beside), max(last, beside)
        open_ends.append(step)
    text = _joined(chunks[first : last + 1])
    return hit._replace(start=chunks[first].start, end=chunks[last].end, text=text)


def _belongs(chunks: Sequence[Chunk], known: int, beside: int) -> bool:
    """Whether a neighbouring chunk stands under the same headings, and touches."""
    if not 0 <= beside < len(chunks) or chunks[beside].heading != chunks[known].heading:
        return False
    earlier, later = chunks[min(known, beside)], chunks[max(known, beside)]
    return later.start <= earlier.end


def _joined(chunks: Sequence[Chunk]) -> str:
    """Neighbouring chunks as one text, what they share once."""
    text, end = chunks[0].text, chunks[0].end
    for chunk in chunks[1:]:
        text += chunk.text[end - chunk.start :]
        end = chunk.end
    return text
