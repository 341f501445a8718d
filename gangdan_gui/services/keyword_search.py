"""Searches by words alone: the index of words gives the chunks, and no vector is needed."""

from __future__ import annotations

from collections.abc import Sequence

from gangdan_gui.domain.search import Hit
from gangdan_gui.services.hits import hit_of
from gangdan_gui.services.keyword_index import KeywordIndex
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.search_filter import allowed_paths
from gangdan_gui.storing.records import FoundChunk, Generation


class KeywordSearch:
    """Searches collections by the words of questions."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._index = KeywordIndex(parts)

    async def hits(
        self, question: str, generations: Sequence[Generation], options: SearchOptions, wanted: int
    ) -> list[Hit]:
        """The `wanted` best different texts of all these collections together, so that their scores compare."""
        among: dict[int, list[str]] = {}
        for generation in generations:
            paths = await allowed_paths(self._parts, generation, options)
            if paths is not None:
                among[generation.number] = paths
        ranked = await self._index.scores(await self._index.words_of(question), generations, among, wanted=wanted)
        found: dict[str, FoundChunk] = {}
        for generation in generations:
            ids = [one.chunk for one in ranked if one.generation.number == generation.number]
            found |= await self._parts.manifest.documents.by_id(generation, ids)
        # A build may have taken one away meanwhile.
        there = [(found[one.chunk], one) for one in ranked if one.chunk in found]
        return [hit_of(chunk, None, keyword_rank=rank, terms=one.terms) for rank, (chunk, one) in enumerate(there, 1)]
