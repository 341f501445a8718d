"""Building all tonight: when that is, what it asks for, and how long the computer is kept awake for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from pytestqt.qtbot import QtBot

from gangdan_gui.awake import Awake
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.ui.sources.build_bar import BuildBar
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.sources.going_on import GoingOn
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.nights import Nights
from gangdan_gui.ui.sources.tonight import due_at
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

AFTERNOON = datetime(2026, 3, 4, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "now", "due"),
    [
        ("22:00", AFTERNOON, AFTERNOON.replace(hour=22, minute=0)),
        (" 22:00 ", AFTERNOON, AFTERNOON.replace(hour=22, minute=0)),
        ("22:00", AFTERNOON.replace(hour=23), AFTERNOON.replace(hour=23)),
        ("22:00", AFTERNOON.replace(hour=2), AFTERNOON.replace(hour=2)),
        ("02:00", AFTERNOON.replace(hour=1), AFTERNOON.replace(hour=2, minute=0)),
        ("22:00", AFTERNOON.replace(hour=7), AFTERNOON.replace(hour=22, minute=0)),
    ],
)
def test_tonight_is_this_evening_or_now(at: str, now: datetime, due: datetime) -> None:
    assert due_at(at, now) == due


@pytest.mark.parametrize("hour", range(24))
def test_tonight_is_never_past_and_never_more_than_a_day_away(hour: int) -> None:
    now = AFTERNOON.replace(hour=hour)
    for at in ("00:00", "06:30", "22:00", "23:59"):
        assert now <= due_at(at, now) < now + timedelta(days=1)


class Waking(Awake):
    """Says whether the computer is kept awake."""

    def __init__(self) -> None:
        super().__init__()
        self.held = False

    def hold(self) -> None:
        self.held = True

    def release(self) -> None:
        self.held = False


class Evening:
    """A plan over a library of two sources, with a clock that the test sets."""

    def __init__(self, make_jobs: MakeJobs, qtbot: QtBot) -> None:
        self.now = AFTERNOON
        self.library = StandInLibrary(summary("a"), summary("b", SourceState.NEW))
        self.jobs = make_jobs()
        model = SourceModel()
        model.set_sources(tuple(self.library.held.values()))
        self.bar, self.awake = BuildBar(), Waking()
        qtbot.addWidget(self.bar)
        self.queue = BuildQueue(self.library, self.jobs, model, lambda *_: None)
        self.nights = Nights(self.queue, model, self.bar, awake=self.awake, now=lambda: self.now)
        self.planned: list[bool] = []
        self.nights.planned_changed.connect(self.planned.append)


@pytest.fixture
def evening(make_jobs: MakeJobs, qtbot: QtBot, theme: Theme, translation: Translation) -> Evening:
    return Evening(make_jobs, qtbot)


def test_all_is_built_when_it_is_time_and_the_computer_stays_awake_until_then(
    in_loop: RunInLoop, evening: Evening
) -> None:
    async def main() -> None:
        evening.nights.toggle("22:00")
        assert not evening.bar.isHidden()
        assert evening.awake.held
        evening.nights.tonight.look()
        assert not evening.queue.running
        evening.now = AFTERNOON.replace(hour=22, minute=1)  # it slept, or the timer was late
        evening.nights.tonight.look()
        assert evening.queue.running
        assert evening.awake.held
        await until(lambda: not evening.jobs.names)
        assert [source for source, _ in evening.library.built] == ["a", "b"]
        assert not evening.awake.held
        assert evening.bar.isHidden()
        assert evening.planned == [True, False]

    in_loop(main())


def test_what_was_paused_goes_on_when_it_is_time(in_loop: RunInLoop, evening: Evening) -> None:
    async def main() -> None:
        evening.library.gate.clear()
        evening.queue.add(["a"], BuildOptions())
        await until(lambda: evening.queue.fraction > 0)
        evening.bar.pause_button.click()
        evening.nights.toggle("22:00")
        evening.now = AFTERNOON.replace(hour=22)
        evening.nights.tonight.look()
        assert not evening.queue.paused
        assert evening.queue.waiting == ("b",)
        evening.library.gate.set()
        await until(lambda: not evening.jobs.names)
        assert [source for source, _ in evening.library.built] == ["a", "b"]

    in_loop(main())


def test_a_plan_can_be_cancelled_in_the_bar(evening: Evening) -> None:
    evening.nights.toggle("22:00")
    evening.bar.cancel_button.click()
    evening.now = AFTERNOON.replace(hour=23)
    evening.nights.tonight.look()
    assert not evening.queue.running
    assert not evening.awake.held
    assert evening.planned == [True, False]


def test_a_window_that_closes_plans_nothing_any_more(evening: Evening) -> None:
    evening.nights.toggle("22:00")
    evening.nights.close()
    assert evening.nights.tonight.at is None
    assert not evening.awake.held


def test_the_real_way_of_staying_awake_can_be_held_and_let_go() -> None:
    awake = Awake()
    awake.release()
    for _ in range(2):
        awake.hold()
    awake.release()
    assert awake._helper is None


CUT = (Problem("", "embed", Reason("interrupted", "1488")),)


def test_what_was_cut_off_is_offered_at_the_next_start(translation: Translation) -> None:
    asked: list[list[str]] = []
    cut = summary("a", SourceState.PARTIAL, documents=412, expected=1900, problems=CUT)
    notice = GoingOn().offer([cut, summary("b")], asked.append)
    assert notice is not None
    assert notice.message() == "“a” was not built to the end. Partial: 412 of 1,900 files"
    assert notice.act is not None
    notice.act()
    assert asked == [["a"]]


@pytest.mark.parametrize(
    "whole",
    [
        summary("a"),
        summary("a", SourceState.NEW),
        summary("a", SourceState.PARTIAL, problems=(Problem("x.md", "embed", Reason("vector-failed", "?")),)),
        summary("a", SourceState.STALE, problems=CUT),
    ],
)
def test_nothing_is_offered_where_nothing_was_cut_off(whole: object) -> None:
    assert GoingOn().offer([whole], lambda _: None) is None  # type: ignore[list-item]
