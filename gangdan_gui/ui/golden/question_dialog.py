"""Makes a test question of a passage: what is asked, of which kind it is, and which words answer it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.domain.corrections import Quote
from gangdan_gui.domain.golden import Expected, Family, GoldenQuestion
from gangdan_gui.domain.language import detect_language
from gangdan_gui.domain.search import Passage
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.golden.words import GoldenWords
from gangdan_gui.ui.plain_label import PlainLabel

_SIZE = (560, 460)
_PARAGRAPH = "\u2029"


class QuestionDialog(QDialog):
    """Open it with `open()`. `made` brings the question: the words that are marked answer it, or else all do."""

    made = Signal(object)

    def __init__(self, passage: Passage, question: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._passage, self._words = passage, GoldenWords(self)
        self.question = QLineEdit(question)
        self.family = QComboBox()
        self.text = QPlainTextEdit(passage.text)
        self.text.setReadOnly(True)
        self._asked, self._kind, self._marked = (
            PlainLabel(role="strong"),
            PlainLabel(role="strong"),
            PlainLabel(role="strong", wrap=True),
        )
        self._where = PlainLabel(role="secondary", wrap=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.keep_button = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.keep_button.setDefault(True)
        self.buttons.accepted.connect(self._keep)
        self.buttons.rejected.connect(self.reject)
        self.question.textChanged.connect(self._check)
        for family in Family:
            if family is not Family.UNANSWERABLE:
                self.family.addItem("", str(family))
        across = detect_language(question) not in ("", passage.language)
        self.family.setCurrentIndex(self.family.findData(str(Family.ACROSS if across else Family.PARAPHRASE)))
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE, look.WIDE, look.MARGIN)
        column.setSpacing(look.TIGHT)
        for widget in (self._asked, self.question, self._kind, self.family, self._marked, self._where):
            column.addWidget(widget)
        column.addWidget(self.text, 1)
        column.addWidget(self.buttons)
        self.resize(*_SIZE)
        self._retranslate()
        self._check()
        self.question.selectAll()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _check(self) -> None:
        self.keep_button.setEnabled(any(character.isalnum() for character in self.question.text()))

    def _keep(self) -> None:
        passage = self._passage
        words = self.text.textCursor().selectedText().replace(_PARAGRAPH, "\n")
        quote = words if words.strip() else passage.text
        start = passage.start + max(passage.text.find(quote), 0)
        expected = Expected(passage.source, passage.path, Quote(quote, start))
        self.made.emit(GoldenQuestion.of(self.question.text().strip(), self.family.currentData(), expected))
        self.accept()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("New test question"))
        self._asked.setText(self.tr("Question"))
        self._kind.setText(self.tr("Kind"))
        self._marked.setText(self.tr("Mark the words that answer it; if you mark none, all of the passage does."))
        self._where.setText(f"{self._passage.title or self._passage.source} › {self._passage.path}")
        self.question.setAccessibleName(self.tr("Question"))
        self.family.setAccessibleName(self.tr("Kind"))
        self.text.setAccessibleName(self.tr("Passage"))
        self.keep_button.setText(self.tr("Keep"))
        for at in range(self.family.count()):
            self.family.setItemText(at, self._words.family(self.family.itemData(at)))
