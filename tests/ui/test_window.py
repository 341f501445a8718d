"""The whole window around stand-in services: its two sides, languages, themes, sizes and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QMessageBox, QWidget

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import InvalidSetting, LocationMissing
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui.report.dialog import ReportDialog
from gangdan_gui.ui.settings.dialog import SettingsDialog
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.theme import DARK, LIGHT, Theme, ThemeMode
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.ui.conftest import MakeJobs, RunInLoop
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary, passage
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until
from tests.web_server.server import WebServer

Scene = Callable[[Window], Coroutine[Any, Any, None]]
Play = Callable[..., None]


@pytest.fixture
def play(in_loop: RunInLoop, theme: Theme, translation: Translation, make_jobs: MakeJobs, tmp_path: Path) -> Play:
    """Opens a window, plays a scene in it and closes it."""

    def play(
        scene: Scene,
        library: StandInLibrary | None = None,
        *,
        first_source: AddRequest | None = None,
        problems: tuple[InvalidSetting, ...] = (),
        home: Path = tmp_path,
    ) -> None:
        async def main() -> None:
            assistant = StandInAssistant(passage(1, "numpy", "Broadcasting compares shapes."))
            opened = StandInOpenLibrary(home, library or StandInLibrary(summary("numpy")), assistant, problems)
            window = Window(opened, make_jobs(), theme, translation, lambda _url: True)
            try:
                await window.open(first_source)
                await scene(window)
            finally:
                await window.close()

        in_loop(main())

    return play


def texts(window: Window) -> list[str]:
    """All words on labels and buttons that can be seen."""
    parts: list[QWidget] = [*window.main.findChildren(QLabel), *window.main.findChildren(QAbstractButton)]
    return [part.text() for part in parts if part.isVisible() and part.text()]  # type: ignore[attr-defined]


def test_a_question_searches_what_is_ticked_and_shows_cards(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.model.set_used("scipy", used=False)
        await window.ask.ask("What is broadcasting?")
        assert window.cards.list.model().rowCount() == 1
        assert window.model.unused == {"scipy"}

    play(scene, StandInLibrary(summary("numpy"), summary("scipy")))


def test_labels_and_tool_tips_show_texts_of_others_as_they_are(play: Play) -> None:
    tag = '<img src="http://evil.example/x.png"> & <b>bold</b>'

    async def scene(window: Window) -> None:
        await window.ask.ask(tag)
        await window.library.show_report(tag)
        window.library.ask_for_source()
        window.menu.settings_requested.emit()
        window.menu.about_requested.emit()
        window.library.tell(LocationMissing(location=tag))
        await window.library.remove(["other"])
        widgets = QApplication.allWidgets()
        labels = [widget for widget in widgets if isinstance(widget, QLabel)]
        assert len(labels) > 30
        rich = [label.text() for label in labels if label.textFormat() is not Qt.TextFormat.PlainText]
        assert not [text for text in rich if text], rich
        tips = [window.model.index(0).data(Qt.ItemDataRole.ToolTipRole), *(w.toolTip() for w in widgets)]
        assert any("evil" in tip for tip in tips)
        assert not [tip for tip in tips if "<img" in tip or "<b>" in tip]
        for dialog in window.main.findChildren(QDialog):
            dialog.reject()

    play(scene, StandInLibrary(summary(tag), summary("other")))


@pytest.mark.qt_log_ignore("This plugin does not support raise")
@pytest.mark.parametrize("width", [1300, 1000])
def test_the_keyboard_leads_from_the_question_to_its_document(play: Play, width: int) -> None:
    async def scene(window: Window) -> None:
        window.main.resize(width, 700)
        window.main.activateWindow()
        window.main.show_right()
        window.conversation.focus_question()
        QTest.keyClicks(window.conversation.box.edit, "broadcasting")
        QTest.keyClick(window.conversation.box.edit, Qt.Key.Key_Return)
        await until(lambda: window.cards.list.cards.rowCount() == 1 and not window._jobs.names)

        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is window.cards.list
        QTest.keyClick(window.cards.list, Qt.Key.Key_Return)
        await until(lambda: window.ask.documents.viewers)
        window.ask.documents.viewers[0].close()

    play(scene)


def test_a_chip_taken_away_unticks_the_source(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.conversation.scope_removed.emit("numpy")
        assert window.model.unused == {"numpy"}

    play(scene)


def test_ticks_and_shape_are_remembered(play: Play) -> None:
    async def leave(window: Window) -> None:
        window.model.set_used("numpy", used=False)
        window.main.resize(780, 560)

    async def come_back(window: Window) -> None:
        assert window.model.unused == {"numpy"}
        assert (window.main.width(), window.main.height()) == (780, 560)

    play(leave)
    play(come_back)


def test_the_first_source_comes_once_and_only_into_an_empty_library(play: Play, tmp_path: Path) -> None:
    place = tmp_path / "first"
    place.mkdir()
    request = AddRequest(str(place), "first", embedder="builtin")
    library = StandInLibrary()

    async def welcomed(window: Window) -> None:
        await until(lambda: window.model.find("first") and library.built)
        await until(lambda: not window.library.queue.running)
        await window.library.remove(["first"])
        assert window.model.summaries == ()

    async def not_again(window: Window) -> None:
        assert window.model.summaries == ()

    async def not_at_all(window: Window) -> None:
        assert [item.source.id for item in window.model.summaries] == ["numpy"]

    play(welcomed, library, first_source=request)
    assert library.built == [("first", BuildOptions(embedder="builtin"))]
    play(not_again, StandInLibrary(), first_source=request)
    play(not_at_all, first_source=request, home=tmp_path / "other")


def test_examples_are_offered_with_the_first_source_only(play: Play, tmp_path: Path) -> None:
    place = tmp_path / "first"
    place.mkdir()

    async def without(window: Window) -> None:
        assert "How do I add my own documents?" not in texts(window)

    async def with_it(window: Window) -> None:
        await until(lambda: not window.library.queue.running and window.model.used)
        await until(lambda: "How do I add my own documents?" in texts(window))

    play(without)
    play(with_it, StandInLibrary(), first_source=AddRequest(str(place)), home=tmp_path / "new")


def test_all_can_be_built_tonight_from_the_menu_and_that_be_taken_back(play: Play) -> None:
    async def scene(window: Window) -> None:
        assert window.menu.tonight.text() == "Build all tonight (22:00)"
        window.menu.tonight.trigger()
        planned = window.library.nights.tonight.at is not None
        assert planned != window.library.queue.running  # late in the evening it begins at once
        if planned:
            assert window.menu.tonight.text() == "Do not build tonight"
            window.menu.tonight.trigger()
            assert window.sources.bar.isHidden()

    play(scene)


def test_language_changes_every_text_at_once(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.library.show_folder("unknown")
        before = texts(window)
        assert "Library" in before

        window.menu.choices["language", "zh_CN"].trigger()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LanguageChange)

        after = texts(window)
        assert "资料库" in after
        kept = {text for text in set(before) & set(after) if any(letter.isalpha() for letter in text)}
        assert kept <= {"numpy", "numpy  ×"}
        assert window.notices.text == "这个来源没有可以打开的文件夹。"
        assert window.preferences.settings.language == "zh_CN"

    play(scene)


def test_theme_changes_while_the_window_runs_and_is_kept(play: Play, theme: Theme, qapp: QApplication) -> None:
    async def scene(window: Window) -> None:
        window.menu.choices["theme", "dark"].trigger()
        assert theme.tokens == DARK
        assert qapp.palette().window().color().name().upper() == DARK.background
        image = window.main.grab().toImage()
        assert image.pixelColor(2, 300).name().upper() == DARK.background

    async def again(window: Window) -> None:
        assert window.preferences.settings.theme == "dark"
        window.preferences.change(theme="light")
        assert theme.tokens == LIGHT

    play(scene)
    theme.set_mode(ThemeMode.LIGHT)
    play(again)


def test_the_send_key_reaches_the_question_box(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.main.resize(1300, 700)
        before = window.conversation.box.edit.placeholderText()
        window.menu.choices["send_with", "ctrl+enter"].trigger()
        assert window.conversation.box.edit.placeholderText() != before
        window.main.resize(720, 700)
        assert window.conversation.box.edit.placeholderText() == "Ask your sources…"

    play(scene)


def test_a_choice_that_cannot_be_written_is_told_and_not_taken(play: Play, tmp_path: Path) -> None:
    async def scene(window: Window) -> None:
        (tmp_path / "settings.toml").mkdir()
        window.menu.choices["theme", "dark"].trigger()
        assert "can't be written" in window.notices.text
        assert window.preferences.settings == Settings()

    play(scene)


def test_settings_that_could_not_be_read_are_told(play: Play) -> None:
    problem = InvalidSetting(file="settings.toml", name="theme", value="pink", expected="light, dark")

    async def scene(window: Window) -> None:
        assert window.notices.text == "“theme” can't be “pink” (settings.toml). Expected: light, dark."

    play(scene, problems=(problem,))


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_all_fits_into_a_small_screen(play: Play, language: str) -> None:
    async def scene(window: Window) -> None:
        window.preferences.change(language=language)
        window.main.resize(1024, 600)
        await window.ask.ask("What is broadcasting?")
        await until(lambda: window.main.width() == 1024)

        assert window.main.minimumSizeHint().width() <= 1024
        assert window.main.minimumSizeHint().height() <= 600
        assert window.main.has_drawer
        assert not window.cards.isVisible()
        assert window.conversation.width() >= 640
        for button in window.main.findChildren(QAbstractButton):
            if button.isVisible():
                assert button.width() >= min(button.sizeHint().width(), 300), button.text()

    play(scene)


def test_the_drawer_lies_over_the_middle_and_closes_again(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.main.resize(1024, 600)
        await until(lambda: window.main.has_drawer)
        middle = window.conversation.width()

        window.status.right_button.click()
        assert window.cards.isVisible()
        assert window.conversation.width() == middle
        assert window.cards.geometry().right() == window.main.width() - 1
        window.status.right_button.click()
        assert not window.cards.isVisible()

        window.ask.cards.wanted.emit()
        assert window.cards.isVisible()
        window.main.activateWindow()
        await until(window.main.isActiveWindow)
        QTest.keyClick(window.conversation.box.edit, Qt.Key.Key_Escape)
        assert not window.cards.isVisible()
        window.main.show_right()
        window.main.resize(1300, 700)
        await until(lambda: not window.main.has_drawer)
        assert window.cards.isVisible()
        assert window.cards.geometry().left() > window.conversation.geometry().right()

    play(scene)


def test_side_panes_fold(play: Play) -> None:
    async def scene(window: Window) -> None:
        window.main.resize(1300, 700)
        window.status.left_button.click()
        window.status.right_button.click()
        assert not window.sources.isVisible()
        assert not window.cards.isVisible()
        assert not window.status.left_button.isChecked()
        window.status.left_button.click()
        window.status.right_button.click()
        assert window.sources.isVisible()
        assert window.cards.isVisible()

    play(scene)


def test_a_drop_anywhere_on_the_window_adds_a_source(play: Play, tmp_path: Path) -> None:
    folder = tmp_path / "教案 #2"
    folder.mkdir()

    async def scene(window: Window) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(folder))])
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        for target in (window.main, window.conversation, window.conversation.box.edit.viewport()):
            QCoreApplication.sendEvent(target, QDragEnterEvent(QPoint(5, 5), copy, data, left, none))
            QCoreApplication.sendEvent(target, QDropEvent(QPointF(5, 5), copy, data, left, none))
        await until(lambda: window.model.find("教案 #2"))
        await until(lambda: not window.library.queue.running)
        assert window.conversation.box.edit.toPlainText() == ""

    play(scene, StandInLibrary())


def test_the_status_line_says_what_is_being_built(play: Play) -> None:
    library = StandInLibrary(summary("a", SourceState.NEW), summary("b", SourceState.NEW))

    async def scene(window: Window) -> None:
        library.gate.clear()
        window.library.build([])
        await until(lambda: any(text.startswith("Building 2 sources · 5") for text in texts(window)))
        library.gate.set()
        await until(lambda: not window.library.queue.running)
        assert not any(text.startswith("Building") for text in texts(window))

    play(scene, library)


def test_earlier_conversations_are_in_the_menu(play: Play) -> None:
    async def scene(window: Window) -> None:
        await window.ask.ask("What is R&D?")
        first = window.ask.conversation
        window.ask.start_new()
        window.menu.recent_requested.emit()
        await until(lambda: window.menu.recent.actions())

        action = window.menu.recent.actions()[0]
        assert action.text() == "What is R&&D?"
        action.trigger()
        await until(lambda: window.ask.conversation == first)

    play(scene)


def test_a_conversation_that_can_not_be_read_is_told_once(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unreadable(_assistant: object) -> tuple[Path, ...]:
        return (Path("conversations", "lost.json"),)

    async def scene(window: Window) -> None:
        monkeypatch.setattr(type(window.services.assistant), "unreadable_conversations", unreadable)
        window.menu.recent_requested.emit()
        await until(lambda: "lost.json" in window.notices.text)
        window.notices.hide()
        window.menu.recent_requested.emit()
        await until(lambda: not any("conversations" in name for name in window._jobs.names))
        assert not window.notices.isVisible()

    play(scene)


def test_open_dialogs_shut_nobody_out(play: Play) -> None:
    library = StandInLibrary(summary("a", SourceState.NEW), steps=50)

    async def scene(window: Window) -> None:
        window.library.build(["a"])
        window.menu.settings_requested.emit()
        window.menu.about_requested.emit()
        window.library.ask_for_source()
        box = QMessageBox(window.main)
        box.open()
        await until(lambda: library.built and not window.library.queue.running)
        assert [source for source, _ in library.built] == ["a"]

    play(scene, library)


def test_closing_during_a_build_and_an_answer_leaves_nothing_behind(
    in_loop: RunInLoop, theme: Theme, translation: Translation, make_jobs: MakeJobs, tmp_path: Path
) -> None:
    jobs = make_jobs()
    library = StandInLibrary(summary("numpy"), summary("a", SourceState.NEW))
    assistant = StandInAssistant(passage(1, "numpy", "Text."))

    async def main() -> None:
        window = Window(StandInOpenLibrary(tmp_path, library, assistant), jobs, theme, translation, lambda _url: True)
        await window.open()
        library.gate.clear()
        assistant.gate.clear()
        window.library.build(["a"])
        window.ask.ask("What?")
        window.library.ask_for_source()
        await until(lambda: window.library.queue.fraction > 0.5)

        window.main.close()
        window.main.close()
        await asyncio.wait_for(window.closed.wait(), 5)
        await window.close()
        await window.close()

        assert jobs.names == ()
        assert library.stopped == ["a"]

    in_loop(main())
    assert not [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


@pytest.mark.qt_log_ignore("This plugin does not support raise")
def test_open_documents_close_with_the_window(play: Play) -> None:
    async def scene(window: Window) -> None:
        await window.ask.open_document("numpy", "guide.md", 0, 5)
        assert len(window.ask.documents.viewers) == 1
        window.main.close()
        assert window.ask.documents.viewers == ()

    play(scene)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_label_is_cut(play: Play, language: str) -> None:
    async def scene(window: Window) -> None:
        window.preferences.change(language=language)
        window.main.resize(1024, 600)
        await until(lambda: window.main.width() == 1024)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        for label in window.main.findChildren(QLabel):
            if label.isVisible() and label.wordWrap() and label.text():
                assert label.height() >= label.heightForWidth(label.width()), label.text()

    play(scene, StandInLibrary())


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_a_file_of_a_report_opens_and_what_is_corrected_is_built(play: Play) -> None:
    library = StandInLibrary(summary("numpy"))

    async def scene(window: Window) -> None:
        window.library.reports.document_requested.emit("numpy", "broadcasting.rst")
        await until(lambda: window.ask.documents.viewers)
        (viewer,) = window.ask.documents.viewers
        viewer.tools.exclude.click()
        await until(lambda: library.built)
        assert library.built == [("numpy", BuildOptions(kept=True))]
        await until(lambda: viewer.tools.state.text() == "Left out")

    play(scene, library)


def test_an_open_report_follows_the_builds_of_its_source(play: Play) -> None:
    library = StandInLibrary(summary("numpy", chunks=7), summary("scipy"))

    async def scene(window: Window) -> None:
        await window.library.show_report("numpy")
        dialog = window.main.findChild(ReportDialog)
        for source, expected in (("scipy", 7), ("numpy", 40)):
            window.library.build([source])
            await until(lambda: not window.library.queue.running)
            await until(lambda shown=expected: f"{shown} passages" in dialog._holdings.text())
        dialog.accept()
        window.library.build(["numpy"])
        await until(lambda: not window.library.queue.running)

    play(scene, library)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_a_build_that_fails_is_not_waited_for_in_a_document(play: Play) -> None:
    library = StandInLibrary(summary("numpy"))

    async def scene(window: Window) -> None:
        await window.ask.open_document("numpy", "broadcasting.rst", 0, 0)
        (viewer,) = window.ask.documents.viewers
        library.build_error = LocationMissing(location="/away")
        viewer.tools.exclude.click()
        await until(lambda: "/away" in window.notices.text)
        await until(lambda: viewer.tools.state.text() == "Left out")

    play(scene, library)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_window_stays_while_a_text_is_not_saved(play: Play) -> None:
    async def scene(window: Window) -> None:
        await window.ask.open_document("numpy", "broadcasting.rst", 0, 0)
        (viewer,) = window.ask.documents.viewers
        viewer.begin_editing()
        viewer.panes.markdown.edit.queue.finish()
        viewer.panes.markdown.edit.insertPlainText("new")

        assert not window.main.close()

        assert window.main.isVisible()
        assert viewer.leave.box is not None
        next(button for button in viewer.leave.box.buttons() if button.text() == "Throw away").click()
        await until(lambda: not window.ask.documents.viewers)
        assert window.main.close()

    play(scene)


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_the_panes_of_a_document_are_remembered(play: Play) -> None:
    async def first(window: Window) -> None:
        await window.ask.open_document("numpy", "broadcasting.rst", 0, 0)
        (viewer,) = window.ask.documents.viewers
        for name, button in reversed(viewer.panes.buttons.items()):
            if button.isChecked() != (name == "passages"):
                button.click()
        assert [name for name, column in viewer.panes.columns.items() if not column.isHidden()] == ["passages"]
        viewer.panes.buttons["passages"].click()
        assert viewer.panes.buttons["passages"].isChecked()

    async def second(window: Window) -> None:
        await window.ask.open_document("numpy", "broadcasting.rst", 0, 0)
        (viewer,) = window.ask.documents.viewers
        assert [name for name, button in viewer.panes.buttons.items() if button.isChecked()] == ["passages"]

    play(first)
    play(second)


def test_the_settings_try_the_mirrors_and_the_proxy_that_they_show(play: Play, web_server: WebServer) -> None:
    async def scene(window: Window) -> None:
        window._open_settings()
        dialog = window.main.findChild(SettingsDialog)
        assert dialog is not None
        dialog.mirrors.set_text(f"https://raw.githubusercontent.com/={web_server.address}/none/")
        dialog.mirrors.test_button.click()
        await until(dialog.mirrors.test_button.isEnabled)
        state = dialog.mirrors.table.item(0, 2)
        assert state is not None
        assert state.text().startswith("gave something else: ")
        assert dialog.mirrors.verdict.text().startswith("A download from GitHub would not work now: ")
        dialog.mirrors.test_button.click()
        dialog.reject()
        assert dialog.mirrors.test_button.isEnabled()

    play(scene)
