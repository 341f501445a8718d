"""An answer of a chat model as it arrives in the conversation: stages, text, what is taken back, what is cut off."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from gangdan_gui.domain.events import AnswerStage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.ui.conversation_pane import ConversationPane
from gangdan_gui.ui.theme import Theme
from tests.ui.passages import answer


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


def test_stopping_keeps_the_text_that_came(qtbot: QtBot, theme: Theme) -> None:
    message = _pane(qtbot, theme).add_question("q")
    message.add_text("It rains", ())
    message.show_stopped()
    qtbot.waitUntil(lambda: not message.view.busy)
    assert message.view.toPlainText().strip() == "It rains"
    assert message.waiting.text() == "Stopped."
