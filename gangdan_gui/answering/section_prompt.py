"""The words by which a model reads documents section by section: notes on each, then one answer from the notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gangdan_gui.answering.citations import bind, renumbered
from gangdan_gui.answering.context import answer_room
from gangdan_gui.answering.prompt import answer_wish, fenced, new_mark, quoted, system_prompt, title_of, user_message
from gangdan_gui.answering.sections import Section
from gangdan_gui.answering.tokens import MESSAGE_TOKENS, count_tokens
from gangdan_gui.bundled import resource
from gangdan_gui.domain.chat import ChatMessage, Role
from gangdan_gui.domain.errors import QuestionTooLong
from gangdan_gui.domain.search import Passage

# Of a section at most so many tokens of notes, more would be its text again; and so many where there are many.
_LONGEST_NOTE, _SHORTEST_NOTE = 400, 120
# What stands around a note, and around all of them.
_NOTE_HEAD, _FRAME = 60, 700
_LEAST_ROOM = 320


@dataclass(frozen=True, slots=True)
class Note:
    """What a model wrote of a section; `numbers` are the passages that it names, else the first of its section."""

    title: str
    text: str
    numbers: tuple[int, ...]


def section_room(question: str, language: str, context_tokens: int) -> int:
    """How many tokens of passages fit into one question about a section. Raises QuestionTooLong."""
    bare = _messages(_section_question(question, Section("x" * 160, ()), 999, 999), language)
    room = context_tokens - note_room(context_tokens) - _count(bare)
    if room < _LEAST_ROOM:
        raise QuestionTooLong(tokens=str(count_tokens(question)), room="0", context=str(context_tokens))
    return room


def note_room(context_tokens: int, count: int = 1) -> int:
    """How many tokens a note on one of so many sections has: so that all fit together, or at least three do."""
    share = (context_tokens - answer_room(context_tokens) - _FRAME) // count - _NOTE_HEAD
    return min(_LONGEST_NOTE, context_tokens // 8, max(_SHORTEST_NOTE, share))


def section_messages(
    question: str, section: Section, number: int, count: int, titles: Mapping[str, str], language: str
) -> tuple[ChatMessage, ...]:
    """Asks for notes on one section."""
    mark = new_mark([question, *(passage.text for passage in section.passages)])
    blocks = [fenced(passage, title_of(passage, titles), mark) for passage in section.passages]
    return _messages(_section_question(question, section, number, count), language, blocks, mark)


def note_of(section: Section, written: str, most_tokens: int) -> Note:
    """A note with its references bound to the passages of its section, and no longer than it may be."""
    return _note(section.title, written, [passage.number for passage in section.passages], most_tokens)


def condensed_note(title: str, written: str, notes: Sequence[Note], most_tokens: int) -> Note:
    """One note made of several, with references to passages that they rest on."""
    return _note(title, written, sorted({number for note in notes for number in note.numbers}), most_tokens)


def with_new_numbers(notes: Sequence[Note], passages: Sequence[Passage]) -> tuple[list[Note], tuple[Passage, ...]]:
    """The notes, and the passages that they rest on, numbered from 1."""
    taken = [passage for passage in passages if any(passage.number in note.numbers for note in notes)]
    numbers = {passage.number: number for number, passage in enumerate(taken, 1)}
    told = [
        Note(note.title, renumbered(note.text, numbers), tuple(numbers[one] for one in note.numbers)) for note in notes
    ]
    return told, tuple(replace(passage, number=numbers[passage.number]) for passage in taken)


def merge_messages(question: str, notes: Sequence[Note], language: str, *, condense: bool) -> tuple[ChatMessage, ...]:
    """Asks for the answer from all notes, or for one note from some of them."""
    mark = new_mark([question, *(note.text for note in notes)])
    wish = resource("prompts", "condense.md" if condense else "merge.md").read_text("utf-8").strip()
    blocks = [_fenced(note, place, mark) for place, note in enumerate(notes, 1)]
    opening = f"Notes on the documents, section by section, each between two lines that begin with “=== {mark}”:"
    last = f"Request: {quoted(question)}\n\n{wish}"
    said = "\n\n".join((opening, *blocks, f"=== {mark} no more notes", last, answer_wish(language)))
    return ChatMessage(Role.SYSTEM, system_prompt()), ChatMessage(Role.USER, said)


def fits(messages: Sequence[ChatMessage], context_tokens: int) -> bool:
    """Whether messages leave room for an answer."""
    return _count(messages) + answer_room(context_tokens) <= context_tokens


def _note(title: str, written: str, ours: Sequence[int], most_tokens: int) -> Note:
    text = _cut(bind(written.strip(), ours).text, most_tokens)
    return Note(title, text, bind(text, ours).cited or tuple(ours[:1]))


def _cut(text: str, most_tokens: int) -> str:
    while count_tokens(text) > most_tokens:
        text = text[: len(text) * 9 // 10].rstrip()
    return text


def _fenced(note: Note, place: int, mark: str) -> str:
    named = "".join(f"[{number}]" for number in note.numbers)
    head = f"=== {mark} notes {place} | {quoted(note.title)} | passages {named}"
    return f"{head}\n{quoted(note.text)}\n=== {mark} end of notes {place}"


def _section_question(question: str, section: Section, number: int, count: int) -> str:
    wish = resource("prompts", "section.md").read_text("utf-8").strip()
    return wish.format(number=number, count=count, title=section.title[:160], question=question)


def _messages(
    question: str, language: str, blocks: Sequence[str] = (), mark: str = "x" * 12
) -> tuple[ChatMessage, ...]:
    said = user_message(question, blocks, mark, language)
    return ChatMessage(Role.SYSTEM, system_prompt()), ChatMessage(Role.USER, said)


def _count(messages: Sequence[ChatMessage]) -> int:
    return sum(count_tokens(message.content) + MESSAGE_TOKENS for message in messages)
