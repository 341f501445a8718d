"""Asks how a source is to be made anew, and says beside it what that takes."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.chunking.validation import usual
from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.reports import GenerationSummary, SourceSummary
from gangdan_gui.services.requests import BuildOptions
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.state_words import StateWords, is_outdated
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.splitter_words import SplitterWords
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

_WIDTH = 480
# Who turns a number has not made up their mind yet.
_PAUSE_MS = 300
_LARGEST = 100_000


class RebuildDialog(QDialog):
    """Open it with `open()`. `cost_requested` and `rebuild_requested` bring the BuildOptions that are chosen.

    Whoever hears the first shows the cost with `show_cost`.
    """

    cost_requested = Signal(object)
    rebuild_requested = Signal(object)

    def __init__(self, summary: SourceSummary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH)
        self._summary = summary
        self._live = summary.live or GenerationSummary(summary.embedder, ChunkSettings(), 0, summary.chunks)
        self._words, self._source_words = StateWords(self), SourceWords(self)
        self._splitters, self._splitter = SplitterWords(self), self._live.chunking.splitter
        self._forecast: Forecast | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._make_parts()
        self._lay_out()
        self._connect()
        self.offer((self._live.embedder,))
        self._retranslate()
        self._changed()

    @property
    def options(self) -> BuildOptions:
        """What is chosen. The same as now is made from scratch."""
        embedder = str(self.embedder.currentData())
        chunking = ChunkSettings(
            str(self.splitter.currentData()), self.length.value(), self.overlap.value(), self.minimum.value()
        )
        same = (embedder, chunking) == (self._live.embedder, self._live.chunking) and not is_outdated(self._summary)
        return BuildOptions(embedder=embedder, chunking=chunking, keep_previous=self.keep.isChecked(), force=same)

    def offer(self, embedders: Iterable[str]) -> None:
        """Offer embedders by their labels; those that are offered already stay where they are."""
        for label in embedders:
            if self.embedder.findData(label) < 0:
                self.embedder.addItem(self._source_words.embedder_words(label), label)

    def show_cost(self, forecast: Forecast | None) -> None:
        """Show what it takes; None where nobody can tell."""
        self._forecast = forecast
        self._show_cost()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _make_parts(self) -> None:
        self._title = PlainLabel(role="strong", wrap=True)
        self._meaning = PlainLabel(role="secondary", wrap=True)
        self._embedder_name, self._splitter_name = PlainLabel(), PlainLabel()
        self._size_name, self._overlap_name, self._minimum_name = (PlainLabel() for _ in range(3))
        self.embedder, self.splitter = QComboBox(), QComboBox()
        self.length, self.overlap, self.minimum = QSpinBox(), QSpinBox(), QSpinBox()
        cut = self._live.chunking
        for name, words in self._splitters.all.items():
            self.splitter.addItem(words, name)
        self.splitter.setCurrentIndex(self.splitter.findData(cut.splitter))
        for box, least, value in (
            (self.length, 1, cut.size),
            (self.overlap, 0, cut.overlap),
            (self.minimum, 0, cut.minimum),
        ):
            box.setRange(least, _LARGEST)
            box.setValue(value)
            # The style sheet's padding does not reach the editor inside.
            box.lineEdit().setTextMargins(look.GAP - 2, 0, 0, 0)
        self.length.setSingleStep(100)
        self.overlap.setSingleStep(50)
        self.minimum.setSingleStep(10)
        self.keep = QCheckBox()
        self.keep.setChecked(True)
        self.cost = PlainLabel(wrap=True)
        self.notices = PlainLabel(role="secondary", wrap=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.rebuild_button = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.rebuild_button.setDefault(True)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(look.GAP)
        for name, field in (
            (self._embedder_name, self.embedder),
            (self._splitter_name, self.splitter),
            (self._size_name, self.length),
            (self._overlap_name, self.overlap),
            (self._minimum_name, self.minimum),
        ):
            form.addRow(name, field)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE, look.WIDE, look.MARGIN)
        column.setSpacing(look.GAP)
        column.addWidget(self._title)
        column.addWidget(self._meaning)
        column.addLayout(form)
        for widget in (self.keep, self.cost, self.notices, self.buttons):
            column.addWidget(widget)

    def _connect(self) -> None:
        self.embedder.currentIndexChanged.connect(self._changed)
        self.splitter.currentIndexChanged.connect(self._cut_otherwise)
        for box in (self.length, self.overlap, self.minimum):
            box.valueChanged.connect(self._changed)
        self.keep.toggled.connect(self._changed)
        self._pause.timeout.connect(lambda: self.cost_requested.emit(self.options))
        self.buttons.accepted.connect(self._rebuild)
        self.buttons.rejected.connect(self.reject)

    def _cut_otherwise(self) -> None:
        """Take the lengths that are usual for the splitter, where those of the one before were left as they were."""
        lengths = (self.length, self.overlap, self.minimum)
        before, chosen = usual(self._splitter), usual(str(self.splitter.currentData()))
        self._splitter = chosen.splitter
        if tuple(box.value() for box in lengths) == (before.size, before.overlap, before.minimum):
            for box, value in zip(lengths, (chosen.size, chosen.overlap, chosen.minimum), strict=True):
                box.setValue(value)
        self._changed()

    def _changed(self) -> None:
        self.overlap.setMaximum(max(self.length.value() - 1, 0))
        self.minimum.setMaximum(self.length.value())
        self._forecast = None
        self.cost.setText(self.tr("Working out what it takes…"))
        self.notices.hide()
        self._pause.start()

    def _rebuild(self) -> None:
        self.rebuild_requested.emit(self.options)
        self.accept()

    def _show_cost(self) -> None:
        forecast = self._forecast
        if forecast is None:
            self.cost.setText(self.tr("What it takes can't be told now."))
            return
        guessed = self.tr("Takes roughly: {cost}") if forecast.guessed else self.tr("Takes about: {cost}")
        self.cost.setText(guessed.format(cost=self._words.cost_words(forecast)))
        self.notices.setText("\n".join(reason_sentence(notice, translate) for notice in forecast.notices))
        self.notices.setVisible(bool(forecast.notices))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Rebuild"))
        self._title.setText(self.tr("Rebuild “{title}”").format(title=self._summary.source.title))
        self._meaning.setText(self.tr("What answers now goes on answering until the new state is whole."))
        for name, field, words in (
            (self._embedder_name, self.embedder, self.tr("Embedding model")),
            (self._splitter_name, self.splitter, self.tr("Cut into passages")),
            (self._size_name, self.length, self.tr("Characters in a passage")),
            (self._overlap_name, self.overlap, self.tr("Shared with the one before")),
            (self._minimum_name, self.minimum, self.tr("Leave out shorter than")),
        ):
            name.setText(words)
            name.setBuddy(field)
            field.setAccessibleName(words)
        for index, words in enumerate(self._splitters.all.values()):
            self.splitter.setItemText(index, words)
        self.keep.setText(self.tr("Keep what answers now, to return to it"))
        self.rebuild_button.setText(self.tr("Rebuild"))
        for index in range(self.embedder.count()):
            self.embedder.setItemText(index, self._source_words.embedder_words(self.embedder.itemData(index)))
