"""Downloads take the proxy of the settings, and leave a mirror that fails alone."""

from __future__ import annotations

import asyncio
import logging
import socket
from pathlib import Path

import pytest

from gangdan_gui.domain.events import StageProgress
from gangdan_gui.fetching.downloader import Downloader
from gangdan_gui.fetching.local import Listing
from gangdan_gui.fetching.patience import Patience
from gangdan_gui.way_out import MANUAL, NONE, SYSTEM, WayOut
from tests.fetching.download_bench import DownloadBench, addresses, codes, repository, texts, write
from tests.web_server import days
from tests.web_server.exchange import Reply, raw

PAGE = "http://docs.example.org/rain.md"
FILES = {f"docs/{number}.md": f"# {number}\n\nRain falls on hills.\n" for number in range(9)}


def bring(folder: Path, way: WayOut, *locations: str) -> Listing:
    downloader = Downloader(folder, lambda: "", bool, patience=Patience(tries=1), way_out=lambda: way)

    async def nobody(progress: StageProgress) -> None:
        pass

    return asyncio.run(downloader.bring(addresses(*locations), nobody))


def test_the_proxy_that_the_settings_name_is_asked_with_its_password(bench: DownloadBench, tmp_path: Path) -> None:
    bench.server.days.append(days.on("docs.example.org", Reply(200, b"# Rain\n")))
    proxy = bench.server.address.replace("://", "://teacher:pass%40word@")
    listing = bring(tmp_path / "files", WayOut(MANUAL, proxy), PAGE)
    assert list(texts(listing).values()) == ["# Rain\n"]
    assert bench.server.targets() == [PAGE]
    assert bench.server.asked[0].headers["proxy-authorization"] == "Basic dGVhY2hlcjpwYXNzQHdvcmQ="


def test_the_computers_own_is_then_not_asked_and_none_is_none(
    bench: DownloadBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.server.days.append(days.on("docs.example.org", Reply(200, b"# Rain\n")))
    monkeypatch.setenv("http_proxy", bench.server.address)
    assert list(texts(bring(tmp_path / "files", WayOut(SYSTEM), PAGE)).values()) == ["# Rain\n"]
    bench.server.asked.clear()
    page = PAGE.replace("docs.example.org", "no-such-host.invalid")
    for way in (WayOut(NONE), WayOut(MANUAL, "http://127.0.0.1:1")):
        assert [code for _, code in codes(bring(tmp_path / "other", way, page))] == ["unreachable"]
    assert bench.server.asked == []


@pytest.mark.parametrize(
    ("reply", "code"),
    [(Reply(407, b"who are you?"), "proxy-password"), (Reply(raw=b"HTTP/1.1 407 No\r\n\r\n"), "proxy-password")],
)
def test_a_proxy_that_wants_a_password_is_a_sentence_without_one(
    bench: DownloadBench, tmp_path: Path, caplog: pytest.LogCaptureFixture, reply: Reply, code: str
) -> None:
    caplog.set_level(logging.DEBUG)
    bench.server.days.append(days.on("", reply))
    way = WayOut(MANUAL, bench.server.address.replace("://", "://teacher:secret@"))
    listing = bring(tmp_path / "files", way, PAGE)
    assert [found for _, found in codes(listing)] == [code]
    assert "secret" not in f"{listing} {caplog.text}"


def test_a_proxy_of_socks_is_said_to_be_one(tmp_path: Path) -> None:
    listing = bring(tmp_path / "files", WayOut(MANUAL, "socks5://a:b@127.0.0.1:1"), PAGE)
    assert [(problem.reason.code, problem.reason.detail) for problem in listing.problems] == [
        ("proxy-socks", "socks5://127.0.0.1:1")
    ]


BROKEN = [
    days.failing("/away/"), days.page("/away/"), days.too_many("/away/"), days.dropped("/away/"),
    days.nothing("/away/"), days.failing("/away/", 403),
    days.on("/away/", raw("HTTP/1.1 200 OK\nContent-Length: 99", b"# The first half")),
]  # fmt: skip
MANY = {f"docs/{number}.md": f"# {number}\n\nRain falls on hills.\n" for number in range(40)}


@pytest.mark.parametrize("day", BROKEN)
def test_a_mirror_that_fails_is_left_alone_for_the_rest_of_the_build(
    bench: DownloadBench, tmp_path: Path, day: days.Day, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    server = bench.server
    server.repository("octo/guide", write(tmp_path / "guide", MANY))
    server.days.append(day)
    away = f"https://raw.githubusercontent.com/={server.address}/away/"
    # The other one speaks by another name: a mirror is known by its server.
    other = server.mirrors.replace("127.0.0.1", "localhost")
    bench.downloader._mirrors = lambda: f"{away} {other}"
    listing = bench.run(repository(*MANY, revision="main"))
    assert (len(listing.files), listing.problems) == (len(MANY), ())
    assert len(server.targets("/away/")) <= 12  # those that were under way together
    assert f"localhost:{server.port}" in caplog.text
    assert "is not asked again" in caplog.text


def test_a_mirror_that_has_not_all_files_is_asked_for_the_others(bench: DownloadBench, tmp_path: Path) -> None:
    server = bench.server
    server.repository("octo/guide", write(tmp_path / "guide", FILES))
    some = server.site("raw", write(tmp_path / "some", {"octo/guide/main/docs/8.md": "# From the mirror\n"}))
    other = server.mirrors.replace("127.0.0.1", "localhost")
    mirrors = f"https://raw.githubusercontent.com/={some} {other}"
    bench.downloader._mirrors = lambda: mirrors
    bench.server.days.append(days.failing("/api/", 404))
    listing = bench.run(repository(*FILES, revision="main"))
    assert texts(listing)["docs/8.md"] == "# From the mirror\n"
    assert len(listing.files) == len(FILES)


def test_a_mirror_that_has_come_round_is_asked_for_the_rest(bench: DownloadBench, tmp_path: Path) -> None:
    server = bench.server
    server.repository("octo/guide", write(tmp_path / "guide", FILES))
    server.days.append(days.once(days.dropped("/raw/"), 4))
    listing = bench.run(repository(*FILES, revision="main"))
    assert (len(listing.files), listing.problems) == (len(FILES), ())


def test_a_name_is_looked_up_once_for_where_a_server_sends_us(
    bench: DownloadBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has a public address when it is judged, and that of this machine when it is connected to."""
    looked_up: list[str] = []
    usual = socket.getaddrinfo

    def lookup(host: str | bytes | None, *rest: object, **more: object) -> object:
        if host == "rebound.example":
            looked_up.append(host)
            number = "192.0.0.9" if len(looked_up) == 1 else "127.0.0.1"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, bench.server.port))]
        return usual(host, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    target = f"http://rebound.example:{bench.server.port}/secret.md"
    bench.server.days.append(days.on("/start.md", Reply(302, headers={"Location": target})))
    bench.server.days.append(days.on("/secret.md", Reply(200, b"# Secret\n")))
    downloader = Downloader(
        tmp_path / "files", lambda: "", bool, patience=Patience(connect=0.2, tries=1), way_out=lambda: WayOut(NONE)
    )

    async def nobody(progress: StageProgress) -> None:
        pass

    listing = asyncio.run(downloader.bring(addresses(f"{bench.server.address}/start.md"), nobody))
    assert ([code for _, code in codes(listing)], bench.server.targets("/secret")) == (["unreachable"], [])
    assert len(looked_up) == 1
