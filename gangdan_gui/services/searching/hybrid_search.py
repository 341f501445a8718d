"""Searches collections by meaning and by words together, the documents of each language by themselves."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.search import Bridged, Hit, Support
from gangdan_gui.domain.trace import Asked
from gangdan_gui.domain.vectors import EmbedderIdentity
from gangdan_gui.retrieving.fusion import Fusion
from gangdan_gui.retrieving.languages import shares
from gangdan_gui.retrieving.passages import rounded
from gangdan_gui.retrieving.ranking import Found, ranked
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Turn
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.asked_question import AskedQuestion
from gangdan_gui.services.searching.dense_hits import DenseQuery
from gangdan_gui.services.searching.dense_looks import DEEP
from gangdan_gui.services.searching.gathering import Gathering, Standing, Words, nearest_of_all
from gangdan_gui.services.searching.judging import Judgement, Judging
from gangdan_gui.services.searching.putting import Collections, Putting
from gangdan_gui.services.searching.question_vectors import Reply
from gangdan_gui.services.searching.reading import Reading
from gangdan_gui.services.searching.search_filter import allowed_in
from gangdan_gui.services.searching.tracing import ranks, weighed
from gangdan_gui.services.together import both, together
from gangdan_gui.storing.records import Generation, SourceRecord, WordHit

# What can be said of a language's documents without a measured score, as if it were one.
_ODDS = {Support.YES: 2.0, Support.WEAK: 0.0, Support.NO: -2.0}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found: `hits` are what passages are made of, `found` all that was looked at.

    `unread` are codes of notices by the collections that can't be read by meaning, `too_far` the chunks that are beyond
    the ceiling. `terms` is how many the question has in the index of words, `embed_seconds` how long embedders took
    for it. `odds` say how likely each language's documents are to hold the answer, where there are several.
    """

    hits: Sequence[Hit]
    found: Sequence[Found]
    replies: Mapping[EmbedderIdentity, Reply]
    unread: Mapping[str, str] = field(default_factory=dict)
    too_far: frozenset[str] = frozenset()
    asked: tuple[Asked, ...] = ()
    bridged: tuple[Bridged, ...] = ()
    terms: int = 0
    embed_seconds: float = 0.0
    odds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Looked:
    """All that was looked at for a question; the rest is as of `Outcome`."""

    words: Sequence[Words]
    found: Sequence[Found]
    unread: Mapping[str, str]


class HybridSearch:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts, gathering: Gathering, judging: Judging) -> None:
        self._parts = parts
        self._gathering = gathering
        self._judging = judging
        self._putting = Putting(parts, gathering)

    async def search(
        self,
        question: str,
        records: Sequence[SourceRecord],
        standing: Standing,
        options: SearchOptions,
        ceiling: float,
        *,
        only: str = "",
    ) -> Outcome:
        """What is found in the live generations of `records`, which stand so, nothing that is farther than `ceiling`.

        `only` documents of that language are looked in, of which each of the records has to hold some.
        """
        begun = time.perf_counter()
        asked = await self._putting.put(question, _collections(records, standing, only), options)
        embedded = time.perf_counter()
        looked = await self._looked(asked, records, standing, options, only)
        words, found = looked.words, looked.found
        too_far = frozenset(
            one.hit.chunk for one in found if one.hit.distance is not None and rounded(one.hit.distance) > ceiling
        )
        groups = _groups(asked, [one for one in found if one.hit.chunk not in too_far], words)
        odds = await self._odds(asked, groups, records, standing) if len(groups) > 1 else {}
        return Outcome(
            self._ranked(asked, groups, words, odds, ranks(found)[1]),
            found,
            asked.replies,
            looked.unread,
            too_far,
            asked.told(words),
            asked.bridged(words, {one.hit.language for one in found}),
            len(asked.terms),
            embedded - begun,
            odds,
        )

    async def put(
        self,
        questions: Sequence[str],
        records: Sequence[SourceRecord],
        standing: Standing,
        options: SearchOptions,
        turn: Turn,
    ) -> list[AskedQuestion]:
        """Questions that nobody waits for, as `look` takes them; `turn` is waited for before each piece of work."""
        return await self._putting.put_all(questions, _collections(records, standing), options, turn)

    async def look(
        self, asked: AskedQuestion, records: Sequence[SourceRecord], standing: Standing, options: SearchOptions
    ) -> Sequence[Found]:
        """All that a search looks at, however far and not ranked."""
        return (await self._looked(asked, records, standing, options)).found

    async def _looked(
        self,
        asked: AskedQuestion,
        records: Sequence[SourceRecord],
        standing: Standing,
        options: SearchOptions,
        only: str = "",
    ) -> _Looked:
        searched = _collections(records, standing, only)
        generations, languages = searched.generations, searched.languages
        queries = [
            DenseQuery(one, asked.replies[one.identity].vector)
            for one in generations
            if asked.replies[one.identity].vector
        ]
        words = asked.words({language for some in languages.values() for language in some}, alone=not only)
        looks, (plain, bridged) = await both(
            self._gathering.look(queries, standing, options, _crowds(records, standing.languages)),
            self._by_words(words, generations, options),
        )
        reading = Reading(self._parts.manifest.documents, {one.generation.number for one in queries})
        reading.want((*plain, *bridged))
        near, unread = await self._gathering.by_meaning(queries, looks, standing, options, reading)
        found = await self._gathering.joined(near, plain, bridged, queries, generations, reading)
        return _Looked(words, [one for one in found if only in ("", one.hit.language)], unread)

    async def _by_words(
        self, words: Sequence[Words], generations: Sequence[Generation], options: SearchOptions
    ) -> tuple[list[WordHit], list[WordHit]]:
        """What the question's own words find, and what those of the bridge find."""
        wanted = max(DEEP, options.count)
        among = await allowed_in(self._parts, generations, options)
        said = await together(*(self._gathering.by_words(one, generations, among, wanted) for one in words))
        return [hit for some, _ in said for hit in some], [hit for _, some in said for hit in some]

    def _ranked(
        self,
        asked: AskedQuestion,
        groups: Mapping[str, Sequence[Found]],
        words: Sequence[Words],
        odds: Mapping[str, float],
        by_words: Mapping[str, int],
    ) -> list[Hit]:
        """The parts of what was found with their scores, the languages made comparable; `by_words` are their places."""
        weights = shares(odds, asked.language) if odds else dict.fromkeys(groups, 1.0)
        sought = {one.language: asked.sought(one) for one in words}
        settings = self._parts.settings()
        fusion = Fusion(settings.fusion, settings.keyword_weight / 100, settings.rrf_k)
        return [
            hit
            for language, some in groups.items()
            for hit in ranked(some, sought[language], fusion, by_words, weight=weights[language])
        ]

    async def _odds(
        self,
        asked: AskedQuestion,
        groups: Mapping[str, Sequence[Found]],
        records: Sequence[SourceRecord],
        standing: Standing,
    ) -> dict[str, float]:
        odds: dict[str, float] = {}
        for language, found in groups.items():
            judged = await self._judging.judge(asked.text, len(asked.terms), weighed(found), records, standing.changes)
            odds[language] = odds_of(judged)
        return odds


def odds_of(judged: Judgement) -> float:
    """How likely documents are to hold the answer, as a logarithm."""
    return judged.figures.get("score", _ODDS[judged.supported])


def _collections(records: Sequence[SourceRecord], standing: Standing, only: str = "") -> Collections:
    """What is searched of some sources, which stand so; `only` documents of that language where one is named."""
    languages = _only(only, standing.languages) if only else standing.languages
    return Collections([record.live for record in records if record.live], languages)


def _only(language: str, languages: Mapping[int, Mapping[str, int]]) -> dict[int, dict[str, int]]:
    return {number: {language: counts.get(language, 0)} for number, counts in languages.items()}


def _groups(asked: AskedQuestion, found: Sequence[Found], words: Sequence[Words]) -> dict[str, list[Found]]:
    """What was found by the language in which it was looked for, as much of each as is ranked."""
    groups: dict[str, list[Found]] = {one.language: [] for one in words}
    home = asked.language if asked.language in groups else next(iter(groups))
    for one in found:
        groups[one.hit.language if one.hit.language in groups else home].append(one)
    return {language: nearest_of_all(some, DEEP) for language, some in groups.items() if some}


def _crowds(
    records: Sequence[SourceRecord], languages: Mapping[int, Mapping[str, int]]
) -> dict[int, tuple[EmbedderIdentity, str, SourceKind]]:
    """What makes chunks of collections in one language compare: the nearest of each are ranked, and judged."""
    found: dict[int, tuple[EmbedderIdentity, str, SourceKind]] = {}
    for record in records:
        if record.live and list((those := languages[record.live.number]).values()) == [record.chunks]:
            found[record.live.number] = record.live.identity, next(iter(those)), record.kind
    return found
