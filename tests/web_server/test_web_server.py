"""The test server gives what GitHub gives, so that what is tested against it means something."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from gangdan_gui.fetching.mirrors import read_mirrors
from tests.web_server import days
from tests.web_server.server import WebServer

_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def fetched(address: str) -> bytes:
    with _DIRECT.open(address, timeout=10) as reply:
        return bytes(reply.read())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "guide"
    place.mkdir()
    (place / "a.md").write_text("# A", "utf-8")
    return place


def test_archive_file_and_commit_are_of_one_content(web_server: WebServer, folder: Path) -> None:
    commit = web_server.repository("octo/guide", folder).commit
    mirrors = read_mirrors(web_server.mirrors)
    places = [
        mirrors.places(f"https://{address}")[0] for address in (
            f"codeload.github.com/octo/guide/tar.gz/{commit}", f"raw.githubusercontent.com/octo/guide/{commit}/a.md",
            "api.github.com/repos/octo/guide/commits/main",
        )
    ]  # fmt: skip
    assert all(place.startswith(web_server.address) for place in places)
    archive, file, said = map(fetched, places)
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        assert (tar.getnames(), tar.pax_headers["comment"]) == ([f"guide-{commit}/a.md"], commit)
    assert (file, said.decode()) == (b"# A", commit)
    (folder / "a.md").write_text("# B", "utf-8")
    assert web_server.repositories["octo/guide"].commit != commit
    with pytest.raises(urllib.error.HTTPError):
        fetched(places[1])


def test_days_come_and_go(web_server: WebServer, folder: Path) -> None:
    place = web_server.site("docs.example.org", folder)
    web_server.days.append(days.once(days.after(1, days.quota())))
    assert fetched(f"{place}a.md") == b"# A"
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetched(f"{place}a.md")
    assert (refused.value.code, refused.value.headers["X-RateLimit-Remaining"]) == (403, "0")
    refused.value.close()
    assert fetched(f"{place}a.md") == b"# A"


@pytest.mark.skipif(sys.platform == "win32", reason="ended by a signal")
def test_it_runs_by_itself(folder: Path) -> None:
    command = [sys.executable, "-m", "tests.web_server", "--repository", f"octo/guide={folder}"]
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        address = running.stdout.readline().strip()
        assert running.stdout.readline().startswith('mirrors = "https://')
        assert fetched(f"{address}/raw/octo/guide/main/a.md") == b"# A"
        running.send_signal(signal.SIGTERM)
        assert running.wait(20) == 0
