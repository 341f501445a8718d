"""Why a passage is not among what a question finds: the way that it had to go, step by step, as far as it came."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gangdan_gui.domain.documents import Chunk, FileState, SourceKind, SourceState
from gangdan_gui.domain.errors import NothingBuilt
from gangdan_gui.domain.search import Answer, SearchResult
from gangdan_gui.domain.trace import Candidate, Fate
from gangdan_gui.services.answering.reading_budget import budget_step
from gangdan_gui.services.explaining.cut_sentences import cut_passages, is_whole
from gangdan_gui.services.explaining.explaining_search import candidate_of, found_steps
from gangdan_gui.services.explaining.wrong_answer import guide_steps, rests_on
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check, SearchOptions
from gangdan_gui.services.searching.search_filter import allowed_paths, is_filtered, sources_of
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.storing.records import DocumentRecord, Generation, SourceRecord

# All that a search may say of a passage: what comes after a step that failed is not known.
STEPS = ("chosen", "built", "converted", "whole", "filtered", "meaning", "words", "ranked", "budget")
# What was read well and yet has no passage.
_WITHOUT_FAULT = {"excluded": "taken-out", "all-too-short": "empty"}


class Explaining:
    """See `ExplainService.why`."""

    def __init__(self, parts: Parts, searcher: Searcher) -> None:
        self._parts = parts
        self._searcher = searcher

    async def why(
        self, question: str, source: str, path: str, start: int | None, options: SearchOptions
    ) -> tuple[Check, ...]:
        """See `ExplainService.why`."""
        record = await self._parts.manifest.sources.present(source)
        steps = [_chosen(record, options)]
        if _come_so_far(steps):
            steps.append(_built(record))
        if not _come_so_far(steps) or record.live is None:
            return _with_the_rest(steps)
        document = await self._parts.manifest.documents.get(record.live, path)
        steps.append(_converted(document))
        if not _come_so_far(steps) or document is None:
            return _with_the_rest(steps)
        chunks = await self._parts.manifest.documents.chunks(record.live, path)
        wanted = _holding(chunks, start)
        steps.append(await self._whole(document, chunks, wanted, start))
        if wanted and is_filtered(options):
            steps.append(await self._filtered(record.live, path, options))
        if not wanted or (steps[-1].id == "filtered" and steps[-1].state == PROBLEM):
            return _with_the_rest(steps)
        return (*steps, *await self._searched(question, record, path, wanted, options))

    async def guide(self, options: SearchOptions, answer: Answer) -> tuple[Check, ...]:
        """See `ExplainService.guide`."""
        chosen = sources_of(options)
        records = [
            record
            for record in await self._parts.manifest.sources.all()
            if (record.source.id in chosen if chosen else record.source.kind is not SourceKind.ANSWERS)
        ]
        there = {record.source.id for record in records}
        live = {record.source.id: record.live for record in records if record.live}
        cut = await cut_passages(self._parts, rests_on(answer), live)
        return guide_steps(records, answer, [source for source in chosen if source not in there], cut)

    async def _whole(
        self, document: DocumentRecord, chunks: Sequence[Chunk], wanted: Sequence[Chunk], start: int | None
    ) -> Check:
        """Whether the sentence that stands there is in one chunk; `wanted` are those that hold the place."""
        facts = {"path": document.path, "count": str(len(chunks)), "dropped": str(document.dropped)}
        if not wanted:
            case = "taken-out" if document.excluded else "dropped" if document.dropped else "none"
            return Check("whole", PROBLEM, {**facts, "case": case})
        if start is None:
            return Check("whole", OK, {**facts, "case": "all"})
        holding = wanted[0]
        text = await asyncio.to_thread(self._parts.markdown.read, holding.source, document.path, document.markdown)
        whole = is_whole(text or "", start, chunks)
        facts |= {"number": str(holding.ordinal + 1), "length": str(holding.end - holding.start)}
        return Check("whole", OK if whole else PROBLEM, {**facts, "case": "one" if whole else "cut"})

    async def _filtered(self, generation: Generation, path: str, options: SearchOptions) -> Check:
        paths = await allowed_paths(self._parts, generation, options)
        return Check("filtered", OK if paths is None or path in paths else PROBLEM, {"path": path})

    async def _searched(
        self, question: str, record: SourceRecord, path: str, wanted: Sequence[Chunk], options: SearchOptions
    ) -> list[Check]:
        """What the search itself did with it."""
        result = await self._searcher.search(question, replace(options, explain=True))
        ids = [chunk.id for chunk in wanted]
        found = candidate_of(result, ids)
        alone: Candidate | None = None
        if found is None or found.dense_rank is None:
            alone = candidate_of(await self._alone(question, record, path, options), ids)
        settings = self._parts.settings()
        steps = found_steps(result, found, alone, options, settings.distance_ceiling / 100)
        if found is not None and found.fate is Fate.SHOWN:
            titles = {record.source.id: record.source.title}
            steps.append(budget_step(result, found, titles, settings))
        return steps

    async def _alone(
        self, question: str, record: SourceRecord, path: str, options: SearchOptions
    ) -> SearchResult | None:
        """What a search of that document alone finds: how far its chunks are from the question."""
        only = replace(options, documents=((record.source.id, path),), explain=True)
        try:
            return await self._searcher.search(question, only)
        except NothingBuilt:
            return None


def _chosen(record: SourceRecord, options: SearchOptions) -> Check:
    facts = {"source": record.source.title or record.source.id, "id": record.source.id}
    chosen = sources_of(options)
    if chosen:
        return Check("chosen", OK if record.source.id in chosen else PROBLEM, facts)
    if record.source.kind is SourceKind.ANSWERS:
        return Check("chosen", PROBLEM, {**facts, "case": "answers"})
    return Check("chosen", OK, facts)


def _built(record: SourceRecord) -> Check:
    facts = {"source": record.source.title or record.source.id, "id": record.source.id, "state": str(record.state)}
    if record.live is None or not record.chunks:
        return Check("built", PROBLEM, {**facts, "case": "failed"} if record.state is SourceState.FAILED else facts)
    return Check("built", OK, {**facts, "documents": str(record.documents), "chunks": str(record.chunks)})


def _converted(document: DocumentRecord | None) -> Check:
    if document is None:
        return Check("converted", PROBLEM, {"case": "missing"})
    facts = {"path": document.path, "characters": str(document.characters), "chunks": str(document.chunks)}
    case = _WITHOUT_FAULT.get(document.reason.code) if document.reason and not document.chunks else None
    if case:
        return Check("converted", PROBLEM, {**facts, "case": case})
    if document.state is not FileState.READY and document.reason:
        return Check("converted", PROBLEM, {**facts, "reason": document.reason.code, "detail": document.reason.detail})
    if not document.chunks:
        return Check("converted", PROBLEM, {**facts, "case": "empty"})
    return Check("converted", OK, facts)


def _holding(chunks: Sequence[Chunk], start: int | None) -> list[Chunk]:
    """The chunks that hold a place, the one first in which it is farthest from a border; all where there is none."""
    if start is None:
        return list(chunks)
    holding = [chunk for chunk in chunks if chunk.start <= start < chunk.end]
    return sorted(holding, key=lambda chunk: -min(start - chunk.start, chunk.end - start))


def _come_so_far(steps: Sequence[Check]) -> bool:
    return steps[-1].state != PROBLEM


def _with_the_rest(steps: Iterable[Check]) -> tuple[Check, ...]:
    """With the steps that are not known, because one before them failed."""
    told = list(steps)
    at = STEPS.index(told[-1].id) + 1
    return (*told, *(Check(step, NOT_CHECKED) for step in STEPS[at:] if step not in ("filtered", "budget")))
