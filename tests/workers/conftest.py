"""Children that start as the program starts them."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True, scope="module")
def children(program_s_children: None) -> None:
    """How they start and end is what is tested here."""
