"""What is asked of the test server and what it replies."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Asked:
    """A request. `json` is None where there was no body, or none that could be read."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def texts(self) -> list[str]:
        """The texts that it wants embedded, in either endpoint's form."""
        asked = self.json if isinstance(self.json, dict) else {}
        given = asked.get("input", asked.get("prompt", []))
        return [given] if isinstance(given, str) else [text for text in given or [] if isinstance(text, str)]


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply. `drop` breaks the connection instead of it, `cut` in the middle of it.

    With `packets` it comes in these, each sent by itself, instead of a body; `cut` then breaks after the last. They are
    closed when the client has left.
    """

    status: int = 200
    body: bytes = b""
    media: str = "application/json; charset=utf-8"
    drop: bool = False
    cut: bool = False
    packets: Iterator[bytes] | None = None

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def json_reply(value: object, status: int = 200) -> Reply:
    return Reply(status, json.dumps(value).encode())


def line(value: object) -> bytes:
    """A line of a streamed reply."""
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def streamed(packets: Iterable[bytes], *, cut: bool = False) -> Reply:
    return Reply(media="application/x-ndjson", packets=iter(packets), cut=cut)


def error(status: int, words: str) -> Reply:
    """An error in Ollama's form."""
    return json_reply({"error": words}, status)


def text_reply(text: str, status: int = 200, media: str = "text/plain; charset=utf-8") -> Reply:
    return Reply(status, text.encode(), media)
