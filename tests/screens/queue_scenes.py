"""Screens of the queue of builds: one is built, others wait, one is built in part; paused, on battery, and tonight."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import Hold, Stage
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.ui.sources.build_bar import BuildOutlook
from gangdan_gui.ui.sources.build_progress import Progress
from gangdan_gui.ui.sources.going_on import GoingOn
from gangdan_gui.ui.window import Window
from tests.ui.stand_in_library import summary

CUT = (Problem("", "embed", Reason("interrupted", "1488")),)
QUEUE = (
    summary("NumPy 用户指南", SourceState.BUILDING, documents=38, chunks=1204, language="en"),
    summary("Python 教程（中文）", SourceState.QUEUED, documents=16, chunks=982, language="zh"),
    summary("动手学深度学习", SourceState.PARTIAL, documents=412, expected=1900, chunks=9120, problems=CUT),
    summary("SciPy 讲义", SourceState.QUEUED, documents=37, chunks=870, language="en"),
    summary("第三章 教案与讲义", SourceState.QUEUED, documents=12, chunks=240, language="zh"),
)


async def running(window: Window, language: str) -> None:
    """One is built, and three wait in their order."""
    _show(window, Progress(Stage.EMBED, 812, 1204, 0.62, 190.0), BuildOutlook(running=True, waiting=3))


async def paused(window: Window, language: str) -> None:
    """The user has paused it."""
    held = Progress(Stage.EMBED, 812, 1204, 0.62, 190.0, held=Hold.PAUSED)
    _show(window, held, BuildOutlook(running=True, waiting=3, paused=True, held=Hold.PAUSED))


async def on_battery(window: Window, language: str) -> None:
    """It waits for the mains."""
    held = Progress(Stage.EMBED, 812, 1204, 0.62, 190.0, held=Hold.BATTERY)
    _show(window, held, BuildOutlook(running=True, waiting=3, held=Hold.BATTERY))


async def tonight(window: Window, language: str) -> None:
    """All is going to be built in the evening; what was cut off the last time is offered again."""
    notice = GoingOn(window).offer(QUEUE[2:3], lambda _: None)
    assert notice is not None
    window.notices.show_notice(notice)
    window.sources.bar.show_outlook(BuildOutlook(tonight="22:00"))


async def waiting_menu(window: Window, language: str) -> QWidget:
    """What can be done with a source that waits."""
    _show(window, Progress(Stage.EMBED, 812, 1204, 0.62, 190.0), BuildOutlook(running=True, waiting=3))
    window.sources.list.setCurrentIndex(window.sources.list.model().index(4, 0))
    menu = window.sources.context_menu()
    menu.popup(window.sources.mapToGlobal(window.sources.rect().center()))
    return menu


def _show(window: Window, progress: Progress, outlook: BuildOutlook) -> None:
    window.model.set_queue(("Python 教程（中文）", "SciPy 讲义", "第三章 教案与讲义"))
    window.model.set_progress("NumPy 用户指南", progress)
    window.sources.set_building(building=True)
    window.sources.bar.show_outlook(outlook)
