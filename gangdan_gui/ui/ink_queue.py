"""Draws a long text in slices, so that the window's loop is free between two of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

SLICE_SECONDS = 0.012

Stroke = Callable[[], None]


class InkQueue(QObject):
    """Strokes to do, in order: a stroke draws one part. `drained` is emitted when nothing is left."""

    drained = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Iterator[Stroke]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)

    @property
    def busy(self) -> bool:
        """Whether something is still to be drawn."""
        return bool(self._waiting)

    def add(self, strokes: Iterable[Stroke]) -> None:
        """Draw these after all others; they may be made as they are needed."""
        self._waiting.append(iter(strokes))
        self._timer.start()

    def clear(self) -> None:
        """Forget what is not drawn yet."""
        self._waiting.clear()
        self._timer.stop()

    def finish(self) -> None:
        """Draw everything now, however long it takes."""
        while self._one():
            pass
        self._end()

    def _slice(self) -> None:
        end = perf_counter() + SLICE_SECONDS
        while self._one():
            if perf_counter() >= end:
                return
        self._end()

    def _one(self) -> bool:
        while self._waiting:
            stroke = next(self._waiting[0], None)
            if stroke is not None:
                stroke()
                return True
            if self._waiting:
                self._waiting.popleft()
        return False

    def _end(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self.drained.emit()
