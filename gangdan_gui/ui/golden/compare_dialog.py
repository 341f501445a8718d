"""Two ways of building and searching beside each other, and what comes of the test questions in both."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.events import Hold, Stage
from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun
from gangdan_gui.services.requests.trials import TrialStep
from gangdan_gui.services.settings import Settings
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.compare_result import CompareResult
from gangdan_gui.ui.golden.way_form import WayForm
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told

_SIZE = QSize(860, 800)


class CompareDialog(QDialog):
    """Open it with `open()`; what came of it takes the place of the forms.

    `compare_requested` brings both ways; whoever acts calls `begin`, `progress`, `show_runs` and `end`.

    `chunking` is how most of the library is cut.
    """

    compare_requested = Signal(object, object)
    stop_requested = Signal()
    open_requested = Signal(str, str, int, int)

    def __init__(self, settings: Settings, chunking: ChunkSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error: Told | None = None
        self._busy = False
        self._step: TrialStep | None = None
        self._hold: Hold | None = None
        self._title, self._meaning = PlainLabel(role="title"), PlainLabel(role="secondary", wrap=True)
        self._heads = (PlainLabel(role="strong"), PlainLabel(role="strong"))
        self.forms = (WayForm(settings, chunking, built=False), WayForm(settings, chunking, built=True))
        self._choice, self._chosen = QWidget(), (PlainLabel(wrap=True), PlainLabel(wrap=True))
        self.bar, self.step = QProgressBar(textVisible=False), PlainLabel(role="secondary")
        self.told = PlainLabel(role="warning", wrap=True)
        self.outcome = CompareResult()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.compare_button, self.stop_button, self.back_button = (
            self._button("primary"),
            self._button(),
            self._button(),
        )
        self.back_button.clicked.connect(self._back)
        self.compare_button.clicked.connect(lambda: self.compare_requested.emit(*(form.way for form in self.forms)))
        self.stop_button.clicked.connect(lambda: self.stop_requested.emit())
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self._buttons.rejected.connect(self.reject)
        self.outcome.open_requested.connect(self.open_requested)
        self._lay_out()
        self._retranslate()

    def begin(self) -> None:
        """Say that both ways are tried."""
        self._busy, self._error, self._step, self._hold = True, None, None, None
        self.bar.setRange(0, 0)
        self.outcome.clear()
        self._show()

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

    def end(self, error: Told | None = None) -> None:
        """Say that it has ended, by an `error` or by itself."""
        self._busy, self._error = False, error
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _button(self, kind: str = "") -> QPushButton:
        button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        button.setAutoDefault(False)
        if kind:
            button.setProperty("kind", kind)
        return button

    def _lay_out(self) -> None:
        for widget in (self.bar, self.step):
            policy = widget.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # what comes and goes must not move the rest
            widget.setSizePolicy(policy)
        sides = QHBoxLayout(self._choice)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(look.WIDE)
        for head, form in zip(self._heads, self.forms, strict=True):
            side = QVBoxLayout()
            side.setSpacing(look.TIGHT)
            side.addWidget(head)
            side.addWidget(form)
            side.addStretch()
            sides.addLayout(side, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for label in (self._title, self._meaning):
            column.addWidget(label)
        column.addSpacing(look.TIGHT)
        for part in (self._choice, *self._chosen, self.bar, self.step, self.told):
            column.addWidget(part)
        column.addWidget(self.outcome, 1)
        column.addStretch()
        column.addWidget(self._buttons)
        self.resize(within_screen(self, _SIZE))

    def _show(self) -> None:
        self.told.setText(sentences(self._error.message, self._error.advice) if self._error else "")
        self.told.setVisible(self._error is not None)
        self.step.setText(self._step_words())
        for widget in (self.bar, self.step, self.stop_button):
            widget.setVisible(self._busy)
        found = self.outcome.is_filled
        self.outcome.setVisible(found)
        self._choice.setVisible(not found)
        self._choice.setEnabled(not self._busy)
        self.back_button.setVisible(found)
        self.compare_button.setVisible(not self._busy and not found)
        for label, head, form in zip(self._chosen, self._heads, self.forms, strict=True):
            label.setText(self.tr("{way}: {chosen}").format(way=head.text(), chosen=form.words))
            label.setVisible(found)

    def _back(self) -> None:
        """Let other ways be chosen."""
        self.outcome.clear()
        self._show()

    def _step_words(self) -> str:
        if self._hold is not None:
            return self.tr("Waits until your question is answered")
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
                "this is built aside, which takes about as long as building all sources, and is removed afterwards."
            )
        )
        for head, words in zip(self._heads, (self.tr("First way"), self.tr("Second way")), strict=True):
            head.setText(words)
        self.compare_button.setText(self.tr("Compare"))
        self.stop_button.setText(self.tr("Stop"))
        self.back_button.setText(self.tr("Other ways…"))
        for form in self.forms:
            form.retranslate()
        self.outcome.retranslate()
        self._show()
