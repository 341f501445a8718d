"""The test server as a fixture; `tests/conftest.py` offers it to every room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web_server.server import WebServer

_NOBODY = "http://127.0.0.1:1"


@pytest.fixture
def web_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    """A server with nothing on it yet. Tests add repositories, sites and days, and read `asked`.

    Nothing else is reached: every other address is behind a proxy that is not there.
    """
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"):
        monkeypatch.setenv(name, _NOBODY)
    for name in ("ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with WebServer() as server:
        yield server
