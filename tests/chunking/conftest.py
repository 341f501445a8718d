"""`--update-golden` writes what the splitters make now as what they should make.

Read the difference before it stays.
"""

from __future__ import annotations

import contextlib

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Another room's tests may have the option too."""
    with contextlib.suppress(ValueError):
        parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def update_golden(pytestconfig: pytest.Config) -> bool:
    """Whether expected files are to be written rather than compared."""
    return bool(pytestconfig.getoption("--update-golden", default=False))
