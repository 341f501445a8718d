"""Chunks that the manifest holds, as hits."""

from __future__ import annotations

from gangdan_gui.domain.search import Hit
from gangdan_gui.storing.records import FoundChunk


def hit_of(
    found: FoundChunk, distance: float | None, terms: tuple[str, ...] = (), keyword_rank: int | None = None
) -> Hit:
    """A chunk as a hit."""
    chunk = found.chunk
    return Hit(
        chunk=chunk.id,
        source=chunk.source,
        path=chunk.path,
        url=found.url,
        heading=chunk.heading,
        start=chunk.start,
        end=chunk.end,
        text=chunk.text,
        language=chunk.language,
        distance=distance,
        title=found.title,
        commit=found.commit,
        kind=found.kind,
        facts=found.facts,
        terms=terms,
        keyword_rank=keyword_rank,
    )
