"""The Markdown of a document to be edited: filled in slices, read back exactly."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from gangdan_gui.ui.documents.lines import lines_of, strokes
from gangdan_gui.ui.reading.ink_queue import InkQueue
from gangdan_gui.ui.reading.text_positions import units
from gangdan_gui.ui.theme import GAP, code_font

# Ends a line that is broken for the eye only: two characters that draw nothing, and that no text has side by side.
_BROKEN = "\u2060\u2064"


class CorrectionEdit(QPlainTextEdit):
    """`ready` comes when a text can be edited, `touched` when it has become another, or the same again.

    A line longer than `lines.LONGEST_LINE` is broken for the eye, and is one line in what is read back.
    """

    ready = Signal()
    touched = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = 0
        self.setProperty("role", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFont(code_font())
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(2 * GAP)
        self.queue = InkQueue(self)
        self.queue.drained.connect(self._begin)
        self.modificationChanged.connect(self.touched)

    @property
    def text(self) -> str:
        """What it has become. Unlike Qt's own way, this keeps spaces that do not break."""
        raw = self.document().toRawText().replace("\u2029", "\n")
        return raw.replace(f"{_BROKEN}\n", "").replace(_BROKEN, "")

    @property
    def changed(self) -> bool:
        """Whether there is anything to save."""
        return not self.queue.busy and self.document().isModified()

    def edit(self, text: str, offset: int) -> None:
        """Take a text in, and put the caret at an offset of it once all is there."""
        self.queue.clear()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.clear()
        self._place = 0
        self.queue.add(strokes(self._lines(text, offset), self.document()))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take plain text only."""
        self.textCursor().insertText(source.text())

    def _lines(self, text: str, offset: int) -> Iterator[str]:
        at = shown = 0
        for line in lines_of(text):
            if at <= offset:
                self._place = shown + units(line[: offset - at])
            at += len(line)
            broken = line if line.endswith("\n") or at == len(text) else f"{line}{_BROKEN}\n"
            shown += units(broken)
            yield broken

    def _begin(self) -> None:
        self.setUndoRedoEnabled(True)
        self.document().setModified(False)
        self.setReadOnly(False)
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(self._place, self.document().characterCount() - 1))
        self.setTextCursor(cursor)
        self.centerCursor()
        self.ready.emit()
