"""Searches collections by meaning alone or by words alone; what can't be read by meaning is searched by words."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from gangdan_gui.domain.search import Hit, Mode
from gangdan_gui.domain.trace import Asked
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.retrieving.ranking import Found
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.asked_question import INDEX
from gangdan_gui.services.searching.dense_hits import DenseQuery
from gangdan_gui.services.searching.gathering import PER_COLLECTION, Gathering, Standing
from gangdan_gui.services.searching.hits import hit_of
from gangdan_gui.services.searching.hybrid_search import Outcome
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.services.searching.question_vectors import Reply, replies
from gangdan_gui.services.searching.reading import Reading
from gangdan_gui.services.searching.search_filter import allowed_in
from gangdan_gui.storing.records import Generation, SourceRecord


class PlainSearch:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts, gathering: Gathering, index: KeywordIndex) -> None:
        self._parts = parts
        self._gathering = gathering
        self._index = index

    async def search(
        self,
        question: str,
        records: Sequence[SourceRecord],
        changes: tuple[int, int],
        options: SearchOptions,
        ceiling: float,
    ) -> Outcome:
        """What is found in the live generations of `records`, nothing that is farther than `ceiling`.

        `changes` are those that the records are as of.
        """
        generations = [record.live for record in records if record.live]
        begun = time.perf_counter()
        texts = {} if options.mode == Mode.KEYWORD else dict.fromkeys((one.identity for one in generations), question)
        said = await replies(texts, self._parts.embedders)
        embedded = time.perf_counter()
        queries = [DenseQuery(one, vector) for one in generations if (vector := said.get(one.identity, Reply()).vector)]
        reading = Reading(self._parts.manifest.documents, {one.generation.number for one in queries})
        standing = Standing(changes, {})
        looks = await self._gathering.look(queries, standing, options)
        near, unread = await self._gathering.by_meaning(queries, looks, standing, options, reading)
        found = [
            Found(hit_of(one.found, one.distance), query.generation.identity, one.whole_distance, one.cuts, one.parts)
            for query in queries
            for one in near.get(query.generation.collection, ())
        ]
        asked = [Asked(identity.label, reply.text) for identity, reply in said.items() if reply.text]
        terms: dict[str, float] = {}
        if by_words := [one for one in generations if one.collection not in near]:
            terms = await self._index.words_of(question)
            hits = await self._by_words(terms, by_words, options, reading)
            found += [Found(hit, words=1 / rank) for rank, hit in enumerate(hits, 1)]
            asked.append(Asked(INDEX, "", words=tuple(terms.items())))
        too_far = frozenset(
            one.hit.chunk for one in found if one.hit.distance is not None and rounded(one.hit.distance) > ceiling
        )
        return Outcome(
            [one.hit for one in found if one.hit.chunk not in too_far],
            found,
            said,
            unread,
            too_far,
            tuple(asked),
            terms=len(terms),
            embed_seconds=embedded - begun,
        )

    async def _by_words(
        self, terms: Mapping[str, float], generations: Sequence[Generation], options: SearchOptions, reading: Reading
    ) -> list[Hit]:
        """The best different texts of all these collections together, so that their scores compare."""
        wanted = max(PER_COLLECTION, options.count) * len(generations)
        among = await allowed_in(self._parts, generations, options)
        ranked = await self._index.scores(terms, generations, among, wanted=wanted)
        read = await self._gathering.read(ranked, (), generations, reading)
        there = [one for one in ranked if one.chunk in read]  # a build may have taken one away meanwhile
        return [hit_of(read[one.chunk][0], None, one.terms, rank) for rank, one in enumerate(there, start=1)]
