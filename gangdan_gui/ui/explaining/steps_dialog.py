"""Steps on the way of a passage to an answer, one row each: what was found there, and what helps."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.services.requests import Check
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.doctor.check_row import CheckRow, state_words
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.row_list import RowList
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import sentences
from gangdan_gui.wording.step_wording import step_sentences

_SIZE = QSize(600, 520)


class StepsDialog(QDialog):
    """Open it with `open()`. `passage`: why a passage was not found, else where an answer went wrong."""

    def __init__(
        self, steps: Sequence[Check], question: str, theme: Theme, parent: QWidget | None = None, *, passage: bool
    ) -> None:
        super().__init__(parent)
        self._steps, self._question, self._theme, self._passage = tuple(steps), question, theme, passage
        self.rows: list[CheckRow] = []
        self.title, self.asked = PlainLabel(role="title"), PlainLabel(role="secondary", wrap=True)
        self.list = RowList()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.copy_button: QPushButton = buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text))
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for widget in (self.title, self.asked):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.resize(within_screen(self, _SIZE))
        self._show()

    @property
    def text(self) -> str:
        """All of it as lines, to send to somebody."""
        lines = [f"[{state_words(step.state)}] {sentences(row.found, row.advice)}"
                 for step, row in zip(self._steps, self.rows, strict=True)]  # fmt: skip
        return "\n".join((self.title.text(), self._question, *lines))

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)

    def _show(self) -> None:
        self.list.clear()
        self.rows = [CheckRow(step, self._theme, told=step_sentences(step, translate)) for step in self._steps]
        for row in self.rows:
            self.list.add(row)
        title = self.tr("Why was this not found?") if self._passage else self.tr("Wrong answer?")
        self.setWindowTitle(title)
        self.title.setText(title)
        self.asked.setText(self._question)
        self.list.setAccessibleName(title)
        self.copy_button.setText(self.tr("Copy report"))
