"""What the lists of references of a source say of its other documents: which file an entry is about, or which DOI.

A list that can't be read is told where it is converted; here it says nothing.
"""

from __future__ import annotations

import asyncio
import posixpath
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gangdan_gui.converting.bibliography_entry import Entry
from gangdan_gui.converting.formats import LISTS_OF_REFERENCES, format_of
from gangdan_gui.domain.documents import DocumentFacts, Source, SourceKind
from gangdan_gui.domain.errors import WorkerError
from gangdan_gui.domain.events import Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.fetching.local import FoundFile, Listing
from gangdan_gui.services.parts import Parts
from gangdan_gui.storing.records import DocumentRecord

_LARGEST = 30_000_000
_MOST_MISSING = 50
_READ_SECONDS = 120.0


@dataclass(slots=True)
class References:
    """Facts by path inside the source, and by DOI in lower case; `problems` are attachments that are not there."""

    facts: dict[str, DocumentFacts] = field(default_factory=dict)
    by_doi: dict[str, DocumentFacts] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


async def references(
    parts: Parts, source: Source, listing: Listing, remembered: Mapping[str, DocumentRecord]
) -> References:
    """Read the lists among a source's files; `remembered` documents are found by the DOI that they were found to have.

    Of a download no attachment is missed: whoever published the list kept them to themselves.
    """
    said = References()
    lists = [one for one in listing.files if format_of(one.path) in LISTS_OF_REFERENCES and one.size <= _LARGEST]
    if not lists:
        return said
    places = Places([one.path for one in listing.files])
    for found in lists:
        missing = attach(await _entries(parts, found), found.path, places, said)
        if source.kind is SourceKind.LOCAL:
            said.problems += [
                Problem(found.path, Stage.FETCH, Reason("attachment-missing", name)) for name in missing[:_MOST_MISSING]
            ]
    for path, record in remembered.items():
        if path not in said.facts and (known := said.by_doi.get(record.facts.doi.lower())):
            said.facts[path] = known
    return said


async def _entries(parts: Parts, found: FoundFile) -> Sequence[Entry]:
    call = parts.preparer.call("read_references", found.file, format_of(found.path), found.charset)
    try:
        async with asyncio.timeout(_READ_SECONDS):
            result = await call
    except (TimeoutError, WorkerError):
        return ()
    assert isinstance(result, tuple)
    return result


def attach(entries: Sequence[Entry], path: str, places: Places, into: References) -> tuple[str, ...]:
    """Note what the entries of the list at `path` say; the names of attachments that are not there, each once."""
    missing: dict[str, None] = {}
    for entry in entries:
        named = [(name, places.find(name, path)) for name in entry.files]
        for name, place in named:
            if not place:
                missing[posixpath.basename(name)] = None
            else:
                into.facts.setdefault(place, entry.facts)
        if entry.facts.doi and not any(place for _, place in named):
            into.by_doi.setdefault(entry.facts.doi.lower(), entry.facts)
    return tuple(missing)


class Places:
    """The files of a source, to be found by the names that lists of references have for them."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = {_plain(path): path for path in paths}
        self._by_name: defaultdict[str, list[str]] = defaultdict(list)
        for path in self._paths:
            self._by_name[posixpath.basename(path)].append(path)

    def find(self, name: str, list_path: str) -> str:
        """The file that a list means: beside it, else the only one whose path ends most like the name; else empty.

        Names come from the computer where the list was made, with folders that may not be here.
        """
        plain = _plain(name)
        beside = posixpath.normpath(posixpath.join(_plain(posixpath.dirname(list_path)), plain.lstrip("/")))
        if beside in self._paths:
            return self._paths[beside]
        parts = plain.split("/")
        candidates = self._by_name.get(parts[-1], [])
        for length in range(len(parts), 0, -1):
            ending = "/".join(parts[-length:])
            fits = [path for path in candidates if path == ending or path.endswith(f"/{ending}")]
            if fits:
                return self._paths[fits[0]] if len(fits) == 1 else ""
        return ""


def _plain(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()
