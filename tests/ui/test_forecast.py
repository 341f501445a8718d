"""Forecasts in the window: what is selected, what has changed, and what is asked before a long build."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QItemSelectionModel
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import RecordsDamaged
from gangdan_gui.domain.events import Stage, StageProgress
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.reports import SourceChanges
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.sources.build_progress import BuildProgress
from gangdan_gui.ui.sources.library_presenter import LibraryPresenter
from gangdan_gui.ui.sources.model import Role, SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import RunInLoop
from tests.ui.stand_in_forecasts import StandInForecasts
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

MINUTE = 60.0


def forecast(source: str, minutes: float, *notices: Reason, **more: object) -> Forecast:
    changes = SourceChanges(source, ("a", "b", "c"), ("d",))
    given: dict[str, object] = {"passages": 90, "disk": 40_000_000, "free": 9_000_000_000, **more}
    return Forecast(source, "builtin", changes, seconds={"total": minutes * MINUTE}, notices=notices, **given)  # type: ignore[arg-type]


class Desk:
    """A left pane of a library with two sources whose builds are forecast."""

    def __init__(self, theme: Theme, qtbot: QtBot, *, tell: Forecast | None = None) -> None:
        self.library = StandInLibrary(summary("a", SourceState.STALE), summary("b"))
        self.forecasts = StandInForecasts()
        if tell:
            self.forecasts.given[tell.source] = tell
        self.errors: list[BaseException] = []
        self.jobs = Jobs(lambda _name, error: self.errors.append(error))
        self.model = SourceModel()
        self.pane = SourcesPane(theme, self.model)
        self.notices = NoticeBar(theme)
        qtbot.addWidget(self.pane)
        qtbot.addWidget(self.notices)
        self.pane.resize(360, 700)
        self.pane.show()
        self.presenter = LibraryPresenter(
            self.library, self.jobs, self.pane, self.model, self.notices, theme, forecasts=self.forecasts
        )
        assert self.presenter.forecasts is not None
        self.nights: list[bool] = []
        self.presenter.forecasts.tonight_requested.connect(lambda: self.nights.append(True))

    async def idle(self) -> None:
        await until(lambda: not self.jobs.names)

    async def select(self, source: str) -> None:
        index = self.pane.list.model().index(self.model.index_of(source).row(), 0)
        self.pane.list.selectionModel().select(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        await self.idle()

    @property
    def built(self) -> list[str]:
        return [source for source, _ in self.library.built]


@pytest.fixture
def make_desk(qtbot: QtBot, theme: Theme, translation: Translation) -> Callable[..., Desk]:
    def make(tell: Forecast | None = None) -> Desk:
        return Desk(theme, qtbot, tell=tell)

    return make


MakeDesk = Callable[..., Desk]


def test_what_a_build_would_do_is_seen_when_a_source_is_selected(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk(forecast("a", 1.5))
        await desk.presenter.refreshed()
        assert desk.pane.outlook.isHidden()
        await desk.select("a")
        assert desk.pane.outlook.text() == "3 new, 1 changed · about 2 min · 40\N{NO-BREAK SPACE}MB"
        assert desk.pane.outlook.isVisible()
        await desk.select("b")
        assert desk.pane.outlook.isHidden()
        assert desk.forecasts.asked[-1] == (("b",), BuildOptions())
        assert desk.errors == []

    in_loop(main())


def test_reasons_stand_below_what_a_build_would_do(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk(forecast("a", 1, Reason("embedding-model-missing", "bge-m3")))
        await desk.presenter.refreshed()
        await desk.select("a")
        assert desk.pane.outlook.text().splitlines()[1:] == [
            "Its passages can't be embedded now: Ollama does not have the model bge-m3; pull it first."
        ]

    in_loop(main())


def test_the_row_of_a_changed_source_says_how_long_it_takes(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk(forecast("a", 3))
        await desk.presenter.refreshed()
        desk.presenter.show_changes((SourceChanges("a", ("a", "b", "c"), ("d",)),))
        await desk.idle()
        assert desk.model.index_of("a").data(Role.LINE) == "3 new, 1 changed · about 3 min"

    in_loop(main())


def test_a_short_build_just_starts(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk(forecast("a", 9))
        await desk.presenter.refreshed()
        desk.presenter.build(["a"])
        await desk.idle()
        assert desk.built == ["a"]
        assert desk.pane.forecast.isHidden()

    in_loop(main())


def test_a_long_build_is_asked_about_with_its_figures(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk(forecast("a", 120, Reason("chat-model-evicted", "qwen3:8b"), guessed=True))
        await desk.presenter.refreshed()
        desk.presenter.build(["a"])
        await desk.idle()
        panel = desk.pane.forecast
        assert desk.built == []
        assert panel.isVisible()
        asked = panel.words.text().splitlines()
        assert asked[:3] == [
            "Building “a” takes about 2 h.",
            "It takes about 40\N{NO-BREAK SPACE}MB of the disk, where 9.0\N{NO-BREAK SPACE}GB are free.",
            "That is a guess: nothing of the kind was built on this computer yet.",
        ]
        assert "qwen3:8b" in asked[3]
        assert asked[3].endswith("Ollama can keep both: README says how.")
        panel.now_button.click()
        await desk.idle()
        assert desk.built == ["a"]
        assert panel.isHidden()

    in_loop(main())


def test_too_little_room_is_asked_about_however_short_it_is(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk(forecast("a", 1, Reason("little-room", "300 MB")))
        await desk.presenter.refreshed()
        desk.presenter.build(["a"])
        await desk.idle()
        panel = desk.pane.forecast
        assert "about 300 MB more are needed" in panel.words.text()
        assert panel.property("tone") == "warning"
        panel.cancel_button.click()
        await desk.idle()
        assert (desk.built, panel.isHidden()) == ([], True)

    in_loop(main())


def test_tonight_is_offered_for_builds_without_a_choice_of_their_own(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk(forecast("a", 60))
        await desk.presenter.refreshed()
        desk.presenter.build(["a"])
        await desk.idle()
        assert desk.pane.forecast.tonight_button.isVisible()
        desk.pane.forecast.tonight_button.click()
        assert (desk.nights, desk.built, desk.pane.forecast.isHidden()) == ([True], [], True)
        desk.pane.rebuild_requested.emit(["a"])
        await desk.idle()
        assert desk.pane.forecast.isVisible()
        assert desk.pane.forecast.tonight_button.isHidden()
        desk.pane.forecast.now_button.click()
        await desk.idle()
        assert [options.force for _, options in desk.library.built] == [True]

    in_loop(main())


def test_without_a_forecast_it_is_built_all_the_same(in_loop: RunInLoop, make_desk: MakeDesk) -> None:
    async def main() -> None:
        desk = make_desk()
        await desk.presenter.refreshed()
        desk.forecasts.error = RecordsDamaged(path="library.sqlite3", why="it is broken")
        desk.presenter.build(["a"])
        await desk.idle()
        assert (desk.built, desk.errors) == (["a"], [])

    in_loop(main())


@pytest.mark.usefixtures("translation")
def test_the_time_left_begins_with_the_forecast_and_becomes_what_is_measured() -> None:
    now = 0.0
    follower = BuildProgress(lambda: now, 100.0)

    def follow(stage: Stage, done: int, total: int) -> float | None:
        return follower.follow(StageProgress("a", stage, done, total)).seconds_left

    assert follow(Stage.CONVERT, 0, 10) == 100
    now = 10.0
    assert follow(Stage.EMBED, 0, 50) == 90
    now = 20.0
    assert follow(Stage.EMBED, 40, 50) == 80, "of all files nobody knows yet how many passages they are"
    assert follow(Stage.CONVERT, 10, 10) == pytest.approx(2.5)
    now = 200.0
    assert follow(Stage.EMBED, 45, 50) is not None
