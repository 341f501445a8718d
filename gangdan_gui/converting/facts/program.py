"""What notebooks and Python files say of themselves."""

from __future__ import annotations

import json
import re

from gangdan_gui.converting.facts import facts_of
from gangdan_gui.converting.front_matter import facts_in
from gangdan_gui.domain.documents import NO_FACTS, DocumentFacts

_HEAD = 8_000
_METADATA = re.compile(r"\"metadata\"\s*:\s*(?=\{)")
_AUTHOR = re.compile(
    r"^(?:__author__\s*=\s*[\"'](?P<value>[^\"'\n]+)[\"']|#[ ]*Authors?:[ ]*(?P<comment>\S.*(?:\n#[ ]{3,}\S.*)*))$",
    re.MULTILINE,
)
_DATE = re.compile(r"^__date__\s*=\s*[\"'](?P<date>[^\"'\n]+)[\"']", re.MULTILINE)


def notebook_facts(text: str) -> DocumentFacts:
    """The metadata of a notebook, which stand at its end, or in older ones at its head."""
    places = [found.end() for found in _METADATA.finditer(text)]
    for place in dict.fromkeys([*places[-1:], *places[:1]]):
        try:
            metadata, _ = json.JSONDecoder(strict=False).raw_decode(text, place)
        except (ValueError, RecursionError):
            continue
        if (facts := facts_in(metadata)) != NO_FACTS:
            return facts
    return NO_FACTS


def python_facts(text: str) -> DocumentFacts:
    """The names and the date that a file gives at its head."""
    head = text[:_HEAD]
    dates = _DATE.search(head)
    return facts_of(
        authors=[found["value"] or found["comment"].replace("#", " ") for found in _AUTHOR.finditer(head)],
        date=dates["date"] if dates else None,
    )
