"""Speeds that were measured: added up within a week, faded over the weeks, and forgotten at last."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gangdan_gui.storing.manifest import Manifest
from gangdan_gui.storing.speed_table import KEPT_WEEKS, Speed

MONDAY = datetime(2026, 11, 30, tzinfo=UTC)
WEEK = timedelta(days=7)
STORE = ("store", "")


def kept(home: Path, *noted: tuple[Speed, datetime]) -> dict[tuple[str, str], Speed]:
    async def main() -> dict[tuple[str, str], Speed]:
        manifest = Manifest(home)
        try:
            for speed, day in noted:
                await manifest.speeds.note({STORE: speed}, day)
            return await manifest.speeds.all()
        finally:
            await manifest.close()

    return asyncio.run(main())


def test_nothing_was_measured_in_a_new_library(tmp_path: Path) -> None:
    assert kept(tmp_path) == {}


def test_builds_of_one_week_are_added_up(tmp_path: Path) -> None:
    found = kept(tmp_path, (Speed(100, 1), MONDAY), (Speed(300, 1), MONDAY + timedelta(hours=5)))
    assert found == {STORE: Speed(400, 2)}
    assert found[STORE].a_second == 200


def test_an_older_week_counts_half(tmp_path: Path) -> None:
    found = kept(tmp_path, (Speed(100, 1), MONDAY), (Speed(400, 1), MONDAY + WEEK))
    assert found[STORE].a_second == pytest.approx(300)  # (400 + 50) in 1.5 seconds


def test_weeks_without_builds_do_not_fade_what_there_is(tmp_path: Path) -> None:
    near = kept(tmp_path / "near", (Speed(100, 1), MONDAY), (Speed(400, 1), MONDAY + WEEK))
    far = kept(tmp_path / "far", (Speed(100, 1), MONDAY), (Speed(400, 1), MONDAY + 40 * WEEK))
    assert near == far


def test_what_is_long_ago_is_forgotten(tmp_path: Path) -> None:
    weeks = [(Speed(1000 if number == 0 else 10, 1), MONDAY + number * WEEK) for number in range(KEPT_WEEKS + 1)]
    assert kept(tmp_path, *weeks)[STORE].a_second == pytest.approx(10)


def test_a_week_that_is_yet_to_come_was_a_wrong_clock(tmp_path: Path) -> None:
    assert kept(tmp_path, (Speed(1, 1), MONDAY + 500 * WEEK), (Speed(70, 1), MONDAY)) == {STORE: Speed(70, 1)}


@pytest.mark.parametrize("nothing", [Speed(0, 3), Speed(5, 0), Speed(-1, 2)])
def test_what_says_nothing_is_not_noted(tmp_path: Path, nothing: Speed) -> None:
    assert kept(tmp_path, (nothing, MONDAY)) == {}
    assert Speed(5, 0).a_second == 0
