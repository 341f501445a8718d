"""One built library for all damages, copied for each."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.desk import make_library
from tests.faults.lessons import write_lessons
from tests.faults.small_index import SmallIndexStore

FIRST, SECOND = range(24), range(100, 112)


@dataclass(frozen=True)
class Built:
    """A library of two sources, `first` the larger one, and the folders they were built from."""

    home: Path
    first: str
    second: str
    folders: tuple[Path, Path]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A whole library whose indexes are on disk, to be copied and not touched."""
    place = tmp_path_factory.mktemp("prepared")
    folders = place / "first", place / "second"
    write_lessons(folders[0], FIRST)
    write_lessons(folders[1], SECOND)
    home = place / "home"
    first, second = make_library(home, *folders, store=SmallIndexStore(home))
    return Built(home, first, second, folders)


@pytest.fixture
def built(prepared: Built, tmp_path: Path) -> Built:
    """A copy of it that a test may break."""
    home = tmp_path / "home"
    shutil.copytree(prepared.home, home)
    return Built(home, prepared.first, prepared.second, prepared.folders)
