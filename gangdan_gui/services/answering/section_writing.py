"""Has a model answer from documents that are longer than what it reads at once: notes on each section, then the answer.

The notes can be read while they are written. When the answer begins they go, and the passages that they rest on are
numbered anew; what ends before that leaves the notes as the answer, which is then not complete.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gangdan_gui.answering.context import Context, answer_room
from gangdan_gui.answering.model_answer import cut_by_server
from gangdan_gui.answering.section_prompt import (
    Note,
    condensed_note,
    fits,
    merge_messages,
    note_of,
    note_room,
    section_messages,
    section_room,
    with_new_numbers,
)
from gangdan_gui.answering.sections import Section, sections
from gangdan_gui.domain.chat import ChatMessage, ChatRequest
from gangdan_gui.domain.events import Answering, AnswerStage, AskEvent, HitsFound, TextWithdrawn
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Passage
from gangdan_gui.markdown_text import escaped
from gangdan_gui.services.answering.listening import Draft, Listener
from gangdan_gui.services.answering.writing import Asked, Hands, Task, answer_of
from gangdan_gui.services.settings import Settings

# References have three digits at most.
_MOST_PASSAGES = 999
_READ, _PARTLY_READ = "sections-read", "sections-partly-read"


@dataclass(slots=True)
class _Reading:
    """How far it is: the notes on what was read, what was not, by title, and the answer where it was stopped in it."""

    asked: Asked
    parts: Sequence[Section]
    draft: Draft = field(default_factory=Draft)
    notes: list[Note] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    ended: Answer | None = None

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What has been put before the model so far, and what was being read."""
        begun = self.parts[: len(self.notes) + len(self.unread) + 1]
        return tuple(passage for part in begun for passage in part.passages)

    @property
    def coverage(self) -> Reason:
        """How many of the sections were read."""
        left = [*self.unread, *(part.title for part in self.parts[len(self.notes) + len(self.unread) :])]
        if not left:
            return Reason(_READ, str(len(self.parts)))
        return Reason(_PARTLY_READ, f"{len(self.notes)} / {len(self.parts)} ({'; '.join(dict.fromkeys(left))})")


class SectionWriter:
    """Writes one answer, as `Writer` does. `tokens` are what the model reads at once."""

    def __init__(self, hands: Hands, model: str, settings: Settings, tokens: int) -> None:
        self._hands, self._emit = hands, hands.emit
        self._listener = Listener(hands.chat, hands.emit, hands.place)
        self._model = model
        self._tokens = tokens
        self._language = settings.answer_language
        self._temperature = settings.temperature / 100

    async def write(self, asked: Asked) -> Answer:
        """The answer, kept. Raises as `Writer.write`."""
        room = section_room(asked.result.question, self._language, self._tokens)
        reading = _Reading(asked, await asyncio.to_thread(sections, asked.result.passages, asked.titles, room))
        passages = tuple(passage for part in reading.parts if _can_be_named(part) for passage in part.passages)
        await self._emit(HitsFound(replace(asked.result, passages=passages)))
        try:
            answer = await self._write(reading)
        except asyncio.CancelledError:
            if reading.draft.place:
                await self._hands.keep(self._notes_as_answer(reading, Reason("answer-stopped")))
            raise
        await self._hands.keep(answer)
        return answer

    async def _write(self, reading: _Reading) -> Answer:
        for number, part in enumerate(reading.parts, 1):
            failed = await self._read(reading, part, number)
            if failed:
                return self._notes_as_answer(reading, failed)
        if not reading.notes:
            return self._notes_as_answer(reading, Reason("answer-empty"))
        await self._emit(Answering(self._model, AnswerStage.MERGING, len(reading.parts), len(reading.parts)))
        notes, passages = with_new_numbers(reading.notes, reading.passages)
        while len(notes) > 1 and not fits(self._merging(reading, notes), self._tokens):
            shorter = await self._condensed(reading, notes)
            if isinstance(shorter, Reason):
                return self._notes_as_answer(reading, shorter)
            notes = shorter
        return await self._merged(reading, notes, passages)

    async def _read(self, reading: _Reading, part: Section, number: int) -> Reason | None:
        """Have notes made on a section; why nothing more can be read."""
        count = len(reading.parts)
        if not _can_be_named(part):
            reading.unread.append(part.title)
            return None
        await self._emit(Answering(self._model, AnswerStage.SECTION, number, count))
        question, titles = reading.asked.result.question, reading.asked.titles
        most = note_room(self._tokens, count)
        messages = section_messages(question, part, number, count, titles, self._language)
        request, draft = self._request(messages, most), reading.draft
        draft.go_on(("\n\n" if draft.text else "") + f"**{escaped(part.title)}**\n\n")
        incomplete = await self._listener.listen(request, draft)
        if draft.done is None:
            return incomplete
        if draft.reply.strip() and not cut_by_server(request, draft.done):
            reading.notes.append(note_of(part, draft.reply, most))
        else:
            reading.unread.append(part.title)
        return None

    async def _condensed(self, reading: _Reading, notes: Sequence[Note]) -> list[Note] | Reason:
        """Fewer notes: as many at a time as fit are made one; or why not."""
        fewer: list[Note] = []
        rest = list(notes)
        while rest:
            taken = min(2, len(rest))
            while taken < len(rest) and fits(self._merging(reading, rest[: taken + 1], condense=True), self._tokens):
                taken += 1
            some, rest = rest[:taken], rest[taken:]
            one = some[0] if taken == 1 else await self._one_of(reading, some)
            if isinstance(one, Reason):
                return one
            fewer.append(one)
        return fewer

    async def _one_of(self, reading: _Reading, notes: Sequence[Note]) -> Note | Reason:
        most = note_room(self._tokens, len(reading.parts))
        request = self._request(self._merging(reading, notes, condense=True), most)
        draft = Draft(place=reading.draft.place)
        failed = await Listener(self._hands.chat, _unheard, self._hands.place).listen(request, draft)
        if draft.done is None:
            return failed or Reason("ollama-dropped")
        title = " … ".join(dict.fromkeys((notes[0].title, notes[-1].title)))
        # What the model leaves empty must not be lost: then the beginnings of the notes are what there is of them.
        said = draft.reply if draft.reply.strip() else "\n".join(note.text[: most // len(notes)] for note in notes)
        return condensed_note(title, said, notes, most)

    async def _merged(self, reading: _Reading, notes: Sequence[Note], passages: tuple[Passage, ...]) -> Answer:
        asked = reading.asked
        messages = self._merging(reading, notes)

        async def swap() -> None:
            await self._emit(TextWithdrawn())
            await self._emit(HitsFound(replace(asked.result, passages=passages)))

        request = self._request(messages, answer_room(self._tokens))
        task = Task(asked, Context(messages, passages, self._tokens, (reading.coverage,)), request)
        first = reading.draft
        draft = Draft(place=first.place, before=swap, asked=first.asked, first=first.first)
        try:
            incomplete = await self._listener.listen(request, draft)
        except asyncio.CancelledError:
            if draft.text:  # else what there is are the notes
                reading.ended = answer_of(task, draft, Reason("answer-stopped"))
            raise
        return answer_of(task, draft, incomplete) if draft.text else self._notes_as_answer(reading, incomplete)

    def _notes_as_answer(self, reading: _Reading, incomplete: Reason | None) -> Answer:
        """The notes as they were written, on all that was put before the model."""
        if reading.ended:
            return reading.ended
        context = Context((), reading.passages, self._tokens, (reading.coverage,))
        return answer_of(Task(reading.asked, context, self._request((), 0)), reading.draft, incomplete)

    def _merging(self, reading: _Reading, notes: Sequence[Note], *, condense: bool = False) -> tuple[ChatMessage, ...]:
        return merge_messages(reading.asked.result.question, notes, self._language, condense=condense)

    def _request(self, messages: Sequence[ChatMessage], answer_tokens: int) -> ChatRequest:
        return ChatRequest(self._model, messages, self._tokens, answer_tokens, self._temperature)


def _can_be_named(part: Section) -> bool:
    return part.passages[-1].number <= _MOST_PASSAGES


async def _unheard(_event: AskEvent) -> None:
    """What is said of notes that are made of notes is nothing to read."""
