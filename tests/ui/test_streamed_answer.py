"""An answer of a chat model as it arrives in the conversation: stages, text, what is taken back, what is cut off."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.events import AnswerStage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import SearchResult, Support
from gangdan_gui.ui.chat.conversation_pane import ConversationPane
from gangdan_gui.ui.chat.conversation_waiting import WaitingLine
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.passages import PASSAGES, answer


def _pane(qtbot: QtBot, theme: Theme) -> ConversationPane:
    pane = ConversationPane(theme)
    qtbot.addWidget(pane)
    pane.resize(800, 600)
    pane.show()
    return pane


def test_what_the_model_does_is_said_until_text_arrives(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.show_stage(AnswerStage.LOADING, "qwen3:4b")
    assert "Loading qwen3:4b" in message.waiting.text()
    message.show_stage(AnswerStage.THINKING, "qwen3:4b")
    assert "thinking" in message.waiting.text()
    message.add_text("It rains [1].", (1,))
    assert message.waiting.isHidden()


def test_text_that_is_withdrawn_leaves_nothing(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.add_text("Let me think about this.", (1,))
    message.withdraw_text()
    assert not message.waiting.isHidden()
    message.add_text("It rains [1].", (1,))
    qtbot.waitUntil(lambda: "rains" in message.view.toPlainText())
    assert "think" not in message.view.toPlainText()


def test_an_answer_that_ends_with_blank_lines_is_not_drawn_again(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.add_text("It rains [1].\n\nTwice a day.\n\n", (1,))
    qtbot.waitUntil(lambda: "Twice" in message.view.toPlainText())
    message.show_answer(answer(text="It rains [1].\n\nTwice a day.", model="qwen"))
    assert "Twice" in message.view.toPlainText()  # drawing anew would begin with an empty page
    qtbot.waitUntil(lambda: not message.view.busy)
    assert message.view.toPlainText().count("Twice") == 1


def test_an_incomplete_answer_is_kept_marked_and_can_be_asked_again(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.add_text("It ra", (1,))
    cut = replace(answer(text="It ra", model="qwen"), complete=False, incomplete=Reason("answer-length"))
    message.show_answer(cut)
    qtbot.waitUntil(lambda: not message.view.busy)
    assert message.view.toPlainText().strip() == "It ra"
    assert "not complete" in message.failure.message.text()
    with qtbot.waitSignal(message.retry_requested):
        message.failure.retry_button.click()


def test_what_the_model_did_not_read_is_said(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.show_answer(replace(answer(text="Yes.", model="qwen"), notices=(Reason("passages-left-out", "3"),)))
    assert "3" in message.notice.text()
    assert not message.notice.isHidden()


def test_a_notice_of_the_search_is_said_at_once_and_not_twice(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    message = _pane(qtbot, theme).add_question("q")
    away = Reason("words-only", "NumPy")
    message.show_found(SearchResult("q", "en", PASSAGES, Support.YES, notices=(away,)))
    assert not message.notice.isHidden()
    assert "Ollama runs" in message.notice.text()
    message.show_answer(replace(answer(text="Yes [1].", model="qwen"), notices=(away, Reason("prompt-cut", "9"))))
    assert message.notice.text().count("NumPy") == 1
    assert len(message.notice.text().splitlines()) == 2


def test_an_answer_that_names_no_passage_shows_those_that_were_used(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.add_text("It rains.", (1, 2))
    message.show_answer(replace(answer(text="It rains.", model="qwen"), citations=()))
    qtbot.waitUntil(lambda: not message.view.busy)
    assert message.view.toPlainText().splitlines()[-1].split() == ["Passages", "used:", "1", "2"]
    assert [number for *_, number in message.view._chips] == [1, 2]
    cited = _pane(qtbot, theme).add_question("q")
    cited.show_answer(answer(text="It rains [1].", model="qwen"))
    qtbot.waitUntil(lambda: not cited.view.busy)
    assert "used" not in cited.view.toPlainText()


def test_a_chip_tells_its_passage_while_the_answer_arrives(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    wild = replace(PASSAGES[0], text="<img src='http://evil.example/x.png'> **Bold** " + "word " * 200)
    message.show_found(SearchResult("q", "en", (wild, PASSAGES[1]), Support.YES))
    message.add_text("It rains [1].", (1, 2))
    message.view.highlighted.emit(QUrl("gangdan:passage/1"))
    tip = message.view.toolTip()
    assert "Broadcasting" in tip
    assert "Bold" in tip
    assert "**" not in tip
    assert "<img" not in tip
    assert tip.endswith("…</qt>")
    assert len(tip) < 600
    message.view.highlighted.emit(QUrl("gangdan:passage/9"))
    assert message.view.toolTip() == ""
    message.view.highlighted.emit(QUrl())
    assert message.view.toolTip() == ""


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_a_chip_reached_by_the_keyboard_shows_its_tip_and_moves_nothing(qtbot: QtBot, theme: Theme) -> None:
    pane = _pane(qtbot, theme)
    message = pane.add_question("q")
    message.show_answer(answer(text="It rains [1]. It pours [2].", model="qwen"))
    qtbot.waitUntil(lambda: not message.view.busy)
    pane.activateWindow()
    message.view.setFocus()
    qtbot.waitUntil(message.view.hasFocus)
    heard: list[int] = []
    message.view.passage_hovered.connect(heard.append)
    height = message.view.height()
    qtbot.keyClick(message.view, Qt.Key.Key_Tab)
    assert heard == [1]
    assert "Broadcasting" in QToolTip.text()
    qtbot.keyClick(message.view, Qt.Key.Key_Tab)
    assert heard == [1, 2]
    assert message.view.height() == height
    QToolTip.hideText()


def test_seconds_are_told_by_stage(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    message = _pane(qtbot, theme).add_question("q")
    seconds = {"embed": 0.1, "search": 0.2, "wait": 2.0, "write": 3.0, "total": 5.4}
    message.show_answer(replace(answer(text="Yes [1].", model="qwen"), seconds=seconds))
    assert message.footer.text() == "2 passages · qwen · 5.4 s (search 0.3, wait 2.0, write 3.0)"


def test_a_long_wait_counts_its_seconds(qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.show_stage(AnswerStage.LOADING, "qwen3:4b")
    for seconds, shown in ((2, False), (3, True), (75, True)):
        monkeypatch.setattr(WaitingLine, "seconds", seconds)
        message.waiting.show_seconds()
        assert message.waiting.text().endswith(f" {seconds} s") is shown
    message.show_stopped()
    assert message.waiting.text() == "Stopped."
    assert message.failure.retry_button.text() == "Ask again"


def test_stopping_keeps_the_text_that_came(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.add_text("It rains", ())
    message.show_stopped()
    qtbot.waitUntil(lambda: not message.view.busy)
    assert message.view.toPlainText().strip() == "It rains"
    assert message.waiting.text() == "Stopped."
    message.copy_button.click()
    assert QGuiApplication.clipboard().text() == "It rains"
