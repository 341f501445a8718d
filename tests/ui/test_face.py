"""The window as one call: exit codes, errors before it opens, and its end by closing and by signals."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import LibraryLocked, StoreDamaged
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.ui import face
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.last_resort import LastResort
from gangdan_gui.ui.loop import run
from gangdan_gui.ui.single_instance import SingleInstance
from gangdan_gui.ui.window import OpenLibrary, Window
from tests.ui.conftest import RunInLoop
from tests.ui.stand_in_assistant import StandInAssistant, StandInOpenLibrary
from tests.ui.stand_in_library import StandInLibrary, summary
from tests.ui.waiting import until

Opener = Callable[[], AbstractAsyncContextManager[OpenLibrary]]


@pytest.fixture
def library() -> StandInLibrary:
    return StandInLibrary(summary("numpy"), summary("new", SourceState.NEW))


@pytest.fixture
def closed() -> list[str]:
    return []


@pytest.fixture
def opener(tmp_path: Path, library: StandInLibrary, closed: list[str]) -> Opener:
    @asynccontextmanager
    async def open_library() -> AsyncIterator[OpenLibrary]:
        try:
            yield StandInOpenLibrary(tmp_path, library, StandInAssistant())
        finally:
            await asyncio.sleep(0)
            closed.append("library")

    return open_library


def test_the_window_lives_until_it_is_closed(
    qapp: QApplication, tmp_path: Path, opener: Opener, closed: list[str]
) -> None:
    async def visit(window: Window) -> int:
        assert window.main.isVisible()
        assert len(window.model.summaries) == 2
        QTimer.singleShot(0, window.main.close)
        await window.closed.wait()
        return 0

    assert show_window(tmp_path, opener, visit=visit) == 0
    assert closed == ["library"]


def test_closing_during_a_build_exits_with_0_and_stops_it_before_the_library_closes(
    qapp: QApplication, tmp_path: Path, opener: Opener, library: StandInLibrary, closed: list[str]
) -> None:
    stopped_at_close: list[list[str]] = []

    async def visit(window: Window) -> int:
        library.gate.clear()
        window.library.build(["new"])
        await until(lambda: window.library.queue.fraction > 0.5)
        window.main.close()
        await window.closed.wait()
        return 0

    @asynccontextmanager
    async def watched() -> AsyncIterator[OpenLibrary]:
        async with opener() as opened:
            yield opened
            stopped_at_close.append(list(library.stopped))

    assert show_window(tmp_path, watched, visit=visit) == 0
    assert stopped_at_close == [["new"]]
    assert closed == ["library"]


def test_being_told_to_quit_closes_the_window_and_its_work(
    qapp: QApplication, tmp_path: Path, opener: Opener, library: StandInLibrary, closed: list[str]
) -> None:
    async def visit(window: Window) -> int:
        library.gate.clear()
        window.library.build(["new"])
        await until(lambda: window.library.queue.fraction > 0.5)
        window.library.ask_for_source()
        QApplication.quit()
        await window.closed.wait()
        return 0

    assert show_window(tmp_path, opener, visit=visit) == 0
    assert library.stopped == ["new"]
    assert closed == ["library"]


def test_being_told_to_quit_before_there_is_a_window_ends_it_too(qapp: QApplication, tmp_path: Path) -> None:
    @asynccontextmanager
    async def slow() -> AsyncIterator[OpenLibrary]:
        QTimer.singleShot(0, QApplication.quit)
        await asyncio.Event().wait()
        yield StandInOpenLibrary(tmp_path, StandInLibrary(), StandInAssistant())

    assert show_window(tmp_path, slow) == 130


@pytest.mark.parametrize(("language", "word"), [("zh_CN", "资料库"), ("en", "library")])
def test_what_cannot_be_opened_is_told_in_the_chosen_language(
    qapp: QApplication, tmp_path: Path, catalogues: Path, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    told: list[str] = []
    monkeypatch.setattr("gangdan_gui.ui.translation.resource", lambda _name: catalogues)
    SettingsFile(tmp_path / "settings.toml").save(Settings(language=language))

    @asynccontextmanager
    async def damaged() -> AsyncIterator[OpenLibrary]:
        QTimer.singleShot(0, lambda: QTimer.singleShot(0, close))
        raise StoreDamaged(what="library.sqlite3", folder=str(tmp_path))
        yield StandInOpenLibrary(tmp_path, StandInLibrary(), StandInAssistant())

    def close() -> None:
        (box,) = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox)]
        told.append(box.informativeText())
        box.accept()

    assert show_window(tmp_path, damaged) == 2
    assert str(tmp_path) in told[0]
    assert word in told[0]


def test_a_visit_gives_the_exit_code(qapp: QApplication, tmp_path: Path, opener: Opener) -> None:
    async def visit(window: Window) -> int:
        return 1

    assert show_window(tmp_path, opener, visit=visit) == 1


@pytest.fixture
def usual_interrupts() -> Iterator[None]:
    """What a shell starts in the background ignores interrupts, and so would the window."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill that a process can catch")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.usefixtures("usual_interrupts")
def test_a_signal_ends_it_with_its_cleanup(
    qapp: QApplication, tmp_path: Path, opener: Opener, library: StandInLibrary, closed: list[str], number: int
) -> None:
    async def visit(window: Window) -> int:
        library.gate.clear()
        window.library.build(["new"])
        await until(lambda: window.library.queue.fraction > 0.5)
        os.kill(os.getpid(), number)
        await asyncio.Event().wait()
        return 0

    assert show_window(tmp_path, opener, visit=visit) == 130
    assert library.stopped == ["new"]
    assert closed == ["library"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill that a process can catch")
def test_terminating_works_where_a_shell_has_switched_ctrl_c_off(
    qapp: QApplication, tmp_path: Path, opener: Opener, closed: list[str]
) -> None:
    async def visit(window: Window) -> int:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.Event().wait()
        return 0

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert show_window(tmp_path, opener, visit=visit) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert closed == ["library"]


def test_a_library_in_use_is_told_and_ends_with_2(qapp: QApplication, tmp_path: Path) -> None:
    told: list[tuple[str, str]] = []

    @asynccontextmanager
    async def locked() -> AsyncIterator[OpenLibrary]:
        QTimer.singleShot(0, answer)
        raise LibraryLocked(home=str(tmp_path), holder="gangdan-gui build (4711)")
        yield

    def answer() -> None:
        boxes = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMessageBox)]
        if not boxes:
            QTimer.singleShot(0, answer)
            return
        told.append((boxes[0].text(), boxes[0].informativeText()))
        boxes[0].accept()

    assert show_window(tmp_path, locked) == 2
    assert told == [
        (
            "This library is in use by gangdan-gui build (4711).",
            "Wait until that has ended or close it, then start GangDan again.",
        )
    ]


def test_a_second_window_of_a_library_raises_the_first(qapp: QApplication, tmp_path: Path, opener: Opener) -> None:
    first = SingleInstance(tmp_path)
    assert first.claim()

    assert show_window(tmp_path, opener) == 0

    first.release()


def test_errors_of_slots_and_callbacks_open_one_dialog_and_the_loop_lives(
    in_loop: RunInLoop, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    log_file = tmp_path / "gangdan.log"
    log_file.write_text("old\n" * 5000 + "the last line\n", encoding="utf-8")
    last_resort = LastResort(log_file)

    async def main() -> str:
        with last_resort.watching():
            asyncio.get_running_loop().call_exception_handler({"message": "m", "exception": ValueError("first")})
            sys.excepthook(ZeroDivisionError, ZeroDivisionError("second"), None)
            assert last_resort.dialog is not None
            text = last_resort.dialog.details.toPlainText()
            last_resort.dialog.reject()
            assert last_resort.dialog is None
        return text

    with caplog.at_level(logging.CRITICAL):
        text = in_loop(main())

    assert "ValueError: first" in text
    assert "the last line" in text
    assert len(text) < 20_000
    assert "second" in caplog.text


def test_the_loop_gives_back_what_its_coroutine_returns(qapp: QApplication) -> None:
    async def main() -> int:
        await asyncio.sleep(0)
        return 7

    assert run(qapp, main) == 7


@pytest.mark.parametrize(("named", "used"), [("fcitx", "ibus"), ("fcitx5", "ibus"), ("compose", "compose")])
def test_an_input_method_that_qt_has_no_plugin_for_is_reached_as_ibus(
    named: str, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_IM_MODULE", named)
    face._application()
    assert os.environ["QT_IM_MODULE"] == used
