"""The menu of a source that waits to be built, or of which something failed, and what the presenter makes of it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.sources.library_presenter import LibraryPresenter
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

FAILED = (Problem("a.txt", "convert", Reason("binary")),)
QUEUE_WORDS = {"Build next", "Build earlier", "Do not build now"}


@pytest.fixture
def model() -> SourceModel:
    model = SourceModel()
    queued = [summary(title, SourceState.QUEUED) for title in "bcd"]
    model.set_sources([summary("a", problems=FAILED), *queued])
    model.set_queue(("b", "c", "d"))
    return model


@pytest.fixture
def pane(qtbot: QtBot, theme: Theme, translation: Translation, model: SourceModel) -> SourcesPane:
    pane = SourcesPane(theme, model)
    qtbot.addWidget(pane)
    return pane


def menu_of(pane: SourcesPane, row: int) -> QMenu:
    pane.list.clearSelection()
    pane.list.setCurrentIndex(pane.list.model().index(row, 0))
    return pane.context_menu()


def words(menu: QMenu) -> set[str]:
    return {action.text() for action in menu.actions()}


def choose(menu: QMenu, text: str) -> None:
    next(action for action in menu.actions() if action.text() == text).trigger()


@pytest.mark.parametrize(
    ("row", "offered"),
    [
        (0, set()),
        (1, {"Do not build now"}),
        (2, {"Do not build now", "Build next"}),
        (3, QUEUE_WORDS),
    ],
)
def test_what_waits_can_be_moved_as_far_as_there_is_a_way(pane: SourcesPane, row: int, offered: set[str]) -> None:
    assert words(menu_of(pane, row)) & QUEUE_WORDS == offered


def test_the_menu_asks_for_places_of_the_queue(pane: SourcesPane) -> None:
    asked: list[tuple[str, int]] = []
    taken: list[list[str]] = []
    pane.move_requested.connect(lambda source, place: asked.append((source, place)))
    pane.take_out_requested.connect(taken.append)
    choose(menu_of(pane, 3), "Build earlier")
    choose(menu_of(pane, 3), "Build next")
    choose(menu_of(pane, 2), "Do not build now")
    assert asked == [("d", 1), ("d", 0)]
    assert taken == [["c"]]


def test_only_what_failed_is_offered_again(pane: SourcesPane) -> None:
    asked: list[list[str]] = []
    pane.retry_requested.connect(asked.append)
    choose(menu_of(pane, 0), "Try failed files again")
    assert asked == [["a"]]
    assert "Try failed files again" not in words(menu_of(pane, 1))


def test_trying_again_builds_with_that_option_and_pausing_is_in_the_bar(
    in_loop: RunInLoop, qtbot: QtBot, theme: Theme, translation: Translation, make_jobs: MakeJobs
) -> None:
    async def main() -> None:
        jobs, model, notices = make_jobs(), SourceModel(), NoticeBar(theme)
        library = StandInLibrary(summary("a", problems=FAILED))
        pane = SourcesPane(theme, model)
        qtbot.addWidget(pane)
        qtbot.addWidget(notices)
        presenter = LibraryPresenter(library, jobs, pane, model, notices, theme)
        await presenter.refresh()
        library.gate.clear()
        pane.retry_requested.emit(["a"])
        await until(lambda: presenter.queue.fraction > 0)
        assert not pane.bar.isHidden()
        pane.bar.pause_button.click()
        assert presenter.queue.paused
        assert pane.bar.resume_button.isVisibleTo(pane)
        pane.bar.resume_button.click()
        library.gate.set()
        await until(lambda: not jobs.names)
        assert library.built == [("a", BuildOptions(retry=True))]
        assert pane.bar.isHidden()

    in_loop(main())
