"""What a package's own description says of it: of Office files, OpenDocument texts and books (EPUB)."""

from __future__ import annotations

import html
import io
import re
import zipfile
import zlib

from gangdan_gui.converting.facts import facts_of, people
from gangdan_gui.converting.facts.date import day
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts

_PARTS = ("docProps/core.xml", "meta.xml")
_LONGEST = 200_000
_ELEMENT = re.compile(
    rb"<(?:\w+:)?(?P<name>creator|initial-creator|created|creation-date|modified|date|keywords|keyword|subject|identifier)"
    rb"(?:\s[^>]{0,400})?>(?P<said>[^<]{1,4000})<",
)
# The moments at which the templates of libraries that write such files were made.
_TEMPLATES = ("2013-12-23T23:15", "2013-01-27T09:14")
# Of a file's making, of a book's publication.
_DATES = ("created", "creation-date", "date", "modified")


def read_facts(data: bytes) -> DocumentFacts:
    """The facts of a package; none of what is no package."""
    said: dict[str, list[str]] = {}
    for found in _ELEMENT.finditer(_description(data)):
        text = html.unescape(found["said"].decode("utf-8", "replace")).strip()
        if text and not text.startswith(_TEMPLATES):
            said.setdefault(found["name"].decode(), []).append(text)
    return (
        facts_of(
            authors=people(said.get("initial-creator") or said.get("creator")),
            date=next((date for kind in _DATES for one in said.get(kind, ()) if (date := day(one))), ""),
            doi=" ".join(said.get("identifier", ())),
            tags=[*said.get("keywords", ()), *said.get("keyword", ()), *said.get("subject", ())],
        )
        if said
        else NO_FACTS
    )


def _description(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            names = package.namelist()
            name = next((one for one in names if one in _PARTS or one.endswith(".opf")), "")
            if not name:
                return b""
            with package.open(name) as part:
                return part.read(_LONGEST)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        return b""
