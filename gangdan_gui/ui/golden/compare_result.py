"""Two ways on the same test questions: their figures beside each other, and what became of each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gangdan_gui.domain.golden import Change, GoldenQuestion, GoldenRun
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.figures import Figures
from gangdan_gui.ui.golden.rows import QuestionRows, Row
from gangdan_gui.ui.golden.words import GoldenWords
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.told import sentences


class CompareResult(QWidget):
    """Empty until there is something to compare."""

    open_requested = Signal(str, str, int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = GoldenWords(self)
        self._runs: tuple[GoldenRun, GoldenRun] | None = None
        self._questions: Mapping[str, GoldenQuestion] = {}
        self.summary, self.change = PlainLabel(role="title", wrap=True), PlainLabel(role="secondary", wrap=True)
        self.unlike = PlainLabel(role="warning", wrap=True)
        self.figures, self.rows = Figures(), QuestionRows()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, look.GAP, 0, 0)
        column.setSpacing(look.TIGHT)
        for widget in (self.summary, self.unlike, self.change, self.figures):
            column.addWidget(widget)
        column.addWidget(self.rows, 1)
        self.retranslate()

    @property
    def is_filled(self) -> bool:
        """Whether there is something to compare."""
        return self._runs is not None

    def show_runs(self, first: GoldenRun, second: GoldenRun, questions: Mapping[str, GoldenQuestion]) -> None:
        """Show what came of the first way and of the second."""
        self._runs, self._questions = (first, second), questions
        self.retranslate()

    def clear(self) -> None:
        """Show nothing any more."""
        self._runs = None
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of now."""
        for widget in (self.summary, self.change, self.figures, self.rows):
            widget.setVisible(self._runs is not None)
        self.rows.setAccessibleName(self.tr("What became of each question"))
        if self._runs is None:
            self.unlike.hide()
            self.rows.show_rows([])
            return
        first, second = self._runs
        self.unlike.setText(self._unlike(first, second))
        self.unlike.setVisible(bool(self.unlike.text()))
        changes = [one for one in second.beside(first) if one.question in self._questions]
        self.summary.setText(
            self.tr("First: {first} of {count} are answered as expected. Second: {second}.").format(
                first=first.good, second=second.good, count=len(second.outcomes)
            )
        )
        self.change.setText(sentences(self._changed(changes), self._words.caution(second)))
        self.figures.show_run(second, first)
        self.rows.show_rows([self._row(one) for one in sorted(changes, key=_order)])

    def _changed(self, changes: list[Change]) -> str:
        if not self._alike:
            return ""
        worse, better = sum(one.got_worse for one in changes), sum(one.mended for one in changes)
        if not any(one.changed for one in changes):
            return self.tr("No question is answered otherwise.")
        said = [self.tr("%Ln question(s) got worse.", "", worse)] if worse else []
        said += [self.tr("%Ln question(s) got better.", "", better)] if better else []
        moved = sum(one.changed for one in changes) - worse - better
        said += [self.tr("Of %Ln question(s) only the place of the passage changed.", "", moved)] if moved else []
        return sentences(*said)

    @property
    def _alike(self) -> bool:
        """Whether both ways had the same to search with."""
        return self._runs is not None and self._runs[0].had_the_same(self._runs[1])

    def _unlike(self, first: GoldenRun, second: GoldenRun) -> str:
        """What one of the ways was asked without, and that they do not compare where it was one alone."""
        if self._alike:
            return self._words.lacking(second)
        said = ((self.tr("First way:"), first), (self.tr("Second way:"), second))
        lacked = [f"{way} {self._words.lacking(run)}" for way, run in said if run.lacking]
        return sentences(*lacked, self.tr("So it can't be said which way finds more; compare again when all is there."))

    def _row(self, one: Change) -> Row:
        question = self._questions[one.question]
        chip = self.tr("got worse") if one.got_worse else self.tr("got better") if one.mended else ""
        return Row(
            question.text,
            chip=chip,
            said=self._ranks(one),
            advice=self._words.cause(one.cause, one.new) if one.cause else "",
            acts=((self.tr("Open the passage"), self._opener(question)),) if question.expected else (),
        )

    def _ranks(self, one: Change) -> str:
        if not self._questions[one.question].expected:
            return ""
        old, new = (self._words.rank(rank) for rank in (one.old, one.new))
        return f"{old} → {new}" if one.old != one.new else self.tr("{rank}, both times").format(rank=new)

    def _opener(self, question: GoldenQuestion) -> Callable[[], None]:
        return lambda: self.open_requested.emit(*question.expected[0].place)


def _order(one: Change) -> tuple[bool, bool, bool]:
    """What got worse comes first, then what changed, then the rest."""
    return not one.got_worse, not one.mended, not one.changed
