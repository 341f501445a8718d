"""Questions, and the conversations they stand in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

from gangdan_gui.answering.counting import counts_over_tables
from gangdan_gui.answering.follow_up import leaned_on, with_before
from gangdan_gui.answering.passages_answer import answer_from_passages
from gangdan_gui.domain.chat import ChatModel, PullProgress
from gangdan_gui.domain.documents import Source
from gangdan_gui.domain.errors import InputError, StoreError, UnknownConversation
from gangdan_gui.domain.events import AnswerFinished, AskEvent, HitsFound
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Conversation, Exchange, Passage, SearchResult, Support
from gangdan_gui.exporting.exporters import export, exporter, one_answer
from gangdan_gui.exporting.labels import ENGLISH, ExportLabels
from gangdan_gui.services.answering.whole_documents import (
    WholeDocuments,
    lacks_documents,
    whole_request,
    without_model,
    write_whole,
)
from gangdan_gui.services.answering.whole_library import WholeLibrary
from gangdan_gui.services.answering.writing import Asked, Hands, Writer
from gangdan_gui.services.parts import Parts
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.searching.search_filter import is_filtered, sources_of
from gangdan_gui.services.searching.searching import Searcher
from gangdan_gui.services.settings import Settings
from gangdan_gui.services.sources.licences import Licences
from gangdan_gui.services.sources.notices import FILTERED_OUT
from gangdan_gui.services.streams import Emit, stream
from gangdan_gui.storing.conversations import ConversationFolder

_LONGEST_TITLE = 100
_TABLES, _NO_DOCUMENT = "counting-tables", "no-document-chosen"
# Why a question was not answered where only the sources may answer.
_NOT_HELD, _HELD_IN_PART = "not-held", "held-in-part"


class Assistant:
    """Answers from the library."""

    def __init__(self, parts: Parts, searcher: Searcher) -> None:
        self._parts = parts
        self._searcher = searcher
        self._whole = WholeLibrary(parts)
        self._documents = WholeDocuments(parts)
        self._licences = Licences(parts.downloader)

    async def search(self, question: str, options: SearchOptions) -> SearchResult:
        """See `AssistantService.search`."""
        with self._parts.asking.question():
            return await self._found(question, options)

    async def ask(
        self, question: str, options: SearchOptions, conversation: str = ""
    ) -> AsyncGenerator[AskEvent, None]:
        """See `AssistantService.ask`."""

        async def work(emit: Emit[AskEvent]) -> None:
            begun = time.perf_counter()
            record = _Record(self._parts.conversations, question, conversation)
            history = (await self.conversation(conversation)).exchanges if conversation else ()
            earlier = [one.question for one in history]
            as_whole = whole_request(question, earlier, options)
            before = () if as_whole else leaned_on(question, earlier)
            if as_whole:
                result = await self._all(as_whole, options)
            else:
                found = await self._found(question, options, before)
                result = replace(found, question=question, language=detect_language(question))
            await emit(HitsFound(result))
            rest = partial(self._rest, result, options)
            whole = "whole-documents" if options.documents else "whole-library"
            asked = Asked(result, await self._sources(), history, begun, rest, whole, bool(as_whole), before)
            place, answer = await self._answer(asked, options, record, emit)
            if self._parts.conversations.passing:
                answer = replace(answer, notices=(*answer.notices, Reason("not-kept")))
            await emit(AnswerFinished(place, answer))

        async def first(emit: Emit[AskEvent]) -> None:
            with self._parts.asking.question():
                await work(emit)

        async with aclosing(stream(first)) as events:
            async for event in events:
                yield event

    async def _found(self, question: str, options: SearchOptions, before: Sequence[str] = ()) -> SearchResult:
        """What a search finds, and what there is to be said of it; `before` are the questions that it leans on."""
        searched = with_before(question, before)
        found = await self._searcher.search(searched, options)
        said = [Reason(FILTERED_OUT)] if is_filtered(options) and not found.passages else []
        said += [Reason(_TABLES)] if counts_over_tables(searched, found.passages) else []
        # One that leans on an earlier question means what was spoken of, and no document.
        said += [Reason(_NO_DOCUMENT)] if not before and lacks_documents(question, options) else []
        return replace(found, notices=(*found.notices, *said))

    async def _all(self, question: str, options: SearchOptions) -> SearchResult:
        """All that the chosen documents hold; without a model, a passage of each of their first chapters."""
        chosen = await self._searcher.chosen(sources_of(options))
        result = await self._documents.read(question, options, chosen)
        if not result.passages:
            return replace(result, supported=Support.NO, notices=(Reason(FILTERED_OUT),))
        model = options.model_or(self._parts.settings().chat_model)
        return result if model else without_model(result, options.count)

    async def conversations(self) -> tuple[Conversation, ...]:
        """All conversations, newest first."""
        return (await asyncio.to_thread(self._parts.conversations.list)).readable

    async def unreadable_conversations(self) -> tuple[Path, ...]:
        """See `AssistantService.unreadable_conversations`."""
        return (await asyncio.to_thread(self._parts.conversations.list)).damaged

    async def conversation(self, conversation: str) -> Conversation:
        """One conversation, whole. Raises UnknownConversation."""
        return await asyncio.to_thread(self._parts.conversations.read, conversation)

    async def export(
        self, conversation: str, file: Path, labels: ExportLabels = ENGLISH, exchange: int | None = None
    ) -> int:
        """See `AssistantService.export`."""
        exporter(file)  # first of all: it is what can be mended at once
        whole = await self.conversation(conversation)
        chosen = whole if exchange is None else one_answer(whole, exchange)
        sources: dict[str, Source] = {}
        with suppress(StoreError):  # of the sources of now only words are wanted; the conversation has its own
            sources = await self._sources()
        return await asyncio.to_thread(export, chosen, file, labels, sources)

    async def chat_models(self) -> tuple[str, ...]:
        """See `AssistantService.chat_models`."""
        return await self._chat().names()

    async def embedding_models(self) -> tuple[str, ...]:
        """See `AssistantService.embedding_models`."""
        return await self._parts.chats.get(self._parts.settings().address_for_embedding).embedding_names()

    async def pull(self, model: str, *, for_embedding: bool = False) -> AsyncGenerator[PullProgress, None]:
        """See `AssistantService.pull`."""
        settings = self._parts.settings()
        address = settings.address_for_embedding if for_embedding else settings.ollama_address
        async with aclosing(self._parts.chats.get(address).pull(model)) as steps:
            async for step in steps:
                yield step

    def _chat(self) -> ChatModel:
        return self._parts.chats.get(self._parts.settings().ollama_address)

    async def _answer(
        self, asked: Asked, options: SearchOptions, record: _Record, emit: Emit[AskEvent]
    ) -> tuple[str, Answer]:
        """The answer, kept in the conversation of that id."""
        settings = self._parts.settings()
        model = options.model_or(settings.chat_model)
        refused = _refusal(asked.result, options, settings)
        if model and asked.result.passages and not refused:
            hands = Hands(self._chat(), emit, record.place, record.keep)
            if asked.as_whole:
                answer = await write_whole(asked, model, settings, hands)
            else:
                answer = await Writer(hands).write(asked, model, settings)
            return await record.place(), answer
        answer = answer_from_passages(asked.result.question, asked.result, asked.sources)
        if refused:
            # The nearest passages are shown as such, but nothing is offered as an answer.
            answer = replace(answer, text="", citations=(), notices=(*answer.notices, refused))
        await record.keep(answer)
        return await record.place(), answer

    async def _rest(self, result: SearchResult, options: SearchOptions, tokens: int) -> tuple[Passage, ...]:
        """What the chosen sources hold besides the passages, unless the user wants some of it left out."""
        in_documents = bool(options.documents) and not is_filtered(replace(options, documents=()))
        if self._searcher.has_ceiling or (is_filtered(options) and not in_documents):
            return ()
        try:
            chosen = await self._searcher.chosen(sources_of(options))
        except InputError:  # a source was removed meanwhile; what was found of it is here
            return ()
        if in_documents:
            return await self._documents.rest(result.passages, options, chosen, tokens)
        return await self._whole.rest(result.passages, chosen, tokens)

    async def _sources(self) -> dict[str, Source]:
        """By their ids, with the licences that are found in their files where they state none."""
        return await self._licences.told([record.source for record in await self._parts.manifest.sources.all()])


class _Record:
    """Where an exchange is kept: in the conversation it continues, or in one that begins with it."""

    def __init__(self, folder: ConversationFolder, question: str, conversation: str) -> None:
        self._folder = folder
        self._question = question
        self._conversation = conversation

    async def place(self) -> str:
        """The conversation's id; the conversation is there from then on."""
        if not self._conversation:
            self._conversation = await asyncio.to_thread(self._folder.start, _title(self._question))
        return self._conversation

    async def keep(self, answer: Answer) -> None:
        """Add the exchange."""
        asked = datetime.now().astimezone().isoformat(timespec="seconds")
        exchange = Exchange(self._question, answer, asked)
        place = await self.place()
        try:
            await asyncio.to_thread(self._folder.append, place, exchange)
        except UnknownConversation:  # its file was taken away while the answer was written, which is not lost with it
            self._conversation = ""
            await asyncio.to_thread(self._folder.append, await self.place(), exchange)


def _title(question: str) -> str:
    """The beginning of a question on one line."""
    line = " ".join(question.split())
    return line if len(line) <= _LONGEST_TITLE else f"{line[:_LONGEST_TITLE].rstrip()}…"


def _refusal(result: SearchResult, options: SearchOptions, settings: Settings) -> Reason | None:
    """Why only what is nearest is shown, where the sources alone may answer; None where an answer may be given."""
    strict = settings.strict if options.strict is None else options.strict
    if not strict or not result.passages or may_answer(result.supported, answer_weak=settings.answer_weak):
        return None
    return Reason(_HELD_IN_PART if result.supported is Support.WEAK else _NOT_HELD)


def may_answer(supported: Support, *, answer_weak: bool) -> bool:
    """Whether sources that support an answer so may give one where only they may."""
    return supported is Support.YES or (supported is Support.WEAK and answer_weak)
