"""Finds chunks by weighted terms, over several collections together so that their scores compare."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gangdan_gui.domain.errors import CannotWrite, LibraryLocked, WorkerError
from gangdan_gui.retrieving.words import WORDS_VERSION, is_telling, needs_dictionary, question_terms
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.chunk_terms import ChunkTerms
from gangdan_gui.storing.posting_segments import Unindexed
from gangdan_gui.storing.posting_table import WordQuery
from gangdan_gui.storing.records import Generation, WordHit

if TYPE_CHECKING:  # numpy is imported by what is first searched
    from gangdan_gui.storing.passing_index import PassingIndex

_log = logging.getLogger(__name__)

# A few megabytes of texts, which are counted in a second.
_AT_ONCE = 4000
# A build may bring more while what was lacking is indexed: so often a search looks, at last at what there is by then.
_TRIES, _AS_IT_IS = 5, 3


class KeywordIndex:
    """The index of words of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._passing: dict[int, PassingIndex] = {}

    async def words_of(self, question: str) -> dict[str, float]:
        """The terms to look for, each with the weight 1; empty where there is no letter and no digit.

        Raises WorkerError.
        """
        if not needs_dictionary(question):
            return question_terms(question)
        words: dict[str, float] = await self._parts.words.call("question", question, urgent=True)
        return words

    async def scores(
        self,
        words: Mapping[str, float],
        generations: Sequence[Generation],
        among: Mapping[int, Collection[str]] | None = None,
        *,
        wanted: int,
        language: str = "",
        groups: Sequence[Mapping[str, float]] = (),
    ) -> list[WordHit]:
        """The `wanted` best different texts of all these generations together by BM25, best first.

        `words` are terms as `words_of` and `vocabulary` give them, each with the weight that its part of the score is
        multiplied by (1 for what the question itself says). `among` are the paths of the documents to look in, by the
        number of their generation; a generation that it does not name is searched whole, one with no paths not at
        all. `language` takes only chunks of that one. The terms of each of the `groups` count together as one. How
        rare a term is and how long a chunk is on average is reckoned over all live chunks of these generations,
        whatever is left out of the search. Equal scores are in the order of source, path and place; of several with
        the same text the first stands for all. Without words, or where no chunk holds one, nothing is found.

        What is not in the index yet, as of a library of an older version, is put into it first: a second for each few
        thousand chunks, once. Where that can't be, what is there by then is searched.
        """
        query = WordQuery(WORDS_VERSION, words, among, wanted, language, groups=groups)
        searched = list(generations) if words or groups else []
        for left in range(_TRIES, 0, -1):
            found = await self._parts.manifest.postings.best(query, searched, self._passing)
            lacking = [one for one in found if isinstance(one, Generation)]
            if not lacking:
                return [one for one in found if isinstance(one, WordHit)]
            if query.whole:
                supplied = [await self._supply(generation) for generation in lacking]
                query = replace(query, whole=all(supplied) and left > _AS_IT_IS)
            else:
                searched = [one for one in searched if one not in lacking]
        return []

    async def complete(self, generation: Generation) -> None:
        """Put into the index what is not there yet, and merge and sweep what has become many. Raises WorkerError."""
        postings = self._parts.manifest.postings
        while chunks := await postings.unindexed(generation, WORDS_VERSION, _AT_ONCE):
            await postings.add(generation, chunks, await self._counted(chunks))
        await postings.tidy(generation)

    async def settle(self, generation: Generation) -> None:
        """The same at the end of a build; what fails now is done at the first search."""
        try:
            await self.complete(generation)
        except (WorkerError, CannotWrite, LibraryLocked) as error:
            _log.warning("the words of “%s” are not indexed yet: %s", generation.source, error)

    async def vocabulary(self, generation: Generation) -> dict[str, int]:
        """The terms of a generation that tell texts apart, each with the number of live chunks that hold it."""
        found = await self._parts.manifest.postings.vocabulary(generation)
        return {term: count for term, count in found.items() if is_telling(term)}

    async def _supply(self, generation: Generation) -> bool:
        """Index what is lacking, in memory where nothing can be written; whether that could be."""
        _log.info("indexing the words of “%s”", generation.source)
        try:
            if self._parts.manifest.read_only or not await self._written(generation):
                await self._pass(generation)
        except WorkerError as error:
            _log.warning("the words of “%s” can't be indexed: %s", generation.source, error)
            return False
        return True

    async def _written(self, generation: Generation) -> bool:
        try:
            await self.complete(generation)
        except (CannotWrite, LibraryLocked) as error:  # a full disk, or another process that writes for long
            _log.info("the words of “%s” are kept in memory: %s", generation.source, error)
            return False
        return True

    async def _pass(self, generation: Generation) -> None:
        parts: list[tuple[Sequence[Unindexed], ChunkTerms]] = []
        row = -1
        while chunks := await self._parts.manifest.postings.texts_after(generation, row, _AT_ONCE):
            terms = await self._counted(chunks)
            parts.append(([Unindexed(chunk.row, chunk.id, "") for chunk in chunks], terms))
            row = chunks[-1].row
        self._passing.pop(generation.number, None)
        if index := await self._parts.manifest.postings.passing(generation, parts):
            self._passing[generation.number] = index

    async def _counted(self, chunks: Sequence[Unindexed]) -> ChunkTerms:
        terms: ChunkTerms = await self._parts.words.call("count", [chunk.text for chunk in chunks])
        return terms
