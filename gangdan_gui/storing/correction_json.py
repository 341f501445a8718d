"""Corrections as JSON and back; names that a later version knows are passed over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from gangdan_gui.domain.corrections import Correction, Quote
from gangdan_gui.storing.facts_json import facts_json, read_facts

_VERSION = 1


class NewerCorrections(ValueError):
    """A file of a newer version, which must not be written over."""

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found, self.known = found, _VERSION


def to_json(corrections: Mapping[str, Correction]) -> bytes:
    """A file of corrections by path; those that say nothing are left out."""
    said = {path: _said(one) for path, one in sorted(corrections.items()) if one}
    raw = {"version": _VERSION, "documents": said}
    # A name that is no valid Unicode comes out as the escape that JSON has for it.
    return json.dumps(raw, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")


def from_json(data: bytes) -> dict[str, Correction]:
    """Raises ValueError for what is no file of corrections, NewerCorrections for one of a newer version."""
    raw = json.loads(data)
    documents = raw.get("documents") if isinstance(raw, dict) else None
    if isinstance(raw, dict) and type(raw.get("version")) is int and raw["version"] > _VERSION:
        raise NewerCorrections(raw["version"])
    if not isinstance(documents, dict) or raw.get("version") != _VERSION:
        raise ValueError("not a file of corrections that this version knows")
    return {path: _correction(said) for path, said in documents.items()}


def _said(one: Correction) -> dict[str, Any]:
    said = {
        "title": one.title,
        "facts": facts_json(one.facts),
        "text": one.text,
        "original": one.original,
        "file": one.file,
        "excluded": one.excluded,
        "quotes": [{"text": quote.text, "start": quote.start} for quote in one.quotes],
    }
    return {name: value for name, value in said.items() if value}


def _correction(said: Any) -> Correction:
    if not isinstance(said, dict):
        raise ValueError("a correction is an object")
    text, quotes = said.get("text"), said.get("quotes", [])
    if not (text is None or isinstance(text, str)) or not isinstance(quotes, list):
        raise ValueError("a correction has a text and a list of quotes")
    facts = said.get("facts", {})
    return Correction(
        title=_string(said, "title"),
        facts=read_facts(facts if isinstance(facts, dict) else {}),
        text=text or None,
        original=_string(said, "original"),
        file=_string(said, "file"),
        excluded=said.get("excluded") is True,
        quotes=tuple(map(_quote, quotes)),
    )


def _quote(said: Any) -> Quote:
    if not isinstance(said, dict) or not isinstance(said.get("start"), int):
        raise ValueError("a quote has a text and a start")
    return Quote(_string(said, "text"), said["start"])


def _string(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name, "")
    if not isinstance(value, str):
        raise ValueError(f"{name} is a text")
    return value
