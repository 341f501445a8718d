"""Fixtures of the window's tests: one theme and one set of catalogues a test, and a loop with a hard end."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from qasync import QEventLoop

from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.theme import Theme, ThemeMode
from gangdan_gui.ui.translation import Translation

_SECONDS = 20.0

MakeJobs = Callable[[], Jobs]
RunInLoop = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme."""
    theme = Theme(qapp, ThemeMode.LIGHT)
    yield theme
    theme.deleteLater()


@pytest.fixture(scope="session")
def translations_script() -> ModuleType:
    """`scripts/build_translations.py` as a module."""
    path = Path(__file__).resolve().parents[2] / "scripts" / "build_translations.py"
    spec = importlib.util.spec_from_file_location("build_translations", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def catalogues(translations_script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled catalogues."""
    folder = tmp_path_factory.mktemp("catalogues")
    translations_script.compile_catalogues(folder)
    return folder


@pytest.fixture
def translation(qapp: QApplication, catalogues: Path) -> Iterator[Translation]:
    """The window's languages, English at first and at the end."""
    translation = Translation(qapp, catalogues)
    translation.use("en")
    yield translation
    translation.use("en")
    translation.remove()
    translation.deleteLater()


@pytest.fixture(autouse=True)
def no_key_held() -> Iterator[None]:
    """Lets go of Control and Shift, which simulated keys leave held: with them a click selects otherwise."""
    yield
    if QGuiApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        widget = QWidget()
        QTest.keyClick(widget, Qt.Key.Key_Escape)
        widget.deleteLater()
        assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier


@pytest.fixture
def in_loop(qapp: QApplication) -> RunInLoop:
    """Runs a coroutine on Qt's loop to its end, and fails when it leaves a task behind."""

    async def bounded(work: Coroutine[Any, Any, Any]) -> Any:
        result = await asyncio.wait_for(work, _SECONDS)
        # Tasks that have just been cancelled end in the next turn.
        await asyncio.sleep(0)
        left = [task.get_name() for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        assert left == []
        return result

    def run(work: Coroutine[Any, Any, Any]) -> Any:
        qapp.setQuitOnLastWindowClosed(False)
        with asyncio.Runner(loop_factory=lambda: QEventLoop(qapp)) as runner:
            result = runner.run(bounded(work))
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        # The loop's own timers are in a cycle; a later test's thread must not be where that is collected.
        gc.collect()
        return result

    return run


@pytest.fixture
def make_jobs() -> Iterator[MakeJobs]:
    """Makes registries of jobs; an error that reaches one of them fails the test at its end."""
    failed: list[str] = []

    def make() -> Jobs:
        return Jobs(lambda name, error: failed.append(f"{name}: {error!r}"))

    yield make
    assert failed == []
