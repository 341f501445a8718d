"""Searches by words alone: every live chunk is looked through at the question, and no vector is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.bm25 import scores
from gangdan_gui.services.hits import hit_of
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.search_filter import allowed_paths
from gangdan_gui.storing.records import ChunkText, FoundChunk, Generation


@dataclass(frozen=True, slots=True)
class Candidate:
    """A live chunk of a source."""

    source: str
    chunk: ChunkText


class KeywordSearch:
    """Searches the manifest's texts."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def hits(
        self, question: str, generations: Sequence[Generation], options: SearchOptions, wanted: int
    ) -> list[Hit]:
        """The `wanted` best different texts of all these collections together, so that their scores compare."""
        texts: dict[str, tuple[ChunkText, ...]] = {}
        for generation in generations:
            paths = await allowed_paths(self._parts, generation, options)
            texts[generation.source] = await self._parts.manifest.documents.texts(generation, paths)
        ranked = await asyncio.to_thread(_best_of_all, question, texts, wanted)
        found: dict[str, FoundChunk] = {}
        for generation in generations:
            ids = [one.chunk.id for one in ranked if one.source == generation.source]
            found |= await self._parts.manifest.documents.by_id(generation, ids)
        # A build may have taken one away meanwhile.
        there = [found[one.chunk.id] for one in ranked if one.chunk.id in found]
        return [hit_of(one, None, keyword_rank=rank) for rank, one in enumerate(there, start=1)]


def _best_of_all(question: str, texts: Mapping[str, Sequence[ChunkText]], wanted: int) -> list[Candidate]:
    return best(question, [Candidate(source, text) for source, some in texts.items() for text in some], wanted)


def best(question: str, candidates: Sequence[Candidate], wanted: int) -> list[Candidate]:
    """The best by their words, best first, none without any; equals by source, path and start.

    The first of several with the same text stands for all, whatever order they come in.
    """
    scored = zip(scores(question, [one.chunk.text for one in candidates]), candidates, strict=True)
    places = (
        (-score, one.source, one.chunk.path, one.chunk.start, one.chunk.id, one) for score, one in scored if score > 0
    )
    different: dict[str, Candidate] = {}
    for *_, candidate in sorted(places, key=lambda place: place[:-1]):
        different.setdefault(" ".join(candidate.chunk.text.split()), candidate)
        if len(different) == wanted:
            break
    return list(different.values())
