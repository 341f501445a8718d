"""The window as one call: makes the Qt application, opens the library behind it, and returns an exit code."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from gangdan_gui.domain.errors import GangDanError, StoreDamaged
from gangdan_gui.services.settings import SettingsFile
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.last_resort import LastResort
from gangdan_gui.ui.loop import run
from gangdan_gui.ui.single_instance import SingleInstance
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.theme import Theme, ThemeMode
from gangdan_gui.ui.told import told
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import OpenLibrary, Window

DONE, CANNOT_RUN = 0, 2
# The window closed to be opened again with what lies ready to take the library's place.
RESTART = -1

LibraryOpener = Callable[[], AbstractAsyncContextManager[OpenLibrary]]
# What to do with the open window instead of waiting for the user to close it; returns the exit code.
Visit = Callable[[Window], Awaitable[int]]


def show_window(
    home: Path,
    open_library: LibraryOpener,
    *,
    log_file: Path | None = None,
    first_source: Callable[[], AddRequest | None] = lambda: None,
    visit: Visit | None = None,
) -> int:
    """Show a library's window until it is closed. `first_source` is asked for once the library is open.

    A second call for the same folder raises the first window and returns 0 at once. A library that can't be opened
    is told in a dialog, and the exit code is 2. RESTART asks to be called again.
    """
    app = _application()
    instance = SingleInstance(home, app)
    if not instance.claim():
        return DONE
    # What can't be opened is told in the language that was chosen, too.
    settings = SettingsFile(home / "settings.toml").load().settings
    theme, translation = Theme(app, ThemeMode(settings.theme)), Translation(app)
    translation.use(settings.language)
    theme.set_script(QCoreApplication.translate("Window", "Library"))
    last_resort = LastResort(log_file)

    async def main() -> int:
        jobs = Jobs(lambda _name, error: last_resort.tell(error))
        with last_resort.watching():
            try:
                async with open_library() as library:
                    window = Window(library, jobs, theme, translation)
                    instance.raise_requested.connect(window.main.bring_to_front)
                    last_resort.parent = window.main
                    return await _live(window, first_source(), visit or _until_closed)
            except GangDanError as error:
                await _tell(error, home)
                return CANNOT_RUN

    try:
        return run(app, main)
    finally:
        translation.remove()
        instance.release()


async def _live(window: Window, first_source: AddRequest | None, visit: Visit) -> int:
    try:
        await window.open(first_source)
        return await visit(window)
    finally:
        # Before the library closes: nothing may be using it then.
        await window.close()


async def _until_closed(window: Window) -> int:
    await window.closed.wait()
    return RESTART if window.restarting else DONE


async def _tell(error: GangDanError, home: Path) -> None:
    """Show an error without the box's own loop, which would shut other tasks out."""
    what = told(error)
    box = QMessageBox(QMessageBox.Icon.Warning, "GangDan", what.message)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(_advice(error, home) or what.advice)
    closed = asyncio.Event()
    box.finished.connect(closed.set)
    box.open()
    await closed.wait()
    box.deleteLater()


def _advice(error: GangDanError, home: Path) -> str:
    """What to do where the advice for an open window can't be followed."""
    if not isinstance(error, StoreDamaged):
        return ""
    advice = QCoreApplication.translate(
        "face",
        "Your own documents are untouched. Move the folder “{folder}” aside and start GangDan again: "
        "it makes a new library, and you can add your documents to it.",
    )
    return advice.format(folder=home)


def _application() -> QApplication:
    if os.environ.get("QT_IM_MODULE", "").startswith("fcitx"):
        # Qt's own builds have no plugin of that name, and without one no Chinese can be typed. fcitx answers where
        # ibus is expected.
        os.environ["QT_IM_MODULE"] = "ibus"
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("GangDan")
    app.setDesktopFileName("gangdan")
    return app
