"""A mirror, a proxy and the way of a download are tried with one small file, and the verdict is clear."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gangdan_gui.fetching.trial import Trial, try_download, try_mirror
from gangdan_gui.way_out import MANUAL, NONE, SYSTEM, WayOut
from tests.fetching.download_bench import write
from tests.web_server import days
from tests.web_server.exchange import Reply
from tests.web_server.server import WebServer

KINDS = {
    "https://codeload.github.com/": "codeload", "https://raw.githubusercontent.com/": "raw",
    "https://api.github.com/": "api", "https://codeload.github.com/octocat": "codeload/octocat",
}  # fmt: skip


@pytest.fixture
def served(web_server: WebServer, tmp_path: Path) -> WebServer:
    web_server.repository("octocat/Hello-World", write(tmp_path / "hello", {"README": "Hello World!\n"}))
    return web_server


def tried(server: WebServer, beginning: str, folder: str) -> Trial:
    return asyncio.run(try_mirror((beginning, f"{server.address}/{folder}"), WayOut()))


@pytest.mark.parametrize(("beginning", "folder"), KINDS.items())
def test_a_mirror_that_gives_what_it_stands_for(served: WebServer, beginning: str, folder: str) -> None:
    trial = tried(served, beginning, folder)
    assert (trial.reason, trial.reached) == (None, True)
    assert len(served.asked) == 1
    assert "Hello-World" in served.asked[0].target


@pytest.mark.parametrize(
    ("beginning", "day", "codes"),
    [
        ("https://codeload.github.com/", days.page(), {"not-archive"}),
        ("https://raw.githubusercontent.com/", days.on("", Reply(200, b"# Something else\n")), {"other-file"}),
        ("https://raw.githubusercontent.com/", days.failing("", 404), {"not-there"}),
        ("https://api.github.com/", days.on("", Reply(200, b"none")), {"other-file"}),
        ("https://docs.example.org/", days.failing(), {"http-status"}),
    ],
)
def test_one_that_gives_something_else_is_reached_all_the_same(
    served: WebServer, beginning: str, day: days.Day, codes: set[str]
) -> None:
    served.days.append(day)
    trial = tried(served, beginning, "raw")
    assert trial.reached
    assert {trial.reason.code if trial.reason else ""} == codes


def test_of_other_places_their_beginning_is_asked_for(served: WebServer, tmp_path: Path) -> None:
    served.site("docs", write(tmp_path / "docs", {"index.html": "<!DOCTYPE html><html><h1>Rain</h1>falls</html>"}))
    assert tried(served, "https://docs.example.org/", "site/docs").reason is None
    assert served.targets() == ["/site/docs/"]


def test_one_that_is_away_is_not_reached() -> None:
    trial = asyncio.run(try_mirror(("https://api.github.com/", "http://127.0.0.1:1/"), WayOut()))
    assert not trial.reached
    assert trial.reason
    assert trial.reason.code == "unreachable"


def test_the_way_of_a_download_goes_by_mirrors_then_by_the_proxy(
    served: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = asyncio.run(try_download(served.mirrors, WayOut(NONE)))
    assert (trial.reason, trial.place.startswith(served.address)) == (None, True)
    assert not asyncio.run(try_download("", WayOut(MANUAL, "http://127.0.0.1:1"))).reached
    assert not asyncio.run(try_download("", WayOut(SYSTEM))).reached  # through a proxy that is not there
