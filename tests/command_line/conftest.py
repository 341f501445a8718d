"""The program on one library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import Ran, run_here


@pytest.fixture
def run(home: Path) -> Callable[..., Ran]:
    """Runs a command of the library in this process."""
    return lambda *words: run_here(*words, "--home", str(home))
