"""Progress goes forward only, names the stage that matters, and guesses time from rates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangdan_gui.domain.events import Stage, StageProgress
from gangdan_gui.ui.build_progress import BuildProgress


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def follow(progress: BuildProgress, clock: Clock, *steps: tuple[float, Stage, int, int]) -> list[float | None]:
    left = []
    for at, stage, done, total in steps:
        clock.now = at
        left.append(progress.follow(StageProgress("s", stage, done, total)).seconds_left)
    return left


@given(st.lists(st.tuples(st.sampled_from(Stage), st.integers(0, 500), st.integers(0, 500)), max_size=60))
def test_fraction_never_goes_back_nor_past_the_end(steps: list[tuple[Stage, int, int]]) -> None:
    clock = Clock()
    progress = BuildProgress(clock)
    fractions = []
    for stage, done, total in steps:
        clock.now += 0.1
        fractions.append(progress.follow(StageProgress("s", stage, done, total)).fraction)

    assert fractions == sorted(fractions)
    assert all(0 <= fraction <= 1 for fraction in fractions)


def test_time_left_follows_the_rate_once_it_has_settled() -> None:
    clock = Clock()
    progress = BuildProgress(clock)

    left = follow(progress, clock, (0, Stage.EMBED, 0, 1000), (1, Stage.EMBED, 10, 1000), (5, Stage.EMBED, 100, 1000))

    assert left[:2] == [None, None]
    assert left[2] == pytest.approx(45)


def test_time_left_is_that_of_the_slowest_stage() -> None:
    clock = Clock()
    progress = BuildProgress(clock)

    left = follow(
        progress,
        clock,
        (0, Stage.CONVERT, 0, 10),
        (0, Stage.EMBED, 0, 1000),
        (10, Stage.CONVERT, 1, 10),
        (10, Stage.EMBED, 500, 1000),
    )

    assert left[-1] == pytest.approx(90)


def test_nothing_is_guessed_while_one_stage_has_not_moved() -> None:
    clock = Clock()
    progress = BuildProgress(clock)

    left = follow(progress, clock, (0, Stage.CONVERT, 0, 10), (0, Stage.EMBED, 0, 9), (10, Stage.EMBED, 5, 9))

    assert left[-1] is None


def test_old_speed_is_forgotten() -> None:
    clock = Clock()
    progress = BuildProgress(clock)
    slow = [(float(second), Stage.EMBED, second, 10_000) for second in range(100)]
    fast = [(100.0 + second, Stage.EMBED, 100 + 100 * second, 10_000) for second in range(40)]

    left = follow(progress, clock, *slow, *fast)

    assert left[-1] == pytest.approx((10_000 - 4_000) / 100, rel=0.05)


def test_embedding_is_named_while_files_are_still_read() -> None:
    progress = BuildProgress(Clock())
    progress.follow(StageProgress("s", Stage.CONVERT, 3, 10))
    shown = progress.follow(StageProgress("s", Stage.EMBED, 40, 120))
    assert (shown.stage, shown.done, shown.total) == (Stage.EMBED, 40, 120)

    shown = progress.follow(StageProgress("s", Stage.EMBED, 120, 120))
    assert (shown.stage, shown.done, shown.total) == (Stage.CONVERT, 3, 10)
