"""Moments as the clock here showed them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from gangdan_gui.payloads.moments import local_time


@pytest.fixture
def in_shanghai(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("this system has no time zones by name")
    before = os.environ.get("TZ")
    monkeypatch.setenv("TZ", "CST-8")
    time.tzset()
    yield
    monkeypatch.undo()
    assert os.environ.get("TZ") == before
    time.tzset()


@pytest.mark.usefixtures("in_shanghai")
@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        ("2026-03-31T18:05:59+00:00", "2026-04-01 02:05"),
        ("2026-03-31T18:05:59-05:00", "2026-04-01 07:05"),
        ("", ""),
        ("yesterday", "yesterday"),
    ],
)
def test_a_kept_moment_is_shown_as_the_clock_here_shows_it(kept: str, shown: str) -> None:
    assert local_time(kept) == shown
