"""Days to measure against: vectors that cost next to nothing, a set time for each text, an answer at a set pace."""

from __future__ import annotations

import hashlib
import json
import math
import re
import threading
import time
from collections.abc import Iterator
from random import Random

from tests.ollama_server.days import CHAT, EMBED, Day, Ending, Regular, ended, said
from tests.ollama_server.exchange import Asked, Reply, streamed

DIMENSION = 768
# A row is put together from this many parts, each chosen by one byte of the text's hash and written out beforehand.
_PARTS = 32
_TOKEN = re.compile(r"\s?\S{1,4}|\s")


class Hashed:
    """Vectors of 768 numbers from a hash of the text, about 5 µs each: the same text always has the same unit vector.

    They mean nothing. The rows of a reply are joined from JSON that was written beforehand, as the regular reply would
    spend more time on writing its numbers than its client on reading them.
    """

    def __init__(self) -> None:
        draw = Random("parts of rows")
        self._parts = [[_part(draw) for _ in range(256)] for _ in range(_PARTS)]

    def __call__(self, server: Ending, asked: Asked, regular: Regular) -> Reply | None:
        given = asked.json if asked.path == EMBED else None
        if not isinstance(given, dict):
            return None
        rows = ",".join(map(self._row, asked.texts))
        return Reply(body=f'{{"model":{json.dumps(given.get("model"))},"embeddings":[{rows}]}}'.encode())

    def _row(self, text: str) -> str:
        chosen = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        return "[" + ",".join(part[byte] for part, byte in zip(self._parts, chosen, strict=True)) + "]"


def working(seconds: float) -> Day:
    """That many seconds of work for each text that is embedded, one request after another, as a model has it."""
    model = threading.Lock()

    def work(server: Ending, asked: Asked, regular: Regular) -> None:
        if asked.path == EMBED and asked.texts:
            with model:
                server.ending.wait(seconds * len(asked.texts))

    return work


def paced(text: str, tokens_a_second: float, before: float = 0.0) -> Day:
    """This answer to every question: its first token after `before` seconds, the others at that pace.

    A token that is late does not delay those after it.
    """
    pieces = _TOKEN.findall(text)

    def packets(server: Ending) -> Iterator[bytes]:
        begun = time.monotonic() + before
        for number, piece in enumerate(pieces):
            wait = begun + number / tokens_a_second - time.monotonic()
            if wait > 0 and server.ending.wait(wait):
                return
            yield said(piece)
        yield ended(prompt_eval_count=1, eval_count=len(pieces))

    def instead(server: Ending, asked: Asked, regular: Regular) -> Reply | None:
        return streamed(packets(server)) if asked.path == CHAT else None

    return instead


def _part(draw: Random) -> str:
    """Some numbers of a row in JSON; a row of parts has length 1."""
    numbers = [draw.gauss(0, 1) for _ in range(DIMENSION // _PARTS)]
    scale = math.hypot(*numbers) * math.sqrt(_PARTS)
    return ",".join(f"{number / scale:.7f}" for number in numbers)
