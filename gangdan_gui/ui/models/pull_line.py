"""A model's download where it was asked for: how far it is, a thin line, and Cancel."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.byte_sizes import part_and_whole
from gangdan_gui.ui.models.pull_count import PullCount
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told


class PullLine(QWidget):
    """Follows the download of `model` and shows no other. Hidden until it begins, and again when the model is there."""

    cancelled = Signal(str)
    running_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ""
        self._count: PullCount | None = None
        self._failure: Told | None = None
        self.words = PlainLabel(role="secondary", wrap=True)
        self.failure = PlainLabel(role="warning", wrap=True)
        self.bar = QProgressBar(textVisible=False)
        self.cancel_button = QPushButton()
        self.cancel_button.setProperty("kind", "quiet")
        self.cancel_button.clicked.connect(lambda: self.cancelled.emit(self.model))
        texts = QVBoxLayout()
        texts.setSpacing(HAIR)
        for widget in (self.words, self.failure, self.bar):
            texts.addWidget(widget)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP)
        row.addLayout(texts, 1)
        row.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()
        self._retranslate()

    @property
    def running(self) -> bool:
        """Whether the download is under way."""
        return self._count is not None

    def begin(self, model: str) -> None:
        """A download was asked for."""
        self.model, self._count, self._failure = model, PullCount(), None
        self._retranslate()
        self.show()
        self.running_changed.emit()

    def show_count(self, model: str, count: PullCount) -> None:
        """How far a download is."""
        if model == self.model:
            self._count = count
            self._retranslate()

    def show_end(self, model: str, failure: Told | None) -> None:
        """A download has ended: the model is there, or this went wrong."""
        if model == self.model:
            self._count, self._failure = None, failure
            self.setVisible(failure is not None)
            self._retranslate()
            self.running_changed.emit()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        count, failure = self._count, self._failure
        for widget in (self.words, self.bar, self.cancel_button):
            widget.setVisible(count is not None)
        self.failure.setVisible(failure is not None)
        self.failure.setText(sentences(failure.message, failure.advice) if failure else "")
        self.cancel_button.setText(self.tr("Cancel"))
        self.cancel_button.setAccessibleName(self.tr("Cancel the download"))
        if count is not None:
            self.words.setText(self._state(count))
            self.bar.setRange(0, 100 if count.total else 0)
            self.bar.setValue(count.percent)
            self.bar.setAccessibleName(self.words.text())

    def _state(self, count: PullCount) -> str:
        if count.checking:
            return self.tr("Checking {model}…").format(model=self.model)
        if not count.total:
            return self.tr("Asking for {model}…").format(model=self.model)
        return self.tr("Downloading {model}: {done} of {total} · {percent} %").format(
            model=self.model, percent=count.percent, **part_and_whole(count.done, count.total)
        )
