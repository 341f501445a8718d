"""Gathers the candidates of a search: by meaning from each collection, by words from all together, by language."""

from __future__ import annotations

import logging
import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from gangdan_gui.domain.errors import CannotWrite, GangDanError, StoreAway, WorkerError
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.retrieving.ranking import Found
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.dense_hits import DenseHit, DenseQuery, Unmeasured, measured
from gangdan_gui.services.searching.dense_looks import DEEP, Look
from gangdan_gui.services.searching.dense_search import DenseSearch
from gangdan_gui.services.searching.hits import hit_of
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.services.searching.reading import Reading
from gangdan_gui.services.sources.notices import VECTORS_DAMAGED
from gangdan_gui.services.together import together
from gangdan_gui.storing.records import FoundChunk, Generation, WordHit

_log = logging.getLogger(__name__)

# Of each collection at least so many texts are looked at.
PER_COLLECTION = 15
# Of several collections each need not give all that one gives alone.
_OF_ALL = 4 * DEEP
_STORE_AWAY, _NO_ROOM, _NOT_REACHED = "store-away", "store-not-written", "store-not-reached"


@dataclass(frozen=True, slots=True)
class Words:
    """What to look for by words in documents of a language; `alone`: there are documents of others.

    The terms of each of the `bridged` groups stand for one word of the question.
    """

    language: str
    terms: Mapping[str, float]
    bridged: Sequence[Mapping[str, float]] = ()
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Standing:
    """How many chunks each generation has in which languages, as of those `changes` of the records."""

    changes: tuple[int, int]
    languages: Mapping[int, Mapping[str, int]]


class Gathering:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts, index: KeywordIndex) -> None:
        self._parts = parts
        self._dense = DenseSearch(parts)
        self._index = index
        self._languages: tuple[tuple[int, int], dict[int, dict[str, int]]] = (0, 0), {}

    async def terms(self, question: str) -> dict[str, float]:
        """The terms of a question, each with its weight; none where the dictionary is away."""
        try:
            return await self._index.words_of(question)
        except WorkerError as error:
            _log.warning("searching without words: %s", error)
            return {}

    async def standing(self, generations: Sequence[Generation], changes: tuple[int, int]) -> Standing:
        """How things stand in some generations, as of those `changes` of the records."""
        known = self._languages[1] if self._languages[0] == changes else {}
        lacking = [generation for generation in generations if generation.number not in known]
        found = await together(*map(self._parts.manifest.documents.languages, lacking))
        known |= {generation.number: some for generation, some in zip(lacking, found, strict=True)}
        self._languages = changes, known
        return Standing(changes, {generation.number: known[generation.number] for generation in generations})

    async def prepare(self, generations: Sequence[Generation], changes: tuple[int, int]) -> None:
        """Have ready what the first search of these collections would wait for."""
        await self.standing(generations, changes)
        await self._dense.prepare(generations, changes)

    async def by_words(
        self, words: Words, generations: Sequence[Generation], among: Mapping[int, Collection[str]], wanted: int
    ) -> tuple[list[WordHit], list[WordHit]]:
        """The best by the question's own words, and the best by those of the bridge; `among` as of the index."""
        language = "" if words.alone else words.language
        plain = await self._index.scores(words.terms, generations, among, wanted=wanted, language=language)
        if not words.bridged:
            return plain, []
        bridged = await self._index.scores(
            {}, generations, among, wanted=wanted, language=language, groups=words.bridged
        )
        return plain, bridged

    async def look(
        self,
        queries: Sequence[DenseQuery],
        standing: Standing,
        options: SearchOptions,
        crowds: Mapping[int, Hashable] | None = None,
    ) -> list[Look | GangDanError]:
        """What is near by each collection's vectors, of which nothing is read yet. `crowds`: as there."""
        return await self._dense.look(queries, options, _wanted(queries, options), standing.changes, crowds)

    async def by_meaning(
        self,
        queries: Sequence[DenseQuery],
        looks: Sequence[Look | GangDanError],
        standing: Standing,
        options: SearchOptions,
        reading: Reading,
    ) -> tuple[dict[str, list[DenseHit]], dict[str, str]]:
        """What is near by collection; for those that can't be read the code of the notice. `looks` are of `look`."""
        near = await self._dense.near(looks, _wanted(queries, options), standing.changes, reading)
        found = {one.generation.collection: some for one, some in zip(queries, near, strict=True)}
        if not options.language:
            found |= await self._with_rare_languages(queries, found, standing, options, reading)
        return (
            {collection: some for collection, some in found.items() if not isinstance(some, GangDanError)},
            {
                collection: _notice(collection, why)
                for collection, why in found.items()
                if isinstance(why, GangDanError)
            },
        )

    async def read(
        self,
        said: Sequence[WordHit],
        queries: Sequence[DenseQuery],
        generations: Sequence[Generation],
        reading: Reading,
    ) -> dict[str, tuple[FoundChunk, DenseHit | None]]:
        """The chunks that were found by words, with their distances where these can be measured."""
        by_number: dict[int, dict[str, None]] = {one.number: {} for one in generations}
        for one in said:
            by_number[one.generation.number][one.chunk] = None
        wanted = [(one, by_number[one.number]) for one in generations if by_number[one.number]]
        if not wanted:
            return {}
        read = await reading.read(wanted)
        by_collection = {query.generation.collection: query for query in queries}
        asked = [
            Unmeasured(query, list(some.values()))
            for (one, _), some in zip(wanted, read, strict=True)
            if (query := by_collection.get(one.collection))
        ]
        exact = {one.chunk: one for some in await measured(asked) for one in some}
        return {id_: (one, exact.get(id_)) for some in read for id_, one in some.items()}

    async def joined(
        self,
        near: Mapping[str, Sequence[DenseHit]],
        plain: Sequence[WordHit],
        bridged: Sequence[WordHit],
        queries: Sequence[DenseQuery],
        generations: Sequence[Generation],
        reading: Reading,
    ) -> list[Found]:
        """Every chunk that was found in any way once, measured by meaning wherever it can be."""
        there: dict[str, dict[str, tuple[FoundChunk, DenseHit | None]]] = {
            one.collection: {hit.chunk: (hit.found, hit) for hit in near.get(one.collection, ())} for one in generations
        }
        only = [one for one in (*plain, *bridged) if one.chunk not in there[one.generation.collection]]
        read = await self.read(only, queries, generations, reading)
        for one in only:
            if one.chunk in read:  # else it is gone meanwhile
                found, exact = read[one.chunk]
                collection = one.generation.collection
                # What can't be read by meaning is not weighed by it.
                there[collection].setdefault(one.chunk, (found, exact if collection in near else None))
        scores: dict[str, float] = {one.chunk: one.score for one in plain}
        across: dict[str, float] = {one.chunk: one.score for one in bridged}
        terms: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for one in (*plain, *bridged):
            terms[one.chunk] |= dict.fromkeys(one.terms)
        return [
            Found(
                hit_of(found, exact.distance if exact else None, tuple(terms[id_]) if id_ in terms else ()),
                generation.identity,
                exact.whole_distance if exact else None,
                exact.cuts if exact else (),
                exact.parts if exact else (),
                scores.get(id_, 0.0),
                across.get(id_, 0.0),
            )
            for generation in generations
            for id_, (found, exact) in there[generation.collection].items()
        ]

    async def _with_rare_languages(
        self,
        queries: Sequence[DenseQuery],
        found: Mapping[str, list[DenseHit] | GangDanError],
        standing: Standing,
        options: SearchOptions,
        reading: Reading,
    ) -> dict[str, list[DenseHit] | GangDanError]:
        """The hits of collections in several languages with what is near in those that are hardly among them.

        One's vectors crowd those of another out.
        """
        whole: dict[str, list[DenseHit] | GangDanError] = {}
        lacking: defaultdict[str, list[DenseQuery]] = defaultdict(list)
        wanted = _wanted(queries, options)
        for query in queries:
            hits, those = found[query.generation.collection], standing.languages.get(query.generation.number, {})
            if isinstance(hits, GangDanError) or len(those) < 2:
                continue
            for language, count in those.items():
                if sum(one.found.chunk.language == language for one in hits) < min(wanted, count):
                    lacking[language].append(query)
        for language in sorted(lacking):
            only = replace(options, language=language)
            looks = await self._dense.look(lacking[language], only, wanted, standing.changes)
            more = await self._dense.near(looks, wanted, standing.changes, reading)
            for query, some in zip(lacking[language], more, strict=True):
                name = query.generation.collection
                whole[name] = _joined(whole.get(name, found[name]), some)
        return whole


def _wanted(queries: Sequence[DenseQuery], options: SearchOptions) -> int:
    """How many texts of each of these collections are looked at."""
    return max(PER_COLLECTION, options.count, min(DEEP, math.ceil(_OF_ALL / max(1, len(queries)))))


def _joined(
    before: list[DenseHit] | GangDanError, more: list[DenseHit] | GangDanError
) -> list[DenseHit] | GangDanError:
    if isinstance(before, GangDanError):
        return before
    if isinstance(more, GangDanError):
        return more
    there = {one.chunk for one in before}
    return [*before, *(one for one in more if one.chunk not in there)]


def _notice(collection: str, why: GangDanError) -> str:
    """The code of the notice why a collection can't be read."""
    if isinstance(why, StoreAway):
        _log.info("searching “%s” by words: %s", collection, why)
        return why.facts.get("notice") or _STORE_AWAY
    _log.warning("searching “%s” by words: %s", collection, why)
    if isinstance(why, WorkerError):
        return _NOT_REACHED
    return _NO_ROOM if isinstance(why, CannotWrite) else VECTORS_DAMAGED  # on a full disk Chroma can't even be opened


def nearest_of_all(found: Sequence[Found], wanted: int) -> list[Found]:
    """The nearest of each embedder, at least `wanted` where there are so many, and all that were found by words."""
    limits: dict[object, float] = {}
    for embedder in {one.embedder for one in found}:
        far = sorted(rounded(one.hit.distance) for one in found if one.embedder == embedder)
        limits[embedder] = far[min(wanted, len(far)) - 1]
    return [one for one in found if one.words or one.bridged or rounded(one.hit.distance) <= limits[one.embedder]]
