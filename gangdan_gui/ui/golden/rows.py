"""Questions as rows under each other: the question, what is to be said of it, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.row_list import RowList


@dataclass(frozen=True, slots=True)
class Row:
    """What a row shows: `chip` stands behind the question, `acts` are links with what each does."""

    question: str
    chip: str = ""
    said: str = ""
    advice: str = ""
    acts: tuple[tuple[str, Callable[[], object]], ...] = ()


class QuestionRows(RowList):
    """A list of questions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[QuestionRow] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these in the place of what is there."""
        self.clear()
        self.rows = [QuestionRow(row) for row in rows]
        for made in self.rows:
            self.add(made)
        links = [link for row in self.rows for link in row.links]
        for before, link in pairwise((self, *links)):  # what is made later would come behind the dialog's buttons
            self.setTabOrder(before, link)


class QuestionRow(QWidget):
    """One row."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.links: list[QPushButton] = []
        self.question = PlainLabel(row.question, role="strong", wrap=True)
        self.said, self.advice = (PlainLabel(text, role="secondary", wrap=True) for text in (row.said, row.advice))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(look.GAP)
        head.addWidget(self.question, 1)
        if row.chip:
            head.addWidget(PlainLabel(row.chip, role="chip"), 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        for label in (self.said, self.advice):
            label.setVisible(bool(label.text()))
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        if row.acts:
            column.addLayout(self._acts(row))
        self.setAccessibleName(f"{row.question} {row.said} {row.advice}".strip())

    def _acts(self, row: Row) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(look.MARGIN)
        for words, act in row.acts:
            link = QPushButton(words)
            link.setProperty("kind", "link")
            link.setAutoDefault(False)
            link.clicked.connect(lambda _=False, act=act: act())
            self.links.append(link)
            line.addWidget(link)
        line.addStretch()
        return line
