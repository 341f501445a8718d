"""Bad days: each changes what the server replies, or when. Compose them with `once` and `on`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tests import loopback
from tests.loopback import Ending, Regular
from tests.ollama_server.exchange import Asked, Reply, error, json_reply, line, streamed, text_reply

EMBED = "/api/embed"
CHAT = "/api/chat"
NAN = "failed to encode response: json: unsupported value: NaN"
_EMBED_PATHS = (EMBED, "/api/embeddings")

Day = loopback.Day[Asked, Reply]
once = loopback.once


def on(path: str, reply: Reply) -> Day:
    """That reply to every request for a path."""

    def instead(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        return reply if asked.path == path else None

    return instead


def everywhere(reply: Reply) -> Day:
    """That reply to everything: another server, or a proxy."""

    def instead(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply:
        return reply

    return instead


def dropped(path: str = EMBED) -> Day:
    """The connection breaks before the reply."""
    return on(path, Reply(drop=True))


def cut_off(path: str = EMBED) -> Day:
    """The connection breaks in the middle of the regular reply."""

    def cut(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        return replace(regular(), cut=True) if asked.path == path else None

    return cut


def narrow(size: int) -> Day:
    """A web server in front that takes no request of more bytes."""

    def refuse(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        page = "<html><h1>413 Request Entity Too Large</h1></html>"
        return text_reply(page, 413, "text/html") if len(asked.body) > size else None

    return refuse


class Held:
    """The regular reply, but not before `open` is called: a model that is being loaded. `entered` counts who waits.

    With a `mark` only requests wait that hold a text with it.
    """

    def __init__(self, path: str = EMBED, mark: str = "") -> None:
        self._path = path
        self._mark = mark
        self._gate = threading.Event()
        self.entered = threading.Semaphore(0)

    def __call__(self, server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        if asked.path != self._path or (self._mark and not any(self._mark in text for text in asked.texts)):
            return None
        self.entered.release()
        while not self._gate.wait(0.02):
            if server.ending.is_set():
                return Reply(drop=True)
        return regular()

    def open(self) -> None:
        self._gate.set()


def silent(path: str = EMBED) -> Day:
    """The connection is made, and nothing ever comes."""
    return Held(path)


def slow(seconds: float) -> Day:
    """Every reply takes that much longer."""

    def late(server: Ending, asked: Asked, regular: Regular[Reply]) -> None:
        server.ending.wait(seconds)

    return late


def loading(seconds: float) -> Day:
    """The first text that is embedded takes that much longer."""
    begun = threading.Event()

    def load(server: Ending, asked: Asked, regular: Regular[Reply]) -> None:
        if asked.path in _EMBED_PATHS and not begun.is_set():
            begun.set()
            server.ending.wait(seconds)

    return load


def refusing(mark: str, status: int = 500, words: str = NAN) -> Day:
    """An error for every request that holds a text with that mark in it."""

    def refuse(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        return error(status, words) if any(mark in text for text in asked.texts) else None

    return refuse


def overlong(characters: int) -> Day:
    """The error for a text that is too long, whatever was said of cutting it."""

    def refuse(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        if asked.path == EMBED and max(map(len, asked.texts), default=0) > characters:
            return error(400, "the input length exceeds the context length")
        return None

    return refuse


def old() -> Day:
    """A server that has the old endpoint only."""
    return on(EMBED, text_reply("404 page not found", 404))


def spoilt(change: Callable[[list[Any]], Any], mark: str = "") -> Day:
    """Vectors that are not as they should be, in every reply to a request that holds a text with that mark."""

    def spoil(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        if asked.path != EMBED or not any(mark in text for text in asked.texts):
            return None
        reply = regular()
        return json_reply(reply.json | {"embeddings": change(reply.json["embeddings"])})

    return spoil


def spoilt_row(row: Callable[[list[float]], Any], mark: str) -> Day:
    """One bad vector: that of the text with the mark."""

    def spoil(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        if asked.path != EMBED or not any(mark in text for text in asked.texts):
            return None
        reply = regular()
        rows: Sequence[list[float]] = reply.json["embeddings"]
        changed = [row(one) if mark in text else one for one, text in zip(rows, asked.texts, strict=True)]
        return json_reply(reply.json | {"embeddings": changed})

    return spoil


class Endless:
    """An answer that has no end. `begun` is set when it is asked, `left` when the client has gone."""

    def __init__(self, piece: str = "and on ") -> None:
        self._piece = piece
        self.begun, self.left = threading.Event(), threading.Event()

    def __call__(self, server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        return streamed(self._packets(server)) if asked.path == CHAT else None

    def _packets(self, server: Ending) -> Iterator[bytes]:
        self.begun.set()
        try:
            while not server.ending.wait(0.005):
                yield said(self._piece)
        finally:
            self.left.set()


class Stuck(Endless):
    """The beginning of an answer, and then nothing more."""

    def __init__(self, *packets: bytes) -> None:
        super().__init__()
        self._begun = packets

    def _packets(self, server: Ending) -> Iterator[bytes]:
        yield from self._begun
        server.ending.wait()


def said(content: str, **facts: Any) -> bytes:
    """A line of a chat."""
    return line({"message": {"role": "assistant", "content": content} | facts, "done": False})


def ended(reason: str = "stop", **facts: Any) -> bytes:
    """The last line of a chat."""
    return line({"message": {"role": "assistant", "content": ""}, "done": True, "done_reason": reason} | facts)


def chats(*packets: bytes, cut: bool = False) -> Day:
    """These packets to every question."""

    def instead(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        return streamed(packets, cut=cut) if asked.path == CHAT else None

    return instead


def proxy(status: int = 502) -> Day:
    """A proxy answers that can't reach the server."""
    return everywhere(text_reply("<html><body>Bad Gateway</body></html>", status, "text/html"))


def web_page() -> Day:
    """Something else lives at this address."""
    return everywhere(text_reply("<!DOCTYPE html><html><body>Welcome</body></html>", 200, "text/html"))
