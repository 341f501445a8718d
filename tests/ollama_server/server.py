"""A loopback server that speaks Ollama's language, remembers what it was asked, and has bad days when told to."""

from __future__ import annotations

import socket
import threading
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from tests.ollama_server.days import Day
from tests.ollama_server.endpoints import answer
from tests.ollama_server.exchange import Asked, Reply
from tests.ollama_server.models import ServedModel, real


class OllamaTestServer:
    """Serves from its block's beginning to its end. `models` and `days` may be changed while it does.

    `days` are asked in order before the regular reply; the first that has one of its own wins.
    """

    def __init__(self, *models: ServedModel, days: Sequence[Day] = (), port: int = 0) -> None:
        self.models: dict[str, ServedModel] = {}
        self.days = list(days)
        self.pullable: dict[str, ServedModel] = {}
        self.loaded: set[str] = set()
        self.asked: list[Asked] = []
        self.ending = threading.Event()
        self.serve(*(models or (real(),)))
        self._http = _Http(self, port)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), name="ollama test server")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    def serve(self, *models: ServedModel) -> None:
        """Add models, or replace those of the same name: the same tag with other weights."""
        self.models |= {model.tagged: model for model in models}

    def reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)

        def regular() -> Reply:
            return answer(self, asked)

        for day in list(self.days):
            reply = day(self, asked, regular)
            if reply is not None:
                return reply
        return regular()

    def requests(self, path: str) -> list[Any]:
        """The bodies that were sent to a path, as JSON, in the order they came."""
        return [asked.json for asked in list(self.asked) if asked.path == path]

    def embedded(self) -> list[str]:
        """All texts that were sent to be embedded, in the order they came."""
        return [text for asked in list(self.asked) for text in asked.texts]

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

    def __enter__(self) -> OllamaTestServer:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class _Http(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 64

    def __init__(self, server: OllamaTestServer, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
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
        import sys

        error = sys.exception()
        # A client that left is one of the things that are tested.
        if isinstance(error, Exception) and not isinstance(error, ConnectionError):
            self.errors.append(error)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "ollama-test-server"
    # Headers and body in one packet: two would wait for each other's acknowledgement.
    wbufsize = -1
    disable_nagle_algorithm = True
    server: _Http

    def _do(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Asked(self.command, self.path.partition("?")[0], body, dict(self.headers))
        reply = self.server.test_server.reply(asked)
        if reply.drop:
            self.close_connection = True
            _hang_up(self.connection)
            return
        if reply.packets is not None:
            self._stream(reply, reply.packets)
            return
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.media)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body[: len(reply.body) // 2] if reply.cut else reply.body)
        self.wfile.flush()
        if reply.cut:
            self.close_connection = True
            _hang_up(self.connection)

    def _stream(self, reply: Reply, packets: Iterator[bytes]) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.media)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        # A generator ends with the block, also where the client has left: that is how it learns of it.
        with closing(packets) if isinstance(packets, Generator) else nullcontext():
            for packet in packets:
                self.wfile.write(b"%x\r\n%b\r\n" % (len(packet), packet))
                self.wfile.flush()
        if reply.cut:
            self.close_connection = True
            _hang_up(self.connection)
            return
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    do_GET = do_POST = do_HEAD = do_DELETE = do_PUT = _do  # noqa: N815 (the names that http.server looks for)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name in http.server)
        """Nothing: what was asked is in `asked`."""


def _hang_up(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:  # the other side was quicker
        return
