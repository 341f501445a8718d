"""Conversations as JSON and back, with every fact of every answer."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Citation, Conversation, Exchange, Passage, Support

FORMAT = 1


def to_json(conversation: Conversation) -> bytes:
    """UTF-8, indented, so that a person can read it."""
    said = {"format": FORMAT, **asdict(conversation)}
    # What is no text in UTF-8 (half of a pair from a broken document) must not make a conversation unsavable.
    return json.dumps(said, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass") + b"\n"


def from_json(data: bytes) -> Conversation:
    """Raises ValueError for anything that `to_json` did not write."""
    try:
        said = json.loads(data.decode("utf-8", "surrogatepass"))
        if said.pop("format") != FORMAT:
            raise ValueError("another format")
        said["exchanges"] = tuple(_exchange(exchange) for exchange in said["exchanges"])
        conversation = Conversation(**said)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if not all(isinstance(value, str) for value in (conversation.id, conversation.title, conversation.updated)):
        raise ValueError("not a conversation")
    return conversation


def _exchange(said: dict[str, Any]) -> Exchange:
    return Exchange(**{**said, "answer": _answer(said["answer"])})


def _answer(said: dict[str, Any]) -> Answer:
    citations = tuple(Citation(**_with_heading(citation)) for citation in said["citations"])
    passages = tuple(Passage(**_with_heading(passage)) for passage in said["passages"])
    # Conversations of before there were models lack both.
    incomplete, notices = said.get("incomplete"), said.get("notices", ())
    read = {
        "supported": Support(said["supported"]),
        "citations": citations,
        "passages": passages,
        "incomplete": Reason(**incomplete) if incomplete else None,
        "notices": tuple(Reason(**notice) for notice in notices),
    }
    return Answer(**{**said, **read})


def _with_heading(said: dict[str, Any]) -> dict[str, Any]:
    return {**said, "heading": tuple(said["heading"])}
