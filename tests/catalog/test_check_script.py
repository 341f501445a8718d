"""The script that asks for all of the catalogue's files, on a server of this machine."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from gangdan_gui.domain.documents import Source, SourceKind
from scripts import check_catalog

COMMIT = "0" * 40
RAW = "https://raw.githubusercontent.com"
FILES = {
    f"/o/n/{COMMIT}/README.md": b"x" * 100,
    f"/o/n/{COMMIT}/doc/%E6%95%B0.md": b"y" * 50,
}


class Files(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = FILES.get(self.path, b"")
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Silent."""


@pytest.fixture
def server() -> Iterator[str]:
    listening = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    thread = threading.Thread(target=listening.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{listening.server_port}"
    listening.shutdown()
    thread.join()
    listening.server_close()


def source(*include: str, size: int = 150) -> Source:
    return Source("x", "X", SourceKind.GITHUB, ("https://github.com/o/n",), include, revision=COMMIT, size=size)


def faults(one: Source, server: str) -> tuple[str, ...]:
    async def checked() -> tuple[str, ...]:
        async with httpx.AsyncClient(trust_env=False) as client:
            found: tuple[str, ...] = (await check_catalog.check(one, client, (RAW, server))).all_faults
            return found

    return asyncio.run(checked())


def test_what_is_there_and_as_long_as_it_says_is_good(server: str) -> None:
    assert faults(source("README.md", "doc/数.md"), server) == ()


def test_a_missing_file_is_told_by_its_address(server: str) -> None:
    assert faults(source("README.md", "gone.md"), server) == (f"{RAW}/o/n/{COMMIT}/gone.md: 404",)


def test_a_download_much_longer_than_it_says_is_told(server: str) -> None:
    assert faults(source("README.md", "doc/数.md", size=90), server) == ("takes 150 bytes, says 90",)


def test_a_server_that_is_away_is_told() -> None:
    (fault,) = faults(source("README.md"), "http://127.0.0.1:1")
    assert fault.startswith(f"{RAW}/o/n/{COMMIT}/README.md: Connect")


def test_patterns_take_the_whole_archive_and_addresses_are_asked_as_they_are() -> None:
    assert check_catalog.addresses(source("README.md", "src/*.md")) == (
        f"https://codeload.github.com/o/n/tar.gz/{COMMIT}",
    )
    pages = Source("y", "Y", SourceKind.ADDRESSES, ("https://example.org/a", "https://example.org/b"))
    assert check_catalog.addresses(pages) == pages.locations
