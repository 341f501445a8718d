"""Test questions in a dialog of two pages: how they went, and which there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, SignalInstance
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun
from gangdan_gui.services.requests.golden import AnswerCost
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.answer_words import AnswerWords
from gangdan_gui.ui.golden.questions_page import QuestionsPage
from gangdan_gui.ui.golden.results_page import ResultsPage
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told

_SIZE = QSize(760, 800)


class GoldenDialog(QDialog):
    """Open it with `open()`; whoever acts calls `show_questions`, `show_runs`, and `begin` and `end` around a run."""

    run_requested = Signal()
    stop_requested = Signal()
    propose_requested = Signal()
    import_requested = Signal()
    export_requested = Signal()
    compare_requested = Signal()
    keep_requested = Signal(object)
    remove_requested = Signal(str)
    open_requested = Signal(str, str, int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.questions: dict[str, GoldenQuestion] = {}
        self._error: Told | None = None
        self._busy = False
        self._title, self._meaning = PlainLabel(role="title"), PlainLabel(role="secondary", wrap=True)
        self.told = PlainLabel(role="warning", wrap=True)
        self.tabs = QTabBar(drawBase=False, expanding=False, usesScrollButtons=False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.results = ResultsPage(theme)
        self.kept = QuestionsPage()
        self._pages = QStackedWidget()
        for page in (self.results, self.kept):
            self.tabs.addTab("")
            self._pages.addWidget(page)
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.bar = QProgressBar(textVisible=False)
        self.answers, self.cost = QCheckBox(), PlainLabel(role="secondary", wrap=True)
        self._words, self._model, self._cost = AnswerWords(self), "", AnswerCost(0)
        self._acts = QHBoxLayout()
        self._acts.addStretch()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.run_button = self._button(self.run_requested, kind="primary")
        self.stop_button = self._button(self.stop_requested)
        self.compare_button = self._button(self.compare_requested)
        self.propose_button = self._button(self.propose_requested)
        self.import_button = self._button(self.import_requested)
        self.export_button = self._button(self.export_requested)
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self._buttons.rejected.connect(self.reject)
        self.results.open_requested.connect(self.open_requested)
        self.kept.open_requested.connect(self.open_requested)
        self.kept.keep_requested.connect(self.keep_requested)
        self.kept.remove_requested.connect(self.remove_requested)
        self.answers.toggled.connect(lambda _: self._show_answers())
        self._lay_out()
        self._retranslate()

    def show_questions(self, questions: Sequence[GoldenQuestion], titles: Mapping[str, str]) -> None:
        """The questions that are kept; `titles` are those of sources, by id."""
        self.questions = {one.id: one for one in questions}
        self.kept.show_questions(questions, titles)
        self.results.show_questions(self.questions)
        self._show()

    def show_proposals(self, proposed: Sequence[GoldenQuestion]) -> None:
        """Questions to choose from, on the page of questions."""
        self.kept.show_proposals(proposed)
        self.tabs.setCurrentIndex(1)

    def show_runs(self, runs: Sequence[GoldenRun]) -> None:
        """All runs, oldest first; what was asked just now is brought to the front."""
        self.results.show_runs(runs)
        if self._busy:
            self.tabs.setCurrentIndex(0)

    def show_model(self, model: str, cost: AnswerCost) -> None:
        """The chat model that can answer the questions too, empty for none, and what that takes."""
        self._model, self._cost = model, cost
        self._show()

    def begin(self) -> None:
        """Say that questions are being asked."""
        self._busy, self._error = True, None
        self.bar.setRange(0, 0)
        self._show()

    def progress(self, done: int, total: int) -> None:
        """How many are asked."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def end(self, error: Told | None = None) -> None:
        """Say that it has ended, by an `error` or by itself."""
        self._busy, self._error = False, error
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _button(self, asks: SignalInstance, kind: str = "") -> QPushButton:
        button = QPushButton()  # not one of the box, which puts what was hidden elsewhere when it comes back
        self._acts.addWidget(button)
        button.setAutoDefault(False)
        if kind:
            button.setProperty("kind", kind)
        button.clicked.connect(lambda: asks.emit())
        return button

    def _lay_out(self) -> None:
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # what comes and goes must not move the rest
        self.bar.setSizePolicy(policy)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for widget in (self._title, self._meaning):
            column.addWidget(widget)
        column.addWidget(self.tabs)
        column.addWidget(self.bar)
        column.addWidget(self.told)
        column.addWidget(self._pages, 1)
        column.addSpacing(look.TIGHT)
        offer = QHBoxLayout()
        offer.setSpacing(look.MARGIN)
        offer.addWidget(self.answers)
        offer.addWidget(self.cost, 1)
        column.addLayout(offer)
        self._buttons.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._acts.addWidget(self._buttons)
        column.addLayout(self._acts)
        self.resize(within_screen(self, _SIZE))

    def _show(self) -> None:
        self.told.setText(sentences(self._error.message, self._error.advice) if self._error else "")
        self.told.setVisible(self._error is not None)
        self.bar.setVisible(self._busy)
        self.run_button.setVisible(not self._busy)
        self.run_button.setEnabled(bool(self.questions))
        self.stop_button.setVisible(self._busy)
        self.export_button.setEnabled(bool(self.questions))
        self._show_answers()
        self.compare_button.setEnabled(bool(self.questions) and not self._busy)
        for button in (self.propose_button, self.import_button):
            button.setEnabled(not self._busy)

    def _show_answers(self) -> None:
        """Offer a chat model where one is chosen, and say what it takes before it is begun."""
        offered = bool(self._model and self._cost.questions)
        self.answers.setText(self.tr("Have {model} answer them too").format(model=self._model))
        self.answers.setVisible(offered)
        self.answers.setEnabled(not self._busy)
        self.cost.setText(self._words.cost(self._cost))
        self.cost.setVisible(offered and self.answers.isChecked())

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Test questions"))
        self._title.setText(self.tr("Does your library find what it must?"))
        self._meaning.setText(
            self.tr(
                "Questions with the passages that answer them, asked without a chat model. Make one from a passage: "
                "right-click it, “Make this a test question…”."
            )
        )
        self.tabs.setTabText(0, self.tr("Results"))
        self.tabs.setTabText(1, self.tr("Questions"))
        self.run_button.setText(self.tr("Check questions"))
        self.stop_button.setText(self.tr("Stop"))
        self.compare_button.setText(self.tr("Compare…"))
        self.propose_button.setText(self.tr("Propose some"))
        self.import_button.setText(self.tr("Take in…"))
        self.export_button.setText(self.tr("Give out…"))
        self.results.retranslate()
        self.kept.retranslate()
        self._show()
