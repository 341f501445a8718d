"""The scrolled column of messages; it keeps what the user reads in place while answers grow."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QScrollBar, QVBoxLayout, QWidget

from gangdan_gui.ui.chat.conversation_message import AnswerMessage, QuestionBubble
from gangdan_gui.ui.theme import GAP, MARGIN, WIDE

_PAGE_KEYS = {Qt.Key.Key_Home: QScrollBar.minimum, Qt.Key.Key_End: QScrollBar.maximum}


class ConversationColumn(QScrollArea):
    """Keeps the newest question at the top of the view until the user scrolls."""

    SHOWN = 20
    earlier_requested = Signal()

    def __init__(self, width: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most = width
        self._held: QWidget | None = None
        self._held_at = 0
        self._pairs: list[tuple[QuestionBubble, AnswerMessage]] = []
        self._earlier_count = 0
        self.earlier = QPushButton()
        self.earlier.setProperty("kind", "link")
        self.earlier.clicked.connect(self.earlier_requested)
        self.earlier.hide()
        self._canvas = QWidget()
        self._canvas.setProperty("role", "canvas")
        self._rows = QVBoxLayout(self._canvas)
        self._rows.setSpacing(MARGIN)
        self._rows.addWidget(self.earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._rows.addStretch(1)
        self.setWidget(self._canvas)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.verticalScrollBar().actionTriggered.connect(self._release)
        self.verticalScrollBar().rangeChanged.connect(self._hold)
        self._retranslate()

    @property
    def answers(self) -> tuple[AnswerMessage, ...]:
        """The answers, oldest first."""
        return tuple(answer for _, answer in self._pairs)

    def clear(self) -> None:
        """Take all messages away."""
        self._held = None
        for pair in self._pairs:
            self._drop(pair)
        self._pairs = []
        self.set_earlier(0)

    def add(self, question: str, answer: AnswerMessage) -> None:
        """Add an exchange at the end and bring it into view."""
        bubble = QuestionBubble(question)
        self._insert(self._rows.count() - 1, bubble, answer)
        self._pairs.append((bubble, answer))
        self._hold_at(bubble, GAP)

    def remove(self, answer: AnswerMessage) -> None:
        """Take one exchange away."""
        for pair in [pair for pair in self._pairs if pair[1] is answer]:
            self._pairs.remove(pair)
            self._drop(pair)

    def add_before(self, question: str, answer: AnswerMessage) -> None:
        """Add an earlier exchange above, leaving in place what is in view."""
        if self._held is None and self._pairs:
            top = self._in_view()
            self._hold_at(top, top.y() - self.verticalScrollBar().value())
        bubble = QuestionBubble(question)
        self._insert(1, bubble, answer)
        self._pairs.insert(0, (bubble, answer))

    def _in_view(self) -> QWidget:
        """The first message that can be seen."""
        top = self.verticalScrollBar().value()
        widgets = [widget for pair in self._pairs for widget in pair]
        return next((widget for widget in widgets if widget.geometry().bottom() > top), widgets[-1])

    def set_earlier(self, count: int) -> None:
        """How many exchanges are not shown."""
        self._earlier_count = count
        self.earlier.setVisible(count > 0)
        self._retranslate()

    def _insert(self, at: int, bubble: QuestionBubble, answer: AnswerMessage) -> None:
        self._rows.insertWidget(at, bubble)
        self._rows.insertWidget(at + 1, answer)

    def _drop(self, pair: tuple[QuestionBubble, AnswerMessage]) -> None:
        pair[1].view.rest_now()
        for widget in pair:
            if widget is self._held:
                self._held = None
            self._rows.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _hold_at(self, widget: QWidget, place: int) -> None:
        self._release()
        self._held, self._held_at = widget, place
        widget.installEventFilter(self)
        self._hold()

    def _hold(self) -> None:
        if self._held is not None:
            self.verticalScrollBar().setValue(self._held.y() - self._held_at)

    def _release(self) -> None:
        if self._held is not None:
            self._held.removeEventFilter(self)
            self._held = None

    def eventFilter(self, watched: QObject, happening: QEvent) -> bool:
        if watched is self._held and happening.type() == QEvent.Type.Move:
            self._hold()
        return super().eventFilter(watched, happening)

    def wheelEvent(self, wheel: QWheelEvent) -> None:
        self._release()
        super().wheelEvent(wheel)

    def keyPressEvent(self, key: QKeyEvent) -> None:
        """Arrows and pages scroll wherever the focus is among the messages; so do Home, End and Space."""
        self._release()
        bar = self.verticalScrollBar()
        if edge := _PAGE_KEYS.get(Qt.Key(key.key())):
            bar.setValue(edge(bar))
        elif key.key() == Qt.Key.Key_Space:
            bar.triggerAction(QScrollBar.SliderAction.SliderPageStepAdd)
        else:
            super().keyPressEvent(key)

    def resizeEvent(self, resize: QResizeEvent) -> None:
        side = max(WIDE, (self.viewport().width() - self._most) // 2)
        self._rows.setContentsMargins(side, GAP, side, WIDE)
        super().resizeEvent(resize)
        self._hold()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.earlier.setText(self.tr("Show earlier exchanges ({count})").format(count=self._earlier_count))
        self.setAccessibleName(self.tr("Messages"))
