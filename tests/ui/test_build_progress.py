"""Progress goes forward only, names the stage that matters, and guesses time from rates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import Stage, StageProgress
from gangdan_gui.ui.byte_sizes import size_words
from gangdan_gui.ui.sources.build_progress import BuildProgress, Progress
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.translation import Translation
from tests.ui.stand_in_library import summary


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


COUNTS = st.integers(0, 500)


@given(st.lists(st.builds(StageProgress, st.just("s"), st.sampled_from(Stage), COUNTS, COUNTS, COUNTS, COUNTS)))
def test_fraction_never_goes_back_nor_past_the_end(steps: list[StageProgress]) -> None:
    clock = Clock()
    progress = BuildProgress(clock)
    fractions = []
    for step in steps:
        clock.now += 0.1
        fractions.append(progress.follow(step).fraction)

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


def test_gathering_words_after_all_is_embedded_is_told_as_that(qapp: QApplication) -> None:
    progress = BuildProgress(Clock())
    progress.follow(StageProgress("s", Stage.EMBED, 120, 120))
    shown = progress.follow(StageProgress("s", Stage.WORDS, 256, 900))

    assert SourceWords().row_line(summary("Water"), shown).startswith("Gathering its words 256 / 900")


def test_a_whole_build_with_a_download_comes_to_its_end() -> None:
    progress = BuildProgress(Clock())
    progress.follow(StageProgress("s", Stage.FETCH, 5, 10, 4_000, 8_000))
    half = progress.follow(StageProgress("s", Stage.FETCH, 5, 10, 4_000, 8_000)).fraction
    for stage in Stage:
        last = progress.follow(StageProgress("s", stage, 10, 10, 8_000 * (stage is Stage.FETCH), 0))

    assert 0.1 <= half <= 0.15
    assert last.fraction == pytest.approx(1)


def test_time_left_of_a_download_is_counted_in_bytes() -> None:
    clock = Clock()
    progress = BuildProgress(clock)
    for at, done in ((0, 0), (5, 1_000_000), (10, 2_000_000)):
        clock.now = at
        shown = progress.follow(StageProgress("s", Stage.FETCH, 1, 400, done, 8_000_000))

    assert shown.seconds_left == pytest.approx(30)


def test_a_change_from_files_to_bytes_is_no_speed() -> None:
    clock = Clock()
    progress = BuildProgress(clock)
    for at in range(10):
        clock.now = at
        progress.follow(StageProgress("s", Stage.FETCH, at, 400))
    clock.now = 10
    shown = progress.follow(StageProgress("s", Stage.FETCH, 10, 400, 2_000_000, 8_000_000))

    assert shown.seconds_left is None


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ((12, 40, 3_600_000, 8_400_000), "Downloading 12 of 40 files · 3.6 of 8.4\N{NO-BREAK SPACE}MB"),
        ((12, 40, 3_600_000, 0), "Downloading 12 of 40 files · 3.6\N{NO-BREAK SPACE}MB"),
        ((0, 1, 300_000, 26_000_000), "Downloading · 0.3 of 26\N{NO-BREAK SPACE}MB"),
        ((0, 0, 300_000, 0), "Downloading · 300\N{NO-BREAK SPACE}kB"),
        ((0, 0, 0, 5), "Downloading · 0 of 1\N{NO-BREAK SPACE}kB"),
        ((1200, 4000, 3 * 10**9, 12 * 10**9), "Downloading 1,200 of 4,000 files · 3.0 of 12\N{NO-BREAK SPACE}GB"),
        ((3, 40, 9_000_000, 8_400_000), "Downloading 3 of 40 files · 9.0\N{NO-BREAK SPACE}MB"),
        ((3, 40, 0, 0), "Checking files 3 / 40"),
    ],
)
def test_a_download_is_told_in_files_and_bytes(
    translation: Translation, step: tuple[int, int, int, int], words: str
) -> None:
    progress = BuildProgress(Clock()).follow(StageProgress("s", Stage.FETCH, *step))

    assert SourceWords().row_line(summary("s", SourceState.BUILDING), progress) == words


def test_sizes_follow_the_language_of_the_window(translation: Translation) -> None:
    before = QLocale()
    try:
        QLocale.setDefault(QLocale("de_DE"))
        assert size_words(3_600_000) == "3,6\N{NO-BREAK SPACE}MB"
    finally:
        QLocale.setDefault(before)


def test_a_model_that_is_awaited_is_named_until_something_is_done(translation: Translation) -> None:
    words, source = SourceWords(), summary("s", SourceState.BUILDING)
    awaited = words.row_line(source, Progress(awaited="bge-m3"))
    assert awaited == "Waiting for bge-m3; loading it may take minutes"
    begun = BuildProgress(Clock()).follow(StageProgress("s", Stage.CONVERT, 1, 4))
    assert "bge-m3" not in words.row_line(source, begun)
