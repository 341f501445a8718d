"""What the dialogs give back and show."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from gangdan_gui.domain.documents import FileReport, FileState, SourceReport
from gangdan_gui.domain.reasons import Problem, Reason
from gangdan_gui.services.settings import SETTINGS, Settings, SettingsFile
from gangdan_gui.ui.about_dialog import AboutDialog
from gangdan_gui.ui.add_request import AddRequest
from gangdan_gui.ui.add_source_dialog import AddSourceDialog
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.report_dialog import ReportDialog
from gangdan_gui.ui.report_model import Column
from gangdan_gui.ui.settings_dialog import SettingsDialog
from gangdan_gui.ui.settings_words import SettingsWords
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from tests.ui.stand_in_library import summary

FILES = (
    FileReport("broadcasting.rst", FileState.READY, "utf-8", 20_480, 12),
    FileReport("logo.png", FileState.SKIPPED, size=4_000, reason=Reason("asset", "png")),
    FileReport("short.md", FileState.READY, "gb18030", 900, 1, Reason("all-too-short", "12")),
    FileReport("第三章.txt", FileState.FAILED, size=300, reason=Reason("binary")),
)


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, translation: Translation) -> AddSourceDialog:
    dialog = AddSourceDialog()
    qtbot.addWidget(dialog)
    return dialog


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(SettingsFile(tmp_path / "settings.toml"))


# Add a source


def test_the_title_follows_the_place_until_it_is_written_by_hand(dialog: AddSourceDialog, tmp_path: Path) -> None:
    (tmp_path / "物理 2024").mkdir()
    (tmp_path / "notes.v2.md").write_text("x", encoding="utf-8")

    dialog.location.setText(str(tmp_path / "物理 2024"))
    assert dialog.title.text() == "物理 2024"
    dialog.location.setText(str(tmp_path / "notes.v2.md"))
    assert dialog.title.text() == "notes.v2"

    dialog.title.setText("C++")
    dialog.title.textEdited.emit("C++")
    dialog.location.setText(str(tmp_path))
    assert dialog.title.text() == "C++"


@pytest.mark.parametrize("typed", ['"{}"', "  {} ", "'{}'", "file://{}", "FILE://{}"])
def test_a_pasted_place_is_understood(dialog: AddSourceDialog, tmp_path: Path, typed: str) -> None:
    dialog.location.setText(typed.format(tmp_path))

    assert Path(dialog.request.location) == tmp_path


@pytest.mark.parametrize("between", [",", "，", "；", ";", "、", " ,  "])
def test_patterns_are_parted_as_people_write_them(dialog: AddSourceDialog, between: str) -> None:
    dialog.include.setText(between.join(("**/*.md", "第 1 章/**")))

    assert dialog.request.include == ("**/*.md", "第 1 章/**")


def test_nothing_can_be_added_without_a_place(dialog: AddSourceDialog) -> None:
    assert not dialog.add_button.isEnabled()
    dialog.location.setText("   ")
    assert not dialog.add_button.isEnabled()
    dialog.location.setText("/x")
    assert dialog.add_button.isEnabled()


def test_what_is_asked_for_is_what_was_filled_in(dialog: AddSourceDialog, tmp_path: Path) -> None:
    requests: list[AddRequest] = []
    dialog.submitted.connect(requests.append)
    dialog.location.setText(str(tmp_path))
    dialog.title.setText(" go ")
    dialog.exclude.setText("drafts/**")
    dialog.build.setChecked(False)

    dialog.add_button.click()

    assert requests == [AddRequest(str(tmp_path), "go", (), ("drafts/**",), build=False)]
    assert not dialog.add_button.isEnabled()


@pytest.mark.parametrize("button", ["folder_button", "file_button"])
def test_a_place_is_chosen_in_a_dialog_that_blocks_nothing(
    dialog: AddSourceDialog, tmp_path: Path, button: str
) -> None:
    dialog.show()
    getattr(dialog, button).click()
    chooser = dialog.findChild(QFileDialog)
    assert chooser.isVisible()

    chooser.fileSelected.emit(str(tmp_path))
    chooser.reject()

    assert dialog.location.text() == str(tmp_path)


def test_patterns_are_folded_away_at_first(dialog: AddSourceDialog) -> None:
    dialog.show()
    assert not dialog.include.isVisible()
    dialog.more_button.click()
    assert dialog.include.isVisible()
    assert dialog.more_button.text() == "Less"


# Report


def test_the_report_says_in_words_what_became_of_each_file(
    qtbot: QtBot, theme: Theme, translation: Translation
) -> None:
    problems = (Problem("", "convert", Reason("interrupted", "3")),)
    dialog = ReportDialog(SourceReport(summary("numpy", problems=problems), FILES), theme)
    qtbot.addWidget(dialog)

    rows = [dialog.model.index(row, Column.RESULT).data() for row in range(4)]

    assert rows == [
        "12 passages",
        "Left out: it is not a document (png)",
        "1 passage; its text is too short to search (12 characters)",
        "Not read: it holds binary data, not text",
    ]
    assert dialog._problems.text() == "the build was stopped: 3 files are still to come"
    assert dialog.model.index(0, Column.SIZE).data() == "20 kB"


def test_problems_come_first_and_the_rest_on_request(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)
    assert [dialog.rows.index(row, 0).data() for row in range(dialog.rows.rowCount())] == ["short.md", "第三章.txt"]

    dialog.only_problems.setChecked(False)

    assert dialog.rows.rowCount() == 4


def test_a_report_without_problems_shows_everything(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES[:1]), theme)
    qtbot.addWidget(dialog)

    assert dialog.rows.rowCount() == 1


def test_a_report_can_be_copied(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)

    dialog._copy.click()

    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0] == "numpy"
    assert copied[-1] == "第三章.txt\tNot read: it holds binary data, not text\t\t300 bytes"


def test_a_report_changes_its_language(qtbot: QtBot, theme: Theme, translation: Translation) -> None:
    dialog = ReportDialog(SourceReport(summary("numpy"), FILES), theme)
    qtbot.addWidget(dialog)

    translation.use("zh_CN")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

    assert dialog.windowTitle() == "“numpy”的文件"
    assert dialog.model.headerData(1, Qt.Orientation.Horizontal) == "结果"
    assert dialog.model.index(1, Column.RESULT).data() == "已略过：不是文档（png）"


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
