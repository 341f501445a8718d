"""A department's Chroma server: libraries that do not meet there, and each way in which it can't be used."""

from __future__ import annotations

import asyncio
import logging
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from gangdan_gui.domain.errors import StoreAway
from gangdan_gui.storing.library_id import library_id
from gangdan_gui.storing.server_address import hidden, is_server_address, is_token, server_url
from gangdan_gui.storing.server_store import ServerStore
from gangdan_gui.way_out import WayOut
from tests.chroma_gateway import answering, gateway
from tests.chroma_run import ChromaRun
from tests.fetching.certificate_maker import CertificateMaker
from tests.storing.rows import many, row, vector

NAME = "s-server-0-g1"
TOKEN = "correct-horse"


def why_away(url: str, token: str = "", way_out: WayOut | None = None) -> StoreAway:
    async def run() -> None:
        store = ServerStore(url, token, "away", way_out or WayOut())
        try:
            await store.count(NAME)
        finally:
            await store.close()

    with pytest.raises(StoreAway) as caught:
        asyncio.run(run())
    assert caught.value.facts["address"] == url
    return caught.value


def test_two_libraries_on_one_server_do_not_meet(chroma_run: ChromaRun) -> None:
    async def run() -> None:
        one, other = (ServerStore(chroma_run.url, "", library, WayOut()) for library in ("one", "other"))
        await one.ensure(NAME)
        await one.add(NAME, many(3))
        assert await other.names() == ()
        assert await other.count(NAME) == 0
        await other.ensure(NAME)
        await other.add(NAME, [row("a", *[1.0] * 8)])
        await other.set_aside()
        assert await other.names() == ()
        assert await one.names() == (NAME,)
        assert await one.count(NAME) == 3
        await one.drop(NAME)
        for store in (one, other):
            await store.close()

    asyncio.run(run())


def test_a_server_that_lost_everything_while_it_was_used_is_empty(chroma_run: ChromaRun) -> None:
    async def run() -> None:
        one, again = (ServerStore(chroma_run.url, "", "lost", WayOut()) for _ in range(2))
        await one.ensure(NAME)
        await one.add(NAME, many(3))
        await again.drop(NAME)
        assert await one.count(NAME) == 0
        assert await one.query(NAME, vector(*[1.0] * 8), 3) == ()
        await one.ensure(NAME)
        await one.add(NAME, many(2))
        assert await again.count(NAME) == 2
        await one.drop(NAME)
        await one.close()
        await again.close()

    asyncio.run(run())


def test_a_token_and_a_certificate_let_in(
    chroma_run: ChromaRun, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    maker = CertificateMaker(tmp_path)
    trusting = WayOut(certificates=str(maker.file))
    caplog.set_level(logging.DEBUG)
    with gateway(chroma_run.url, TOKEN, maker.signed()) as address:

        async def run() -> None:
            store = ServerStore(address, TOKEN, "inside", trusting)
            await store.ensure(NAME)
            await store.add(NAME, many(3))
            assert (await store.query(NAME, many(3)[1].vector, 1))[0].id == "1"
            await store.drop(NAME)
            await store.close()

        asyncio.run(run())
        for wrong in ("", "battery-staple"):
            assert why_away(address, wrong, trusting).facts["reason"] == "server-token"
        untrusted = why_away(address, TOKEN)
        assert untrusted.facts["reason"] == "server-certificate"
        assert TOKEN not in str(untrusted)
        missing = WayOut(certificates=str(tmp_path / "nowhere.pem"))
        assert why_away(address, TOKEN, missing).facts["reason"] == "server-certificate"
    assert TOKEN not in caplog.text


def test_nobody_answers() -> None:
    assert why_away("http://127.0.0.1:9").facts["reason"] == "server-silent"
    assert why_away("http://chroma.invalid").facts["reason"] == "server-silent"


@pytest.mark.parametrize(
    ("replies", "reason", "detail"),
    [
        ({"/api/v2/heartbeat": (200, "<html>Welcome</html>")}, "not-chroma", "HTTP 200"),
        ({"/api/v1/version": (200, '"0.4.24"')}, "server-version", "0.4.24"),
        ({}, "not-chroma", "HTTP 404"),
        ({"/api/v2/heartbeat": (502, "Bad gateway")}, "server-silent", "HTTP 502"),
        ({"/api/v2/heartbeat": (403, "no")}, "server-token", ""),
    ],
)
def test_somebody_else_answers(replies: dict[str, tuple[int, str]], reason: str, detail: str) -> None:
    with answering(replies) as address:
        facts = why_away(address).facts
    assert (facts["reason"], facts["detail"]) == (reason, detail)


@pytest.mark.parametrize(
    ("tenant", "reason"),
    [
        ((200, "<html>Log in</html>"), "not-chroma"),
        ((200, "[1, 2, 3]"), "not-chroma"),
        ((302, ""), "server-failed"),
        ((401, "no"), "server-token"),
        ((500, "Internal Server Error"), "server-failed"),
    ],
)
def test_a_server_that_greets_well_and_then_answers_badly_is_away(tenant: tuple[int, str], reason: str) -> None:
    greeting = {
        "/api/v2/heartbeat": (200, '{"nanosecond heartbeat": 1}'),
        "/api/v2/auth/identity": (
            200,
            '{"user_id": "", "tenant": "default_tenant", "databases": ["default_database"]}',
        ),
    }
    with answering({**greeting, "/api/v2/tenants/default_tenant": tenant}) as address:
        assert why_away(address).facts["reason"] == reason


@pytest.mark.slow
def test_a_server_that_never_comes_to_an_end_is_silent() -> None:
    over = threading.Event()

    class Dripping(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            with suppress(OSError):
                while not over.wait(0.05):
                    self.wfile.write(b" ")

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    async def run(url: str) -> None:
        store = ServerStore(url, "", "drip", WayOut(), patience=4)
        try:
            await store.count(NAME)
        finally:
            over.set()
            await store.close()

    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        with pytest.raises(StoreAway) as caught:
            asyncio.run(run(f"http://127.0.0.1:{server.server_address[1]}"))
        server.shutdown()
        serving.join()
    assert caught.value.facts["reason"] == "server-silent"


def test_json_of_another_kind_is_no_greeting() -> None:
    with answering({"/api/v2/heartbeat": (200, '{"hello": "world"}')}) as address:
        assert why_away(address).facts["reason"] == "not-chroma"


def test_variables_and_files_that_lie_about_lead_nowhere_else(
    chroma_run: ChromaRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("chroma_server_host=elsewhere.invalid\nchroma_server_http_port=nonsense\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHROMA_SERVER_HOST", "elsewhere.invalid")
    monkeypatch.setenv("CHROMA_CLIENT_AUTH_PROVIDER", "nonsense")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")

    async def run() -> None:
        store = ServerStore(chroma_run.url, "", "lying", WayOut())
        assert await store.names() == ()
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("", ""),
        ("  ", ""),
        ("http://chroma:8000/", "http://chroma:8000"),
        ("HTTPS://chroma.school.example", "https://chroma.school.example"),
        ("chroma.local:8000", "http://chroma.local:8000"),
        ("https://school.example/chroma", "https://school.example/chroma"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_address_of_a_server(text: str, url: str) -> None:
    assert server_url(text) == url
    assert is_server_address(text)


@pytest.mark.parametrize(
    "text",
    [
        "ftp://x",
        "http://",
        "http://x:99999",
        "http://x:0",
        "http://x:y",
        "http://a:b@x",
        "http://x y",
        "http://x?y",
        "://",
    ],
)
def test_what_is_no_address_of_a_server(text: str) -> None:
    assert not is_server_address(text)


def test_a_token_is_a_line_that_a_header_can_hold_and_is_not_shown() -> None:
    assert is_token("")
    assert is_token("a-B_9.~")
    assert not is_token("two\nlines")
    assert not is_token("口令")
    assert hidden("secret") == "•••"
    assert hidden("") == ""


def test_a_library_has_one_id_and_its_copy_another(tmp_path: Path) -> None:
    first, copy = tmp_path / "first", tmp_path / "copy"
    one = library_id(first)
    assert library_id(first) == one
    assert one.isalnum()
    copy.mkdir()
    (copy / "library.id").write_bytes((first / "library.id").read_bytes())
    assert library_id(copy) != one
    assert library_id(tmp_path / "another") not in (one, library_id(copy))
