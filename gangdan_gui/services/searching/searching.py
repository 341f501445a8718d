"""Finds passages: by meaning and by words together, or by one of them; what can't be read by meaning by words alone."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.errors import EmptyQuestion, NothingBuilt, UnknownSource
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Hit, Mode, Passage, SearchResult, Support
from gangdan_gui.domain.trace import Trace
from gangdan_gui.retrieving.naming import names_something
from gangdan_gui.retrieving.passages import merge
from gangdan_gui.retrieving.signs import Weighed
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Turn
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.asked_question import AskedQuestion
from gangdan_gui.services.searching.gathering import Gathering, Standing
from gangdan_gui.services.searching.hybrid_search import HybridSearch, Outcome
from gangdan_gui.services.searching.judging import Judging
from gangdan_gui.services.searching.keyword_index import KeywordIndex
from gangdan_gui.services.searching.own_words import as_asked
from gangdan_gui.services.searching.plain_search import PlainSearch
from gangdan_gui.services.searching.reranking import Reranking
from gangdan_gui.services.searching.search_filter import sources_of
from gangdan_gui.services.searching.search_notices import NAMES_NOTHING, of_notes, of_sources
from gangdan_gui.services.searching.tracing import candidates, weighed
from gangdan_gui.services.searching.translated_search import NEEDS_BOTH, Legs, TranslatedSearch
from gangdan_gui.services.searching.widening import with_sections
from gangdan_gui.storing.records import SourceRecord

# A ceiling of 2.00; a stored distance may be off by a hair.
_ANY_DISTANCE = 200
# So many of the best parts of chunks make passages longer. Measured: with more, passages hold more than what answers,
# and fewer of them fit into a prompt; with fewer, one passage takes several of the first places.
_JOINED = 20


class Searcher:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        index = KeywordIndex(parts)
        gathering = Gathering(parts, index)
        self._gathering = gathering
        self._judging = Judging(parts)
        self._reranking = Reranking(parts)
        self._hybrid = HybridSearch(parts, gathering, self._judging)
        self._translated = TranslatedSearch(parts, self._hybrid, self._judging)
        self._plain = PlainSearch(parts, gathering, index)

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """Raises EmptyQuestion, UnknownSource, NothingBuilt, InvalidSetting; what is damaged is searched by words."""
        begun = time.perf_counter()
        if not any(character.isalnum() for character in question):
            raise EmptyQuestion
        changes, records = await self._chosen(sources_of(options))
        outcome, legs = await self._outcome(question, records, changes, options)
        found = time.perf_counter()
        reranked = await self._reranking.rerank(question, outcome.hits, options)
        hits = await with_sections(self._parts, [record.live for record in records if record.live], reranked.hits)
        passages = _passages(hits, options)
        fused: dict[str, float] = {}
        for hit in outcome.hits:
            fused[hit.chunk] = max(fused.get(hit.chunk, 0.0), hit.fused or 0.0)
        # What became of each is only told, and takes longer than to judge.
        seen = candidates(outcome.found, outcome.too_far, fused=fused, passages=passages) if options.explain else ()
        ranked = time.perf_counter()
        unjudged = outcome.too_far | legs.added
        usual = weighed((one for one in outcome.found if one.hit.chunk not in unjudged), fused)
        judged = legs.judged(await self._judging.judge(question, outcome.terms, usual, records, changes))
        vague = not names_something(question)
        if vague:  # whatever it comes near to, it comes near to by chance
            judged = judged.at_most(Support.WEAK)
        done = time.perf_counter()
        seconds = {
            "embed": outcome.embed_seconds,
            "search": done - begun - outcome.embed_seconds - reranked.seconds,
            **({"rerank": reranked.seconds} if reranked.name else {}),
            "total": done - begun,
        }
        stages = {"embed": outcome.embed_seconds, "find": found - begun - outcome.embed_seconds}
        stages["rank"] = ranked - found - reranked.seconds
        language = detect_language(question)
        result = SearchResult(
            question=question,
            language=language,
            passages=passages,
            supported=judged.supported,
            seconds=seconds,
            notices=(
                *([Reason(NAMES_NOTHING)] if vague else []),
                *of_sources(records, outcome.replies, outcome.unread),
                *of_notes(passages, judged),
                *legs.notices,
                *reranked.notices,
            ),
            bridged=outcome.bridged,
            trace=reranked.told(
                legs.told(Trace(language, outcome.asked, seen, judged.figures, {**stages, "judge": done - ranked}))
            )
            if options.explain
            else None,
            translated=legs.translated,
        )
        return as_asked(result)

    async def prepare(self) -> None:
        """Have ready what the first question after a start would wait for, but for embedders: nobody has asked yet."""
        try:
            changes, records = await self._chosen(())
        except NothingBuilt:
            return
        generations = [record.live for record in records if record.live]
        await self._gathering.prepare(generations, changes)
        await self._parts.manifest.memory.read(generations)

    async def put(self, questions: Sequence[str], options: SearchOptions, turn: Turn) -> list[AskedQuestion]:
        """Questions that nobody waits for, put to embedders many at a time, to be looked for; raises as `search`.

        `turn` is waited for before each piece of work.
        """
        changes, records = await self._chosen(sources_of(options))
        return await self._hybrid.put(questions, records, await self._standing(records, changes), options, turn)

    async def look(self, asked: AskedQuestion, options: SearchOptions) -> list[Weighed]:
        """All that a search by meaning and words looks at; raises as `search`."""
        changes, records = await self._chosen(sources_of(options))
        return weighed(await self._hybrid.look(asked, records, await self._standing(records, changes), options))

    async def _outcome(
        self, question: str, records: Sequence[SourceRecord], changes: tuple[int, int], options: SearchOptions
    ) -> tuple[Outcome, Legs]:
        if options.mode == Mode.HYBRID:
            standing = await self._standing(records, changes)
            return await self._translated.search(question, records, standing, options, self._ceiling)
        said = (Reason(NEEDS_BOTH),) if options.translate else ()
        return await self._plain.search(question, records, changes, options, self._ceiling), Legs(notices=said)

    async def _standing(self, records: Sequence[SourceRecord], changes: tuple[int, int]) -> Standing:
        return await self._gathering.standing([record.live for record in records if record.live], changes)

    @property
    def has_ceiling(self) -> bool:
        """Whether what is far is left out."""
        return self._ceiling < math.inf

    @property
    def _ceiling(self) -> float:
        """The distance beyond which nothing is shown."""
        ceiling = self._parts.settings().distance_ceiling
        return ceiling / 100 if ceiling < _ANY_DISTANCE else math.inf

    async def chosen(self, collections: Sequence[str]) -> list[SourceRecord]:
        """The built sources among those chosen, or all but kept answers. Raises UnknownSource, NothingBuilt."""
        return (await self._chosen(collections))[1]

    async def _chosen(self, collections: Sequence[str]) -> tuple[tuple[int, int], list[SourceRecord]]:
        """The same with the changes of the records that they are as of."""
        changes, every = await self._parts.manifest.sources.now()
        records = {record.source.id: record for record in every}
        for source in collections:
            if source not in records:
                raise UnknownSource(source=source)
        usual = [record for record in records.values() if record.source.kind is not SourceKind.ANSWERS]
        wanted = [records[source] for source in dict.fromkeys(collections)] if collections else usual
        found = [record for record in wanted if record.live and record.chunks > 0]
        if not found and collections and any(record.chunks for record in usual):
            titles = ", ".join(record.source.title or record.source.id for record in wanted)
            raise NothingBuilt(failure="chosen-not-built", sources=titles)
        if not found:
            raise NothingBuilt
        return changes, found


def _passages(hits: Sequence[Hit], options: SearchOptions) -> tuple[Passage, ...]:
    if options.mode != Mode.HYBRID:
        return merge(hits, wanted=options.count)
    # Each passage takes a part, and those that others join as many as these.
    return merge(hits, deep=_JOINED, most=_JOINED + options.count, wanted=options.count)
