"""Lists of references as documents: one heading an entry, with all that it says; and the entries themselves.

Read are BibTeX and BibLaTeX (`.bib`), RIS (`.ris`) and EndNote's tagged form (`.enw`), as Zotero, EndNote, NoteExpress
and CNKI write them. A list with nothing to read raises UnreadableFile (`broken-list`); where single entries are
damaged the warning `entries-unread` says how many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gangdan_gui.converting.bibliography.bibtex import read_bibtex
from gangdan_gui.converting.bibliography.ris import read_endnote, read_ris
from gangdan_gui.converting.bibliography_entry import Entries, Entry
from gangdan_gui.converting.formats import Body
from gangdan_gui.domain.errors import UnreadableFile
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.markdown_text import escaped, escaped_inside

MOST_ENTRIES = 20_000
_READERS: dict[str, Callable[[str], Entries]] = {"bib": read_bibtex, "ris": read_ris, "enw": read_endnote}


@dataclass(frozen=True, slots=True)
class Bibliography:
    """The entries of a list in their order; `damaged` could not be read."""

    entries: tuple[Entry, ...]
    damaged: int = 0


def read_list(text: str, form: str) -> Bibliography:
    """The entries of a list of references. Raises UnreadableFile."""
    found = _READERS[form](text)
    if not found.entries:
        raise UnreadableFile(code="broken-list" if text.strip() else "blank", detail="")
    return Bibliography(tuple(found.entries[:MOST_ENTRIES]), found.damaged + max(0, len(found.entries) - MOST_ENTRIES))


def to_markdown(text: str, form: str) -> Body:
    """A list of references as a document. Raises UnreadableFile."""
    found = read_list(text, form)
    warnings = (Reason("entries-unread", str(found.damaged)),) if found.damaged else ()
    return Body("\n\n".join(map(_section, found.entries)), warnings=warnings)


def _section(entry: Entry) -> str:
    facts = entry.facts
    where = [", ".join(facts.authors), facts.date, facts.venue]
    blocks = [
        f"## {escaped(entry.title)}",
        " · ".join(escaped_inside(said) for said in where if said),
        f"<https://doi.org/{facts.doi}>" if facts.doi else f"<{entry.url}>" if entry.url else "",
        *(escaped(part) for part in entry.abstract.split("\n")),
        escaped(", ".join(facts.tags)),
    ]
    return "\n\n".join(block for block in blocks if block.strip())
