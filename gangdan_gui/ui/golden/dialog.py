"""Test questions in a dialog of two pages: how they went, and which there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLayout, QStackedWidget, QTabBar, QWidget

from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun
from gangdan_gui.services.requests.golden import AnswerCost
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.answer_words import AnswerWords
from gangdan_gui.ui.golden.asking_dialog import AskingDialog
from gangdan_gui.ui.golden.questions_page import QuestionsPage
from gangdan_gui.ui.golden.results_page import ResultsPage
from gangdan_gui.ui.kept_room import keep_room
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.scrolled import Scrolled
from gangdan_gui.ui.theme import Theme

_SIZE = QSize(760, 800)


class GoldenDialog(AskingDialog):
    """Whoever acts calls `show_questions` and `show_runs`, too."""

    run_requested = Signal()
    propose_requested = Signal()
    import_requested = Signal()
    export_requested = Signal()
    compare_requested = Signal()
    keep_requested = Signal(object)
    remove_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.questions: dict[str, GoldenQuestion] = {}
        self.tabs = QTabBar(drawBase=False, expanding=False, usesScrollButtons=False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.results = ResultsPage(theme)
        self.kept = QuestionsPage()
        self._pages = QStackedWidget()
        for page in (Scrolled(self.results), self.kept):
            self.tabs.addTab("")
            self._pages.addWidget(page)
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.answers, self.cost = QCheckBox(), PlainLabel(role="secondary", wrap=True)
        self._words, self._model, self._cost = AnswerWords(self), "", AnswerCost(0)
        self.run_button = self._button("primary")
        self.compare_button, self.propose_button, self.import_button, self.export_button = (
            self._button() for _ in range(4)
        )
        for button, asks in (
            (self.run_button, self.run_requested), (self.compare_button, self.compare_requested),
            (self.propose_button, self.propose_requested), (self.import_button, self.import_requested),
            (self.export_button, self.export_requested),
        ):  # fmt: skip
            button.clicked.connect(lambda _=False, asks=asks: asks.emit())
        self.results.open_requested.connect(self.open_requested)
        self.kept.open_requested.connect(self.open_requested)
        self.kept.keep_requested.connect(self.keep_requested)
        self.kept.remove_requested.connect(self.remove_requested)
        self.answers.toggled.connect(lambda _: self._show_answers())
        self._lay_out(_SIZE, *self._parts())
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

    def progress(self, done: int, total: int) -> None:
        """How many are asked."""
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _parts(self) -> list[tuple[QWidget | QLayout, int]]:
        keep_room(self.bar)
        offer = QHBoxLayout()
        offer.setSpacing(look.MARGIN)
        offer.setContentsMargins(0, look.TIGHT, 0, 0)
        offer.addWidget(self.answers)
        offer.addWidget(self.cost, 1)
        return [(self.tabs, 0), (self.bar, 0), (self.told, 0), (self.note, 0), (self._pages, 1), (offer, 0)]

    def _show(self) -> None:
        super()._show()
        self.run_button.setVisible(not self._busy)
        self.run_button.setEnabled(bool(self.questions))
        self.export_button.setEnabled(bool(self.questions))
        self._show_answers()
        self.kept.setEnabled(not self._busy)  # what changes questions would stop what asks them
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
        self.compare_button.setText(self.tr("Compare…"))
        self.propose_button.setText(self.tr("Propose some"))
        self.import_button.setText(self.tr("Take in…"))
        self.export_button.setText(self.tr("Give out…"))
        self.results.retranslate()
        self.kept.retranslate()
        super()._retranslate()
