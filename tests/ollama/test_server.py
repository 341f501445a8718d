"""Asking a server: good replies, and each kind of failure told from the others."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from gangdan_gui.ollama.address import Address, read_address
from gangdan_gui.ollama.failures import (
    Dropped,
    ModelMissing,
    NotOllama,
    OllamaFailure,
    ProxyInTheWay,
    Refused,
    Silent,
    Unreachable,
)
from gangdan_gui.ollama.installed_model import InstalledModel
from gangdan_gui.ollama.server import OllamaServer, Timeouts
from gangdan_gui.way_out import MANUAL, NONE, WayOut
from tests.ollama_server import days
from tests.ollama_server.endpoints import VERSION
from tests.ollama_server.exchange import Reply, error, json_reply, streamed, text_reply
from tests.ollama_server.models import quick
from tests.ollama_server.server import OllamaTestServer

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
PROXIES = ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy")


def asking(address: str, use: Callable[[OllamaServer], Awaitable[T]], timeouts: Timeouts | None = None) -> T:
    async def go() -> T:
        server = OllamaServer(read_address(address), timeouts)
        try:
            return await use(server)
        finally:
            await server.close()
            await server.close()

    return asyncio.run(go())


def failing(address: str, timeouts: Timeouts | None = None) -> OllamaFailure:
    with pytest.raises(OllamaFailure) as caught:
        asking(address, OllamaServer.models, timeouts)
    assert caught.value.facts["address"] == address
    assert "{" not in caught.value.clause
    return caught.value


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.fixture
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


class TestGoodDays:
    def test_version_models_and_what_is_loaded(self, ollama_server: OllamaTestServer) -> None:
        ollama_server.serve(quick("bge-m3:567m", digest="b" * 64, family="bert", context_length=8192))

        async def use(server: OllamaServer) -> None:
            assert await server.version() == VERSION
            names = [model.name for model in await server.models()]
            assert names == ["nomic-embed-text", "bge-m3:567m"]
            assert await server.model("BGE-M3:567M") == InstalledModel("bge-m3:567m", "b" * 64, "bert")
            assert await server.loaded() == ()
            await server.ask("/api/embed", {"model": "bge-m3:567m", "input": ["x"]}, loads=True)
            assert await server.loaded() == ("bge-m3:567m",)
            assert await server.context_length("bge-m3:567m") == 8192

        asking(ollama_server.address, use)

    @pytest.mark.parametrize("name", ["nomic-embed-text", "nomic-embed-text:latest", " Nomic-Embed-Text "])
    def test_a_model_is_found_with_its_tag_and_without(self, ollama_server: OllamaTestServer, name: str) -> None:
        found = asking(ollama_server.address, lambda server: server.model(name))
        assert found.name == "nomic-embed-text"

    def test_a_prefix_goes_before_every_path(self, ollama_server: OllamaTestServer) -> None:
        failing(f"{ollama_server.address}/behind")
        assert [asked.path for asked in ollama_server.asked] == ["/behind/api/tags"]

    def test_models_without_a_digest_are_still_told_apart(self, ollama_server: OllamaTestServer) -> None:
        entries = [{"name": "one:latest"}, {"name": "two", "details": None}]
        ollama_server.days.append(days.on("/api/tags", json_reply({"models": entries})))
        one, two = asking(ollama_server.address, OllamaServer.models)
        assert one.digest != two.digest

    def test_a_closed_server_can_be_asked_again(self, ollama_server: OllamaTestServer) -> None:
        async def use(server: OllamaServer) -> None:
            assert await server.models()
            await server.close()
            assert await server.models()

        asking(ollama_server.address, use)

    def test_nothing_is_imported_before_the_first_question(self) -> None:
        body = """if True:
            import sys
            from gangdan_gui.ollama.server import OllamaServer
            from gangdan_gui.ollama.address import read_address
            from gangdan_gui.embedding.ollama import OllamaEmbedder
            OllamaEmbedder(read_address(""), "nomic-embed-text")
            print({"httpx", "ollama", "numpy", "ssl_certificates"} & set(sys.modules))
            """
        done = subprocess.run([sys.executable, "-c", body], capture_output=True, cwd=ROOT, timeout=60, check=True)
        assert done.stdout.split() == [b"set()"]


class TestFailures:
    def test_nothing_there(self, closed_port: int) -> None:
        assert isinstance(failing(f"http://127.0.0.1:{closed_port}"), Unreachable)

    def test_a_name_that_no_machine_has(self, no_proxies: pytest.MonkeyPatch) -> None:
        assert isinstance(failing("http://no-such-host.invalid:11434"), Unreachable)

    def test_silence_has_its_own_clock_where_a_model_may_have_to_be_loaded(
        self, ollama_server: OllamaTestServer
    ) -> None:
        ollama_server.days += [days.silent("/api/tags"), days.silent("/api/embed")]
        waits = Timeouts(reply=0.3, load=0.2)
        assert failing(ollama_server.address, waits).facts["seconds"] == "0.3"
        with pytest.raises(Silent) as caught:
            asking(ollama_server.address, lambda server: server.ask("/api/embed", {}, loads=True), waits)
        assert caught.value.facts["seconds"] == "0.2"

    def test_a_broken_connection(self, ollama_server: OllamaTestServer) -> None:
        ollama_server.days.append(days.dropped("/api/tags"))
        assert isinstance(failing(ollama_server.address), Dropped)

    @pytest.mark.parametrize(
        "reply",
        [
            text_reply("<!doctype html><HTML>Welcome</HTML>", media="text/html"),
            text_reply(""),
            text_reply("[]"),
            text_reply('{"models": null}'),
            text_reply('{"models": [{"digest": "x"}]}'),
            text_reply('{"models": ["nomic"]}'),
            text_reply('{"models": ['),
            Reply(200, b"\xff\xfe\x00"),
            Reply(200, b"[" * 100_000),
            text_reply("Not here", 404),
            text_reply("404 page not found", 404),
            text_reply("405 method not allowed", 405),
            text_reply("<html>Log in</html>", 401, "text/html"),
            text_reply("<html>No</html>", 403, "text/html"),
            text_reply("", 301),
            text_reply("teapot", 418),
            text_reply("<html>Oops</html>", 500, "text/html"),
        ],
        ids=str,
    )
    def test_another_server(self, ollama_server: OllamaTestServer, reply: Reply) -> None:
        ollama_server.days.append(days.everywhere(reply))
        assert isinstance(failing(ollama_server.address), NotOllama)

    @pytest.mark.parametrize("status", [407, 502, 503, 504])
    def test_a_proxy_that_answers_instead(self, ollama_server: OllamaTestServer, status: int) -> None:
        ollama_server.days.append(days.proxy(status))
        failure = failing(ollama_server.address)
        assert isinstance(failure, ProxyInTheWay)
        assert str(status) in failure.clause

    @pytest.mark.parametrize("status", [400, 403, 404, 429, 500, 502, 503])
    def test_an_error_in_the_servers_own_words(self, ollama_server: OllamaTestServer, status: int) -> None:
        ollama_server.days.append(days.everywhere(error(status, "server busy, please try again")))
        with pytest.raises(Refused) as caught:
            asking(ollama_server.address, OllamaServer.version)
        assert (caught.value.status, caught.value.why) == (status, "server busy, please try again")

    @pytest.mark.parametrize(
        ("reply", "why"),
        [
            (Reply(500), "Internal Server Error"),
            (Reply(403), "Forbidden"),
            (text_reply("no space left on device\n", 500), "no space left on device"),
            (json_reply({"error": {"message": "out of memory", "code": 500}}, 500), "out of memory"),
            (json_reply({"error": {"code": 7}}, 400), "{'code': 7}"),
        ],
        ids=str,
    )
    def test_an_error_in_no_words_or_in_another_form(
        self, ollama_server: OllamaTestServer, reply: Reply, why: str
    ) -> None:
        ollama_server.days.append(days.on("/api/embed", reply))
        with pytest.raises(Refused) as caught:
            asking(ollama_server.address, lambda server: server.ask("/api/embed", {"model": "x", "input": ["a"]}))
        assert (caught.value.status, caught.value.why) == (reply.status, why)

    def test_a_reply_that_drips_for_ever_is_silence(self, ollama_server: OllamaTestServer) -> None:
        def drip(server: days.Ending, asked: object, regular: object) -> Reply:
            def packets() -> Iterator[bytes]:
                while not server.ending.wait(0.02):
                    yield b" "

            return streamed(packets())

        ollama_server.days.append(drip)
        assert isinstance(failing(ollama_server.address, Timeouts(connect=0.1, reply=0.2)), Silent)

    def test_a_model_that_is_missing_from_the_list_and_from_the_server(self, ollama_server: OllamaTestServer) -> None:
        for use in (
            lambda server: server.model("bge-m3"),
            lambda server: server.ask("/api/embed", {"model": "bge-m3", "input": ["x"]}),
            lambda server: server.context_length("bge-m3"),
        ):
            with pytest.raises(ModelMissing) as caught:
                asking(ollama_server.address, use)
            assert caught.value.facts == {"address": ollama_server.address, "model": "bge-m3"}


class TestProxies:
    @pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
    @pytest.mark.parametrize("proxy", ["http://127.0.0.1:9", "socks5://127.0.0.1:9", "nonsense"])
    def test_loopback_never_goes_through_one(
        self, ollama_server: OllamaTestServer, no_proxies: pytest.MonkeyPatch, name: str, proxy: str
    ) -> None:
        no_proxies.setenv(name, proxy)
        assert asking(ollama_server.address, OllamaServer.version) == VERSION
        assert asking(f"localhost:{ollama_server.port}", OllamaServer.version) == VERSION

    def test_others_go_through_it_and_its_errors_are_told_as_its_own(
        self, ollama_server: OllamaTestServer, no_proxies: pytest.MonkeyPatch
    ) -> None:
        no_proxies.setenv("HTTP_PROXY", ollama_server.address)
        no_proxies.setenv("http_proxy", ollama_server.address)
        ollama_server.days.append(days.proxy(502))
        assert isinstance(failing("http://ollama.example:11434"), ProxyInTheWay)
        assert [asked.path for asked in ollama_server.asked] == ["http://ollama.example:11434/api/tags"]

    def test_a_proxy_that_is_away_is_not_called_a_server_that_is_away(
        self, closed_port: int, no_proxies: pytest.MonkeyPatch
    ) -> None:
        for proxy in (f"http://teacher:secret@127.0.0.1:{closed_port}", f"127.0.0.1:{closed_port}"):
            no_proxies.setenv("http_proxy", proxy)
            failure = failing("http://ollama.example:11434")
            assert isinstance(failure, ProxyInTheWay)
            assert failure.facts["found"] == f"127.0.0.1:{closed_port}"

    def test_an_address_that_needs_no_proxy_is_not_blamed_on_one(
        self, closed_port: int, no_proxies: pytest.MonkeyPatch
    ) -> None:
        no_proxies.setenv("http_proxy", f"http://127.0.0.1:{closed_port}")
        no_proxies.setenv("no_proxy", "no-such-host.invalid")
        assert isinstance(failing("http://no-such-host.invalid:11434"), Unreachable)

    @pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "ftp://127.0.0.1:9", "http://127.0.0.1:port"])
    def test_a_proxy_that_can_not_be_used_is_named(self, no_proxies: pytest.MonkeyPatch, proxy: str) -> None:
        no_proxies.setenv("all_proxy", proxy)
        assert isinstance(failing("http://ollama.example:11434"), ProxyInTheWay)


class TestTheWayOfTheSettings:
    def test_another_proxy_counts_from_the_next_question(
        self, ollama_server: OllamaTestServer, no_proxies: pytest.MonkeyPatch, closed_port: int
    ) -> None:
        no_proxies.setenv("http_proxy", f"http://127.0.0.1:{closed_port}")
        ways = [WayOut(MANUAL, f"127.0.0.1:{closed_port}")]
        ollama_server.days.append(days.on("http://ollama.example:11434/api/version", json_reply({"version": "9.9"})))

        async def go() -> None:
            server = OllamaServer(read_address("http://ollama.example:11434"), way_out=lambda: ways[-1])
            with pytest.raises(ProxyInTheWay) as caught:
                await server.version()
            assert caught.value.facts["found"] == server.proxy() == f"127.0.0.1:{closed_port}"
            ways.append(WayOut(MANUAL, ollama_server.address.replace("://", "://teacher:secret@")))
            assert await server.version() == "9.9"
            assert server.proxy() == f"127.0.0.1:{ollama_server.port}"
            ways.append(WayOut(NONE))
            with pytest.raises(Unreachable):
                await server.version()
            assert server.proxy() == ""
            await server.close()

        asyncio.run(go())
        assert len(ollama_server.asked) == 1

    def test_this_machine_and_those_near_are_asked_past_the_named_one(
        self, ollama_server: OllamaTestServer, no_proxies: pytest.MonkeyPatch
    ) -> None:
        way = WayOut(MANUAL, "http://127.0.0.1:9")

        async def go() -> None:
            server = OllamaServer(read_address(ollama_server.address), way_out=lambda: way)
            assert await server.version() == VERSION
            await server.close()
            assert OllamaServer(read_address("192.168.1.20"), way_out=lambda: way).proxy() == ""

        asyncio.run(go())

    @pytest.mark.parametrize("proxy", ["socks5://teacher:secret@p.example:1", "http://teacher:secret@[bad"])
    def test_one_that_can_not_be_used_is_told_without_its_password(self, proxy: str) -> None:
        async def go() -> None:
            server = OllamaServer(read_address("http://ollama.example"), way_out=lambda: WayOut(MANUAL, proxy))
            with pytest.raises(ProxyInTheWay) as caught:
                await server.version()
            assert "secret" not in f"{caught.value} {caught.value.clause} {server.proxy()}"
            assert caught.value.facts["found"] == proxy.replace("teacher:secret@", "")

        asyncio.run(go())

    def test_a_file_of_certificates_that_can_not_be_read_is_named(self, tmp_path: Path) -> None:
        way = WayOut(NONE, certificates=str(tmp_path / "away.pem"))

        async def go() -> None:
            server = OllamaServer(read_address("https://127.0.0.1:1"), way_out=lambda: way)
            with pytest.raises(Unreachable) as caught:
                await server.version()
            assert str(tmp_path / "away.pem") in caught.value.facts["why"]

        asyncio.run(go())


def test_failures_cross_a_process_with_their_facts() -> None:
    import pickle

    failure = Refused(address=str(Address("http", "h", 1)), status="500", why="x")
    again = pickle.loads(pickle.dumps(failure))
    assert (type(again), again.facts, again.status) == (Refused, failure.facts, 500)
