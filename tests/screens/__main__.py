"""Writes pictures of the window in its states, for people to look at.

    python -m tests.screens FOLDER [WORD…]

Only pictures whose name holds every WORD are written (`results dark`). A CJK font must be installed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from gangdan_gui.services.settings import Settings
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.loop import run
from gangdan_gui.ui.theme import Theme, ThemeMode
from gangdan_gui.ui.translation import Translation
from gangdan_gui.ui.window import Window
from tests.screens.scenes import ASIDE, SCENES, SMALL, Scene
from tests.ui.stand_in_assistant import StandInOpenLibrary
from tests.ui.waiting import until

LARGE, NARROW = QSize(1360, 840), QSize(1024, 600)
_SETTLE_SECONDS = 0.15


@dataclass(frozen=True)
class Picture:
    """One picture: a scene in a language, an appearance and a size."""

    scene: Scene
    language: str
    theme: str
    size: QSize

    @property
    def name(self) -> str:
        small = "-small" if self.size == NARROW else ""
        return f"{self.scene.name}{small}-{self.language}-{self.theme}"


def pictures() -> Iterator[Picture]:
    """All of them."""
    for language in ("zh_CN", "en"):
        for theme in ("light", "dark"):
            yield from (Picture(scene, language, theme, LARGE) for scene in SCENES)
        yield from (Picture(scene, language, "light", NARROW) for scene in SMALL)
        yield from (Picture(scene, language, "light", LARGE) for scene in ASIDE)
    yield from (Picture(scene, "zh_CN", "dark", LARGE) for scene in ASIDE)


async def take(picture: Picture, theme: Theme, translation: Translation) -> QPixmap:
    """Open a window, bring it into the scene, and paint it."""
    library, assistant = picture.scene.services()
    jobs = Jobs()
    with tempfile.TemporaryDirectory() as home:
        opened = StandInOpenLibrary(Path(home), library, assistant)
        opened.settings.save(Settings(language=picture.language, theme=picture.theme))
        window = Window(opened, jobs, theme, translation, lambda _url: True)
        await window.open()
        window.main.resize(picture.size)
        await asyncio.sleep(_SETTLE_SECONDS)
        extra = await picture.scene.play(window, picture.language)
        if isinstance(extra, QDialog):
            extra.open()
        await until(_drawn(window))
        await asyncio.sleep(_SETTLE_SECONDS)
        shot = _paint(window, extra)
        await window.close()
    return shot


def _drawn(window: Window) -> Callable[[], bool]:
    """Beside other work drawing takes longer than what comes after it."""
    return lambda: not window.conversation.busy


def _paint(window: Window, extra: QWidget | None) -> QPixmap:
    shot = window.main.grab()
    if extra is None:
        return shot
    extra.ensurePolished()
    if not isinstance(extra, QDialog):
        extra.resize(extra.sizeHint())
    over = extra.grab()
    painter = QPainter(shot)
    place = ((shot.width() - over.width()) // 2, (shot.height() - over.height()) // 2)
    painter.drawPixmap(*place, over)
    painter.drawRect(place[0], place[1], over.width() - 1, over.height() - 1)
    painter.end()
    return shot


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description="Write pictures of the window.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", help="only pictures whose name holds all of these")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    theme, translation = Theme(app, ThemeMode.LIGHT), Translation(app)

    async def take_all() -> int:
        for picture in pictures():
            if all(word in picture.name for word in arguments.words):
                shot = await take(picture, theme, translation)
                shot.save(str(arguments.folder / f"{picture.name}.png"))
                print(picture.name)
                app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return 0

    return run(app, take_all)


if __name__ == "__main__":
    sys.exit(main())
