"""The test server as a fixture; `tests/conftest.py` offers it to every room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ollama_server.server import OllamaTestServer


@pytest.fixture
def ollama_server() -> Iterator[OllamaTestServer]:
    """A server with `nomic-embed-text`, its vectors real. Tests change its `models` and `days`, and read `asked`."""
    with OllamaTestServer() as server:
        yield server
