"""Mirrors are edited in a table, row by row, and tried where they stand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from gangdan_gui.fetching.mirrors import are_mirrors
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.settings.dialog import SettingsDialog
from gangdan_gui.ui.settings.mirrors import MirrorsField
from gangdan_gui.ui.settings.trial import SettingsTrial
from gangdan_gui.ui.translation import Translation
from gangdan_gui.way_out import MANUAL, NONE, WayOut
from tests.web_server.server import WebServer

ONE, OTHER = (
    ("https://codeload.github.com/", "https://one.example/c/"),
    ("https://api.github.com/", "https://two.example/"),
)
TEXT = " ".join("=".join(pair) for pair in (ONE, OTHER))


@pytest.fixture
def field(qtbot: QtBot, translation: Translation) -> MirrorsField:
    made = MirrorsField()
    qtbot.addWidget(made)
    made.set_text(TEXT)
    return made


def state(field: MirrorsField, row: int) -> str:
    cell = field.table.item(row, 2)
    assert cell
    return cell.text()


def type_into(field: MirrorsField, row: int, column: int, text: str) -> None:
    cell = field.table.item(row, column)
    assert cell
    cell.setText(text)


def test_a_list_is_shown_and_kept_as_it_was(field: MirrorsField) -> None:
    assert (field.pairs, field.text) == ((ONE, OTHER), TEXT)
    assert [state(field, row) for row in range(2)] == ["", ""]


def test_rows_are_moved_removed_and_added(field: MirrorsField) -> None:
    field.table.setCurrentCell(0, 0)
    assert (field.up_button.isEnabled(), field.down_button.isEnabled()) == (False, True)
    field.down_button.click()
    assert (field.pairs, field.table.currentRow()) == ((OTHER, ONE), 1)
    field.up_button.click()
    assert field.pairs == (ONE, OTHER)
    field.remove_button.click()
    assert field.pairs == (OTHER,)
    field.remove_button.click()
    assert (field.text, field.remove_button.isEnabled()) == ("", False)
    offered = [action.text() for action in field.add_menu.actions()]
    assert len(offered) == 4
    assert sum("github" in words for words in offered) == 3
    field.add_menu.actions()[0].trigger()
    assert field.pairs == ((ONE[0], ""),)
    assert state(field, 0) == "one of the two addresses is missing"


@pytest.mark.parametrize(
    ("column", "text", "words"),
    [
        (1, "", "missing"), (0, "ftp://a.example/", "begin with http"), (1, "mirror.example", "begin with http"),
        (1, "https://u:p@m.example/", "password"), (1, ONE[0], "same address"), (1, "https://", "names no server"),
        (1, "https://m.example/=https://n.example/", "not an address"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_row_and_not_kept(field: MirrorsField, column: int, text: str, words: str) -> None:
    type_into(field, 0, column, text)
    assert words in state(field, 0)
    assert (state(field, 1), field.usable) == ("", (OTHER,))
    if column or text:
        assert are_mirrors(field.text) == (text == ONE[0])
    type_into(field, 0, column, ONE[column])
    assert (state(field, 0), field.text) == ("", TEXT)


def test_spaces_and_empty_rows_do_not_break_the_list(field: MirrorsField) -> None:
    type_into(field, 0, 1, "  https://one.example/c/ \u3000")
    field.add("")
    assert field.text == TEXT


def test_the_form_keeps_the_table_and_refuses_a_bad_row(qtbot: QtBot, translation: Translation, tmp_path: Path) -> None:
    preferences = Preferences(SettingsFile(tmp_path / "settings.toml"))
    preferences.change(mirrors=TEXT)
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    dialog.open()
    assert dialog.values["mirrors"] == TEXT
    type_into(dialog.mirrors, 0, 1, "one")
    dialog._buttons.accepted.emit()
    assert (dialog.isVisible(), preferences.settings) == (True, Settings(mirrors=TEXT))
    dialog.mirrors.set_text("=".join(OTHER))
    dialog._buttons.accepted.emit()
    assert SettingsFile(tmp_path / "settings.toml").load().settings.mirrors == "=".join(OTHER)


def test_a_proxy_with_a_password_is_kept_and_shown_in_no_error(
    qtbot: QtBot, translation: Translation, tmp_path: Path
) -> None:
    preferences = Preferences(SettingsFile(tmp_path / "settings.toml"))
    dialog = SettingsDialog(preferences)
    qtbot.addWidget(dialog)
    dialog.open()
    choice = dialog.fields["proxy"]
    assert isinstance(choice, QComboBox)
    assert not dialog.fields["proxy_address"].isEnabled()
    choice.setCurrentIndex(choice.findData("manual"))
    assert dialog.fields["proxy_address"].isEnabled()
    dialog._buttons.accepted.emit()
    assert (dialog.isVisible(), preferences.settings) == (True, Settings())  # which one is not said yet
    dialog.fields["proxy_address"].setText("socks5://teacher:secret@p:1")  # type: ignore[union-attr]
    dialog._buttons.accepted.emit()
    assert "socks5://p:1" in dialog._error.text()
    assert "secret" not in f"{dialog._error.text()} {preferences.settings!r}"
    dialog.fields["proxy_address"].setText("http://teacher:secret@p:1")  # type: ignore[union-attr]
    dialog._buttons.accepted.emit()
    assert preferences.settings.way_out.proxy_address == "http://teacher:secret@p:1"
    assert "secret" not in repr(preferences.settings)


def test_a_test_says_at_each_row_what_became_of_it(field: MirrorsField, web_server: WebServer, tmp_path: Path) -> None:
    (tmp_path / "hello").mkdir()
    (tmp_path / "hello" / "README").write_text("Hello World!\n", "utf-8")
    web_server.repository("octocat/Hello-World", tmp_path / "hello")
    field.set_text(f"{web_server.mirrors} {ONE[0]}=http://127.0.0.1:1/ {OTHER[0]}={web_server.address}/none/")

    async def main() -> None:
        jobs = Jobs()
        trial = SettingsTrial(jobs, field)
        trial.start(WayOut(NONE))
        assert not field.test_button.isEnabled()
        assert state(field, 0) == "being asked…"
        task = trial._task
        assert task
        await task
        assert await jobs.close() == ()

    asyncio.run(main())
    assert field.test_button.isEnabled()
    assert [state(field, row) for row in range(3)] == ["reached"] * 3
    assert state(field, 3).startswith("not reached: 127.0.0.1")
    assert state(field, 4).startswith("gave something else: ")
    assert field.verdict.text().startswith("A download would work: ")


def test_a_test_ends_when_the_table_is_changed(field: MirrorsField) -> None:
    async def main() -> None:
        jobs = Jobs()
        trial = SettingsTrial(jobs, field)
        trial.start(WayOut(MANUAL, "http://127.0.0.1:1"))
        assert len(jobs.names) == 1
        field.table.setCurrentCell(0, 0)
        field.remove_button.click()
        assert (field.test_button.isEnabled(), state(field, 0)) == (True, "")
        await jobs.close()
        trial.start(WayOut(MANUAL, "socks5://p:1"))
        assert "can't" not in state(field, 0)
        assert field.verdict.text() == "The address of the proxy is not one that can be used."

    asyncio.run(main())
