"""The dialog of work on a file is as high as its words need, and what it offers is at hand."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.work_dialog import WorkDialog

SENTENCES = "This backup is whole. What is in your library now is moved into a folder beside it. " * 3


def test_nothing_is_empty_below_long_words(qtbot: QtBot, theme: Theme) -> None:
    dialog = WorkDialog("Restore")
    qtbot.addWidget(dialog)
    dialog.show()

    dialog.ask(SENTENCES, [("Made on", "1 March"), ("Files", "42")], "Restore", dialog.accept, warning=SENTENCES)

    layout = dialog.layout()
    assert layout is not None
    assert dialog.height() == layout.totalHeightForWidth(dialog.width())


def test_what_is_offered_has_the_focus_and_what_is_not_wanted_is_no_default(qtbot: QtBot, theme: Theme) -> None:
    dialog = WorkDialog("Restore")
    qtbot.addWidget(dialog)
    dialog.show()

    dialog.ask("Restore it?", (), "Restore", dialog.accept)

    assert dialog.focusWidget() is dialog.action_button
    assert dialog.action_button.isDefault()
    assert not dialog.leave_button.isDefault()
