"""The test questions that there are, and above them those that the documents suggest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gangdan_gui.domain.golden import GoldenQuestion
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.rows import QuestionRows, Row
from gangdan_gui.ui.golden.words import GoldenWords
from gangdan_gui.ui.plain_label import PlainLabel

_QUOTE = 140


class QuestionsPage(QWidget):
    """Proposals are kept or passed over one by one."""

    keep_requested = Signal(object)
    remove_requested = Signal(str)
    open_requested = Signal(str, str, int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = GoldenWords(self)
        self._questions: tuple[GoldenQuestion, ...] = ()
        self._proposed: list[GoldenQuestion] = []
        self._asked_for = False
        self._titles: Mapping[str, str] = {}
        self.count, self.nothing = PlainLabel(role="secondary", wrap=True), PlainLabel(role="secondary", wrap=True)
        self.rows = QuestionRows()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, look.GAP, 0, 0)
        column.setSpacing(look.GAP)
        for widget in (self.nothing, self.count):
            column.addWidget(widget)
        column.addWidget(self.rows, 1)

    @property
    def proposed(self) -> tuple[GoldenQuestion, ...]:
        """Those that wait to be kept or passed over."""
        return tuple(self._proposed)

    def show_questions(self, questions: Sequence[GoldenQuestion], titles: Mapping[str, str]) -> None:
        """Those that are kept, the newest first; `titles` are those of sources, by id."""
        self._questions, self._titles = tuple(questions), titles
        kept = {one.id for one in questions}
        self._proposed = [one for one in self._proposed if one.id not in kept]
        self.retranslate()

    def show_proposals(self, proposed: Sequence[GoldenQuestion]) -> None:
        """Those that the documents suggest, in the place of earlier ones."""
        self._proposed, self._asked_for = list(proposed), True
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of now."""
        self.count.setText(self.tr("%Ln question(s)", "", len(self._questions)))
        self.nothing.setText(self.tr("Nothing in the documents suggests a question that is not asked yet."))
        self.nothing.setVisible(self._asked_for and not self._proposed)
        self.rows.setAccessibleName(self.tr("Questions"))
        rows = [self._row(one, proposed=True) for one in self._proposed]
        self.rows.show_rows(rows + [self._row(one, proposed=False) for one in reversed(self._questions)])

    def _row(self, one: GoldenQuestion, *, proposed: bool) -> Row:
        acts: list[tuple[str, Callable[[], object]]] = []
        if proposed:
            acts += [
                (self.tr("Keep"), lambda: self.keep_requested.emit(one)),
                (self.tr("Pass over"), lambda: self._pass(one)),
            ]
        if one.expected:
            acts.append((self.tr("Open the passage"), lambda: self._open(one)))
        if not proposed:
            acts.append((self.tr("Remove"), lambda: self.remove_requested.emit(one.id)))
        chip = self.tr("proposed") if proposed else self._words.family(one.family) if one.family else ""
        return Row(one.text, chip, self._where(one), acts=tuple(acts))

    def _where(self, one: GoldenQuestion) -> str:
        """Where the first passage stands, and how it begins."""
        if not one.expected:
            return ""
        first = one.expected[0]
        words = " ".join(first.quote.text.split())
        words = words if len(words) <= _QUOTE else f"{words[:_QUOTE]}…"
        return f"{self._titles.get(first.source, first.source)} › {first.path}: {words}"

    def _open(self, one: GoldenQuestion) -> None:
        self.open_requested.emit(*one.expected[0].place)

    def _pass(self, one: GoldenQuestion) -> None:
        self._proposed.remove(one)
        self.retranslate()
