"""The words that a model is given: rules, passages between marks that their text can't hold, and the question."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from functools import cache
from string import ascii_lowercase

from gangdan_gui.answering.citations import without_citations
from gangdan_gui.bundled import resource
from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.domain.search import Passage

_LANGUAGES: Mapping[str, str] = {"en": "Answer in English.", "zh": "Answer in Chinese. 请用中文回答。"}
_AS_ASKED = "Answer in the language of the question."
# What templates of models put between messages, or that calls tools and opens thinking; a tokenizer would read it as
# such inside a passage too. A space after the first sign makes words of it.
_ANGLED = (
    r"s|bos|eos|unk|pad|eod|sop|eop|start_of_turn|end_of_turn|end_of_utterance|start_of_image|end_of_image"
    r"|image_soft_token|think|tool_calls?|tool_response|fim_\w+|(?:unused|extra_id_|reserved_)\w*|channel\||message\|"
)
_SQUARED = r"INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|THINK|IMG|gMASK"
_CONTROL = re.compile(rf"(<)(?=[|｜])|(<)(?=/?(?:{_ANGLED})>)|(<)(?=</?SYS>>)|(\[)(?=/?(?:{_SQUARED})\])|(◁)(?=/?\w+▷)")
# What is no documentation is introduced as what it is.
_ORIGINS: Mapping[SourceKind, str] = {
    SourceKind.NOTES: "the user's own note",
    SourceKind.PACKED_NOTES: "somebody's note, no documentation",
    SourceKind.ANSWERS: "written by a model earlier, not evidence",
}
# Of a title the beginning, of a path and a section the end: a place must not take the room of its passage.
_LONGEST_PLACE = 80
_MARK_LENGTH = 12
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


@cache
def system_prompt() -> str:
    """The rules; the same for every question, so that a server needs to read them once."""
    return resource("prompts", "answer.md").read_text("utf-8").strip()


def new_mark(texts: Iterable[str]) -> str:
    """A word that nobody can guess and that stands in none of the texts. It always counts as as many tokens."""
    whole = "\n".join(texts)
    while (mark := "".join(secrets.choice(ascii_lowercase) for _ in range(_MARK_LENGTH))) in whole:
        continue
    return mark


def title_of(passage: Passage, titles: Mapping[str, str]) -> str:
    """What its source is called: by its title, else by its id."""
    return titles.get(passage.source) or passage.source


def fenced(passage: Passage, title: str, mark: str, text: str | None = None) -> str:
    """A passage with its number and place, between lines that carry the mark. `text` is a part of its own to take."""
    section = " › ".join(_line(part) for part in passage.heading)[-_LONGEST_PLACE:]
    origin = _ORIGINS.get(passage.kind, "source")
    place = f"{origin}: {_line(title)[:_LONGEST_PLACE]} | file: {_line(passage.path)[-_LONGEST_PLACE:]}"
    place += f" | section: {section}" if section else ""
    body = passage.text if text is None else text
    if passage.kind is SourceKind.ANSWERS:  # its numbers are those of other passages
        body = without_citations(body)
    body = quoted(body)
    return f"=== {mark} passage [{passage.number}] | {place}\n{body}\n=== {mark} end of [{passage.number}]"


def user_message(question: str, passages: Iterable[str], mark: str, language: str) -> str:
    """The last message: fenced passages, then the question. `language` is a code, or `question`."""
    opening = f"The passages, each between two lines that begin with “=== {mark}”:"
    asked = f"Question: {quoted(question)}"
    return "\n\n".join((opening, *passages, f"=== {mark} no more passages", asked, answer_wish(language)))


def answer_wish(language: str) -> str:
    """In which language to answer: of a code, or for `question` that of the question."""
    return _LANGUAGES.get(language, _AS_ASKED)


def _line(words: str) -> str:
    return " ".join(quoted(words).split())


def quoted(text: str) -> str:
    """Text as a model shall see it: no control marks of its template, nothing that a reader would not see."""
    seen = _UNPRINTABLE.sub(" ", _INVISIBLE.sub("", text))
    return _CONTROL.sub(lambda found: f"{found[0]} ", seen)
