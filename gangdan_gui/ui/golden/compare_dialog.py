"""Two ways of building and searching beside each other, and what comes of the test questions in both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QSizePolicy, QVBoxLayout, QWidget

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.events import Hold, Stage
from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun
from gangdan_gui.services.requests.trials import TrialForecast, TrialStep, Way
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.asking_dialog import AskingDialog
from gangdan_gui.ui.golden.compare_result import CompareResult
from gangdan_gui.ui.golden.trial_words import TrialWords
from gangdan_gui.ui.golden.way_form import WayForm
from gangdan_gui.ui.kept_room import keep_room
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.scrolled import Scrolled

_SIZE = QSize(860, 800)
_FORM_WIDTH = 320
# A number that is typed changes with each digit.
_SETTLED_MS = 300


class CompareDialog(AskingDialog):
    """What came of it takes the place of the forms.

    `compare_requested` brings both ways; whoever acts calls `progress` and `show_runs`, too. `forecast_wanted` brings
    them where they have changed, for `show_forecast`.

    `chunking` is how most of the library is cut.
    """

    compare_requested = Signal(object, object)
    forecast_wanted = Signal(object)

    def __init__(self, settings: Settings, chunking: ChunkSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._step: TrialStep | None = None
        self._hold: Hold | None = None
        self._words = TrialWords(self)
        self._forecast: TrialForecast | None = None
        self._heads = (PlainLabel(role="strong"), PlainLabel(role="strong"))
        self.forms = (WayForm(settings, chunking, built=False), WayForm(settings, chunking, built=True))
        self._choice, self._chosen = QWidget(), (PlainLabel(wrap=True), PlainLabel(wrap=True))
        self._both = Scrolled(self._choice)
        self.step, self.cost = PlainLabel(role="secondary"), PlainLabel(wrap=True)
        self.outcome = CompareResult()
        self.compare_button, self.back_button = self._button("primary"), self._button()
        self.back_button.clicked.connect(self._back)
        self.compare_button.clicked.connect(lambda: self.compare_requested.emit(*(form.way for form in self.forms)))
        self.outcome.open_requested.connect(self.open_requested)
        self._settling = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settling.timeout.connect(lambda: self.forecast_wanted.emit(self.ways))
        for form in self.forms:
            form.changed.connect(self._changed)
        self._lay_out(_SIZE, *self._parts())
        self._retranslate()

    @property
    def ways(self) -> tuple[Way, Way]:
        """What is chosen."""
        first, second = self.forms
        return first.way, second.way

    def begin_with(self, cuts: Sequence[ChunkSettings]) -> None:
        """Choose ways of cutting, unless something is compared just now."""
        if cuts and not self._busy:
            self._back()
            for form, cut in zip(self.forms, cuts, strict=False):
                form.choose(cut)

    def show_forecast(self, forecast: TrialForecast | None) -> None:
        """What it would take; None where nobody can say."""
        self._forecast = forecast
        self._show()

    def begin(self) -> None:
        """Say that both ways are tried."""
        self._step, self._hold = None, None
        self.outcome.clear()
        super().begin()

    def progress(self, step: TrialStep) -> None:
        """How far it is. Of a build only what takes long counts, or the bar would go back and forth."""
        if step.stage in (None, Stage.EMBED):
            self.bar.setRange(0, step.total)
            self.bar.setValue(step.done)
            self._step = step
        self._hold = step.hold
        self.step.setText(self._step_words())

    def show_runs(self, first: GoldenRun, second: GoldenRun, questions: Mapping[str, GoldenQuestion]) -> None:
        """What came of it."""
        self.outcome.show_runs(first, second, questions)
        self._show()

    def _changed(self) -> None:
        """What was said of other ways does not hold."""
        self._settling.start()
        self.show_forecast(None)

    def _parts(self) -> list[tuple[QWidget | QLayout, int]]:
        for widget in (self.bar, self.step):
            keep_room(widget)
        sides = QHBoxLayout(self._choice)
        sides.setContentsMargins(0, look.GAP, 0, look.GAP)
        sides.setSpacing(look.WIDE)
        for head, form in zip(self._heads, self.forms, strict=True):
            side = QVBoxLayout()
            side.setSpacing(look.TIGHT)
            side.addWidget(head)
            side.addWidget(form)
            side.addStretch()
            sides.addLayout(side, 1)
        for form in self.forms:
            form.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # both are as wide
            form.setMinimumWidth(_FORM_WIDTH)
        self._both.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        rest = QWidget()
        rest.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        above = (self._both, *self._chosen, self.cost, self.told)
        return [*((part, 0) for part in above), (self.outcome, 1), (rest, 0), (self.bar, 0), (self.step, 0)]

    def _show(self) -> None:
        super()._show()
        self.step.setText(self._step_words())
        self.step.setVisible(self._busy)
        found = self.outcome.is_filled
        for label, head, form in zip(self._chosen, self._heads, self.forms, strict=True):
            label.setText(self.tr("{way}: {chosen}").format(way=head.text(), chosen=form.words))
        self.cost.setText(self._words.cost(self._forecast) if self._forecast else "")
        of_choice, of_result = (self._both, self.cost), (*self._chosen, self.outcome, self.back_button)
        # What goes first: with both there, the dialog would grow beyond a small screen.
        for widget in of_choice if found else of_result:
            widget.hide()
        for widget in of_result if found else of_choice:
            widget.show()
        self._choice.setEnabled(not self._busy)
        self.compare_button.setVisible(not self._busy and not found)
        self.compare_button.setEnabled(all(form.is_usable for form in self.forms))

    def _back(self) -> None:
        """Let other ways be chosen."""
        self.outcome.clear()
        self._show()

    def _step_words(self) -> str:
        if self._hold is not None:
            return self._words.held(self._hold)
        step = self._step
        if step is None:
            return self.tr("Reading the documents…")
        way = self._heads[step.way].text()
        if step.stage is None:
            return self.tr("{way}: {done} of {total} questions are asked").format(
                way=way, done=step.done, total=step.total
            )
        return self.tr("{way}: “{source}” is built aside, {done} of {total} passages").format(
            way=way, source=step.source, done=step.done, total=step.total
        )

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Compare two ways"))
        self._title.setText(self.tr("Which way finds more?"))
        self._meaning.setText(
            self.tr(
                "Your test questions are asked in both ways. Your library stays as it is: what has to be built for "
                "this is built aside and is removed afterwards."
            )
        )
        for head, words in zip(self._heads, (self.tr("First way"), self.tr("Second way")), strict=True):
            head.setText(words)
        self.compare_button.setText(self.tr("Compare"))
        self.back_button.setText(self.tr("Other ways…"))
        for form in self.forms:
            form.retranslate()
        self.outcome.retranslate()
        super()._retranslate()
