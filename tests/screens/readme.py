"""Draws the two pictures of the README: the real window with real parts, on a small library of a teacher.

    python -m tests.screens.readme [FOLDER]

FOLDER is `docs` unless another is named. A CJK font must be installed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from gangdan_gui.app import open_application
from gangdan_gui.bundled import resource
from gangdan_gui.domain.events import BuildReport
from gangdan_gui.embedding.labels import BUILTIN
from gangdan_gui.services.settings import Settings, SettingsFile
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.sources.add_request import AddRequest
from gangdan_gui.ui.window import Window
from tests.journeys.course import write_course

_SIZE = QSize(1360, 840)
_SETTLE_SECONDS = 0.5
_PLAN = """\
# 水草的光合作用

## 氧气从哪里来

水草在光下吸收水和二氧化碳，制造养分，同时放出氧气。试管里冒出的气泡就是氧气，能使带火星的木条复燃。

| 灯的距离 | 每分钟气泡 |
|---|---|
| 10 厘米 | 32 |
| 20 厘米 | 17 |
| 40 厘米 | 6 |

## 课堂提问

1. 灯移远以后，气泡为什么变少？
2. 没有光，水草还放出氧气吗？
"""
_ENGLISH, _CHINESE, _GUIDE = "Python for beginners", "生物教案与实验", "GangDan"
# Each asks in one language what stands in the other, for so many passages that the end of the answer is seen, too.
_PICTURES = {
    "window.png": ("en", "How does a water plant make oxygen?", _CHINESE, 2),
    "window.zh-CN.png": ("zh_CN", "形状不同的数组怎样相加？", _ENGLISH, 1),
}


def _write_sources(folder: Path, asked: str) -> list[AddRequest]:
    """Write the teacher's folders; the one that is asked comes first."""
    english, chinese, guide = (folder / name for name in ("english", "chinese", "guide"))
    write_course(english)
    shutil.move(english / "讲义", chinese)
    (chinese / "水草.md").write_text(_PLAN, "utf-8")
    shutil.copytree(resource("first_source"), guide)
    places = {_ENGLISH: english, _CHINESE: chinese, _GUIDE: guide}
    titles = sorted(places, key=lambda title: title != asked)
    return [AddRequest(str(places[title]), title, embedder=BUILTIN) for title in titles]


async def _visit(window: Window, requests: list[AddRequest], question: str, picture: Path) -> int:
    window.main.resize(_SIZE)
    for request in requests:
        report: asyncio.Future[BuildReport] = asyncio.get_running_loop().create_future()
        window.library.queue.finished.connect(report.set_result)
        await window.library.add(request)
        await report
        window.library.queue.finished.disconnect(report.set_result)
        while window.library.queue.running:  # noqa: ASYNC110  # the window tells of it by what it shows
            await asyncio.sleep(0.01)
    await window.library.refresh()
    for summary in window.model.summaries:
        window.model.set_used(summary.source.id, used=summary.source.title == requests[0].title)
    await window.ask.ask(question)
    while window.conversation.busy:  # noqa: ASYNC110  # it says so itself
        await asyncio.sleep(0.01)
    await asyncio.sleep(_SETTLE_SECONDS)
    _save(window.main.grab().toImage(), picture)
    return 0


def _save(image: QImage, picture: Path) -> None:
    """In its 256 commonest colours, which nobody sees of a window that has few, and which makes small files."""
    pixels = Counter(memoryview(image.constBits()).cast("I"))
    palette = [colour for colour, _ in pixels.most_common(256)]
    plain = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    image.convertToFormat(QImage.Format.Format_Indexed8, palette, plain).save(str(picture))


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.screens.readme", description="Draw the README's pictures.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs"))
    folder: Path = parser.parse_args().folder
    for name, (language, question, asked, count) in _PICTURES.items():
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            home = Path(place) / "home"
            SettingsFile(home / "settings.toml").save(Settings(language=language, theme="light", passages=count))
            requests = _write_sources(Path(place), asked)
            visit = partial(_visit, requests=requests, question=question, picture=folder / name)
            if code := show_window(home, partial(open_application, home, "pictures"), visit=visit):
                return code
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
