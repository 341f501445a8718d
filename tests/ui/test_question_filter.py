"""The filter of a question: what it offers, its chips, and that a question is asked with it."""

from __future__ import annotations

import datetime

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.errors import StoreDamaged
from gangdan_gui.ui.chat.question_filter import QuestionFilter
from tests.ui.conftest import RunInLoop
from tests.ui.test_ask_presenter import Desk, desk, opened  # noqa: F401
from tests.ui.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing|propagateSizeHints)")
YEAR = str(datetime.datetime.now(datetime.UTC).astimezone().year)


def shown(chosen: QuestionFilter) -> dict[str, bool]:
    return {one.text(): one.isChecked() for one in chosen.choices.actions() if one.isCheckable()}


def choose(chosen: QuestionFilter, words: str) -> None:
    next(one for one in chosen.choices.actions() if one.text() == words).trigger()
    chosen.choices.close()


def test_years_and_tags_are_offered_and_what_is_chosen_is_checked(qtbot: QtBot) -> None:
    chosen = QuestionFilter()
    qtbot.addWidget(chosen)
    chosen.show()
    chosen.offer([("水 & 冰", 3), ("Ice", 1)])
    assert shown(chosen)["Of any date"]
    choose(chosen, f"Since {YEAR}")
    chosen.offer([("水 & 冰", 3)])
    choose(chosen, "水 && 冰 (3)")
    assert (chosen.chosen.since, chosen.chosen.tags) == (YEAR, ("水 & 冰",))
    assert [entry.title for entry in chosen.entries] == [f"since {YEAR}", "#水 & 冰"]
    chosen.offer([])
    (ends,) = (one.menu() for one in chosen.choices.actions() if one.text() == "Until")
    assert [one.text() for one in ends.actions() if one.isChecked()] == ["Until now"]
    next(one for one in ends.actions() if one.text() == f"Until {YEAR}").trigger()
    assert chosen.chosen.until == YEAR
    assert [entry.title for entry in chosen.entries] == [f"since {YEAR}", f"until {YEAR}", "#水 & 冰"]
    assert shown(chosen)[f"Since {YEAR}"]
    assert shown(chosen)["水 && 冰 (0)"]  # what is chosen can be seen though no document has it any more
    chosen.choices.close()
    for entry in chosen.entries:
        assert chosen.remove(entry.source)
    assert (chosen.chosen.since, chosen.chosen.tags, chosen.entries) == ("", (), ())
    assert not chosen.remove("numpy")


def test_documents_without_tags_say_so(qtbot: QtBot) -> None:
    chosen = QuestionFilter()
    qtbot.addWidget(chosen)
    chosen.show()
    chosen.offer([])
    assert chosen.choices.actions()[-1].text() == "These documents have no tags"
    assert not chosen.choices.actions()[-1].isEnabled()
    chosen.choices.close()


def test_a_question_is_asked_with_what_is_chosen(
    desk: Desk,  # noqa: F811
    qtbot: QtBot,
    in_loop: RunInLoop,
) -> None:
    box = desk.pane.box

    async def work() -> None:
        desk.library.tagged = {"numpy": {"水": 2}, "new": {"unticked": 1}}
        qtbot.mouseClick(box.filter, Qt.MouseButton.LeftButton)
        await until(box.filter.choices.isVisible)
        assert "水 (2)" in shown(box.filter)
        assert "unticked (1)" not in shown(box.filter)
        choose(box.filter, f"Since {YEAR}")
        assert [chip.text().split("  ")[0] for chip in box.scope.chips] == [f"since {YEAR}", "numpy", "course"]
        desk.assistant.gate.set()
        await until(desk.presenter.ask("q").done)
        assert [options.since for _, options, _ in desk.assistant.asked] == [YEAR]
        box.scope.chips[0].click()
        assert [chip.text().split("  ")[0] for chip in box.scope.chips] == ["numpy", "course"]
        assert desk.model.unused == set()

    in_loop(work())


def test_what_keeps_the_filter_from_opening_is_said(desk: Desk, in_loop: RunInLoop) -> None:  # noqa: F811
    desk.library.tags_error = StoreDamaged(what="numpy", folder="/library/chroma")

    async def work() -> None:
        desk.pane.box.filter.click()
        await until(lambda: desk.notices.text)

    in_loop(work())
    assert not desk.pane.box.filter.choices.isVisible()
