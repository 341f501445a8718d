"""Small packs for the tests of this room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_pack import write_pack


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A whole pack of two documents and three chunks, with vectors of two embedders."""
    file = tmp_path / "ice.gdpack"
    write_pack(file)
    return file
