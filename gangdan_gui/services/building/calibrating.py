"""Measures, at the end of a build, how a collection looks to questions that it does not answer.

What it asks are strange questions, in the languages that there are some in, and for an embedder whose cosines nobody
knows also sentences of the collection itself. It asks as the user asks, so that what is measured is what will be seen.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterable, Sequence
from statistics import median

from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.embedding.builtin_model import IDENTITY
from gangdan_gui.retrieving.calibration import LEAST_CHUNKS, Calibration, Scale, Scores, read_calibration
from gangdan_gui.retrieving.likelihood import ACROSS, WITHIN, raw_score
from gangdan_gui.retrieving.probes import LANGUAGES, some_probes
from gangdan_gui.retrieving.signs import Signs, Weighed, signs
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.passage_vectors import Turn
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.asked_question import AskedQuestion
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.services.streams import Report
from gangdan_gui.storing.records import Generation

_log = logging.getLogger(__name__)

# Of each language. Forty tell what three in four stay below to a tenth of what sets answered questions apart.
_PROBES = 40
_OWN = 16
# So many are embedded together: two requests to a model of 768 numbers, which are computed while others wait.
_AT_ONCE = 40
# What a slow machine has measured by then must do.
_SECONDS = 30.0
# What is over sooner need not be told of.
_TOLD_AFTER = 2.0
_SENTENCE = re.compile(r"[^\n.!?。！？|#`]{12,160}[.!?。！？]")
_DIGITS = 2
# By whether the question was in another language.
_Look = dict[bool, Signs]


class _Asking:
    """Before each question whatever goes first is waited for, and it is told how many are done."""

    def __init__(self, come: Turn, report: Report, total: int) -> None:
        self.come, self._report = come, report
        self._done, self._total, self._told = 0, total, False
        self._quiet_until = time.monotonic() + _TOLD_AFTER

    async def next(self) -> None:
        await self.come()
        if time.monotonic() > self._quiet_until:
            self._told = True
            await self._report(self._done, self._total)
        self._done += 1

    async def end(self) -> None:
        """Whoever was told how many are done is told that all are."""
        if self._told:
            await self._report(self._total, self._total)


class Calibrating:
    """Measures collections of one library."""

    def __init__(self, parts: Parts, searcher: Searcher) -> None:
        self._parts = parts
        self._searcher = searcher

    async def measure(self, generation: Generation, come: Turn, report: Report) -> None:
        """Measure a collection that answers, unless it is small or about what it was.

        `come` is waited for before each question, `report` told how many of them are done where they take a while. It
        never fails: a collection that could not be measured is judged without.
        """
        try:
            chunks = (await self._parts.manifest.documents.counts(generation)).chunks
            if await self._is_due(generation, chunks):
                await self._parts.manifest.memory.read([generation])
                await self._measure(generation, chunks, come, report)
        except GangDanError as error:
            _log.info("“%s” was not measured: %s", generation.source, error)

    async def _is_due(self, generation: Generation, chunks: int) -> bool:
        live = await self._parts.manifest.generations.live(generation.source)
        if live is None or live.number != generation.number:  # it is not whole yet
            return False
        kept = (await self._parts.manifest.calibrations.of([generation.number])).get(generation.number)
        before = read_calibration(kept) if kept else None
        return chunks >= LEAST_CHUNKS and not (before and before.fits(chunks))

    async def _measure(self, generation: Generation, chunks: int, come: Turn, report: Report) -> None:
        until = time.monotonic() + _SECONDS
        questions = [question for language in LANGUAGES for question in some_probes(language, _PROBES)]
        built_in = generation.identity.label == IDENTITY.label
        own = () if built_in else await self._sentences(generation)
        asking = _Asking(come, report, len(questions) + len(own))
        strange = await self._looks(generation, questions, chunks, asking, until)
        of_text = [] if built_in else await self._looks(generation, own, chunks, asking, until + _SECONDS)
        await asking.end()
        scale: Scale | None = None
        if not built_in:
            near, of_own = _nearest(strange), _nearest(of_text)
            if near is None or of_own is None:
                return
            scale = Scale(near, of_own)
        within, across = (_scores(strange, scale, across=one) for one in (False, True))
        if any(score is not None for score in (*within, *across)):
            measured = Calibration(chunks, within, across, scale)
            await self._parts.manifest.calibrations.keep(generation.number, measured.text)

    async def _looks(
        self, generation: Generation, questions: Sequence[str], chunks: int, asking: _Asking, until: float
    ) -> list[_Look]:
        """What the collection shows to each question, in documents of its language and of others."""
        options = SearchOptions(collections=(generation.source,), count=1)
        looks: list[_Look] = []
        for at in range(0, len(questions), _AT_ONCE):
            if time.monotonic() > until:
                break
            for asked in await self._searcher.put(questions[at : at + _AT_ONCE], options, asking.come):
                await asking.next()
                if time.monotonic() > until:
                    break
                looks.append(_seen(asked, await self._searcher.look(asked, options), chunks))
        return looks

    async def _sentences(self, generation: Generation) -> tuple[str, ...]:
        """Sentences from all over the collection."""
        paths = [path for path, document in (await self._parts.manifest.documents.all(generation)).items()
                 if document.chunks]  # fmt: skip
        found: list[str] = []
        for path in _spread(paths, _OWN):
            texts = [chunk.text for chunk in await self._parts.manifest.documents.chunks(generation, path)]
            said = await asyncio.to_thread(_sentences_of, texts)
            found += _spread(said, max(1, _OWN // max(1, len(paths))))
        return tuple(found[:_OWN])


def _seen(question: AskedQuestion, seen: Iterable[Weighed], chunks: int) -> _Look:
    by_language: dict[str, list[Weighed]] = {}
    for one in seen:
        by_language.setdefault(one.language, []).append(one)
    look: _Look = {}
    for language, some in by_language.items():
        across = bool(question.language and language and question.language != language)
        found = signs(some, len(question.terms), chunks)
        if found and (across not in look or found.nearest > look[across].nearest):
            look[across] = found
    return look


def _scores(looks: Iterable[_Look], scale: Scale | None, *, across: bool) -> Scores:
    """What each question scored in documents of its language, or of others."""
    found = (look.get(across) for look in looks)
    as_judged = (scale.as_built_in(one) if one and scale else one for one in found)
    return tuple(round(raw_score(one, ACROSS if across else WITHIN), _DIGITS) if one else None for one in as_judged)


def _nearest(looks: Sequence[_Look]) -> float | None:
    """How near the middle one comes; in the language of the text, unless all are in another."""
    within = [look[False].nearest for look in looks if False in look]
    known = within or [found.nearest for look in looks for found in look.values()]
    return median(known) if known else None


def _sentences_of(texts: Iterable[str]) -> list[str]:
    return [found[0].strip() for text in texts for found in [_SENTENCE.search(text)] if found]


def _spread(items: Sequence[str], count: int) -> list[str]:
    """At most `count` of them, as far from each other as they can be."""
    return [items[at * len(items) // count] for at in range(count)] if len(items) > count else list(items)
