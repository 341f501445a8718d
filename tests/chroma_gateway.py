"""What stands before a department's Chroma server: TLS, and a token that is asked for."""

from __future__ import annotations

import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@contextmanager
def gateway(behind: str, token: str, certificate: tuple[Path, Path] | None = None) -> Iterator[str]:
    """Passes on to the server at `behind` what comes with the token; its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._pass_on()

        def do_POST(self) -> None:
            self._pass_on()

        def do_DELETE(self) -> None:
            self._pass_on()

        def _pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
            if self.headers.get("Authorization") != f"Bearer {token}":
                self._answer(401, b"who are you?")
                return
            asked = urllib.request.Request(f"{behind}{self.path}", body, method=self.command)
            asked.add_header("Content-Type", "application/json")
            try:
                with urllib.request.urlopen(asked) as reply:
                    self._answer(reply.status, reply.read())
            except urllib.error.HTTPError as error:
                with error:
                    self._answer(error.code, error.read())

        def _answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with _serving(Handler, certificate) as address:
        yield address


@contextmanager
def answering(replies: dict[str, tuple[int, str]]) -> Iterator[str]:
    """Answers with these at their paths, and else with 404; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = replies.get(self.path, (404, "not here"))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with _serving(Handler, None) as address:
        yield address


@contextmanager
def _serving(handler: type[BaseHTTPRequestHandler], certificate: tuple[Path, Path] | None) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        scheme = "http"
        if certificate:
            context, scheme = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), "https"
            context.load_cert_chain(*certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"{scheme}://localhost:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
