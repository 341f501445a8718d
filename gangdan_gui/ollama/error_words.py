"""The words of an error in a reply: Ollama's own form, those of servers that only speak like it, and none at all."""

from __future__ import annotations

_LONGEST = 300
# Of a page this much tells that it is one.
_START = 1000


def told_error(body: object) -> str:
    """The error that a reply's JSON tells; empty where it tells none."""
    said = body.get("error") if isinstance(body, dict) else None
    if isinstance(said, dict):
        said = said.get("message") or said
    return str(said) if said else ""


def is_page(content: bytes) -> bool:
    """Whether a reply's body is a web page."""
    start = content[:_START].lower()
    return b"<html" in start or b"<!doctype" in start


def plain_words(content: bytes) -> str:
    """A short text that is the whole of a reply, in one line; empty for anything else."""
    if len(content) > _LONGEST or is_page(content):
        return ""
    return " ".join(content.decode("utf-8", "replace").split())
