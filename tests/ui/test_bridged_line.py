"""The words by which documents of another language were searched, each to be struck out."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.search import Bridged
from gangdan_gui.ui.chat.bridged_line import BridgedLine
from tests.ui.conftest import RunInLoop
from tests.ui.test_ask_presenter import Desk, desk, opened  # noqa: F401
from tests.ui.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")
LEAF = Bridged("叶子", (("leaf", 0.7), ("leaves", 0.5)))
LIGHT = Bridged("阳光", (("light", 0.6),))
CHINESE = Bridged("bread", (("面包", 0.6),))


def test_it_names_the_words_and_strikes_one_out(qtbot: QtBot) -> None:
    line = BridgedLine()
    qtbot.addWidget(line)
    line.show_words((LEAF, LIGHT))
    line.resize(600, 30)
    assert line.text == "Also searched in English for: leaf, light"
    assert not line.isHidden()
    with qtbot.waitSignal(line.struck) as struck:
        line.chips[1].click()
    assert struck.args == ["light"]
    line.settle()
    with qtbot.assertNotEmitted(line.struck):
        line.chips[0].click()


def test_it_is_not_there_without_words(qtbot: QtBot) -> None:
    line = BridgedLine()
    qtbot.addWidget(line)
    line.show_words((LEAF,))
    line.show_words(())
    assert line.isHidden()
    assert line.text == ""
    assert line.chips == ()


def test_it_says_in_which_language(qtbot: QtBot) -> None:
    line = BridgedLine()
    qtbot.addWidget(line)
    line.show_words((CHINESE,))
    assert line.text == "Also searched in Chinese for: 面包"
    line.show_words((CHINESE, LEAF))
    assert line.text == "Also searched in other languages for: 面包, leaf"


def test_words_that_do_not_fit_are_counted(qtbot: QtBot) -> None:
    line = BridgedLine()
    qtbot.addWidget(line)
    line.show_words(tuple(Bridged("词", ((f"{'word' * 3}{letter}", 0.5),)) for letter in "abcdefghij"))
    line.resize(500, 30)
    line.show()
    shown = sum(button.isVisible() for button in line.chips)
    assert 0 < shown < 10
    assert line.rest.text() == f"+{10 - shown}"
    assert "wordwordwordj" in line.rest.toolTip()
    line.resize(3000, 30)
    assert all(button.isVisible() for button in line.chips)
    assert line.rest.isHidden()


def test_a_struck_word_is_left_out_for_the_whole_conversation(desk: Desk, in_loop: RunInLoop) -> None:  # noqa: F811
    async def work() -> None:
        desk.assistant.bridged = (LEAF, LIGHT)
        await desk.presenter.ask("q")
        (first,) = desk.pane.messages
        assert first.bridged.text.endswith("leaf, light")
        first.bridged.chips[1].click()
        await until(lambda: not desk.jobs.names)
        second = desk.pane.messages[-1]
        assert second is not first
        assert second.bridged.text.endswith("for: leaf")
        await desk.presenter.ask("another")
        desk.presenter.start_new()
        await desk.presenter.ask("q")

    in_loop(work())
    assert [options.struck for _, options, _ in desk.assistant.asked] == [(), ("light",), ("light",), ()]


def test_words_of_another_language_are_marked_where_they_were_found(desk: Desk, in_loop: RunInLoop) -> None:  # noqa: F811
    async def work() -> None:
        desk.assistant.bridged = (Bridged("形状", (("shape", 0.7),)),)
        await desk.presenter.ask("形状怎样比较？")
        (message,) = desk.pane.messages
        card = desk.cards.list.card_at(desk.cards.list.cards.index(0))
        assert card is not None
        assert "shapes" in [card.excerpt.text[start:end] for start, end in card.excerpt.words]
        assert message.question == "形状怎样比较？"

    in_loop(work())
