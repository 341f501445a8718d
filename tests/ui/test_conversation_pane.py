"""The conversation: messages, what stands around them, and how it scrolls."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.errors import EmbedderUnavailable
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Conversation, Exchange, Support
from gangdan_gui.ui.chat.conversation_message import FIRST_PASSAGES, AnswerMessage, QuestionBubble
from gangdan_gui.ui.chat.conversation_pane import COLUMN, ConversationPane
from gangdan_gui.ui.chat.question_scope import ScopeEntry
from gangdan_gui.ui.reading.reading_view import ReadingView
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import told
from gangdan_gui.ui.translation import Translation
from gangdan_gui.wording import Told
from tests.ui.passages import PASSAGES, answer, passage

CODE = "def f(x):\n    return x\n\n\nprint(f(1))"


@pytest.fixture
def pane(qtbot: QtBot, theme: Theme) -> ConversationPane:
    pane = ConversationPane(theme)
    qtbot.addWidget(pane)
    pane.resize(900, 500)
    pane.show()
    return pane


def drawn(qtbot: QtBot, pane: ConversationPane) -> None:
    qtbot.waitUntil(lambda: not pane.busy)
    QApplication.processEvents()


def test_it_begins_with_a_sentence_and_examples(qtbot: QtBot, pane: ConversationPane) -> None:
    asked: list[str] = []
    pane.asked.connect(asked.append)
    pane.set_examples(["What is broadcasting?", "R & D 是什么？"])
    assert pane.start.isVisible()
    assert pane.start.heading.text()
    qtbot.mouseClick(pane.start.examples[1], Qt.MouseButton.LeftButton)
    assert asked == ["R & D 是什么？"]
    pane.set_examples([])
    assert pane.start.examples == ()


def test_a_question_is_plain_text(pane: ConversationPane) -> None:
    pane.add_question("<b>bold</b> ![x](http://evil.example) & 问题\nsecond line")
    bubble = pane.findChild(QuestionBubble)
    assert isinstance(bubble, QuestionBubble)
    assert bubble.question == "<b>bold</b> ![x](http://evil.example) & 问题\nsecond line"
    assert not pane.start.isVisible()


def test_no_title_is_taken_for_html(pane: ConversationPane) -> None:
    title = "<img src='file:///etc/x.png'> " + "very long " * 200
    pane.set_title(title)
    pane.box.set_scope([ScopeEntry(str(n), f"{n} <img src='http://evil.example/x.png'>") for n in range(40)])
    QApplication.processEvents()
    tips = [pane.title.toolTip(), pane.box.scope.rest.toolTip(), pane.box.scope.chips[0].toolTip()]
    assert all(tip and "<img" not in tip for tip in tips)
    assert len(tips[0]) < 1000
    assert pane.title.text().startswith("<img src=")
    assert pane.title.textFormat() == Qt.TextFormat.PlainText


def test_bubbles_are_narrow_and_the_column_is_not_wider_than_to_be_read(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.resize(1600, 700)
    message = pane.add_question("短")
    message.show_answer(answer())
    pane.add_question("a very long question " * 30).show_answer(answer())
    drawn(qtbot, pane)
    short, long = pane.findChildren(QuestionBubble)
    assert short.view.width() < 60
    assert 400 < long.view.width() < COLUMN
    assert message.width() == COLUMN
    edge = message.mapTo(pane, QPoint(message.width(), 0)).x()
    assert short.view.mapTo(pane, QPoint(short.view.width(), 0)).x() <= edge
    assert long.view.height() == pytest.approx(long.view.document().size().height(), abs=2)


@pytest.mark.parametrize(("supported", "warned"), [(Support.YES, False), (Support.WEAK, True), (Support.NO, True)])
def test_weak_support_is_said(qtbot: QtBot, pane: ConversationPane, supported: Support, warned: bool) -> None:
    message = pane.add_question("q")
    message.show_answer(answer(supported=supported))
    assert message.warning.isHidden() is not warned
    assert bool(message.warning.text()) is warned
    assert message.footer.text() == "2 passages · 0.4 s"


def test_no_passage_at_all_is_said(pane: ConversationPane) -> None:
    message = pane.add_question("q")
    message.show_answer(answer((), supported=Support.NO))
    assert not message.warning.isHidden()
    assert message.view.isHidden()
    assert message.copy_button.isHidden()


def test_many_passages_are_shown_on_request(qtbot: QtBot, pane: ConversationPane) -> None:
    many = [passage(n, f"Passage number {n}.") for n in range(1, FIRST_PASSAGES + 3)]
    message = pane.add_question("q")
    message.show_answer(answer(many))
    drawn(qtbot, pane)
    assert f"number {FIRST_PASSAGES}." in message.view.toPlainText()
    assert f"number {FIRST_PASSAGES + 1}." not in message.view.toPlainText()
    assert message.more.text() == "Show 2 more passages"
    qtbot.mouseClick(message.more, Qt.MouseButton.LeftButton)
    drawn(qtbot, pane)
    assert f"number {FIRST_PASSAGES + 2}." in message.view.toPlainText()
    assert not message.more.isVisible()


def test_copying_gives_markdown_that_runs(qtbot: QtBot, pane: ConversationPane) -> None:
    message = pane.add_question("q")
    message.show_answer(answer([passage(1, f"Text\n\n```python\n{CODE}")]))
    qtbot.mouseClick(message.copy_button, Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied == f"**[1] NumPy 用户指南 › Broadcasting › Rules**\n\nText\n\n```python\n{CODE}\n```\n"
    assert message.copy_button.text() == "Copied"


def test_copying_an_answer_of_a_model_adds_its_sources(qtbot: QtBot, pane: ConversationPane) -> None:
    message = pane.add_question("q")
    message.show_answer(answer(text=f"See [1].\n\n```\n{CODE}\n```", model="qwen"))
    message.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"See [1].\n\n```\n{CODE}\n```\n\n[1] NumPy 用户指南 › Rules (guide/1.md)\n")
    drawn(qtbot, pane)
    assert message.footer.text() == "2 passages · qwen · 0.4 s"


def test_an_answer_that_arrives_is_kept_as_it_was_drawn(qtbot: QtBot, pane: ConversationPane) -> None:
    message = pane.add_question("q")
    message.add_text("First [1] and ", (1, 2))
    message.add_text("second [2].", (1, 2))
    qtbot.waitUntil(lambda: "second" in message.view.toPlainText())
    before = message.view.drawn
    message.show_answer(answer(text="First [1] and second [2].", model="qwen"))
    drawn(qtbot, pane)
    assert message.view.drawn == before + 1
    assert not message.waiting.isVisible()
    other = pane.add_question("q")
    other.add_text("Draft", ())
    other.show_answer(answer(text="What was kept [1].", model="qwen"))
    drawn(qtbot, pane)
    assert other.view.toPlainText().split() == ["What", "was", "kept", "1", "."]


def test_a_selection_is_copied_with_real_line_ends(qtbot: QtBot, pane: ConversationPane) -> None:
    message = pane.add_question("q")
    message.show_answer(answer([passage(1, f"```python\n{CODE}\n```")]))
    drawn(qtbot, pane)
    message.view.selectAll()
    message.view.copy()
    copied = QGuiApplication.clipboard().mimeData()
    assert CODE in copied.text()
    assert not copied.hasHtml()
    assert not {"\u2028", "\u2029", "\u00a0", "\ufdd0", "\ufdd1"} & set(copied.text())


def test_a_failure_says_what_to_do_and_can_be_tried_again(qtbot: QtBot, pane: ConversationPane) -> None:
    asked: list[str] = []
    pane.asked.connect(asked.append)
    message = pane.add_question("again & again")
    message.show_failure(lambda: Told("x", "It <b>failed</b>.", "Do this."))
    assert message.failure.message.text() == "It <b>failed</b>."
    assert message.failure.advice.text() == "Do this."
    assert not message.waiting.isVisible()
    qtbot.mouseClick(message.failure.retry_button, Qt.MouseButton.LeftButton)
    assert asked == ["again & again"]
    assert pane.messages == ()


def test_a_stopped_question_says_so(pane: ConversationPane) -> None:
    message = pane.add_question("q")
    assert message.waiting.text() == "Searching your sources…"
    message.show_stopped()
    assert message.waiting.text() == "Stopped."


def conversation(count: int) -> Conversation:
    exchanges = tuple(Exchange(f"Question {n}", answer(), "2025-01-01T00:00:00+00:00") for n in range(count))
    return Conversation("c", "Lesson 课", "2025-01-01T00:00:00+00:00", exchanges)


def test_a_stored_conversation_comes_in_its_order_and_earlier_ones_on_request(
    qtbot: QtBot, pane: ConversationPane
) -> None:
    shown = pane.column.SHOWN
    pane.show_conversation(conversation(shown + 6))
    assert [message.question for message in pane.messages] == [f"Question {shown + 5}"]
    drawn(qtbot, pane)
    assert [message.question for message in pane.messages] == [f"Question {n}" for n in range(5, shown + 6)]
    assert pane.title.text() == "Lesson 课"
    assert pane.column.earlier.isVisible()
    pane.column.earlier.click()
    drawn(qtbot, pane)
    assert [message.question for message in pane.messages] == [f"Question {n}" for n in range(shown + 6)]
    assert not pane.column.earlier.isVisible()


def test_a_conversation_can_be_left_while_it_is_drawn(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.show_conversation(conversation(12))
    pane.clear()
    pane.add_question("new")
    drawn(qtbot, pane)
    assert [message.question for message in pane.messages] == ["new"]


def top_of(pane: ConversationPane, widget: QWidget) -> int:
    return widget.mapTo(pane.column, QPoint(0, 0)).y()


def test_the_newest_question_is_held_at_the_top_until_the_user_scrolls(qtbot: QtBot, pane: ConversationPane) -> None:
    pane.show_conversation(conversation(4))
    drawn(qtbot, pane)
    message = pane.add_question("newest")
    bubble = pane.findChildren(QuestionBubble)[-1]
    message.show_answer(answer([passage(n, "long text. " * 200) for n in range(1, 6)]))
    drawn(qtbot, pane)
    assert 0 <= top_of(pane, bubble) <= 40
    wheel(pane, message.view)
    place = top_of(pane, bubble)
    assert place > 40
    message.view.add_passages([passage(9, "even more. " * 300)])
    drawn(qtbot, pane)
    assert top_of(pane, bubble) == place


def wheel(pane: ConversationPane, target: ReadingView) -> None:
    """Turn the wheel up over a message. Only the window system's own events go on to parents, so this does."""
    for widget in (target.viewport(), pane.column.viewport()):
        event = QWheelEvent(
            QPointF(20, 20),
            QPointF(widget.mapToGlobal(QPoint(20, 20))),
            QPoint(0, 0),
            QPoint(0, 240),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
        assert event.isAccepted() is (widget is pane.column.viewport())
    QApplication.processEvents()


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        (Qt.Key.Key_PageUp, -1), (Qt.Key.Key_Up, -1), (Qt.Key.Key_Home, -1), (Qt.Key.Key_PageDown, 1),
        (Qt.Key.Key_Down, 1), (Qt.Key.Key_End, 1), (Qt.Key.Key_Space, 1),
    ],
)  # fmt: skip
def test_keys_scroll_from_within_a_message(qtbot: QtBot, pane: ConversationPane, key: Qt.Key, moves: int) -> None:
    pane.show_conversation(conversation(6))
    drawn(qtbot, pane)
    bar = pane.column.verticalScrollBar()
    view = pane.messages[3].view
    view.setFocus()
    QApplication.processEvents()
    pane.column._release()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    qtbot.keyClick(view, key)
    assert (bar.value() - before) * moves > 0


def test_text_can_be_selected_with_the_keyboard(qtbot: QtBot, pane: ConversationPane) -> None:
    message = pane.add_question("q")
    message.show_answer(answer())
    drawn(qtbot, pane)
    message.view.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClick(message.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert message.view.textCursor().hasSelection()


def test_each_message_is_a_block_of_its_own_for_a_screen_reader(qtbot: QtBot, pane: ConversationPane) -> None:
    for number in range(2):
        pane.add_question(f"Question {number}").show_answer(answer())
    drawn(qtbot, pane)
    views = [message.view for message in pane.messages]
    interfaces = [QAccessible.queryAccessibleInterface(view) for view in views]
    readers = [interface.textInterface() for interface in interfaces]
    texts = [reader.text(0, reader.characterCount()) for reader in readers]
    assert all("General rules" in text for text in texts)
    assert [message.accessibleName() for message in pane.messages] == ["Answer to: Question 0", "Answer to: Question 1"]
    assert [interface.text(QAccessible.Text.Name) for interface in interfaces] == ["Answer", "Answer"]
    assert [view.accessibleDescription() for view in views] == ["Question 0", "Question 1"]
    bubbles = pane.findChildren(QuestionBubble)
    assert [bubble.accessibleName() for bubble in bubbles] == ["Question: Question 0", "Question: Question 1"]


def test_what_came_back_can_be_said_in_a_few_words(pane: ConversationPane) -> None:
    message = pane.add_question("q")
    assert message.spoken == "Searching your sources…"
    message.show_answer(answer())
    assert message.spoken == "2 passages · 0.4 s"
    message.show_answer(answer(supported=Support.WEAK))
    assert message.spoken.startswith("Your sources may not answer this.")
    failed = pane.add_question("q")
    failed.show_failure(lambda: Told("x", "It failed.", "Do this."))
    assert failed.spoken == "It failed. Do this."
    failed.announce()


def test_signals_of_a_message_carry_its_answer(qtbot: QtBot, pane: ConversationPane) -> None:
    given = answer(PASSAGES)
    message = pane.add_question("q")
    message.show_answer(given)
    heard: list[tuple[object, int]] = []
    pane.passage_clicked.connect(lambda owner, number: heard.append((owner, number)))
    pane.passage_hovered.connect(lambda owner, number: heard.append((owner, number)))
    message.view.passage_clicked.emit(2)
    message.view.passage_hovered.emit(1)
    assert heard == [(given, 2), (given, 1)]
    assert heard[0][0] is given


def test_the_language_can_change_while_it_is_shown(
    qtbot: QtBot, pane: ConversationPane, translation: Translation
) -> None:
    message = pane.add_question("q")
    message.show_answer(answer(supported=Support.WEAK))
    before = _texts(pane, message)
    translation.use("zh_CN")
    QApplication.processEvents()
    translation.use("en")
    QApplication.processEvents()
    assert _texts(pane, message) == before


def test_a_title_without_room_ends_in_dots(pane: ConversationPane) -> None:
    title = "普通高中信息技术选择性必修课程《人工智能初步》第三章教学设计"
    pane.set_title(title)
    QApplication.processEvents()
    assert pane.title.shown == title
    pane.resize(420, 500)
    QApplication.processEvents()
    assert pane.title.shown.endswith("…")
    assert title.startswith(pane.title.shown[:-1])
    assert pane.title.text() == title
    assert title in pane.title.toolTip()


def test_what_failed_is_said_in_the_language_of_now(pane: ConversationPane, translation: Translation) -> None:
    failed, partly, stopped = (pane.add_question("q") for _ in range(3))
    failed.show_failure(partial(told, EmbedderUnavailable(embedder="builtin", why="encoder.onnx")))
    partly.show_answer(replace(answer(), incomplete=Reason("answer-length")))
    stopped.show_stopped()
    english = [one.failure.message.text() for one in (failed, partly, stopped)]
    translation.use("zh_CN")
    QApplication.processEvents()
    assert [one.failure.message.text() for one in (failed, partly, stopped)] == [
        "嵌入模型“内置嵌入模型”无法使用：encoder.onnx。",
        "这个回答不完整：长度超出了可用空间",
        "已停止。",
    ]
    assert failed.failure.advice.text().startswith("请重新启动程序")
    assert failed.spoken.startswith("嵌入模型")
    translation.use("en")
    QApplication.processEvents()
    assert [one.failure.message.text() for one in (failed, partly, stopped)] == english


def _texts(pane: ConversationPane, message: AnswerMessage) -> list[str]:
    return [pane.new_button.text(), message.copy_button.text(), message.footer.text(), message.warning.text()]
