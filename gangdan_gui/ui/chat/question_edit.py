"""Where a question is typed: plain text, as high as its lines, safe with input methods."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

MOST_LINES = 6
# Word processors part lines with the first two; the third is a space that does not match one, the fourth stands for
# a picture, and the last would end the text for some readers.
_PLAIN = {0x2029: "\n", 0x2028: "\n", 0x00A0: " ", 0xFFFC: None, 0x0000: None}
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class QuestionEdit(QPlainTextEdit):
    """Emits `send_pressed` for the key that sends; it never sends or empties itself.

    While an input method composes, Return belongs to it. Some input methods deliver the Return that accepted a
    candidate right behind the accepted text: within the same turn of the loop it is theirs, too.
    """

    send_pressed = Signal()
    focus_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control_sends = False
        self._composing = ""
        self._just_accepted = False
        self.setProperty("role", "bare")
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @property
    def composing(self) -> bool:
        """Whether an input method holds text that is not in the question yet."""
        return bool(self._composing)

    def set_send_with(self, key: str) -> None:
        """Which key sends: `enter` (Shift+Enter is a new line) or `ctrl+enter` (Enter is a new line)."""
        self._control_sends = key == "ctrl+enter"

    def accept_composition(self) -> None:
        """Make what an input method holds part of the text."""
        QGuiApplication.inputMethod().commit()
        if self._composing:
            accepted = QInputMethodEvent("", [])
            accepted.setCommitString(self._composing)
            self.inputMethodEvent(accepted)

    def inputMethodEvent(self, composition: QInputMethodEvent) -> None:
        self._composing = composition.preeditString()
        if composition.commitString():
            self._just_accepted = True
            QTimer.singleShot(0, self._turn_ended)
        super().inputMethodEvent(composition)

    def _turn_ended(self) -> None:
        self._just_accepted = False

    def focusOutEvent(self, focus: QFocusEvent) -> None:
        if self._composing:
            self.accept_composition()
        super().focusOutEvent(focus)
        self.focus_changed.emit(False)

    def focusInEvent(self, focus: QFocusEvent) -> None:
        super().focusInEvent(focus)
        self.focus_changed.emit(True)

    def keyPressEvent(self, key: QKeyEvent) -> None:
        if key.key() not in _RETURN:
            super().keyPressEvent(key)
            return
        key.accept()
        if self._composing or self._just_accepted:
            return
        modifiers = key.modifiers() & ~_KEYPAD
        if modifiers == _CONTROL or (modifiers == Qt.KeyboardModifier.NoModifier and not self._control_sends):
            if not key.isAutoRepeat():
                self.send_pressed.emit()
        elif modifiers in (_SHIFT, Qt.KeyboardModifier.NoModifier):
            self.textCursor().insertBlock()
            self.ensureCursorVisible()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Whatever is pasted becomes plain text."""
        text = source.text()
        if not text and source.hasHtml():
            text = QTextDocumentFragment.fromHtml(source.html()).toPlainText()
        self.insertPlainText(text.translate(_PLAIN))

    def dragEnterEvent(self, drag: QDragEnterEvent) -> None:
        """Files go to the window, which adds them as sources."""
        if drag.mimeData().hasUrls():
            drag.ignore()
        else:
            super().dragEnterEvent(drag)

    def dragMoveEvent(self, drag: QDragMoveEvent) -> None:
        if drag.mimeData().hasUrls():
            drag.ignore()
        else:
            super().dragMoveEvent(drag)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._wanted_height())

    def _wanted_height(self) -> int:
        # This layout counts lines, not pixels.
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        margins = self.contentsMargins()
        return lines * self.fontMetrics().lineSpacing() + margins.top() + margins.bottom() + 4

    def _fit(self) -> None:
        height = self._wanted_height()
        if height != self.height():
            self.setFixedHeight(height)
