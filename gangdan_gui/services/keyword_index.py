"""Finds chunks by weighted terms, over several collections together so that their scores compare."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from gangdan_gui.retrieving.bm25 import weighted_scores
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import Generation


@dataclass(frozen=True, slots=True)
class WordHit:
    """A live chunk with its score, above 0, and the terms of the search that it holds, heaviest first."""

    generation: Generation
    chunk: str
    path: str
    start: int
    score: float
    terms: tuple[str, ...]


class KeywordIndex:
    """The index of words of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def scores(
        self,
        words: Mapping[str, float],
        generations: Sequence[Generation],
        among: Mapping[int, Collection[str]] | None = None,
        *,
        wanted: int,
        language: str = "",
    ) -> list[WordHit]:
        """The `wanted` best different texts of all these generations together by BM25, best first.

        `words` are terms as `retrieving.words.question_terms` and `vocabulary` give them, each with the weight that
        its part of the score is multiplied by (1 for what the question itself says). `among` are the paths of the
        documents to look in, by the number of their generation; a generation that it does not name is searched whole,
        one with no paths not at all. `language` takes only chunks of that one. How rare a term is and how long a
        chunk is on average is reckoned over all live chunks of these generations, whatever is left out of the search.
        Equal scores are in the order of source, path and start; of several with the same text the first stands for
        all. Without words, or where no chunk holds one, nothing is found.
        """
        found: list[WordHit] = []
        for generation in generations:
            paths = None if among is None else among.get(generation.number)
            texts = await self._parts.manifest.documents.texts(generation, None if paths is None else list(paths))
            scored = await asyncio.to_thread(weighted_scores, words, [one.text for one in texts])
            found += [
                WordHit(generation, one.id, one.path, one.start, score, terms)
                for one, (score, terms) in zip(texts, scored, strict=True)
                if score > 0
            ]
        return sorted(found, key=lambda one: (-one.score, one.generation.source, one.path, one.start))[:wanted]

    async def vocabulary(self, generation: Generation) -> dict[str, int]:
        """The terms of a generation, each with the number of live chunks that hold it."""
        return {}
