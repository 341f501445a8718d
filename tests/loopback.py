"""A server on this machine for tests: remembers what it was asked, ends all it has open, and has bad days."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

Asked = TypeVar("Asked")
Reply = TypeVar("Reply")


class Ending(Protocol):
    """What a day knows of its server: whether it is being stopped."""

    ending: threading.Event


Regular = Callable[[], Reply]
Day = Callable[[Ending, Asked, Regular[Reply]], Reply | None]


def once(day: Day[Asked, Reply], times: int = 1) -> Day[Asked, Reply]:
    """A day that ends after its first replies."""
    left = [None] * times
    lock = threading.Lock()

    def passing(server: Ending, asked: Asked, regular: Regular[Reply]) -> Reply | None:
        with lock:
            reply = day(server, asked, regular) if left else None
            if reply is not None:
                left.pop()
            return reply

    return passing


class LoopbackServer(Generic[Asked, Reply]):
    """Serves from its block's beginning to its end. `days` may be changed while it does.

    They are asked in order before the regular reply; the first that has one of its own wins.
    """

    def __init__(self, handler: type[LoopbackHandler], days: Sequence[Day[Asked, Reply]], port: int, name: str) -> None:
        self.days = list(days)
        self.asked: list[Asked] = []
        self.ending = threading.Event()
        self._http = _Http(self, port, handler)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), name=name)

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def regular(self, asked: Asked) -> Reply:
        """The reply of an ordinary day."""
        raise NotImplementedError

    def reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        for day in list(self.days):
            reply = day(self, asked, lambda: self.regular(asked))
            if reply is not None:
                return reply
        return self.regular(asked)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End every request that is under way, and the server. Raises what went wrong in it. May be called twice."""
        if self.ending.is_set():
            return
        self.ending.set()
        self._http.shutdown()
        self._http.hang_up()
        self._http.server_close()
        self._thread.join()
        if self._http.errors:
            raise ExceptionGroup("in the test server", self._http.errors)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class _Http(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 64

    def __init__(self, server: LoopbackServer[Any, Any], port: int, handler: type[LoopbackHandler]) -> None:
        super().__init__(("127.0.0.1", port), handler)
        self.test_server = server
        self.errors: list[Exception] = []
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        with self._lock:
            for connection in self._open:
                _hang_up(connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exception()
        # A client that left is one of the things that are tested.
        if isinstance(error, Exception) and not isinstance(error, ConnectionError):
            self.errors.append(error)


class LoopbackHandler(BaseHTTPRequestHandler):
    """Speaks HTTP for a LoopbackServer."""

    protocol_version = "HTTP/1.1"
    # Headers and body in one packet: two would wait for each other's acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True
    server: _Http

    def hang_up(self) -> None:
        """End the connection, whatever was sent."""
        self.close_connection = True
        _hang_up(self.connection)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name in http.server)
        """Nothing: what was asked is in `asked`."""


def _hang_up(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:  # the other side was quicker
        return
