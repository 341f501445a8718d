"""Bad days: each changes what the server replies. Put them into its `days`; the first that has a reply wins."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Callable

from tests import loopback
from tests.loopback import Ending, Regular
from tests.web_server.exchange import Asked, Reply, raw

Day = loopback.Day[Asked, Reply]
once = loopback.once


def on(part: str, reply: Reply) -> Day:
    """That reply to every request with `part` in its path; an empty one is in all."""

    def instead(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        return reply if part in asked.target else None

    return instead


def after(times: int, day: Day) -> Day:
    """A day that begins after so many requests that it would have had a reply for."""
    passed = [0]
    lock = threading.Lock()

    def late(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        reply = day(server, asked, regular)
        with lock:
            if reply is not None and passed[0] < times:
                passed[0] += 1
                return None
        return reply

    return late


def quota(part: str = "", seconds: float = 1800) -> Day:
    """The anonymous quota of this network is used up: 403, with the time when it begins anew."""
    headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(int(time.time() + seconds))}
    return on(part, Reply(403, b'{"message": "API rate limit exceeded"}', "application/json", headers))


def too_many(part: str = "", retry_after: str = "") -> Day:
    """429, with or without a word about when to come back."""
    return on(part, Reply(429, b"too many", headers={"Retry-After": retry_after} if retry_after else {}))


def failing(part: str = "", status: int = 503) -> Day:
    """An error of the server's own."""
    return on(part, Reply(status, b"<html><h1>Service Unavailable</h1></html>", "text/html"))


def dropped(part: str = "") -> Day:
    """The connection breaks before the reply."""
    return on(part, Reply(raw=b""))


def page(part: str = "", text: str = "<!DOCTYPE html><html><body>Log in to go on</body></html>") -> Day:
    """A web page with 200, whatever was asked: a portal, a mirror's error."""
    return on(part, Reply(200, text.encode(), "text/html"))


def announced_longer(part: str = "") -> Day:
    """The length that is announced never comes."""
    return _cut(part, lambda body: raw(f"HTTP/1.1 200 OK\nContent-Length: {len(body)}", body[: len(body) // 2]))


def announced_shorter(part: str = "", length: int = 3) -> Day:
    """The length is too small, so that a client that believes it reads the beginning as the whole."""
    return _cut(part, lambda body: raw(f"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n", body))


def chunk_missing(part: str = "") -> Day:
    """A body in chunks, without the last one."""

    def cut(body: bytes) -> Reply:
        half = body[: len(body) // 2]
        return raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked", b"%x\r\n%b\r\n" % (len(half), half))

    return _cut(part, cut)


def gzip_cut(part: str = "") -> Day:
    """A compressed body that ends early, and nothing said of its length."""
    return _cut(part, lambda body: raw("HTTP/1.1 200 OK\nContent-Encoding: gzip", gzip.compress(body)[:-9]))


def gzipped(part: str = "") -> Day:
    """A compressed body, whole, though nobody asked for one."""
    return _cut(part, lambda body: raw("HTTP/1.1 200 OK\nContent-Encoding: gzip", gzip.compress(body)))


def end_not_marked(part: str = "", *, keep: Callable[[bytes], bytes] = lambda body: body) -> Day:
    """Nothing tells where the body ends but the end of the connection; `keep` is what of it comes."""
    return _cut(part, lambda body: raw("HTTP/1.1 200 OK\nContent-Type: text/plain", keep(body)))


def nothing(part: str = "") -> Day:
    """200 and not a byte."""
    return on(part, Reply(200, b""))


class Held:
    """The regular reply, but not before `open` is called. `entered` counts who waits."""

    def __init__(self, part: str = "") -> None:
        self._part = part
        self._gate = threading.Event()
        self.entered = threading.Semaphore(0)

    def __call__(self, server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        if self._part not in asked.target:
            return None
        self.entered.release()
        while not self._gate.wait(0.02):
            if server.ending.is_set():
                return Reply(raw=b"")
        return regular()

    def open(self) -> None:
        self._gate.set()


def _cut(part: str, spoil: Callable[[bytes], Reply]) -> Day:
    def instead(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        if part not in asked.target:
            return None
        reply = regular()
        return spoil(reply.body) if reply.status == 200 else None

    return instead
