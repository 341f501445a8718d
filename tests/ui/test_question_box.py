"""Asking a question: keys, input methods, pasting, and what the box says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.ui.chat.question_box import LONGEST, Obstacle, QuestionBox
from gangdan_gui.ui.chat.question_edit import MOST_LINES
from gangdan_gui.ui.chat.question_scope import ScopeEntry
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


@pytest.fixture
def box(qtbot: QtBot, theme: Theme) -> QuestionBox:
    box = QuestionBox()
    qtbot.addWidget(box)
    box.resize(600, 120)
    box.show()
    return box


@pytest.fixture
def sent(box: QuestionBox) -> list[str]:
    questions: list[str] = []
    box.sent.connect(questions.append)
    return questions


def press(
    box: QuestionBox,
    key: Qt.Key = Qt.Key.Key_Return,
    modifiers: Qt.KeyboardModifier = NONE,
    *,
    repeated: bool = False,
) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, "\r", repeated, 1)
    QApplication.sendEvent(box.edit, event)


def compose(box: QuestionBox, preedit: str = "", commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(box.edit, event)


def turn(qapp: QApplication) -> None:
    qapp.processEvents()


ENTERS = [(Qt.Key.Key_Return, NONE), (Qt.Key.Key_Enter, KEYPAD)]


@pytest.mark.parametrize(("key", "modifiers"), ENTERS)
def test_enter_sends_once_and_empties(
    box: QuestionBox, sent: list[str], key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    box.set_text("  What is 广播?\n")
    press(box, key, modifiers)
    assert sent == ["What is 广播?"]
    assert box.text == ""
    press(box, key, modifiers)
    assert len(sent) == 1


def test_a_key_held_down_sends_once(box: QuestionBox, sent: list[str]) -> None:
    box.set_text("one")
    press(box)
    box.set_text("two")
    for _ in range(5):
        press(box, repeated=True)
    assert sent == ["one"]
    assert box.text == "two"


def test_shift_enter_is_a_new_line(box: QuestionBox, sent: list[str]) -> None:
    box.set_text("one")
    press(box, modifiers=SHIFT)
    press(box, Qt.Key.Key_Enter, SHIFT | KEYPAD)
    assert (box.text, sent) == ("one\n\n", [])


def test_control_enter_can_be_the_key_that_sends(box: QuestionBox, sent: list[str]) -> None:
    box.set_send_with("ctrl+enter")
    box.set_text("one")
    press(box)
    assert (box.text, sent) == ("one\n", [])
    press(box, modifiers=CONTROL)
    assert sent == ["one"]
    assert "Ctrl+Enter" in box.edit.placeholderText()


def test_a_blank_question_is_not_sent(box: QuestionBox, sent: list[str]) -> None:
    box.set_text(" \n\u3000\t")
    press(box)
    assert sent == []
    assert not box.button.isEnabled()


@pytest.mark.parametrize(("key", "modifiers"), ENTERS)
def test_return_belongs_to_the_input_method_while_it_composes(
    qapp: QApplication, box: QuestionBox, sent: list[str], key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    box.set_text("说 ")
    compose(box, preedit="ni hao")
    press(box, key, modifiers)
    turn(qapp)
    press(box, key, modifiers)
    assert (sent, box.text) == ([], "说 ")
    compose(box, commit="你好")
    press(box, key, modifiers)  # the one that accepted the candidate, in the same turn
    assert (sent, box.text) == ([], "说 你好")
    turn(qapp)
    press(box, key, modifiers)
    assert (sent, box.text) == (["说 你好"], "")


def test_a_latin_word_accepted_with_return_is_kept_and_not_sent(
    qapp: QApplication, box: QuestionBox, sent: list[str]
) -> None:
    compose(box, preedit="numpy")
    compose(box, commit="numpy")
    press(box)
    assert (sent, box.text) == ([], "numpy")
    turn(qapp)
    press(box)
    assert sent == ["numpy"]


def test_an_abandoned_composition_does_not_stop_the_next_return(box: QuestionBox, sent: list[str]) -> None:
    box.set_text("one")
    compose(box, preedit="x")
    compose(box)
    press(box)
    assert sent == ["one"]


def test_a_composition_is_kept_when_the_box_loses_the_focus(qtbot: QtBot, theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    box, other = QuestionBox(), QLineEdit()
    column = QVBoxLayout(window)
    column.addWidget(box)
    column.addWidget(other)
    sent: list[str] = []
    box.sent.connect(sent.append)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    box.edit.setFocus()
    box.set_text("一 ")
    compose(box, preedit="ni hao")
    other.setFocus()
    assert (box.text, sent) == ("一 ni hao", [])
    assert not box.edit.composing


def test_the_button_neither_sends_nor_loses_a_composition(qtbot: QtBot, box: QuestionBox, sent: list[str]) -> None:
    box.set_text("一 ")
    compose(box, preedit="ni hao")
    qtbot.mouseClick(box.button, Qt.MouseButton.LeftButton)
    assert (sent, box.text) == ([], "一 ni hao")
    qtbot.mouseClick(box.button, Qt.MouseButton.LeftButton)
    assert sent == ["一 ni hao"]


def test_rich_text_is_pasted_as_plain_text(qapp: QApplication, box: QuestionBox) -> None:
    data = QMimeData()
    data.setHtml('<b>bold</b> <img src="http://evil.example/x.png"> <a href="smb://x">link</a>')
    box.edit.insertFromMimeData(data)
    assert box.text.split() == ["bold", "link"]
    assert "evil" not in box.edit.document().toHtml()
    box.set_text("")
    data.setText("def f():\u2029\u00a0\u00a0return 1\u2028\x00end")
    box.edit.insertFromMimeData(data)
    assert box.text == "def f():\n  return 1\nend"


def test_dropped_files_are_left_to_the_window(box: QuestionBox) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/课件 1#.md")])
    drag = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    box.edit.dragEnterEvent(drag)
    assert not drag.isAccepted()


def test_the_box_grows_with_its_lines_up_to_a_limit(qapp: QApplication, box: QuestionBox) -> None:
    heights = []
    for lines in (1, 3, MOST_LINES, MOST_LINES + 20):
        box.set_text("\n".join(["line"] * lines))
        turn(qapp)
        heights.append(box.edit.height())
    assert heights[0] < heights[1] < heights[2] == heights[3]


def test_send_is_stop_while_answering(qtbot: QtBot, box: QuestionBox, sent: list[str]) -> None:
    stops: list[bool] = []
    box.stop_requested.connect(lambda: stops.append(True))
    box.set_answering(True)
    assert (box.button.text(), box.button.isEnabled()) == ("Stop", True)
    qtbot.mouseClick(box.button, Qt.MouseButton.LeftButton)
    assert (stops, sent) == ([True], [])
    box.set_text("a new question while one runs")
    press(box)
    assert len(sent) == 1
    box.set_answering(False)
    assert (box.button.text(), box.button.isEnabled()) == ("Send", False)


@pytest.mark.parametrize("obstacle", [item for item in Obstacle if item])
def test_the_box_says_why_nothing_can_be_asked(box: QuestionBox, sent: list[str], obstacle: Obstacle) -> None:
    box.set_text("kept")
    box.set_obstacle(obstacle)
    press(box)
    assert (sent, box.text) == ([], "kept")
    assert box.obstacle.isVisible()
    assert box.obstacle.text() == box.edit.accessibleDescription() != ""
    assert not box.button.isEnabled()
    box.set_obstacle(Obstacle.NONE)
    assert not box.obstacle.isVisible()
    assert box.button.isEnabled()


def test_a_page_too_long_to_ask_is_kept_and_told(qtbot: QtBot, box: QuestionBox, sent: list[str]) -> None:
    box.edit.insertPlainText("字" * LONGEST)
    box._send()
    assert sent == []
    assert "4001" in box.obstacle.text().replace(",", "")
    assert box.obstacle.isVisible()
    assert not box.button.isEnabled()

    box.set_text("字" * (LONGEST - 1))
    assert not box.obstacle.isVisible()
    box._send()
    assert [len(question) for question in sent] == [LONGEST - 1]


def test_chips_say_what_is_searched_and_can_be_removed(qtbot: QtBot, box: QuestionBox) -> None:
    removed: list[str] = []
    box.scope_removed.connect(removed.append)
    box.set_scope([ScopeEntry("a", "NumPy 用户指南"), ScopeEntry("b", "R & D " + "x" * 60)])
    first, second = box.scope.chips
    assert "NumPy 用户指南" in first.text()
    assert "R && D" in second.text()
    assert "R & D" in second.accessibleName()
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    assert removed == ["a"]


def test_chips_that_do_not_fit_are_counted(qapp: QApplication, box: QuestionBox) -> None:
    box.set_scope([ScopeEntry(str(n), f"Source number {n}") for n in range(30)])
    turn(qapp)
    shown = [chip for chip in box.scope.chips if chip.isVisible()]
    assert 0 < len(shown) < 30
    assert box.scope.rest.text() == f"+{30 - len(shown)}"
    assert max(chip.geometry().right() for chip in shown) <= box.scope.width()
    box.resize(8000, 120)
    turn(qapp)
    assert all(chip.isVisible() for chip in box.scope.chips)
    assert not box.scope.rest.isVisible()


def test_everything_has_a_name_and_follows_the_language(box: QuestionBox, translation: Translation) -> None:
    box.set_scope([ScopeEntry("a", "NumPy")])
    widgets = (box.edit, box.scope, box.scope.chips[0])
    assert all(widget.accessibleName() for widget in widgets)
    before = [box.button.text(), box.edit.placeholderText(), box.edit.accessibleName()]
    translation.use("zh_CN")
    QApplication.processEvents()
    after = [box.button.text(), box.edit.placeholderText(), box.edit.accessibleName()]
    assert len(after) == len(before)
    translation.use("en")
    QApplication.processEvents()
    assert [box.button.text(), box.edit.placeholderText(), box.edit.accessibleName()] == before
