"""The doctor in the window: the status line's words, and the dialog with all checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from gangdan_gui.domain.errors import NothingBuilt
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.services.requests import NOT_CHECKED, OK, PROBLEM, Check
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui.doctor.dialog import DoctorDialog
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_assistant import StandInAssistant, StandInDoctor, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

WELL = (
    Check("address", OK, {"case": "default", "address": "127.0.0.1:11434"}),
    Check("version", OK, {"version": "0.13.5"}),
    Check("chat", NOT_CHECKED, {"case": "none"}),
)
BROKEN = (*WELL, Check("store", PROBLEM, {"damaged": "水 <b>Water</b>"}), Check("disk", PROBLEM, {"free": "0.2"}))
DOWN = Check("status", PROBLEM, {"case": "ollama-unreachable", "place": "127.0.0.1:11434"})
Play = Callable[..., None]


@pytest.fixture
def play(in_loop: RunInLoop, theme: Theme, translation: Translation, make_jobs: MakeJobs, tmp_path: Path) -> Play:
    """Opens a window around a doctor, plays a scene in it and closes it."""

    def play(scene: Callable[[Window], Any], doctor: StandInDoctor, settings: Settings | None = None) -> None:
        async def main() -> None:
            library = StandInLibrary(summary("numpy"))
            opened = StandInOpenLibrary(tmp_path, library, StandInAssistant(), doctor=doctor)
            if settings:
                opened.settings.save(settings)
            window = Window(opened, make_jobs(), theme, translation, lambda _url: True)
            try:
                await window.open()
                await until(lambda: doctor.glances)
                await scene(window)
            finally:
                await window.close()

        in_loop(main())

    return play


def words(window: Window) -> str:
    return window.status.doctor_button.text()


def test_the_status_line_says_how_things_stand_and_follows_the_settings(play: Play) -> None:
    doctor = StandInDoctor()

    async def scene(window: Window) -> None:
        await until(lambda: words(window) == "Built-in embedder · works without a network")
        assert window.status.doctor_button.icon().isNull()
        doctor.status = DOWN
        window.preferences.change(chat_model="R&D:3b")
        await until(lambda: words(window) == "Ollama does not answer at 127.0.0.1:11434")
        assert not window.status.doctor_button.icon().isNull()
        doctor.status = Check("status", OK, {"case": "ollama", "version": "0.12", "embedder": "", "chat": "R&D:3b"})
        window.doctor.refresh()
        await until(lambda: words(window) == "Ollama 0.12 · built-in embedder · R&&D:3b")

    play(scene, doctor)


def test_after_a_problem_it_looks_again_soon(play: Play) -> None:
    doctor = StandInDoctor()

    async def scene(window: Window) -> None:
        await until(lambda: window.doctor._timer.isActive())
        usual = window.doctor._timer.interval()
        doctor.status = DOWN
        window.doctor._timer.timeout.emit()
        await until(lambda: "does not answer" in words(window))
        assert window.doctor._timer.interval() < usual
        assert window.doctor._timer.isActive()

    play(scene, doctor)


def test_a_question_that_failed_has_it_look_again(play: Play) -> None:
    doctor = StandInDoctor()

    async def scene(window: Window) -> None:
        await until(lambda: words(window) == "Built-in embedder · works without a network")
        doctor.status = DOWN
        window.services.assistant.error = NothingBuilt()
        window.conversation.box.sent.emit("What is a list?")
        await until(lambda: "does not answer" in words(window))

    play(scene, doctor)


def test_long_names_do_not_widen_the_window(play: Play) -> None:
    doctor = StandInDoctor()
    doctor.status = Check("status", PROBLEM, {"case": "missing", "missing": "hf.co/" + "very-long-name-" * 20})

    async def scene(window: Window) -> None:
        await until(lambda: window.status.doctor_button.isVisible())
        assert window.status.doctor_button.sizeHint().width() < 450
        assert "…" in words(window)
        assert "very-long-name-very-long" in window.status.doctor_button.toolTip()
        assert window.status.minimumSizeHint().width() <= 720

    play(scene, doctor)


def test_checks_come_in_one_by_one_and_can_be_stopped(play: Play) -> None:
    doctor = StandInDoctor(*WELL)

    async def scene(window: Window) -> None:
        doctor.gate.clear()
        window.status.doctor_button.click()
        dialog = window.main.findChild(DoctorDialog)
        assert dialog is not None
        await until(lambda: dialog.stop_button.isVisible())
        assert not dialog.check_button.isVisible()
        assert not dialog.rows
        dialog.stop_button.click()
        await until(lambda: dialog.check_button.isVisible())
        doctor.gate.set()
        dialog.check_button.click()
        await until(lambda: dialog.check_button.isVisible())
        assert [row.found for row in dialog.rows][1] == "It is Ollama 0.13.5."
        assert dialog._summary.text() == "Everything that is needed here works."
        assert not dialog.repair_button.isVisible()
        dialog.reject()

    play(scene, doctor)


def test_a_repair_is_offered_where_it_can_help(play: Play) -> None:
    doctor = StandInDoctor(*BROKEN)

    async def scene(window: Window) -> None:
        dialog = window.doctor.open()
        await until(lambda: dialog.repair_button.isVisible())
        assert dialog._summary.text() == "2 things need your attention."
        store = dialog.rows[3]
        assert "水 <b>Water</b>" in store.found
        assert "--" not in store.advice
        refreshed = doctor.glances
        doctor.found = WELL
        dialog.repair_button.click()
        await until(lambda: doctor.repaired and dialog.check_button.isVisible())
        assert not dialog.repair_button.isVisible()
        await until(lambda: doctor.glances > refreshed)
        dialog.reject()

    play(scene, doctor)


def test_the_report_can_be_copied(play: Play) -> None:
    async def scene(window: Window) -> None:
        dialog = window.doctor.open()
        await until(lambda: dialog.copy_button.isEnabled())
        dialog.copy_button.click()
        lines = QGuiApplication.clipboard().text().splitlines()
        assert lines[0].startswith("GangDan ")
        assert lines[1].startswith("[in order] address: Something answers at 127.0.0.1:11434")
        assert lines[4].startswith("[problem] store: ")
        assert len(lines) == 1 + len(BROKEN)
        dialog.reject()

    play(scene, StandInDoctor(*BROKEN))


def test_closing_while_it_checks_ends_the_work(play: Play) -> None:
    doctor = StandInDoctor(*WELL)

    async def scene(window: Window) -> None:
        doctor.gate.clear()
        dialog = window.doctor.open()
        await until(lambda: "examine" in window._jobs.names)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await until(lambda: "examine" not in window._jobs.names)
        await until(lambda: window.main.findChild(DoctorDialog) is None)

    play(scene, doctor)


def test_the_dialog_follows_language_and_theme(play: Play, translation: Translation) -> None:
    async def scene(window: Window) -> None:
        dialog = window.doctor.open()
        await until(lambda: dialog.copy_button.isEnabled())
        window.preferences.change(language="zh_CN", theme="dark")
        await until(lambda: dialog.windowTitle() == "检查")
        assert [row.found for row in dialog.rows][1] == "这是 Ollama 0.13.5。"
        assert len(dialog.rows) == len(WELL)
        dialog.reject()

    play(scene, StandInDoctor(*WELL))


def test_the_keyboard_reaches_everything(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.main.activateWindow()
        window.status.doctor_button.setFocus()
        QTest.keyClick(window.status.doctor_button, Qt.Key.Key_Space)
        dialog = window.main.findChild(DoctorDialog)
        assert dialog is not None
        await until(lambda: dialog.copy_button.isEnabled())
        seen = []
        for _ in range(8):
            dialog.focusNextChild()
            seen.append(dialog.focusWidget())
        assert {dialog.check_button, dialog.repair_button, dialog.copy_button} <= set(seen)
        dialog.reject()

    play(scene, StandInDoctor(*BROKEN))


DAMAGED = Check("store", PROBLEM, {"case": "found", "damaged": "水 <b>Water</b>"})


def test_damage_is_told_once_the_window_has_settled_and_repaired_by_one_click(play: Play) -> None:
    doctor = StandInDoctor(Check("repaired", OK, {"case": "list"}))
    doctor.health_found = DAMAGED

    async def scene(window: Window) -> None:
        assert window.notices.notice is None
        window.doctor._settled.timeout.emit()
        await until(lambda: "水 <b>Water</b>" in window.notices.text)
        assert "searched by words" in window.notices.text
        window.notices._action.click()
        (dialog,) = window.main.findChildren(DoctorDialog)
        assert dialog.isVisible()
        await until(lambda: dialog.rows)
        assert doctor.repaired == 1
        assert "written again" in dialog.text
        dialog.close()

    play(scene, doctor)


def test_a_library_that_is_whole_is_not_spoken_of(play: Play) -> None:
    doctor = StandInDoctor()

    async def scene(window: Window) -> None:
        await until(lambda: window.doctor._health is not None and window.doctor._health.done())
        assert window.notices.notice is None

    play(scene, doctor)


def test_a_question_that_meets_damage_has_it_told(play: Play) -> None:
    doctor = StandInDoctor()

    async def scene(window: Window) -> None:
        doctor.health_found = DAMAGED
        assistant = window.services.assistant
        assert isinstance(assistant, StandInAssistant)
        assistant.notices = (Reason("vectors-damaged", "Water"),)
        window.conversation.box.sent.emit("What is a list?")
        await until(lambda: "Water" in window.notices.text)
        assert "damaged" in window.conversation.messages[-1].notice.text()

    play(scene, doctor)
