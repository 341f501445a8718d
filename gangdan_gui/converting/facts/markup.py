"""What files of reStructuredText, Org and AsciiDoc say of themselves in the lines at their head."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from gangdan_gui.converting.facts import facts_of
from gangdan_gui.converting.facts.date import day
from gangdan_gui.domain.documents import DocumentFacts

# So much of a file is its head at most.
_HEAD = 8_000
_FIELD = re.compile(r"^:(?P<name>[\w .-]{1,40}):[ \t]+(?P<said>\S.*(?:\n[ \t]+\S.*)*)$", re.MULTILINE)
_META = re.compile(r"^\.\. meta::[ \t]*\n(?P<inside>(?:[ \t]+.*\n?|\n)*)", re.MULTILINE)
_META_FIELD = re.compile(r"^[ \t]+:(?P<name>[\w.-]+)[^:\n]*:[ \t]+(?P<said>\S.*)$", re.MULTILINE)
_LINK = re.compile(r"`([^`<]+?)[ ]*(?:<[^<>]*>)?`__?")
_ADORNED = re.compile(r"^([=\-~^\"'#*+`])\1{2,}[ ]*$")
_SETTING = re.compile(
    r"^#\+(?P<name>author|date|filetags|keywords|doi)[ \t]*:[ \t]*(?P<said>\S.*)$", re.IGNORECASE | re.MULTILINE
)
_ENTRY = re.compile(r"^:(?P<name>[\w-]+):[ \t]+(?P<said>\S.*)$", re.MULTILINE)
_DOCUMENT_TITLE = re.compile(r"\A(?:\s*(?://.*|:!?[\w-]+!?:.*)?\n)*= \S.*\n(?P<next>(?:[^\n:=/\[].*\n?){0,2})")
_REVISION = re.compile(r"^(?:v?\d[\w.]*,[ ]*)?(?P<date>[^:,]*\d{4}[^:]*?|\w+ \d+, \d{4})(?::.*)?$")
_NAMED = re.compile(r"^(?:[^\W\d_][\w.'’-]*)(?: [\w.'’-]+){0,2}(?: <[^<>]+>)?$")


def rst_facts(text: str) -> DocumentFacts:
    """The list of fields that begins a document, whatever title stands above it, and Sphinx's fields for pages."""
    head = text[:_HEAD]
    fields = _grouped(_FIELD.finditer(_docinfo(head)))
    metas = _grouped(found for block in _META.finditer(head) for found in _META_FIELD.finditer(block["inside"]))
    authors = fields["author"] + fields["authors"] + metas["author"]
    return facts_of(
        authors=[_LINK.sub(r"\1", " ".join(one.split())) for one in authors],
        date=_first_day(fields["date"] + fields["created"] + fields["published"] + metas["date"]),
        doi=" ".join(fields["doi"] + metas["doi"]),
        tags=fields["keywords"] + fields["tags"] + metas["keywords"],
    )


def org_facts(text: str) -> DocumentFacts:
    """The settings of a whole file. `#+FILETAGS` stand between colons."""
    said = _grouped(_SETTING.finditer(text[:_HEAD]))
    return facts_of(
        authors=said["author"],
        date=_first_day(said["date"]),
        doi=" ".join(said["doi"]),
        tags=[one.strip(":").replace(":", ",") for one in said["filetags"]] + said["keywords"],
    )


def asciidoc_facts(text: str) -> DocumentFacts:
    """The lines under a document's title, and its attributes."""
    head = text[:_HEAD]
    said = _grouped(_ENTRY.finditer(head.partition("\n== ")[0]))
    title = _DOCUMENT_TITLE.match(head)
    lines = title["next"].splitlines() if title else []
    people = re.split(r"[ ]*;[ ]*", lines[0].strip()) if lines else []
    revision = _REVISION.match(lines[1].strip()) if len(lines) > 1 else None
    signed = bool(people) and all(map(_NAMED.match, people)) and (len(lines) > 1 or "<" in lines[0])
    return facts_of(
        authors=people if signed else said["author"] + said["authors"],
        date=_first_day([revision["date"]] if revision and signed else said["revdate"] + said["date"]),
        tags=said["keywords"] + said["tags"],
    )


def _docinfo(head: str) -> str:
    """The first paragraph under the title, if it's a list of fields."""
    for block in re.split(r"\n[ \t]*\n", head)[:6]:
        lines = block.strip("\n").split("\n")
        if lines[0].startswith(":") and _FIELD.match(lines[0]):
            return block.strip("\n")
        titles = len(lines) in (2, 3) and any(map(_ADORNED.match, lines))
        if not titles and not lines[0].startswith("..") and block.strip():
            return ""
    return ""


def _grouped(found: Iterable[re.Match[str]]) -> defaultdict[str, list[str]]:
    said: defaultdict[str, list[str]] = defaultdict(list)
    for one in found:
        said[one["name"].strip().lower()].append(one["said"].strip())
    return said


def _first_day(said: Iterable[str]) -> str:
    return next((date for one in said if (date := day(one))), "")
