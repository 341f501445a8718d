"""The Markdown of a document as it is, with one passage marked."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from gangdan_gui.ui.documents.lines import lines_of, strokes
from gangdan_gui.ui.reading.ink_queue import InkQueue
from gangdan_gui.ui.reading.text_positions import first_units, units
from gangdan_gui.ui.theme import GAP, Theme, code_font

# What Qt takes for the end of a block beside the line end, each a space of the same length instead.
_BLOCK_ENDS = re.compile("[\r\u2029\ufdd0\ufdd1]")


class DocumentSource(QPlainTextEdit):
    """Shows a text in slices; lines longer than `lines.LONGEST_LINE` are broken for the eye.

    Places in the text are told as offsets into it, whatever is broken and however Qt counts.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._place = (0, 0)
        self._starts: list[int] = []
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setProperty("role", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(code_font())
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(2 * GAP)
        self.queue = InkQueue(self)
        self.queue.drained.connect(self._mark)
        theme.changed.connect(self._colour)  # whoever reads stays where they are

    @property
    def marked_text(self) -> str:
        """The text that is marked, without the breaks put into it."""
        return self._passage().selection().toPlainText()

    def show_markdown(self, text: str, start: int, end: int) -> None:
        """Show a text and go to the passage between two of its offsets."""
        self.queue.clear()
        self.clear()
        self._place = (start, end)
        self._starts = []
        self.queue.add(strokes(self._lines(_BLOCK_ENDS.sub(" ", text)), self.document()))

    def go_to(self, start: int, end: int) -> None:
        """Go to another passage of the text, at once or as soon as all is drawn."""
        self._place = (start, end)
        if not self.queue.busy:
            self._mark()

    def position(self, offset: int) -> int:
        """Where an offset into the text stands in the document."""
        number = bisect_right(self._starts, offset) - 1
        block = self.document().findBlockByNumber(number)
        if number < 0 or not block.isValid():
            return 0
        return block.position() + min(
            units(block.text()[: max(0, offset - self._starts[number])]), max(0, block.length() - 1)
        )

    def offset(self, position: int) -> int:
        """Which offset into the text a position in the document is."""
        block = self.document().findBlock(position)
        if not self._starts or not block.isValid():
            return 0
        number = block.blockNumber()
        if number >= len(self._starts):  # the empty line behind the last line end
            return self._starts[-1] + len(block.previous().text()) + 1
        return self._starts[number] + len(first_units(block.text(), position - block.position()))

    def _lines(self, text: str) -> Iterator[str]:
        at = 0
        for line in lines_of(text):
            self._starts.append(at)
            at += len(line)
            yield line if line.endswith("\n") or at == len(text) else f"{line}\n"

    def _passage(self) -> QTextCursor:
        first, last = map(self.position, self._place)
        cursor = QTextCursor(self.document())
        cursor.setPosition(first)
        cursor.setPosition(max(first, last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _colour(self) -> None:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self._passage()
        selection.format.setBackground(QBrush(self._theme.tokens.color("highlight")))
        self.setExtraSelections([selection])

    def _mark(self) -> None:
        self._colour()
        start = QTextCursor(self.document())
        start.setPosition(self._passage().selectionStart())
        self.setTextCursor(start)
        self.centerCursor()
