"""The figures of a run, or of two beside each other, by family: a small table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from gangdan_gui.domain.golden import GoldenRun
from gangdan_gui.services.golden.hits import HITS
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.words import GoldenWords
from gangdan_gui.ui.plain_label import PlainLabel

_MEASURES = ("recall@5", "recall@10", "mrr@10", "ndcg@10", "recall_in_budget")


class Figures(QFrame):
    """A line for each family; filled anew for each run and language."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        # Figures that are squeezed can't be read.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._words = GoldenWords(self)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(look.MARGIN, look.GAP, look.MARGIN, look.GAP)
        self._grid.setHorizontalSpacing(look.MARGIN)
        self._grid.setVerticalSpacing(look.HAIR)
        self._grid.setColumnStretch(0, 1)
        self.cells: list[list[PlainLabel]] = []

    def show_run(self, run: GoldenRun, before: GoldenRun | None = None) -> None:
        """Show the figures of a run, those that were others `before` with what they were."""
        for row in self.cells:
            for cell in row:
                self._grid.removeWidget(cell)
                cell.hide()
                cell.deleteLater()
        self.cells = []
        shown = (*_MEASURES, *([HITS] if run.model else []))
        self._add(self._heads()[: 2 + len(shown)], role="secondary", tips=self._tips())
        for family, figures in run.figures.items():
            old = before.figures.get(family, {}) if before else figures
            figure = [self._words.change(old.get(name), figures.get(name)) for name in shown]
            line = [self._words.family(family), str(run.counts.get(family, 0)), *figure]
            self._add(line, role="" if family else "strong")

    def _add(self, words: list[str], *, role: str, tips: tuple[str, ...] = ()) -> None:
        cells = [PlainLabel(word, role=role) for word in words]
        for column, cell in enumerate(cells):
            side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
            self._grid.addWidget(cell, len(self.cells), column, side)
        for cell, tip in zip(cells[1:], tips, strict=False):
            cell.setToolTip(tip)
        self.cells.append(cells)

    def _heads(self) -> list[str]:
        return [
            "",
            self.tr("Questions"),
            self.tr("First 5"),
            self.tr("First 10"),
            self.tr("MRR"),
            self.tr("nDCG"),
            self.tr("Is read"),
            self.tr("Answers"),
        ]

    def _tips(self) -> tuple[str, ...]:
        return (
            self.tr("How many questions there are of this kind"),
            self.tr("Share of what is expected that is among the first five passages"),
            self.tr("Share of what is expected that is among the first ten passages"),
            self.tr("How far up the first right passage is: 100 % is always first"),
            self.tr("How well the order of ten passages fits what they are worth"),
            self.tr("Share of what is expected within what a model reads"),
            self.tr("Share of the chat model's answers that cite what is expected, of those that had it to read"),
        )
