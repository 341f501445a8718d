"""Windows begin as large as they like, but their buttons can be reached on a small screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.ui.documents.cut_compare import CutCompare
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.theme import Theme


def test_what_fits_is_as_large_as_it_likes(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    room = widget.screen().availableSize()
    assert within_screen(widget, QSize(300, 200)) == QSize(300, 200)
    large = within_screen(widget, QSize(room.width() + 1, 200))
    assert large.height() == 200
    assert large.width() < room.width()
    assert within_screen(widget, room * 2).height() < room.height(), "its title takes some of it"


def test_two_ways_of_cutting_fit_the_screen_and_have_names(qtbot: QtBot, theme: Theme) -> None:
    dialog = CutCompare(theme, "# Rain\n\nRain falls on the hills.", ChunkSettings(), None)
    qtbot.addWidget(dialog)
    dialog.resize(dialog.size().expandedTo(dialog.minimumSizeHint()))
    assert dialog.height() < dialog.screen().availableSize().height()
    assert all(side.view.accessibleName() for side in dialog.sides)
