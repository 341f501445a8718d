"""The middle of the window: the conversation in a column to read, and the box to ask."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.domain.search import Answer, Conversation
from gangdan_gui.ui.chat.conversation_column import ConversationColumn
from gangdan_gui.ui.chat.conversation_message import AnswerMessage
from gangdan_gui.ui.chat.conversation_start import ConversationStart
from gangdan_gui.ui.chat.question_box import QuestionBox
from gangdan_gui.ui.elided_label import ElidedLabel
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.reading.ink_queue import InkPace, InkQueue
from gangdan_gui.ui.theme import GAP, HEAD_HEIGHT, MARGIN, TIGHT, WIDE, Theme

COLUMN = 720


class ConversationPane(QFrame):
    """Asks by signals, shows what it is given. `passage_*` signals carry the answer that the passage belongs to."""

    asked = Signal(str)
    stop_requested = Signal()
    scope_removed = Signal(str)
    export_requested = Signal(object)
    keep_requested = Signal(object)
    wrong_requested = Signal(object)
    new_requested = Signal()
    link_requested = Signal(str)
    passage_hovered = Signal(object, int)
    passage_clicked = Signal(object, int)
    remedy_chosen = Signal(object, object)
    unfiltered_requested = Signal(object)
    strike_requested = Signal(object, str)
    untranslated_requested = Signal(object, tuple)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "page")
        self._theme = theme
        self._title = ""
        self.title = ElidedLabel(role="title")
        self.new_button = QPushButton()
        self.new_button.setProperty("kind", "quiet")
        self.new_button.clicked.connect(self.new_requested)
        self.start = ConversationStart()
        self.start.chosen.connect(self.asked)
        self.column = ConversationColumn(COLUMN)
        self.column.hide()
        self.box = QuestionBox()
        self.box.sent.connect(self.asked)
        self.box.stop_requested.connect(self.stop_requested)
        self.box.scope_removed.connect(self.scope_removed)
        self.column.earlier_requested.connect(self._show_earlier)
        self._earlier: list[tuple[str, Answer]] = []
        self._pace = InkPace(self)
        self._builder = InkQueue(self, self._pace)
        self._arrange()
        self._retranslate()

    @property
    def messages(self) -> tuple[AnswerMessage, ...]:
        """The answers that are shown, oldest first."""
        return self.column.answers

    @property
    def busy(self) -> bool:
        """Whether something is still to be drawn."""
        return self._builder.busy or any(message.view.busy for message in self.messages)

    def set_examples(self, questions: Sequence[str]) -> None:
        """Offer questions to begin with."""
        self.start.set_examples(questions)

    def set_title(self, title: str) -> None:
        """Name the conversation; empty for a new one."""
        self._title = title
        self._retranslate()

    def clear(self) -> None:
        """Begin a new conversation."""
        self._earlier = []
        self._builder.clear()
        self.column.clear()
        self.column.hide()
        self.start.show()
        self.set_title("")

    def add_question(self, question: str) -> AnswerMessage:
        """Show a question; the message returned is where its answer goes."""
        message = self._new_message(question)
        self.start.hide()
        self.column.show()
        self.column.add(question, message)
        if not self._title:
            self.set_title(question)
        return message

    def show_conversation(self, conversation: Conversation) -> None:
        """Show a stored conversation: the last exchange at once, some before it turn by turn, others on request."""
        self.clear()
        self.set_title(conversation.title)
        pairs = [(exchange.question, exchange.answer) for exchange in conversation.exchanges]
        if pairs:
            question, answer = pairs.pop()
            self.add_question(question).show_answer(answer)
        self._earlier = pairs
        self._show_earlier()

    def focus_question(self) -> None:
        """Put the cursor into the question box."""
        self.box.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_back(self, message: AnswerMessage) -> None:
        """Take away a question that got nothing of an answer, before it is asked again."""
        if message.answer is None and not message.view.text:
            self.column.remove(message)

    def retry(self, message: AnswerMessage) -> None:
        """Ask a message's question again, in its place or, where some of an answer came, below."""
        self.take_back(message)
        message.settle()
        self.asked.emit(message.question)

    def _show_earlier(self) -> None:
        some, self._earlier = self._earlier[-self.column.SHOWN :], self._earlier[: -self.column.SHOWN]
        self._builder.add([partial(self._add_before, question, answer) for question, answer in reversed(some)])
        self.column.set_earlier(len(self._earlier))

    def _add_before(self, question: str, answer: Answer) -> None:
        message = self._new_message(question)
        message.show_answer(answer)
        self.column.add_before(question, message)

    def _new_message(self, question: str) -> AnswerMessage:
        message = AnswerMessage(self._theme, question, self._pace)
        self._connect(message)
        return message

    def _connect(self, message: AnswerMessage) -> None:
        message.retry_requested.connect(lambda: self.retry(message))
        message.failure.remedy_chosen.connect(lambda remedy: self.remedy_chosen.emit(message, remedy))
        message.unfiltered_requested.connect(lambda: self.unfiltered_requested.emit(message))
        message.strike_requested.connect(lambda word: self.strike_requested.emit(message, word))
        message.untranslated_requested.connect(lambda texts: self.untranslated_requested.emit(message, texts))
        message.export_requested.connect(lambda: self.export_requested.emit(message))
        message.keep_requested.connect(lambda: self.keep_requested.emit(message))
        message.wrong_requested.connect(lambda: self.wrong_requested.emit(message))
        message.view.link_requested.connect(self.link_requested)
        message.view.passage_hovered.connect(lambda number: self.passage_hovered.emit(message.answer, number))
        message.view.passage_clicked.connect(lambda number: self.passage_clicked.emit(message.answer, number))

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(WIDE, GAP, MARGIN, 0)
        head.addStrut(HEAD_HEIGHT)
        head.addWidget(self.title, 1)
        head.addWidget(self.new_button)
        foot = QHBoxLayout()
        foot.setContentsMargins(WIDE - MARGIN, TIGHT, WIDE - MARGIN, MARGIN)
        self.box.setMaximumWidth(COLUMN + 2 * MARGIN)
        foot.addStretch(1)
        foot.addWidget(self.box, 1000)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(head)
        column.addWidget(self.start, 1)
        column.addWidget(self.column, 1)
        column.addLayout(foot)

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        title = self._title or self.tr("New conversation")
        self.title.setText(_one_line(title))
        self.title.setToolTip(plain_tip(self._title) if self._title else "")
        self.new_button.setText(self.tr("New conversation"))
        self.new_button.setVisible(bool(self._title))
        self.setAccessibleName(self.tr("Conversation"))


def _one_line(title: str, longest: int = 48) -> str:
    line = " ".join(title.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
