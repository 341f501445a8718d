"""Gathers the candidates of a search: by meaning from each collection, by words from all together, by language."""

from __future__ import annotations

import logging
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gangdan_gui.domain.errors import CannotWrite, StoreAway, StoreDamaged, WorkerError
from gangdan_gui.domain.search import Hit
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.retrieving.ranking import Found
from gangdan_gui.services.dense_hits import DenseHit, DenseQuery
from gangdan_gui.services.dense_search import DenseSearch
from gangdan_gui.services.hits import hit_of
from gangdan_gui.services.keyword_index import KeywordIndex
from gangdan_gui.services.notices import VECTORS_DAMAGED
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.search_filter import allowed_paths
from gangdan_gui.services.together import together
from gangdan_gui.storing.records import Generation, WordHit

_log = logging.getLogger(__name__)

# So many texts of all collections together are fused, and of each collection at least so many are looked at.
DEEP = 50
PER_COLLECTION = 15
# Of several collections each need not give all that one gives alone.
_OF_ALL = 4 * DEEP
_STORE_AWAY, _NO_ROOM = "store-away", "store-not-written"


@dataclass(frozen=True, slots=True)
class Words:
    """What to look for by words in documents of a language; `alone`: there are documents of others.

    The terms of each of the `bridged` groups stand for one word of the question.
    """

    language: str
    terms: Mapping[str, float]
    bridged: Sequence[Mapping[str, float]] = ()
    alone: bool = True


class Gathering:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._dense = DenseSearch(parts)
        self._index = KeywordIndex(parts)
        self._languages: tuple[tuple[int, int], dict[int, dict[str, int]]] = (0, 0), {}

    async def terms(self, question: str) -> dict[str, float]:
        """The terms of a question, each with its weight; none where the dictionary is away."""
        try:
            return await self._index.words_of(question)
        except WorkerError as error:
            _log.warning("searching without words: %s", error)
            return {}

    async def languages(self, generations: Sequence[Generation]) -> dict[int, dict[str, int]]:
        """How many chunks each generation has in which languages."""
        manifest = self._parts.manifest
        changes = await manifest.changes()
        known = self._languages[1] if self._languages[0] == changes else {}
        lacking = [generation for generation in generations if generation.number not in known]
        found = await together(*(manifest.documents.languages(generation) for generation in lacking))
        known |= {generation.number: some for generation, some in zip(lacking, found, strict=True)}
        self._languages = changes, known
        return {generation.number: known[generation.number] for generation in generations}

    async def by_words(
        self, words: Words, generations: Sequence[Generation], options: SearchOptions, wanted: int
    ) -> tuple[list[WordHit], list[WordHit]]:
        """The best by the question's own words, and the best by those of the bridge."""
        among = {one.number: await allowed_paths(self._parts, one, options) for one in generations}
        chosen = {number: paths for number, paths in among.items() if paths is not None}
        language = "" if words.alone else words.language
        plain = await self._index.scores(words.terms, generations, chosen, wanted=wanted, language=language)
        if not words.bridged:
            return plain, []
        bridged = await self._index.scores(
            {}, generations, chosen, wanted=wanted, language=language, groups=words.bridged
        )
        return plain, bridged

    async def by_meaning(
        self,
        queries: Sequence[DenseQuery],
        languages: Mapping[int, Mapping[str, int]],
        options: SearchOptions,
    ) -> tuple[dict[str, list[DenseHit]], dict[str, str]]:
        """What is near by collection; for those that can't be read the code of the notice."""
        wanted = max(PER_COLLECTION, options.count, min(DEEP, math.ceil(_OF_ALL / max(1, len(queries)))))
        near = await together(
            *(self._near(one, languages.get(one.generation.number, {}), options, wanted) for one in queries)
        )
        found = dict(zip((query.generation.collection for query in queries), near, strict=True))
        return (
            {collection: some for collection, some in found.items() if not isinstance(some, str)},
            {collection: why for collection, why in found.items() if isinstance(why, str)},
        )

    async def joined(
        self,
        near: Mapping[str, Sequence[DenseHit]],
        plain: Sequence[WordHit],
        bridged: Sequence[WordHit],
        queries: Sequence[DenseQuery],
        generations: Sequence[Generation],
    ) -> list[Found]:
        """Every chunk that was found in any way once, measured by meaning wherever it can be."""
        by_collection = {query.generation.collection: query for query in queries}
        scores: dict[str, float] = {one.chunk: one.score for one in plain}
        across: dict[str, float] = {one.chunk: one.score for one in bridged}
        terms: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one in (*plain, *bridged):
            terms[one.chunk] |= dict.fromkeys(one.terms)
        found: list[Found] = []
        for generation in generations:
            hits = list(near.get(generation.collection, ()))
            there = {one.hit.chunk for one in hits}
            lacking = [
                one.chunk
                for one in (*plain, *bridged)
                if one.generation.number == generation.number and one.chunk not in there
            ]
            measured, rest = await self._measured(generation, lacking, by_collection.get(generation.collection))
            known = [(one.hit, one) for one in (*hits, *measured)] + [(hit, None) for hit in rest]
            found += [
                Found(
                    replace(hit, terms=tuple(terms.get(hit.chunk, ()))),
                    generation.identity,
                    one.whole_distance if one else None,
                    one.cuts if one else (),
                    one.parts if one else (),
                    scores.get(hit.chunk, 0.0),
                    across.get(hit.chunk, 0.0),
                )
                for hit, one in known
            ]
        return found

    async def _measured(
        self, generation: Generation, ids: Sequence[str], query: DenseQuery | None
    ) -> tuple[list[DenseHit], list[Hit]]:
        """Chunks with their distances, and those of which nothing can be measured."""
        by_id = await self._parts.manifest.documents.by_id(generation, list(dict.fromkeys(ids))) if ids else {}
        if query is None or not by_id:
            return [], [hit_of(one, None) for one in by_id.values()]
        measured = await self._dense.measure(query, list(by_id.values()))
        there = {one.hit.chunk for one in measured}
        return measured, [hit_of(one, None) for id_, one in by_id.items() if id_ not in there]

    async def _near(
        self, query: DenseQuery, languages: Mapping[str, int], options: SearchOptions, wanted: int
    ) -> list[DenseHit] | str:
        """What is near a question, or the code of the notice why its collection can't be read."""
        try:
            hits = await self._dense.near(query, options, wanted)
            if len(languages) > 1 and not options.language:
                hits += await self._of_rare_languages(query, hits, languages, options, wanted)
        except (StoreDamaged, WorkerError) as error:
            _log.warning("searching “%s” by words: %s", query.generation.source, error)
            return VECTORS_DAMAGED
        except CannotWrite as error:  # on a full disk Chroma can't even be opened
            _log.warning("searching “%s” by words: %s", query.generation.source, error)
            return _NO_ROOM
        except StoreAway as error:
            _log.info("searching “%s” by words: %s", query.generation.source, error)
            return error.facts.get("notice") or _STORE_AWAY
        return hits

    async def _of_rare_languages(
        self,
        query: DenseQuery,
        hits: Sequence[DenseHit],
        languages: Mapping[str, int],
        options: SearchOptions,
        wanted: int,
    ) -> list[DenseHit]:
        """What is near in languages that are hardly among the hits: one's vectors crowd those of another out."""
        there = {one.hit.chunk for one in hits}
        found: list[DenseHit] = []
        for language, count in languages.items():
            seen = sum(one.hit.language == language for one in hits)
            if seen < min(wanted, count):
                more = await self._dense.near(query, replace(options, language=language), wanted)
                found += [one for one in more if one.hit.chunk not in there]
                there.update(one.hit.chunk for one in more)
        return found


def nearest_of_all(found: Sequence[Found], wanted: int) -> list[Found]:
    """The nearest of each embedder, at least `wanted` where there are so many, and all that were found by words."""
    limits: dict[object, float] = {}
    for embedder in {one.embedder for one in found}:
        far = sorted(rounded(one.hit.distance) for one in found if one.embedder == embedder)
        limits[embedder] = far[min(wanted, len(far)) - 1]
    return [one for one in found if one.words or one.bridged or rounded(one.hit.distance) <= limits[one.embedder]]
