"""Stores and rows for the tests of this room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gangdan_gui.storing.chroma_store import ChromaStore
from gangdan_gui.storing.server_store import ServerStore
from gangdan_gui.way_out import WayOut
from tests.chroma_run import ChromaRun


@pytest.fixture(scope="module")
def chroma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaStore]:
    """One real store for a module, in a folder with a Chinese name; each test takes a collection of its own."""
    store = ChromaStore(tmp_path_factory.mktemp("教学 软件") / "chroma")
    yield store
    asyncio.run(store.close())


@pytest.fixture(scope="module")
def server(chroma_run: ChromaRun) -> Iterator[ServerStore]:
    """A library's place on a real server; each test takes a collection of its own."""
    store = ServerStore(chroma_run.url, "", "contract", WayOut())
    yield store
    asyncio.run(store.close())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test may make and break a store."""
    return tmp_path / "资料库" / "chroma"
