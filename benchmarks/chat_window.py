"""The real window, asked: when its first passage and its first word are painted, and its loop while answers arrive."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from benchmarks.gaps import gaps_beside
from gangdan_gui.app import open_application
from gangdan_gui.ui.face import show_window
from gangdan_gui.ui.window import Window

_SIZE = (1360, 840)
# A question comes to a window that has drawn all it had to.
_REST = 0.3
_QUESTION = "What rises and falls twice a day?"


class _Painted(QObject):
    """`at` becomes the time when a widget has been painted while `ready` holds."""

    def __init__(self, widget: QWidget, ready: Callable[[], bool]) -> None:
        super().__init__(widget)
        self.at: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._ready = ready
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.at.done() and self._ready():
            # The filter comes before the painting, the next turn of the loop after it.
            QTimer.singleShot(0, self._stamp)
        return False

    def _stamp(self) -> None:
        if not self.at.done():
            self.at.set_result(time.perf_counter())


def first_moments(home: str, questions: str, before: str) -> list[dict[str, float]]:
    """Milliseconds from a question to its first card and to its first word on screen, without what others took.

    Others are the search itself and the server, which waits `before` seconds with its first token.
    """
    moments: list[dict[str, float]] = []

    async def visit(window: Window) -> int:
        for _ in range(int(questions)):
            window.ask.start_new()
            await asyncio.sleep(_REST)
            moments.append(await _first(window, float(before)))
        return 0

    _show(home, visit)
    return moments


async def _first(window: Window, before: float) -> dict[str, float]:
    cards = window.cards.list
    begun = time.perf_counter()
    card = _Painted(cards.viewport(), lambda: cards.cards.rowCount() > 0)
    asking = window.ask.ask(_QUESTION)
    (message,) = window.conversation.messages
    word = _Painted(message.view.viewport(), lambda: bool(message.view.toPlainText().strip()))
    await asking
    assert message.answer is not None
    assert message.answer.model, message.answer
    searched = message.answer.seconds["embed"] + message.answer.seconds["search"]
    painted = {"passage": await card.at - searched, "word": await word.at - searched - before}
    return {name: (at - begun) * 1000 for name, at in painted.items()}


def streaming(home: str) -> dict[str, Any]:
    """The gaps of the window's loop and of a bare one beside it while one answer arrives and is drawn to its end."""
    seen: dict[str, Any] = {}

    async def visit(window: Window) -> int:
        async def work() -> None:
            begun = time.perf_counter()
            asking = window.ask.ask(_QUESTION)
            (message,) = window.conversation.messages
            drawn = asyncio.Event()
            message.view.finished.connect(drawn.set)
            await asking
            seen["seconds"] = time.perf_counter() - begun
            while message.view.busy:
                drawn.clear()
                await drawn.wait()
            seen["drawn"] = time.perf_counter() - begun - seen["seconds"]

        seen["ours"], seen["bare"] = await gaps_beside(work())
        (message,) = window.conversation.messages
        assert message.answer is not None
        seen["characters"] = len(message.answer.text)
        return 0

    _show(home, visit)
    return seen


def _show(home: str, visit: Callable[[Window], Awaitable[int]]) -> None:
    async def sized(window: Window) -> int:
        window.main.resize(*_SIZE)
        return await visit(window)

    assert show_window(Path(home), partial(open_application, Path(home), "benchmark"), visit=sized) == 0
