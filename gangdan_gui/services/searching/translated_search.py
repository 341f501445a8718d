"""Searches by a question and, in documents of another language, also by what a chat model makes of it there."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gangdan_gui.answering.translation import LANGUAGES
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Hit
from gangdan_gui.domain.trace import Asked, Candidate, Trace, Translated
from gangdan_gui.retrieving.ranking import Found
from gangdan_gui.retrieving.second_leg import SecondLeg, with_legs
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.gathering import Standing
from gangdan_gui.services.searching.hybrid_search import HybridSearch, Outcome, odds_of
from gangdan_gui.services.searching.judging import BEST_FIRST, Judgement, Judging
from gangdan_gui.services.searching.question_translation import QuestionTranslation
from gangdan_gui.services.searching.search_filter import allowed_paths, is_filtered, wanted_language
from gangdan_gui.services.searching.tracing import weighed
from gangdan_gui.services.together import both, together
from gangdan_gui.storing.records import Generation, SourceRecord

_NO_MODEL = "translation-no-model"
NEEDS_BOTH = "translation-needs-both"
"""The code of the notice that a question is not translated where it is searched by meaning or by words alone."""


@dataclass(frozen=True, slots=True)
class _Leg:
    """A translation with what it found, and what that says of the documents of its language."""

    translated: Translated
    outcome: Outcome
    judged: Judgement


@dataclass(frozen=True, slots=True)
class Legs:
    """What translations of a question brought. `notices` say why there is none, each once.

    `added` are the chunks that the question itself has not found, `ranks` the places of chunks among what they found.
    """

    translated: tuple[Translated, ...] = ()
    notices: tuple[Reason, ...] = ()
    asked: tuple[Asked, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    added: frozenset[str] = frozenset()
    ranks: Mapping[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def judged(self, usual: Judgement) -> Judgement:
        """The better of what the question and its translations say of the sources, the question's where none is."""
        every = (usual, *self.judgements)
        best = min(every, key=lambda one: BEST_FIRST.index(one.supported))
        return replace(best, notes=min((one.notes for one in every), key=BEST_FIRST.index))

    def told(self, trace: Trace) -> Trace:
        """A trace of the same search with what the translations were asked as, and found."""
        seen = tuple(map(self._told, trace.candidates)) if self.ranks else trace.candidates
        return replace(
            trace,
            asked=(*trace.asked, *self.asked),
            candidates=seen,
            seconds={**trace.seconds, **self.seconds},
            translated=self.translated,
        )

    def _told(self, one: Candidate) -> Candidate:
        rank = self.ranks.get(one.chunk)
        return replace(one, translated_rank=rank) if rank else one


class TranslatedSearch:
    """Searches the collections of one library."""

    def __init__(self, parts: Parts, hybrid: HybridSearch, judging: Judging) -> None:
        self._parts = parts
        self._hybrid = hybrid
        self._judging = judging
        self._translation = QuestionTranslation(parts)

    async def search(
        self,
        question: str,
        records: Sequence[SourceRecord],
        standing: Standing,
        options: SearchOptions,
        ceiling: float,
    ) -> tuple[Outcome, Legs]:
        """As `HybridSearch.search`, with what was found by translations beside it, which the question waits for."""
        settings = self._parts.settings()
        wanted = settings.translate_questions if options.translate is None else options.translate
        model = options.model_or(settings.chat_model)
        languages = await self._languages(question, records, standing, options) if wanted else {}
        if not languages or not model:
            said = (Reason(_NO_MODEL),) if languages and options.translate else ()
            return await self._hybrid.search(question, records, standing, options, ceiling), Legs(notices=said)
        usual, (tried, seconds) = await both(
            self._hybrid.search(question, records, standing, options, ceiling),
            self._legs(question, model, languages, records, standing, options, ceiling),
        )
        legs = [one for one in tried if isinstance(one, _Leg) and one.outcome.found]
        notices = tuple(dict.fromkeys(one for one in tried if isinstance(one, Reason)))
        return _joined(usual, legs, detect_language(question)), _brought(usual, legs, notices, seconds)

    async def _languages(
        self, question: str, records: Sequence[SourceRecord], standing: Standing, options: SearchOptions
    ) -> dict[str, list[SourceRecord]]:
        """The languages that the question is to be put into, each with the sources that have documents in it."""
        own, only = detect_language(question), wanted_language(options)
        if own not in LANGUAGES:
            return {}
        found: dict[str, list[SourceRecord]] = {}
        for name in LANGUAGES:
            if name != own and only in ("", name):
                found[name] = [
                    one
                    for one in records
                    if one.live
                    and standing.languages[one.live.number].get(name)
                    and await self._lets_through(one.live, name, options)
                ]
        return {name: some for name, some in found.items() if some}

    async def _lets_through(self, generation: Generation, language: str, options: SearchOptions) -> bool:
        """Whether the filters leave anything in a language to look in."""
        only = replace(options, language=language)
        return not is_filtered(options) or bool(await allowed_paths(self._parts, generation, only))

    async def _legs(
        self,
        question: str,
        model: str,
        languages: Mapping[str, Sequence[SourceRecord]],
        records: Sequence[SourceRecord],
        standing: Standing,
        options: SearchOptions,
        ceiling: float,
    ) -> tuple[list[_Leg | Reason | None], float]:
        """What each translation found, or why there is none; and the seconds of all."""
        begun = time.perf_counter()

        async def leg(language: str, holding: Sequence[SourceRecord]) -> _Leg | Reason | None:
            attempt = await self._translation.translate(question, language, model)
            if not attempt.text or attempt.text in options.struck:
                return attempt.why
            outcome = await self._hybrid.search(attempt.text, holding, standing, options, ceiling, only=language)
            seen = weighed(one for one in outcome.found if one.hit.chunk not in outcome.too_far)
            judged = await self._judging.judge(attempt.text, outcome.terms, seen, records, standing.changes)
            seconds = time.perf_counter() - begun
            return _Leg(Translated(language, attempt.text, model, seconds, attempt.cached), outcome, judged)

        found = await together(*(leg(language, some) for language, some in languages.items()))
        return found, time.perf_counter() - begun


def _joined(usual: Outcome, legs: Sequence[_Leg], own: str) -> Outcome:
    """All that was found. What only a translation found has no place by the question's meaning or words."""
    known = {one.hit.chunk for one in usual.found}
    more = [
        Found(one.hit._replace(distance=None, keyword_rank=None, terms=()), one.embedder)
        for leg in legs
        for one in leg.outcome.found
        if one.hit.chunk not in known
    ]
    beyond = {chunk for leg in legs for chunk in leg.outcome.too_far if chunk not in known}
    within = {hit.chunk for leg in legs for hit in leg.outcome.hits}
    beside = [SecondLeg(leg.translated.language, leg.outcome.hits, odds_of(leg.judged)) for leg in legs]
    return replace(
        usual,
        hits=with_legs(usual.hits, usual.odds, own, beside) if legs else usual.hits,
        found=[*usual.found, *more],
        too_far=(usual.too_far | beyond) - within,
    )


def _brought(usual: Outcome, legs: Sequence[_Leg], notices: tuple[Reason, ...], seconds: float) -> Legs:
    known = {one.hit.chunk for one in usual.found}
    chunks = [{one.hit.chunk for one in leg.outcome.found} for leg in legs]
    return Legs(
        tuple(
            replace(leg.translated, found=len(some), added=len(some - known))
            for leg, some in zip(legs, chunks, strict=True)
        ),
        notices,
        tuple(
            replace(one, language=leg.translated.language, text=one.text or leg.translated.text)
            for leg in legs
            for one in leg.outcome.asked
        ),
        tuple(leg.judged for leg in legs),
        frozenset().union(*chunks) - known,
        {chunk: rank for leg in legs for chunk, rank in _ranks(leg.outcome.hits).items()},
        {"translate": seconds},
    )


def _ranks(hits: Sequence[Hit]) -> dict[str, int]:
    """The places of chunks by their best parts, counted from 1."""
    ordered = sorted(hits, key=lambda hit: (-(hit.fused or 0.0), hit.source, hit.path, hit.start))
    return {chunk: rank for rank, chunk in enumerate(dict.fromkeys(hit.chunk for hit in ordered), 1)}
