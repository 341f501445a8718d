"""The bar that tells of builds: what it says, which buttons it offers, and what they ask for."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.events import Hold
from gangdan_gui.ui.sources.build_bar import BuildBar, BuildOutlook
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation


@pytest.fixture
def bar(qtbot: QtBot, theme: Theme, translation: Translation) -> BuildBar:
    bar = BuildBar()
    qtbot.addWidget(bar)
    return bar


def offered(bar: BuildBar) -> list[str]:
    buttons = (bar.pause_button, bar.resume_button, bar.end_button, bar.cancel_button)
    return [button.text() for button in buttons if not button.isHidden()]


@pytest.mark.parametrize(
    ("outlook", "buttons", "word"),
    [
        (BuildOutlook(running=True), ["Pause", "Stop after this file"], "Building."),
        (BuildOutlook(running=True, waiting=3), ["Pause", "Stop after this file"], "3 more"),
        (BuildOutlook(running=True, paused=True), ["Go on", "Stop after this file"], "finished first"),
        (BuildOutlook(running=True, paused=True, held=Hold.PAUSED), ["Go on", "Stop after this file"], "paused"),
        (BuildOutlook(running=True, paused=True, held=Hold.BATTERY), ["Go on", "Stop after this file"], "paused"),
        (BuildOutlook(running=True, held=Hold.BATTERY), ["Build anyway", "Stop after this file"], "battery"),
        (BuildOutlook(running=True, held=Hold.ASKING), ["Pause", "Stop after this file"], "question"),
        (BuildOutlook(running=True, ending=True), [], "Stopping"),
        (BuildOutlook(tonight="22:00"), ["Do not build tonight"], "22:00"),
        (
            BuildOutlook(running=True, tonight="22:00"),
            ["Pause", "Stop after this file", "Do not build tonight"],
            "22:00",
        ),
    ],
)
def test_each_state_has_its_sentence_and_its_buttons(
    bar: BuildBar, outlook: BuildOutlook, buttons: list[str], word: str
) -> None:
    bar.show_outlook(outlook)
    assert not bar.isHidden()
    assert offered(bar) == buttons
    assert word in bar.words.text()
    assert bar.accessibleName() == bar.words.text()


def test_nothing_is_shown_where_there_is_nothing_to_say(bar: BuildBar) -> None:
    bar.show_outlook(BuildOutlook(running=True))
    bar.show_outlook(BuildOutlook())
    assert bar.isHidden()


def test_each_button_asks_for_what_it_says(bar: BuildBar) -> None:
    heard: list[str] = []
    bar.pause_requested.connect(lambda: heard.append("pause"))
    bar.resume_requested.connect(lambda: heard.append("resume"))
    bar.end_requested.connect(lambda: heard.append("end"))
    bar.tonight_cancelled.connect(lambda: heard.append("cancel"))
    for button in (bar.pause_button, bar.resume_button, bar.end_button, bar.cancel_button):
        button.click()
    assert heard == ["pause", "resume", "end", "cancel"]
