"""Has a chat model answer golden questions, and sees whether its answers rest on the passage that is expected.

An answer is a hit if it cites what is expected: all of it, or with `any` one passage of it. Only questions count of
which what is expected stood in what the model read: that is a measure of the model. Where it is not cited, the model
is asked once more with nothing but the chunk that holds it: if it is cited then, what else was found stood in the way
of it; if not, it is how the text is cut, or the text itself.
"""

from __future__ import annotations

import time
from contextlib import aclosing
from dataclasses import replace

from gangdan_gui.domain.documents import Chunk
from gangdan_gui.domain.errors import QuestionTooLong
from gangdan_gui.domain.events import AnswerFinished, AskEvent
from gangdan_gui.domain.golden import Answered
from gangdan_gui.domain.search import Answer, Passage, SearchResult, Support
from gangdan_gui.services.answering.assistant import Assistant
from gangdan_gui.services.answering.writing import Asked, Hands, Writer
from gangdan_gui.services.evaluation.measures import recall
from gangdan_gui.services.evaluation.sets import AskedQuestion, Span
from gangdan_gui.services.golden.causes import LOST, Chunks
from gangdan_gui.services.golden.lines import source_and_path
from gangdan_gui.services.golden.run import place_of
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.storing.passing_conversations import PassingConversations

# An answer that is not complete for these is one all the same; any other was broken off, and says nothing.
_ENDED = frozenset({"answer-empty", "answer-length"})


class Answering:
    """Answers with one model. `chunks` gives how a document is cut."""

    def __init__(self, parts: Parts, searcher: Searcher, chunks: Chunks, model: str) -> None:
        self._parts, self._searcher = parts, searcher
        self._chunks, self._model = chunks, model

    async def answer(self, question: AskedQuestion, options: SearchOptions) -> Answered | None:
        """What came of it; None where the model could not be asked, or broke off. Raises OllamaFailure."""
        begun = time.perf_counter()
        try:
            answer = await self._as_usual(question.text, options)
            if not _is_whole(answer):
                return None
            seconds = time.perf_counter() - begun
            given, cited = _shares(question, answer)
            alone = None if cited else await self._alone(question)
        except QuestionTooLong:
            return None
        return Answered(given, cited, alone, round(seconds, 1))

    async def _as_usual(self, question: str, options: SearchOptions) -> Answer:
        """As every question is answered, but kept nowhere."""
        passing = PassingConversations(self._parts.conversations.path)
        assistant = Assistant(replace(self._parts, conversations=passing), self._searcher)
        async with aclosing(assistant.ask(question, replace(options, model=self._model))) as events:
            async for event in events:
                if isinstance(event, AnswerFinished):
                    return event.answer
        raise AssertionError("an asking ends with its answer")

    async def _alone(self, question: AskedQuestion) -> bool | None:
        """Whether the answer cites what is expected where nothing else is given; None where it is not there."""
        there = [span for span in question.spans if not span.document.endswith(LOST)]
        if not there or (len(there) < len(question.spans) and not question.any_span):
            return None
        found = [await self._passage(span, number) for number, span in enumerate(there[: _needed(question)], start=1)]
        passages = [passage for passage in found if passage]
        if len(passages) < len(found):
            return None
        result = SearchResult(question.text, question.language, tuple(passages), Support.YES)
        sources = {record.source.id: record.source for record in await self._parts.manifest.sources.all()}
        asked = Asked(result, sources, (), time.perf_counter(), _nothing_else)
        settings = self._parts.settings()
        hands = Hands(self._parts.chats.get(settings.ollama_address), _unheard, _nowhere, _unkept)
        answer = await Writer(hands).write(asked, self._model, settings)
        if not _is_whole(answer):
            return None
        return {citation.number for citation in answer.citations} >= {passage.number for passage in passages}

    async def _passage(self, span: Span, number: int) -> Passage | None:
        """The chunk that shows most of what is expected, as a passage."""
        source, path = source_and_path(span.document)
        chunks = await self._chunks(span.document)
        best = max(chunks, key=lambda chunk: _shared(chunk, span), default=None)
        if best is None or not _shared(best, span):
            return None
        return Passage(
            number, source, path, "", "", best.heading, best.start, best.end, best.text, best.language, 1.0, None
        )


def _needed(question: AskedQuestion) -> int:
    return 1 if question.any_span else len(question.spans)


def _shared(chunk: Chunk, span: Span) -> int:
    """How many characters of a span a chunk holds."""
    return max(0, min(chunk.end, span.end) - max(chunk.start, span.start))


def _shares(question: AskedQuestion, answer: Answer) -> tuple[bool, bool]:
    """Whether what is expected stood in what was read, and whether the answer cites it."""
    cited = {citation.number for citation in answer.citations}
    read = list(map(place_of, answer.passages))
    named = [place_of(passage) for passage in answer.passages if passage.number in cited]
    return recall(question, read) == 1, recall(question, named) == 1


def _is_whole(answer: Answer) -> bool:
    return answer.complete or (answer.incomplete is not None and answer.incomplete.code in _ENDED)


async def _nothing_else(_tokens: int) -> tuple[Passage, ...]:
    return ()


async def _unheard(_event: AskEvent) -> None:
    pass


async def _nowhere() -> str:
    return "."


async def _unkept(_answer: Answer) -> None:
    pass
