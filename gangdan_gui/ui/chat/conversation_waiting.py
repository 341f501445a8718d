"""What is being done while there is nothing to read yet; after a few seconds it counts them, so that life shows."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QTimer
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.events import AnswerStage
from gangdan_gui.ui.plain_label import PlainLabel

SILENT_SECONDS = 3
_SECOND = 1000


class WaitingLine(PlainLabel):
    """Begins with the search. `enter` says what comes next, `stop` that nothing does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(role="secondary")
        if parent is not None:
            self.setParent(parent)
        self._stage: AnswerStage | None = None
        self._model, self._number, self._count = "", 0, 0
        self._stopped = False
        self._since = QElapsedTimer()
        self._since.start()
        self._tick = QTimer(self, interval=_SECOND)
        self._tick.timeout.connect(self.show_seconds)
        self._tick.start()
        self.show_seconds()

    def enter(self, stage: AnswerStage, model: str, number: int = 0, count: int = 0) -> None:
        """What a model does now; of sections which one, and how many there are."""
        self._stage, self._model, self._number, self._count = stage, model, number, count
        self._since.restart()
        self.show_seconds()

    def resume(self) -> None:
        """What had arrived was nothing: it is waited for again."""
        self._tick.start()
        self.show_seconds()
        self.show()

    def end(self) -> None:
        """There is something to read."""
        self._tick.stop()
        self.hide()

    def stop(self) -> None:
        """The user stopped it."""
        self._stopped = True
        self._tick.stop()
        self.show_seconds()

    @property
    def seconds(self) -> int:
        """How long the present stage has taken."""
        return self._since.elapsed() // _SECOND

    def show_seconds(self) -> None:
        """Say what is done, and for how long."""
        seconds = self.seconds
        words = self._words()
        if seconds < SILENT_SECONDS or self._stopped:
            self.setText(words)
        else:
            self.setText(self.tr("{what} {seconds} s").format(what=words, seconds=seconds))

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self.show_seconds()
        super().changeEvent(change)

    def _words(self) -> str:
        if self._stopped:
            return self.tr("Stopped.")
        match self._stage:
            case AnswerStage.LOADING:
                said = self.tr("Loading {model}… The first time this takes a while.")
                return said.format(model=self._model)
            case AnswerStage.READING:
                return self.tr("The model is reading the passages…")
            case AnswerStage.THINKING:
                return self.tr("The model is thinking…")
            case AnswerStage.SECTION:
                said = self.tr("Reading section {number} of {count}: these are notes, the answer comes after them…")
                return said.format(number=self._number, count=self._count)
            case AnswerStage.MERGING:
                said = self.tr("All {count} sections are read; the model answers from its notes…")
                return said.format(count=self._count)
            case _:
                return self.tr("Searching your sources…")
