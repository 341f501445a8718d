"""Numbers of things on the command line."""

from __future__ import annotations

import pytest

from gangdan_gui.payloads.counted import counted


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 documents"), (1, "1 document"), (2, "2 documents"), (1204, "1,204 documents")]
)
def test_one_is_one(count: int, said: str) -> None:
    assert counted(count, "document") == said
