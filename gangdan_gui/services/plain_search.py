"""Searches collections by meaning alone or by words alone; what can't be read by meaning is searched by words."""

from __future__ import annotations

import time
from collections.abc import Sequence

from gangdan_gui.domain.trace import Asked
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.retrieving.ranking import Found
from gangdan_gui.services.dense_hits import DenseQuery
from gangdan_gui.services.gathering import PER_COLLECTION, Gathering, Standing
from gangdan_gui.services.hybrid_search import INDEX, Outcome
from gangdan_gui.services.keyword_search import KeywordSearch
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.question_vectors import Reply, replies
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.storing.records import SourceRecord

_WORDS = "keyword"


class PlainSearch:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts, gathering: Gathering) -> None:
        self._parts = parts
        self._gathering = gathering
        self._words = KeywordSearch(parts)

    async def search(
        self, question: str, records: Sequence[SourceRecord], options: SearchOptions, ceiling: float
    ) -> Outcome:
        """What is found in the live generations of `records`, nothing that is farther than `ceiling`."""
        generations = [record.live for record in records if record.live]
        changes = await self._parts.manifest.changes()
        begun = time.perf_counter()
        texts = {} if options.mode == _WORDS else dict.fromkeys((one.identity for one in generations), question)
        said = await replies(texts, self._parts.embedders)
        embedded = time.perf_counter()
        queries = [DenseQuery(one, vector) for one in generations if (vector := said.get(one.identity, Reply()).vector)]
        near, unread = await self._gathering.by_meaning(queries, Standing(changes, {}), options)
        found = [
            Found(one.hit, query.generation.identity, one.whole_distance, one.cuts, one.parts)
            for query in queries
            for one in near.get(query.generation.collection, ())
        ]
        asked = [Asked(identity.label, reply.text) for identity, reply in said.items() if reply.text]
        by_words = [one for one in generations if one.collection not in near]
        if by_words:
            wanted = max(PER_COLLECTION, options.count) * len(by_words)
            hits = await self._words.hits(question, by_words, options, wanted)
            found += [Found(hit, words=1 / (hit.keyword_rank or 1)) for hit in hits]
            asked.append(Asked(INDEX, question))
        too_far = frozenset(one.hit.chunk for one in found if one.parts and rounded(one.hit.distance) > ceiling)
        return Outcome(
            [one.hit for one in found if one.hit.chunk not in too_far],
            found,
            said,
            unread,
            too_far,
            tuple(asked),
            embed_seconds=embedded - begun,
        )
