"""Stores and rows for the tests of this room."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from gangdan_gui.storing.chroma_store import ChromaStore


@pytest.fixture(scope="module")
def chroma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaStore]:
    """One real store for a module, in a folder with a Chinese name; each test takes a collection of its own."""
    store = ChromaStore(tmp_path_factory.mktemp("教学 软件") / "chroma")
    yield store
    asyncio.run(store.close())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a test may make and break a store."""
    return tmp_path / "资料库" / "chroma"
