"""A downloader at a test server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fetching.download_bench import DownloadBench
from tests.web_server.server import WebServer


@pytest.fixture
def bench(tmp_path: Path, web_server: WebServer) -> DownloadBench:
    return DownloadBench(tmp_path / "files", web_server)
