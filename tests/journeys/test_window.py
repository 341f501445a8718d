"""From a folder to answers in the window: shown offscreen, driven through its own widgets, on real parts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from gangdan_gui.app import open_application
from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.events import BuildReport
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.window import Window
from tests.journeys.course import write_course

SECONDS = 90.0


class Teacher:
    """Does in a window what a person does, and reads what is shown."""

    def __init__(self, window: Window) -> None:
        self.window = window

    async def drop(self, folder: Path) -> BuildReport:
        """Drop a folder on the window and wait for its build."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(folder))])
        action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        # Qt sends a drop to whatever accepted the drag before it.
        QApplication.sendEvent(self.window.main, QDragEnterEvent(QPoint(100, 100), action, data, button, key))
        drop = QDropEvent(QPointF(100, 100), action, data, button, key)
        return await self._built(lambda: QApplication.sendEvent(self.window.main, drop))

    async def build(self) -> BuildReport:
        """Build the library's first source."""
        source = self.window.model.summaries[0].source.id
        return await self._built(lambda: self.window.library.build([source]))

    async def ask(self, question: str) -> list[str]:
        """Ask through the question box; the documents of the first five cards."""
        box = self.window.conversation.box
        box.set_text(question)
        box.sent.emit(question)
        while "ask" in self.window._jobs.names:  # noqa: ASYNC110  # the window tells of it by what it shows
            await asyncio.sleep(0.01)
        return self.cards()[:5]

    def cards(self) -> list[str]:
        """The documents of the cards shown."""
        model = self.window.cards.list.cards
        found = (self.window.cards.list.card_at(model.index(row)) for row in range(model.rowCount()))
        return [card.passage.path for card in found if card]

    async def _built(self, begin: Callable[[], object]) -> BuildReport:
        report: asyncio.Future[BuildReport] = asyncio.get_running_loop().create_future()
        self.window.library.queue.finished.connect(report.set_result)
        begin()
        try:
            done = await report
            while self.window.library.queue.running:  # noqa: ASYNC110  # until then the list says that it is being built
                await asyncio.sleep(0.01)
            return done
        finally:
            self.window.library.queue.finished.disconnect(report.set_result)
            await self.window.library.refresh()


@pytest.fixture
def visit(home: Path, qapp: QApplication) -> Callable[[Callable[[Teacher], Awaitable[None]]], None]:
    """Opens the real window on the library and runs a visit in it; fails unless it ends with exit code 0."""

    def run(journey: Callable[[Teacher], Awaitable[None]]) -> None:
        async def bounded(window: Window) -> int:
            await asyncio.wait_for(journey(Teacher(window)), SECONDS)
            return 0

        assert show_window(home, partial(open_application, home, "test"), visit=bounded) == 0

    return run


def test_a_dropped_folder_becomes_searchable_and_follows_its_files(visit, tmp_path: Path) -> None:
    course = write_course(tmp_path / "备课 资料 #1")

    async def journey(teacher: Teacher) -> None:
        report = await teacher.drop(course)
        assert (report.state, report.documents, report.problems) == (SourceState.READY, 6, ())
        assert (await teacher.ask("Which shapes of arrays can be added?"))[0] == "broadcasting.rst"
        assert (await teacher.ask("学习率太大会怎样？"))[0] == "讲义/梯度下降.md"
        assert len(teacher.window.conversation.messages) == 2

        (course / "broadcasting.rst").unlink()
        (course / "sorting.html").rename(course / "cards.html")
        report = await teacher.build()
        assert (report.removed, report.fetched, report.documents) == (2, 1, 5)
        (summary,) = teacher.window.model.summaries
        assert (summary.state, summary.documents) == (SourceState.READY, 5)
        assert (await teacher.ask("how do pupils sort cards"))[0] == "cards.html"
        assert "broadcasting.rst" not in await teacher.ask("Which shapes of arrays can be added?")

    visit(journey)


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_a_card_opens_its_document_at_the_passage(visit, tmp_path: Path) -> None:
    course = write_course(tmp_path / "course")

    async def journey(teacher: Teacher) -> None:
        await teacher.drop(course)
        await teacher.ask("学习率太大会怎样？")
        cards = teacher.window.cards.list
        card = cards.card_at(cards.cards.index(0))
        assert card is not None
        passage = card.passage
        await teacher.window.ask.open_document(passage.source, passage.path, passage.start, passage.end)
        document = await teacher.window.services.library.document(passage.source, passage.path)
        assert document.text[passage.start : passage.end] == passage.text

    visit(journey)


@pytest.mark.slow
def test_closing_during_a_build_leaves_the_library_whole(home: Path, qapp: QApplication, tmp_path: Path) -> None:
    course = write_course(tmp_path / "course")
    for number in range(60):
        text = f"# Page {number}\n\n" + f"A long page about subject {number} for the lesson. " * 60
        (course / f"page{number}.md").write_text(text, "utf-8")

    async def leave_early(window: Window) -> int:
        window.library.take_dropped([str(course)])
        while not window.library.queue.running:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
        window.main.close()
        await window.closed.wait()
        return 0

    async def come_back(window: Window) -> int:
        teacher = Teacher(window)
        (summary,) = window.model.summaries
        assert summary.state in (SourceState.NEW, SourceState.PARTIAL)
        report = await teacher.build()
        assert (report.state, report.documents) == (SourceState.READY, 66)
        assert (await teacher.ask("how do pupils sort cards"))[0] == "sorting.html"
        return 0

    opened = partial(open_application, home, "test")
    assert show_window(home, opened, visit=leave_early) == 0
    assert show_window(home, opened, visit=come_back) == 0
