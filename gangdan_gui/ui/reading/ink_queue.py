"""Draws long texts in slices, so that the window's loop is free between two of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

SLICE_SECONDS = 0.012

Stroke = Callable[[], None]


class InkPace(QObject):
    """One slice a turn of the loop, however many queues want to draw; the newest text comes first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queues: list[InkQueue] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._slice)

    def join(self, queue: InkQueue) -> None:
        """Give a queue turns until it is drained."""
        if queue not in self._queues:
            self._queues.append(queue)
        self._timer.start()

    def leave(self, queue: InkQueue) -> None:
        """Give a queue no more turns."""
        if queue in self._queues:
            self._queues.remove(queue)
        if not self._queues:
            self._timer.stop()

    def _slice(self) -> None:
        end = perf_counter() + SLICE_SECONDS
        while self._queues and perf_counter() < end:
            self._queues[-1].step()


class InkQueue(QObject):
    """Strokes to do, in order: a stroke draws one part. `drained` is emitted when nothing is left."""

    drained = Signal()

    def __init__(self, parent: QObject | None = None, pace: InkPace | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Iterator[Stroke]] = deque()
        self._pace = pace or InkPace(self)

    @property
    def busy(self) -> bool:
        """Whether something is still to be drawn."""
        return bool(self._waiting)

    def add(self, strokes: Iterable[Stroke]) -> None:
        """Draw these after all others; they may be made as they are needed."""
        self._waiting.append(iter(strokes))
        self._pace.join(self)

    def clear(self) -> None:
        """Forget what is not drawn yet."""
        self._waiting.clear()
        self._pace.leave(self)

    def finish(self) -> None:
        """Draw everything now, however long it takes."""
        while self._waiting:
            self.step()

    def step(self) -> None:
        """Do one stroke; emits `drained` after the last."""
        while self._waiting:
            stroke = next(self._waiting[0], None)
            if stroke is not None:
                stroke()
                return
            # What the iterator did on its way to its end may have emptied the queue.
            if self._waiting:
                self._waiting.popleft()
        self._pace.leave(self)
        self.drained.emit()
