"""Answers what is asked of chosen documents as a whole: from all that they hold, not from what a search finds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

from gangdan_gui.answering.context import fit
from gangdan_gui.answering.follow_up import has_topic
from gangdan_gui.answering.intention import asks_of_whole, says_only_how
from gangdan_gui.answering.sections import beginnings
from gangdan_gui.answering.tokens import LETTERS_A_TOKEN
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Hit, Passage, SearchResult, Support
from gangdan_gui.retrieving.rest import rest
from gangdan_gui.services.answering.section_writing import SectionWriter
from gangdan_gui.services.answering.writing import Asked, Hands, Writer
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.hits import hit_of
from gangdan_gui.services.searching.search_filter import allowed_paths, names_documents
from gangdan_gui.services.settings import Settings
from gangdan_gui.storing.records import SourceRecord

_NEEDS_MODEL, _WHOLE = "summary-needs-model", "whole-documents"
_EMPTY, _ALIKE = "documents-empty", "documents-alike"


def whole_request(question: str, earlier: Sequence[str], options: SearchOptions) -> str:
    """What is wanted of chosen documents as a whole; nothing where they are only to be looked in.

    A question that names nothing to look for (“Shorter, please.”) goes on with such a one before it.
    """
    if not names_documents(options):
        return ""
    if asks_of_whole(question):
        return question
    for one in reversed(earlier) if _names_nothing(question) else ():
        if asks_of_whole(one):
            return f"{one}\n{question}"
        if not _names_nothing(one):
            break
    return ""


def _names_nothing(question: str) -> bool:
    return not has_topic(question) or says_only_how(question)


def lacks_documents(question: str, options: SearchOptions) -> bool:
    """Whether it would be, if any were chosen."""
    return not names_documents(options) and asks_of_whole(question)


class WholeDocuments:
    """Reads all that chosen documents hold, and has it read."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def read(self, question: str, options: SearchOptions, chosen: Sequence[SourceRecord]) -> SearchResult:
        """All of it, in the order in which documents were named, as the result of a search that finds everything."""
        begun = time.perf_counter()
        hits = await self._hits(options, chosen)
        passages = await asyncio.to_thread(_in_order, hits, options)
        seconds = time.perf_counter() - begun
        return SearchResult(
            question=question,
            language=detect_language(question),
            passages=passages,
            supported=Support.YES,
            seconds={"search": seconds, "total": seconds},
            notices=_unread(options, hits, passages) if passages else (),
        )

    async def rest(
        self, found: Sequence[Passage], options: SearchOptions, chosen: Sequence[SourceRecord], tokens: int
    ) -> tuple[Passage, ...]:
        """What the chosen documents hold besides the passages found; nothing where that is surely too much."""
        letters = 0
        for generation in (record.live for record in chosen if record.live):
            for path in await allowed_paths(self._parts, generation, options) or ():
                record = await self._parts.manifest.documents.get(generation, path)
                letters += record.characters if record else 0
                if letters > tokens * LETTERS_A_TOKEN:
                    return ()
        return await asyncio.to_thread(rest, found, await self._hits(options, chosen))

    async def _hits(self, options: SearchOptions, chosen: Sequence[SourceRecord]) -> list[Hit]:
        documents = self._parts.manifest.documents
        hits: list[Hit] = []
        for generation in (record.live for record in chosen if record.live):
            paths = await allowed_paths(self._parts, generation, options)
            ids = await documents.ids_of(generation, paths or [])
            hits += [hit_of(one, None) for one in (await documents.by_id(generation, ids)).values()]
        return hits


async def write_whole(asked: Asked, model: str, settings: Settings, hands: Hands) -> Answer:
    """The answer, kept: from all passages at once where they fit, else section by section. Raises as `Writer.write`."""
    tokens = (await hands.chat.facts(model)).reads(settings.context_tokens)
    if await asyncio.to_thread(_fits, asked, settings, tokens):
        told = replace(asked.result, notices=(*asked.result.notices, Reason(_WHOLE)))
        return await Writer(hands).write(replace(asked, result=told), model, settings)
    return await SectionWriter(hands, model, settings, tokens).write(asked)


def without_model(result: SearchResult, count: int) -> SearchResult:
    """A passage of each of the first chapters, where no model is there to read them, and what to do about that."""
    return replace(result, passages=beginnings(result.passages, count), notices=(*result.notices, Reason(_NEEDS_MODEL)))


def _fits(asked: Asked, settings: Settings, tokens: int) -> bool:
    passages, question = asked.result.passages, asked.result.question
    context = fit(question, passages, asked.titles, (), language=settings.answer_language, context_tokens=tokens)
    return context.passages == passages


def _unread(options: SearchOptions, hits: Sequence[Hit], passages: Sequence[Passage]) -> tuple[Reason, ...]:
    """Which of the documents that were named are not among the passages, and why."""
    held, read = ({(one.source, one.path) for one in some} for some in (hits, passages))
    left = [place for place in options.documents if place not in read]
    empty = "; ".join(path for source, path in left if (source, path) not in held)
    alike = "; ".join(path for source, path in left if (source, path) in held)
    return tuple(Reason(code, paths) for code, paths in ((_EMPTY, empty), (_ALIKE, alike)) if paths)


def _in_order(hits: Sequence[Hit], options: SearchOptions) -> tuple[Passage, ...]:
    named = {document: place for place, document in enumerate(options.documents)}
    passages = sorted(rest((), hits), key=lambda one: named.get((one.source, one.path), 0))
    return tuple(replace(passage, number=number) for number, passage in enumerate(passages, 1))
