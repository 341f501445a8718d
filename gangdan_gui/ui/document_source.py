"""The Markdown of a document as it is, with one passage marked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtGui import QBrush, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from gangdan_gui.ui.ink_queue import InkQueue, Stroke
from gangdan_gui.ui.text_positions import units
from gangdan_gui.ui.theme import GAP, Theme, code_font

# A line is laid out whole; without a limit, a document on a single line would hold the window for seconds.
LONGEST_LINE = 4_000
_LINES = 100


class DocumentSource(QPlainTextEdit):
    """Shows a text in slices; lines longer than `LONGEST_LINE` are broken for the eye."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._first = self._last = 0
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setProperty("role", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(code_font())
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(2 * GAP)
        self.queue = InkQueue(self)
        self.queue.drained.connect(self._mark)
        theme.changed.connect(self._mark)

    @property
    def marked_text(self) -> str:
        """The text that is marked, without the breaks put into it."""
        return self._passage().selection().toPlainText()

    def show_markdown(self, text: str, start: int, end: int) -> None:
        """Show a text and go to the passage between two of its offsets."""
        self.queue.clear()
        self.clear()
        self._first = self._last = 0
        self.queue.add(self._strokes(text, start, end))

    def _strokes(self, text: str, start: int, end: int) -> Iterator[Stroke]:
        at = shown = 0
        batch: list[str] = []
        for line in _lines(text):
            if at <= start < at + len(line):
                self._first = shown + units(line[: start - at])
            if at < end <= at + len(line):
                self._last = shown + units(line[: end - at])
            at += len(line)
            ended = line if line.endswith("\n") or at == len(text) else f"{line}\n"
            shown += units(ended)
            batch.append(ended)
            if len(batch) == _LINES or len(ended) > LONGEST_LINE // 2:
                yield partial(self._append, "".join(batch))
                batch = []
        yield partial(self._append, "".join(batch))

    def _append(self, text: str) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)

    def _passage(self) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._first)
        cursor.setPosition(max(self._first, self._last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _mark(self) -> None:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self._passage()
        selection.format.setBackground(QBrush(self._theme.tokens.color("highlight")))
        self.setExtraSelections([selection])
        start = self._passage()
        start.setPosition(self._first)
        self.setTextCursor(start)
        self.centerCursor()


def _lines(text: str) -> Iterator[str]:
    """The lines of a text with their ends, long ones in pieces."""
    at = 0
    while at < len(text):
        end = text.find("\n", at, at + LONGEST_LINE)
        stop = end + 1 if end >= 0 else min(len(text), at + LONGEST_LINE)
        yield text[at:stop]
        at = stop
