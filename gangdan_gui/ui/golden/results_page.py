"""How the test questions went: the last run in figures, all runs as a chart, and what fails with its cause."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gangdan_gui.domain.golden import GoldenQuestion, GoldenRun, Outcome
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.answer_words import AnswerWords
from gangdan_gui.ui.golden.chart import RunChart
from gangdan_gui.ui.golden.figures import Figures
from gangdan_gui.ui.golden.rows import QuestionRows, Row
from gangdan_gui.ui.golden.words import GoldenWords
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import sentences
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording.lift_wording import lift_sentences

_ROWS = 120


class FailedRows(QuestionRows):
    """They scroll in what room is left; where that is not much, the page does."""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), _ROWS)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), _ROWS)


class ResultsPage(QWidget):
    """Empty until there was a run."""

    open_requested = Signal(str, str, int, int, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = GoldenWords(self)
        self._runs: tuple[GoldenRun, ...] = ()
        self._questions: Mapping[str, GoldenQuestion] = {}
        self.summary, self.change = PlainLabel(role="title"), PlainLabel(role="secondary", wrap=True)
        self.lacking = PlainLabel(role="warning", wrap=True)
        self._answers, self.hits = AnswerWords(self), PlainLabel(wrap=True)
        self.empty = PlainLabel(role="secondary", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.chart, self.figures, self.rows = RunChart(theme), Figures(), FailedRows()
        self._failed = PlainLabel(role="strong")
        shown = (self.summary, self.hits, self.lacking, self.change, self.chart, self.figures)
        self._of_a_run = (*shown, self._failed, self.rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, look.GAP, 0, 0)
        column.setSpacing(look.TIGHT)
        for widget in (self.empty, *shown):
            column.addWidget(widget)
        column.addSpacing(look.TIGHT)
        column.addWidget(self._failed)
        column.addWidget(self.rows, 1)

    @property
    def run(self) -> GoldenRun | None:
        """The last one."""
        return self._runs[-1] if self._runs else None

    @property
    def _before(self) -> GoldenRun | None:
        """The last one before it that it compares with."""
        return self._runs[-1].last_like(self._runs[:-1]) if self._runs else None

    def show_questions(self, questions: Mapping[str, GoldenQuestion]) -> None:
        """The questions there are now; what was removed since a run is not shown of it."""
        self._questions = questions
        self.retranslate()

    def show_runs(self, runs: Sequence[GoldenRun]) -> None:
        """All runs, oldest first; those that were asked in another way than the last are left aside."""
        self._runs = runs[-1].asked_alike(runs) if runs else ()
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of now."""
        run = self.run
        for widget in self._of_a_run:
            widget.setVisible(run is not None)
        self.empty.setVisible(run is None)
        self.empty.setText(self._empty())
        self.chart.setAccessibleName(self.tr("Share of questions answered as expected, over time"))
        self.rows.setAccessibleName(self.tr("What fails, and why"))
        if run is None:
            return
        self.summary.setText(self._words.summary(run))
        self.hits.setText(self._answers.hits(run))
        self.hits.setVisible(bool(run.model))
        self.lacking.setText(self._lacking(run))
        self.lacking.setVisible(bool(run.lacking))
        lift = lift_sentences(run.lift, translate) if run.lift else ""
        self.change.setText(sentences(self._changed(run), self._words.caution(run), lift))
        self.chart.show_runs(self._runs)
        self.figures.show_run(run)
        failed = self._failures(run)
        self._failed.setText(self.tr("What fails, and why") if failed else "")
        self.rows.show_rows(failed)

    def _empty(self) -> str:
        if self._questions:
            return self.tr("Nothing was asked yet. “Check questions” asks them all; that takes some seconds.")
        return self.tr(
            "There are no questions yet. “Propose some” makes a few from headings and definitions, to choose from."
        )

    def _lacking(self, run: GoldenRun) -> str:
        if not run.lacking:
            return ""
        alone = self.tr("This says nothing about other runs; check again when all is there.")
        return sentences(self._words.lacking(run), alone)

    def _changed(self, run: GoldenRun) -> str:
        before = self._before
        if before is None:
            return ""
        if before.bound != run.bound:
            return self.tr(
                "Something in the library is built with another model or cut in another way than at the run before."
            )
        worse, added = len(run.worse_than(before)), run.added_since(before)
        return sentences(
            self.tr("%Ln question(s) got worse since the run before.", "", worse) if worse else "",
            self.tr("%Ln question(s) are new since the run before.", "", added) if added else "",
        )

    def _failures(self, run: GoldenRun) -> list[Row]:
        """What has got worse comes first, then what was not found, then what a model made nothing of."""
        before = self._before
        worse = {one.question for one in run.worse_than(before)} if before else set()
        ordered = sorted(run.troubled, key=lambda one: (one.question not in worse, not one.cause))
        return [self._row(one, got_worse=one.question in worse) for one in ordered if one.question in self._questions]

    def _row(self, outcome: Outcome, *, got_worse: bool) -> Row:
        question, cause, answered = self._questions[outcome.question], outcome.cause, outcome.answered
        found = self._words.cause(cause, outcome.rank) if cause else ""
        helps = self._words.remedy(cause) if cause else ""
        return Row(
            question.text,
            chip=self.tr("got worse") if got_worse else "",
            said=sentences(found, self._answers.answered(answered) if answered else ""),
            advice=sentences(helps, self._answers.remedy(answered.fault) if answered else ""),
            acts=((self.tr("Open the passage"), self._opener(question)),) if question.expected else (),
        )

    def _opener(self, question: GoldenQuestion) -> Callable[[], None]:
        return lambda: self.open_requested.emit(*question.expected[0].place)
