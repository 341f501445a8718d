"""What the middle shows before the first question: what this is, and questions to begin with."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, MARGIN, WIDE

_WIDTH = 460


class ConversationStart(QWidget):
    """One sentence and two or three examples; a click asks one."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = PlainLabel(role="title", wrap=True, centred=True)
        self.sentence = PlainLabel(role="secondary", wrap=True, centred=True)
        self.sentence.setFixedWidth(_WIDTH)
        self.heading.setFixedWidth(_WIDTH)
        self._buttons: list[QPushButton] = []
        self._examples = QVBoxLayout()
        self._examples.setSpacing(GAP)
        column = QVBoxLayout()
        column.setSpacing(GAP)
        column.addStretch(3)
        column.addWidget(self.heading)
        column.addWidget(self.sentence)
        column.addSpacing(MARGIN)
        column.addLayout(self._examples)
        column.addStretch(4)
        # Stretches hold the column in the middle: a label that is aligned gets the height of one line only.
        row = QHBoxLayout(self)
        row.setContentsMargins(WIDE, 0, WIDE, 0)
        row.addStretch(1)
        row.addLayout(column)
        row.addStretch(1)
        self._retranslate()

    @property
    def examples(self) -> tuple[QPushButton, ...]:
        """The buttons of the examples."""
        return tuple(self._buttons)

    def set_examples(self, questions: Sequence[str]) -> None:
        """Offer these questions."""
        for button in self._buttons:
            self._examples.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for question in questions:
            button = QPushButton(question.replace("&", "&&"))
            button.setFixedWidth(_WIDTH)
            button.clicked.connect(lambda _checked=False, asked=question: self.chosen.emit(asked))
            self._examples.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            self._buttons.append(button)
        self._retranslate()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.heading.setText(self.tr("Ask what your documents say"))
        self.sentence.setText(
            self.tr("You get the passages that answer, each with its place. Nothing leaves this computer.")
        )
        for button in self.examples:
            button.setToolTip(self.tr("Ask this"))
