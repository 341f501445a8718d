"""As what a question was also asked in the documents' language: shown, and left out for one search when struck."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.trace import Candidate, Fate, Trace, Translated
from gangdan_gui.ui.chat.translated_line import TranslatedLine
from gangdan_gui.ui.explaining.found_words import FoundWords
from tests.ui.conftest import RunInLoop
from tests.ui.test_ask_presenter import Desk, desk, opened  # noqa: F401
from tests.ui.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")
ENGLISH = Translated("en", "What is entropy & heat?", "qwen3:4b", 1.2, found=3, added=1)
CHINESE = Translated("zh", "什么是熵？", "qwen3:4b")


def test_it_names_the_translation_and_strikes_it_out(qtbot: QtBot) -> None:
    line = TranslatedLine()
    qtbot.addWidget(line)
    line.show_translated((ENGLISH,))
    assert line.text == "Also asked in English: What is entropy & heat?"
    assert not line.isHidden()
    assert "qwen3:4b" in line.label.toolTip()
    with qtbot.waitSignal(line.struck) as struck:
        line.cross.click()
    assert struck.args == [("What is entropy & heat?",)]
    line.settle()
    with qtbot.assertNotEmitted(line.struck):
        line.cross.click()


def test_a_long_one_is_shown_whole_over_several_lines(qtbot: QtBot) -> None:
    line = TranslatedLine()
    qtbot.addWidget(line)
    line.show_translated((Translated("en", "How is it that this takes so many words? " * 8, "m"),))
    line.resize(400, line.heightForWidth(400))
    line.show()
    assert line.label.height() > 3 * line.label.fontMetrics().height()
    assert line.cross.geometry().right() < 400
    line.show_translated((CHINESE,))
    layout = line.layout()
    assert layout is not None
    layout.activate()
    assert line.cross.x() < 300


def test_it_is_not_there_without_one_and_says_the_language(qtbot: QtBot) -> None:
    line = TranslatedLine()
    qtbot.addWidget(line)
    line.show_translated((CHINESE,))
    assert line.text == "Also asked in Chinese: 什么是熵？"
    line.show_translated((Translated("ja", "?", "m"),))
    assert line.text == "Also asked in another language: ?"
    line.show_translated(())
    assert line.isHidden()
    assert line.text == ""


def test_a_struck_translation_is_left_out_of_that_search_only(desk: Desk, in_loop: RunInLoop) -> None:  # noqa: F811
    async def work() -> None:
        desk.assistant.translated = (ENGLISH,)
        await desk.presenter.ask("q", model="")
        (first,) = desk.pane.messages
        assert not first.translated.isHidden()
        first.translated.cross.click()
        await until(lambda: not desk.jobs.names)
        second = desk.pane.messages[-1]
        assert second is not first
        assert second.translated.isHidden()
        assert not first.translated.cross.isEnabled()
        await desk.presenter.ask("q")
        assert not desk.pane.messages[-1].translated.isHidden()

    in_loop(work())
    asked = [(options.struck, options.model) for _, options, _ in desk.assistant.asked]
    assert asked == [((), ""), ((ENGLISH.text,), ""), ((), None)]


def test_how_passages_were_found_names_it(qtbot: QtBot) -> None:
    alone = Candidate("c", "s", "a.md", (), 0, 9, "en", None, None, None, 0.0, (), 0.5, Fate.SHOWN, 1, 2)
    trace = Trace("zh", (), (alone,), translated=(ENGLISH,))
    words = FoundWords()
    assert "English were also asked “What is entropy & heat?”, as qwen3:4b translates it." in words.head(trace)
    assert words.how(alone, {}) == "Found by the translated question alone"
    assert "by the translation: 2" in words.figures(alone)
