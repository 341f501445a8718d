"""Golden questions of a library: kept, taken in and given out, and asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from pathlib import Path

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.documents import Chunk, SourceKind
from gangdan_gui.domain.errors import EmptyQuestion, NoQuestions, QuoteMissing, UnknownQuestion
from gangdan_gui.domain.golden import Expected, GoldenQuestion, GoldenRun
from gangdan_gui.services.answering.assistant import Assistant
from gangdan_gui.services.building.anchoring import anchor
from gangdan_gui.services.documents.documents import Documents
from gangdan_gui.services.evaluation.asking import Report
from gangdan_gui.services.evaluation.bound import bound
from gangdan_gui.services.evaluation.sets import Corpus, GivenDocument
from gangdan_gui.services.golden.answers import Answering
from gangdan_gui.services.golden.hits import usual_seconds, with_answer
from gangdan_gui.services.golden.lines import (
    document_key,
    question_lines,
    read_golden,
    read_runs,
    run_line,
    source_and_path,
)
from gangdan_gui.services.golden.proposals import proposals
from gangdan_gui.services.golden.run import Asking, finding
from gangdan_gui.services.golden.texts import GoldenTexts
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.requests.golden import AnswerCost, AnswerStep, TakenIn
from gangdan_gui.services.searching.reranking import reranker_of
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.storing.golden_folder import GoldenFolder
from gangdan_gui.storing.records import SourceRecord
from gangdan_gui.whole_file import write_chosen

# Enough to propose from; reading thousands of documents for it would take minutes.
_DOCUMENTS = 200


class GoldenQuestions:
    """See `GoldenService`."""

    def __init__(self, parts: Parts, folder: GoldenFolder, assistant: Assistant) -> None:
        self._parts = parts
        self._folder = folder
        self._assistant = assistant
        self._documents = Documents(parts)
        self._texts = GoldenTexts(parts)

    async def questions(self) -> tuple[GoldenQuestion, ...]:
        """See `GoldenService.questions`."""
        return await asyncio.to_thread(_kept, self._folder.questions)

    async def add(self, question: GoldenQuestion) -> None:
        """See `GoldenService.add`."""
        self._parts.manifest.check_writable()
        if not any(character.isalnum() for character in question.text):
            raise EmptyQuestion
        expected = tuple([await self._anchored(one) for one in question.expected])
        await self._put([replace(question, expected=expected)])

    async def remove(self, question: str) -> None:
        """See `GoldenService.remove`."""
        self._parts.manifest.check_writable()

        def without(file: Path) -> bytes:
            kept = _kept(file)
            left = [one for one in kept if one.id != question]
            if len(left) == len(kept):
                raise UnknownQuestion(question=question)
            return question_lines(left)

        await asyncio.to_thread(self._folder.change, without)

    async def take_in(self, file: Path) -> TakenIn:
        """See `GoldenService.take_in`."""
        self._parts.manifest.check_writable()
        found = []
        for line, question in await asyncio.to_thread(lambda: list(read_golden(file))):
            try:
                found.append(replace(question, expected=tuple([await self._worded(one) for one in question.expected])))
            except QuoteMissing:
                line.refuse("line-lacks", "answer")
        await self._put(found)
        return TakenIn(len(found), Asking(found, await self._texts.of(found)).lost)

    async def give_out(self, file: Path) -> int:
        """See `GoldenService.give_out`."""
        kept = await self.questions()
        await asyncio.to_thread(write_chosen, file, question_lines(kept))
        return len(kept)

    async def propose(self, sources: Sequence[str], count: int) -> tuple[GoldenQuestion, ...]:
        """See `GoldenService.propose`."""
        asked = {question.text for question in await self.questions()}
        found = [one async for one in self._texts.some(await self._texts.built(sources), _DOCUMENTS)]
        return await asyncio.to_thread(proposals, found, asked, count)

    async def run(self, options: SearchOptions, report: Report) -> GoldenRun:
        """See `GoldenService.run`."""
        asking = await self.asking()
        options = replace(options, reranker=reranker_of(options, self._parts.settings()))
        over = await bound(self._parts)
        run = await asking.run(finding(self._assistant.search), self.chunks, options, report, over=over)
        if not self._parts.manifest.read_only:
            await asyncio.to_thread(self._folder.add_run, run_line(run))
        return run

    async def answer_cost(self, model: str) -> AnswerCost:
        """See `GoldenService.answer_cost`."""
        answerable = {one.id for one in await self.questions() if one.expected}
        runs = await self.runs()
        failed = {one.question for one in runs[-1].failed} if runs else set()
        kept = (await asyncio.to_thread(self._parts.conversations.list)).readable
        return AnswerCost(len(answerable), len(answerable & failed), usual_seconds(runs, kept, model))

    async def answer(self, run: GoldenRun, options: SearchOptions, model: str) -> AsyncGenerator[AnswerStep, None]:
        """See `GoldenService.answer`."""
        asking = await self.asking()
        there = {one.question for one in run.outcomes}
        wanted = [one for one in asking.asked if one.spans and one.id in there]
        families = {one.id: one.family for one in asking.asked}
        answering = Answering(self._parts, Searcher(self._parts), self.chunks, model)
        run = replace(run, model=model)
        yield AnswerStep(0, len(wanted), run)
        for done, question in enumerate(wanted, start=1):
            if answered := await answering.answer(question, options):
                run = with_answer(run, question.id, answered, families)
                if not self._parts.manifest.read_only:
                    await asyncio.to_thread(self._folder.put_run, run_line(run))
            yield AnswerStep(done, len(wanted), run)

    async def runs(self) -> tuple[GoldenRun, ...]:
        """See `GoldenService.runs`."""
        return await asyncio.to_thread(lambda: read_runs(self._folder.runs()))

    async def asking(self) -> Asking:
        """An asking of all questions. Raises NoQuestions, LineRefused, UnreadableFile."""
        kept = await self.questions()
        if not kept:
            raise NoQuestions
        return Asking(kept, await self._texts.of(kept))

    async def chunks(self, document: str) -> Sequence[Chunk]:
        """How a document is cut now, by its key."""
        return await self._texts.chunks(*source_and_path(document))

    async def searched(self) -> list[SourceRecord]:
        """The sources that are searched as usual. Raises NothingBuilt."""
        return [record for record in await self._texts.built() if record.kind is not SourceKind.ANSWERS]

    async def corpora(self) -> tuple[Corpus, ...]:
        """All that is searched as usual, to be built in another way; documents by their keys. Raises NothingBuilt."""
        corpora = []
        for record in await self.searched():
            documents = [
                GivenDocument(document_key(one.source, one.path), one.title, one.text, one.language)
                async for one in self._texts.all(record)
            ]
            corpora.append(Corpus(record.source.title or record.source.id, tuple(documents)))
        return tuple(corpora)

    async def _put(self, questions: Sequence[GoldenQuestion]) -> None:
        def added(file: Path) -> bytes:
            return question_lines({one.id: one for one in (*_kept(file), *questions)}.values())

        await asyncio.to_thread(self._folder.change, added)

    async def _anchored(self, expected: Expected) -> Expected:
        """With the place of its quote. Raises QuoteMissing, DocumentMissing, UnknownSource."""
        document = await self._documents.document(expected.source, expected.path)
        place = anchor(expected.quote, document.text)
        if place is None:
            raise QuoteMissing(path=expected.path, quote=expected.quote.text)
        return replace(expected, quote=Quote(document.text[slice(*place)], place[0]))

    async def _worded(self, expected: Expected) -> Expected:
        """With the words that stand at its place, where it came without them. Raises QuoteMissing."""
        if expected.quote.text.strip():
            return expected
        start, end = expected.quote.start, expected.quote.end
        text = await self._texts.text(expected.source, expected.path)
        words = (text or "")[start:end]
        if not words.strip():
            raise QuoteMissing(path=expected.path, quote="")
        return replace(expected, quote=Quote(words, start))


def _kept(file: Path) -> tuple[GoldenQuestion, ...]:
    """The questions of a file; none where there is no file yet. Raises LineRefused, UnreadableFile."""
    if not file.exists():
        return ()
    return tuple(question for _, question in read_golden(file))
