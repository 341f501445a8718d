"""Conversations as JSON and back, with every fact of every answer."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from gangdan_gui.domain.search import Conversation

FORMAT = 1


def to_json(conversation: Conversation) -> bytes:
    """UTF-8, indented, so that a person can read it."""
    said = {"format": FORMAT, **asdict(conversation)}
    # What is no text in UTF-8 (half of a pair from a broken document) must not make a conversation unsavable.
    return json.dumps(said, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass") + b"\n"


def from_json(data: bytes) -> Conversation:
    """Raises ValueError for anything that `to_json` did not write.

    Facts that older versions did not keep get their defaults; facts of newer ones are refused, since what is written
    back here would lack them.
    """
    try:
        said = json.loads(data.decode("utf-8", "surrogatepass"))
        if said.pop("format") != FORMAT:
            raise ValueError("another format")
        if "exchanges" not in said:
            raise ValueError("no exchanges")
        conversation: Conversation = _read(Conversation, said)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    return conversation


def _read(kind: Any, said: Any) -> Any:
    """What JSON says, as a value of this type: a field of another type would fail far from here."""
    origin = get_origin(kind)
    if origin is UnionType:
        return None if said is None else _read(get_args(kind)[0], said)
    if origin is tuple:
        return tuple(_read(get_args(kind)[0], one) for one in _of(list, said))
    if origin is dict:
        return {name: _read(get_args(kind)[1], one) for name, one in _of(dict, said).items()}
    if isinstance(kind, type) and is_dataclass(kind):
        fields = _fields(kind)
        return kind(**{name: _read(fields[name], one) for name, one in _of(dict, said).items()})
    if issubclass(kind, Enum):
        return kind(said)
    return said if kind is float and type(said) is int else _of(kind, said)


def _of(kind: type, said: Any) -> Any:
    if type(said) is not kind:
        raise ValueError(f"{type(said).__name__} in place of {kind.__name__}")
    return said


@cache
def _fields(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
