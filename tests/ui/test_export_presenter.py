"""Answers and conversations are written where, as and in the words that the user says."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QSplitter
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.errors import ExportFailed, GangDanError
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Conversation, Exchange
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.exports.dialog import ExportDialog
from gangdan_gui.ui.exports.menu import ExportMenu
from gangdan_gui.ui.exports.presenter import ExportPresenter
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import NoticeBar
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.gated_assistant import GatedAssistant
from tests.ui.passages import answer
from tests.ui.waiting import until

FIRST, SECOND = answer(), answer(text="It is so [1].", model="m")


class Counter:
    """The middle of a window with the notices, and a conversation in it."""

    def __init__(self, qtbot: QtBot, theme: Theme, jobs: Jobs) -> None:
        self.assistant, self.jobs = GatedAssistant(), jobs
        self.pane, self.notices, self.window = ConversationPane(theme), NoticeBar(theme), QSplitter()
        for widget in (self.pane, self.notices):
            self.window.addWidget(widget)
        qtbot.addWidget(self.window)
        self.window.resize(900, 600)
        self.window.show()
        self.presenter = ExportPresenter(self.assistant, jobs, self.pane, self.notices)
        self.pane.export_requested.connect(lambda message: self.presenter.offer("c", message))

    async def show(self, *pairs: tuple[str, Any]) -> None:
        """Keep and show these questions and answers."""
        kept = [Exchange(question, found, "2026-03-02T10:18:00+08:00") for question, found in pairs]
        self.assistant.kept["c"] = kept
        self.pane.show_conversation(Conversation("c", pairs[0][0], kept[-1].asked, tuple(kept)))
        await until(lambda: not self.pane.busy)

    def one(self, kind: type[QObject]) -> Any:
        """The one object of a kind that there is."""
        found = self.window.findChildren(kind)
        assert len(found) == 1
        return found[0]


@pytest.fixture
def counter(qtbot: QtBot, theme: Theme, make_jobs: MakeJobs) -> Counter:
    return Counter(qtbot, theme, make_jobs())


def test_a_conversation_is_exported_where_the_user_says(counter: Counter, in_loop: RunInLoop, tmp_path: Path) -> None:
    async def work() -> None:
        await counter.show(("one / two?", FIRST))
        counter.pane.messages[0].export_button.click()
        dialog = counter.one(ExportDialog)
        assert dialog.isVisible()
        offered = []
        for name in dialog.nameFilters():
            dialog.filterSelected.emit(name)
            offered.append(Path(dialog.selectedFiles()[0]).name)
        assert offered == ["one two.docx", "one two.html", "one two.md", "one two.json"]
        dialog.chosen.emit(str(tmp_path / "课 1.md"))
        await until(lambda: "课 1.md" in counter.notices.text)
        dialog.chosen.emit(str(tmp_path / "missing" / "x.md"))
        await until(lambda: "no such folder" in counter.notices.text)
        dialog.reject()
        await until(lambda: not counter.jobs.names)

    in_loop(work())
    assert (tmp_path / "课 1.md").read_text(encoding="utf-8") == "# c\n"
    assert counter.assistant.exported == [("课 1.md", None), ("x.md", None)]


@pytest.mark.parametrize(
    ("typed", "kind", "name"),
    [
        ("Python 3.12", 0, "Python 3.12.docx"),
        ("第1.5节", 1, "第1.5节.html"),
        ("课", 2, "课.md"),
        ("x.HTM", 0, "x.HTM"),
        ("a..b", 3, "a..b.json"),
    ],
)
def test_a_name_with_a_dot_gets_its_ending(
    counter: Counter, in_loop: RunInLoop, tmp_path: Path, typed: str, kind: int, name: str
) -> None:
    async def work() -> None:
        await counter.show(("one?", FIRST))
        counter.pane.messages[0].export_button.click()
        dialog = counter.one(ExportDialog)
        dialog.setDirectory(str(tmp_path))
        dialog.filterSelected.emit(dialog.nameFilters()[kind])
        dialog.selectFile(typed)
        dialog.accept()
        await until(lambda: name in counter.notices.text)

    in_loop(work())
    assert counter.assistant.exported == [(name, None)]


def test_the_ending_follows_the_format_and_nothing_else_of_the_name_goes(counter: Counter, in_loop: RunInLoop) -> None:
    async def work() -> None:
        await counter.show(("Python 3.12?", FIRST))
        counter.pane.messages[0].export_button.click()
        dialog = counter.one(ExportDialog)
        for typed in ("Python 3.12", "Python 3.12.docx"):
            dialog.selectFile(typed)
            dialog.filterSelected.emit(dialog.nameFilters()[1])
            assert Path(dialog.selectedFiles()[0]).name == "Python 3.12.html"
        dialog.reject()

    in_loop(work())


# The offscreen platform says this for every menu.
@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")
@pytest.mark.parametrize(("at", "whole", "name", "number"), [(0, False, "one.docx", 1), (1, False, "two.docx", 2),
                                                             (1, True, "one.docx", None)])  # fmt: skip
def test_of_several_answers_one_or_all_can_be_written(
    counter: Counter, in_loop: RunInLoop, tmp_path: Path, at: int, whole: bool, name: str, number: int | None
) -> None:
    async def work() -> None:
        await counter.show(("one?", FIRST), ("two?", SECOND))
        counter.pane.messages[at].export_button.click()
        menu = counter.one(ExportMenu)
        assert menu.isVisible()
        assert counter.window.findChildren(ExportDialog) == []
        (menu.conversation if whole else menu.answer).trigger()
        menu.close()
        dialog = counter.one(ExportDialog)
        assert Path(dialog.selectedFiles()[0]).name == name
        dialog.chosen.emit(str(tmp_path / name))
        await until(lambda: name in counter.notices.text)
        dialog.reject()
        await until(lambda: not counter.jobs.names)

    in_loop(work())
    assert counter.assistant.exported == [(name, number)]


def test_an_export_that_fails_says_why(counter: Counter, in_loop: RunInLoop, tmp_path: Path) -> None:
    async def refuse(*_arguments: object) -> int:
        raise ExportFailed(reason="too-slow", detail="")

    async def work() -> None:
        await counter.show(("one?", FIRST))
        counter.assistant.export = refuse  # type: ignore[method-assign]
        await counter.presenter.write("c", tmp_path / "x.docx")

    in_loop(work())
    assert "took too long" in counter.notices.text
    assert issubclass(ExportFailed, GangDanError)


def test_an_export_has_words_of_the_window_s_language(
    counter: Counter, in_loop: RunInLoop, tmp_path: Path, translation: Translation
) -> None:
    translation.use("zh_CN")

    async def work() -> None:
        await counter.show(("广播？", FIRST))
        await counter.presenter.write("c", tmp_path / "课.md")

    in_loop(work())
    (labels,) = counter.assistant.labels
    assert (labels.question, labels.sources, labels.conversation) == ("问题", "来源", "对话")
    words = [getattr(labels, field.name) for field in dataclasses.fields(labels) if field.name != "reason"]
    assert not any(word.isascii() for word in words)
    assert "{reason}" in labels.incomplete_because
    assert not labels.reason(Reason("answer-stopped")).isascii()
