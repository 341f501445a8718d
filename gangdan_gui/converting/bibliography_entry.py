"""An entry of a list of references, whatever the list is written in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gangdan_gui.converting.facts import line
from gangdan_gui.domain.documents import DocumentFacts

_ADDRESS = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_LONGEST_TITLE = 1_000
_LONGEST_ABSTRACT = 20_000


@dataclass(frozen=True, slots=True)
class Entry:
    """`files` are the attachments as the list names them, with `/` between their parts."""

    title: str
    facts: DocumentFacts
    abstract: str = ""
    url: str = ""
    files: tuple[str, ...] = ()


@dataclass(slots=True)
class Entries:
    """What was read of a list so far, and how much of it could not be."""

    entries: list[Entry] = field(default_factory=list)
    damaged: int = 0


def entry_of(title: str, facts: DocumentFacts, abstract: str, url: str, files: tuple[str, ...]) -> Entry | None:
    """An entry, unless it says nothing by which it could be told from others."""
    name = line(title, _LONGEST_TITLE)
    if not name:
        return None
    address = _ADDRESS.match(url.strip())
    paragraphs = (line(part, _LONGEST_ABSTRACT) for part in abstract[:_LONGEST_ABSTRACT].split("\n"))
    return Entry(name, facts, "\n".join(filter(None, paragraphs)), address[0] if address else "", files)


def person(said: str) -> object:
    """A name as lists of references write it: the family name before a comma, or as it is spoken."""
    family, comma, given = said.partition(",")
    return {"family": family, "given": given} if comma and given.strip() else {"literal": said}
