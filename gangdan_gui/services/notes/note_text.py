"""A note as the text of its file: what is known of it at the head, then its Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import yaml

from gangdan_gui.converting.front_matter import take_front_matter
from gangdan_gui.exporting.clean import clean, clean_line

_LONGEST_TITLE = 100
# Marks of Markdown before and after the words of a line, which are no part of a title.
_MARKS = re.compile(r"^[\s#>*+\-|`~=.:]+|[\s#*`~|]+$")
_RULE = "---"
_SEPARATORS = re.compile(r"[,，、;；]")


@dataclass(frozen=True, slots=True)
class NoteText:
    """`more` is what else stands at the head, by name, as YAML reads it."""

    title: str
    text: str
    tags: tuple[str, ...] = ()
    date: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether there is no word in it."""
        return not any(character.isalnum() for character in self.text)


def new_note(title: str, text: str, tags: Sequence[str], day: str) -> NoteText:
    """A note from what a user typed or pasted, which may be a whole file with a head of its own."""
    given = read_note(text)
    title = short_title(title.strip() or given.title or _first_line(given.text))
    both = tuple(dict.fromkeys((*_tags(",".join(tags)), *given.tags)))
    return NoteText(title, given.text, both, given.date or day, given.more)


def read_note(text: str) -> NoteText:
    """A note from its file; where the head can't be read, it is part of the text."""
    whole = clean(text.removeprefix("\ufeff"))
    settings, body = _parted(whole)
    known = {name: settings[name] for name in ("title", "tags", "date") if name in settings}
    more = {name: said for name, said in settings.items() if name not in known}
    title = clean_line(str(known.get("title") or ""))
    return NoteText(title, body.strip("\n"), _tags(known.get("tags")), str(known.get("date") or ""), more)


def written(note: NoteText) -> str:
    """The text of a note's file."""
    day = _day(note.date)
    head = [f"title: {_quoted(note.title)}", *([f"date: {day}"] if day else [])]
    if note.tags:
        head.append(f"tags: {_line(list(note.tags))}")
    rest = yaml.safe_dump(dict(note.more), **_STYLE) if note.more else ""
    return "\n".join((_RULE, *head, f"{rest}{_RULE}", "", note.text.strip("\n"), ""))


def short_title(words: str) -> str:
    """Words in one line, the beginning where they are many."""
    line = clean_line(words)
    return line if len(line) <= _LONGEST_TITLE else f"{line[:_LONGEST_TITLE].rstrip()}…"


_STYLE: dict[str, Any] = {"allow_unicode": True, "sort_keys": False, "width": float("inf")}


def _parted(text: str) -> tuple[dict[str, Any], str]:
    body = take_front_matter(text).body
    head = text[: len(text) - len(body)].strip()
    if not head.startswith(_RULE) or not text.endswith(body):
        return {}, text
    try:
        settings = yaml.safe_load("\n".join(head.splitlines()[1:-1]))
        # What YAML makes of a head may hold what it can't write again.
        yaml.safe_dump(settings)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text
    if settings is None:
        return {}, body
    if not isinstance(settings, dict) or not all(isinstance(name, str) for name in settings):
        return {}, text
    return settings, body


def _first_line(text: str) -> str:
    return next((line for line in (_MARKS.sub("", line) for line in text.splitlines()) if line), "")


def _tags(said: object) -> tuple[str, ...]:
    listed = _SEPARATORS.split(said) if isinstance(said, str) else said if isinstance(said, list) else []
    return tuple(dict.fromkeys(filter(None, (_tag(str(one)) for one in listed if not isinstance(one, list | dict)))))


def _tag(words: str) -> str:
    return clean_line(words).lstrip("#").strip()


def _day(said: str) -> str:
    """A date as YAML writes it plainly; other words in quotation marks."""
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError:
        return _quoted(said) if said else ""


def _quoted(words: str) -> str:
    return _plain(yaml.safe_dump(words, default_style='"', **_STYLE))


def _line(value: object) -> str:
    return _plain(yaml.safe_dump(value, default_flow_style=True, **_STYLE))


def _plain(written: str) -> str:
    return written.strip().removesuffix("...").strip()
