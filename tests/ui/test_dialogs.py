"""What the dialogs give back and show."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from gangdan_gui.services.settings import SETTINGS, Settings, SettingsFile
from gangdan_gui.ui.about_dialog import AboutDialog
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.settings.dialog import SettingsDialog
from gangdan_gui.ui.settings.groups import LESS_USED, grouped
from gangdan_gui.ui.settings.words import SettingsWords
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(SettingsFile(tmp_path / "settings.toml"))


# Settings


def test_every_setting_has_a_field_and_words(qtbot: QtBot, translation: Translation, preferences: Preferences) -> None:
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    words = SettingsWords()

    for setting in SETTINGS:
        assert words.title(setting.name) != setting.name
        field = dialog.fields[setting.name]
        assert field.accessibleName() == words.title(setting.name)
        if isinstance(field, QComboBox):
            assert [field.itemData(row) for row in range(field.count())] == list(setting.choices)
            assert all(words.choice(setting.name, choice) != choice for choice in setting.choices)


def test_every_setting_stands_in_the_form_and_seldom_used_ones_are_folded(
    qtbot: QtBot, translation: Translation, preferences: Preferences
) -> None:
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    dialog.open()
    shown = {name for name, field in dialog.fields.items() if field.isVisibleTo(dialog)}
    assert {"language", "chat_model", "embedding_model", "ollama_address", "mirrors"} <= shown
    assert not {"chunk_size", "distance_ceiling", "embedding_address"} & shown
    dialog.more_button.click()
    assert all(field.isVisibleTo(dialog) for field in dialog.fields.values())
    dialog.more_button.click()
    assert {name for name, field in dialog.fields.items() if field.isVisibleTo(dialog)} == shown


def test_a_setting_that_no_group_names_is_among_the_seldom_used() -> None:
    groups = dict(grouped(["new", "theme", "mirrors"]))
    assert groups[LESS_USED] == ("new",)
    assert (groups["looks"], groups["network"]) == (("theme",), ("mirrors",))


def test_a_folded_setting_is_kept_as_it_was(qtbot: QtBot, translation: Translation, preferences: Preferences) -> None:
    preferences.change(chunk_size=1500, embedding_address="http://lab:11434", chat_model="my/own:7b")
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    dialog._buttons.accepted.emit()
    settings = preferences.settings
    assert (settings.chunk_size, settings.embedding_address) == (1500, "http://lab:11434")
    assert settings.chat_model == "my/own:7b"


def test_settings_are_kept_when_accepted_and_only_then(
    qtbot: QtBot, translation: Translation, preferences: Preferences, tmp_path: Path
) -> None:
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    number = dialog.fields["chunk_size"]
    assert isinstance(number, QSpinBox)
    number.setValue(1200)

    dialog.reject()
    assert preferences.settings == Settings()
    dialog._buttons.accepted.emit()

    assert preferences.settings == Settings(chunk_size=1200)
    assert SettingsFile(tmp_path / "settings.toml").load().settings.chunk_size == 1200


def test_numbers_stay_within_their_range(qtbot: QtBot, translation: Translation, preferences: Preferences) -> None:
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    for setting in SETTINGS:
        field = dialog.fields[setting.name]
        if isinstance(field, QSpinBox):
            field.setValue(10**9)
            assert field.value() == setting.high
            field.setValue(-1)
            assert field.value() == setting.low


def test_settings_fit_a_small_screen_and_the_wheel_only_scrolls(
    qtbot: QtBot, theme: Theme, translation: Translation, preferences: Preferences
) -> None:
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    dialog.open()
    number, text = dialog.fields["chunk_size"], dialog.fields["ollama_address"]
    assert isinstance(number, QSpinBox)
    assert isinstance(text, QLineEdit)
    assert dialog.height() <= dialog.screen().availableGeometry().height()
    assert dialog._buttons.isVisible()
    assert dialog.minimumSizeHint().width() == dialog.width()

    before, place = number.value(), QPointF(5, 5)
    wheel = QWheelEvent(
        place, number.mapToGlobal(place), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(number, wheel)
    assert number.value() == before
    text.setText(" http://127.0.0.1:11434 ")
    assert dialog.values["ollama_address"] == "http://127.0.0.1:11434"


def test_settings_that_cannot_be_written_keep_the_dialog_open(
    qtbot: QtBot, translation: Translation, preferences: Preferences, tmp_path: Path
) -> None:
    (tmp_path / "settings.toml").mkdir()
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    dialog.open()
    theme_field = dialog.fields["theme"]
    assert isinstance(theme_field, QComboBox)
    theme_field.setCurrentIndex(theme_field.findData("dark"))

    dialog._buttons.accepted.emit()

    assert dialog.isVisible()
    assert "can't be written" in dialog._error.text()
    assert preferences.settings == Settings()


# About, notices


def test_about_names_version_and_place(qtbot: QtBot, translation: Translation, tmp_path: Path) -> None:
    dialog = AboutDialog(tmp_path)
    qtbot.addWidget(dialog)

    assert str(tmp_path) in dialog._place.text()
    assert any(letter.isdigit() for letter in dialog._title.text())


def test_a_notice_offers_one_way_out_and_vanishes_with_it(qtbot: QtBot, theme: Theme) -> None:
    bar = NoticeBar(theme)
    qtbot.addWidget(bar)
    acted: list[str] = []

    bar.show_notice(Notice(lambda: "Removed.", action=lambda: "Undo", act=lambda: acted.append("undo")))
    assert bar.isVisible()
    bar._action.click()

    assert acted == ["undo"]
    assert not bar.isVisible()
    assert bar.notice is None


def test_a_notice_with_an_end_vanishes_by_itself(qtbot: QtBot, theme: Theme) -> None:
    bar = NoticeBar(theme)
    qtbot.addWidget(bar)

    bar.show_notice(Notice(lambda: "Removed.", seconds=0.001))

    qtbot.waitUntil(lambda: not bar.isVisible())


def test_a_newer_notice_is_not_ended_by_the_older_ones_clock(qtbot: QtBot, theme: Theme) -> None:
    bar = NoticeBar(theme)
    qtbot.addWidget(bar)

    bar.show_notice(Notice(lambda: "Removed.", seconds=60))
    bar.show_notice(Notice(lambda: "It failed.", lambda: "Try again.", warning=True))

    assert not bar._timer.isActive()
    assert bar.text == "It failed. Try again."
