"""A loopback server that speaks Ollama's language, remembers what it was asked, and has bad days when told to."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, nullcontext
from typing import Any

from tests.loopback import LoopbackHandler, LoopbackServer
from tests.ollama_server.days import Day
from tests.ollama_server.endpoints import answer
from tests.ollama_server.exchange import Asked, Reply
from tests.ollama_server.models import ServedModel, real


class OllamaTestServer(LoopbackServer[Asked, Reply]):
    """Serves from its block's beginning to its end. `models` and `days` may be changed while it does."""

    def __init__(self, *models: ServedModel, days: Sequence[Day] = (), port: int = 0) -> None:
        super().__init__(_Handler, days, port, "ollama test server")
        self.models: dict[str, ServedModel] = {}
        self.pullable: dict[str, ServedModel] = {}
        self.loaded: set[str] = set()
        self.serve(*(models or (real(),)))

    def serve(self, *models: ServedModel) -> None:
        """Add models, or replace those of the same name: the same tag with other weights."""
        self.models |= {model.tagged: model for model in models}

    def regular(self, asked: Asked) -> Reply:
        return answer(self, asked)

    def requests(self, path: str) -> list[Any]:
        """The bodies that were sent to a path, as JSON, in the order they came."""
        return [asked.json for asked in list(self.asked) if asked.path == path]

    def embedded(self) -> list[str]:
        """All texts that were sent to be embedded, in the order they came."""
        return [text for asked in list(self.asked) for text in asked.texts]


class _Handler(LoopbackHandler):
    server_version = "ollama-test-server"

    def _do(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Asked(self.command, self.path.partition("?")[0], body, dict(self.headers))
        reply = self.server.test_server.reply(asked)
        if reply.drop:
            self.hang_up()
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
            self.hang_up()

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
            self.hang_up()
            return
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    do_GET = do_POST = do_HEAD = do_DELETE = do_PUT = _do  # noqa: N815 (the names that http.server looks for)
