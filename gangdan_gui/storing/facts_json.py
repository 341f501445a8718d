"""A document's facts as JSON and back; names that a later version knows are passed over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gangdan_gui.domain.documents import DocumentFacts

_LISTS = ("authors", "tags")
_TEXTS = ("date", "venue", "doi")


def facts_json(facts: DocumentFacts) -> dict[str, Any]:
    """Only what is known."""
    listed = {name: list(getattr(facts, name)) for name in _LISTS}
    return {name: value for name, value in (listed | {name: getattr(facts, name) for name in _TEXTS}).items() if value}


def read_facts(said: Mapping[str, Any]) -> DocumentFacts:
    """The facts of such an object; what has another form counts as not known."""
    return DocumentFacts(
        authors=_texts(said.get("authors")),
        date=_text(said.get("date")),
        venue=_text(said.get("venue")),
        doi=_text(said.get("doi")),
        tags=_texts(said.get("tags")),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
