"""Labels show what they are given, however long it is and whatever it looks like."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gangdan_gui.ui.plain_label import LONGEST, PlainLabel
from gangdan_gui.ui.theme import Theme


@pytest.mark.parametrize("word", ["x" * 255, "%E6%95%99" * 28, "_" * 10_000, "字" * 10_000])
def test_a_long_word_does_not_widen_a_label_that_wraps(qtbot: QtBot, theme: Theme, word: str) -> None:
    label = PlainLabel(f"“{word}” is not there.", wrap=True)
    qtbot.addWidget(label)

    assert label.minimumSizeHint().width() < 600
    assert len(label.text().replace("\u200b", "")) <= LONGEST + 1


@pytest.mark.parametrize("text", ["/home/li/教案/" + "a/" * 100, "C:\\Users\\Li\\" + "b-c " * 30, "<b>x</b> & y"])
def test_other_texts_stay_as_they_are(qtbot: QtBot, theme: Theme, text: str) -> None:
    label = PlainLabel(text, wrap=True)
    qtbot.addWidget(label)

    assert label.text() == text
    assert label.textFormat() is Qt.TextFormat.PlainText
