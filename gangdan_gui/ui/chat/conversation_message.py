"""The two halves of an exchange: what was asked, in a bubble, and what came back."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.domain.events import AnswerStage
from gangdan_gui.domain.reasons import Reason
from gangdan_gui.domain.search import Answer, Passage, SearchResult
from gangdan_gui.domain.trace import Trace
from gangdan_gui.services.requests import SearchOptions
from gangdan_gui.services.sources.notices import FILTERED_OUT
from gangdan_gui.ui.chat.answer_view import AnswerView
from gangdan_gui.ui.chat.bridged_line import BridgedLine
from gangdan_gui.ui.chat.conversation_failure import FailureNotice, ToldWords
from gangdan_gui.ui.chat.conversation_remedy import WayOut, way_on
from gangdan_gui.ui.chat.conversation_waiting import WaitingLine
from gangdan_gui.ui.chat.conversation_words import notice_words, summary_words, support_words
from gangdan_gui.ui.chat.passage_text import answer_markdown, passage_tip, source_titles
from gangdan_gui.ui.chat.question_box import LONGEST
from gangdan_gui.ui.chat.translated_line import TranslatedLine
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.reading.highlight_words import QuestionWords
from gangdan_gui.ui.reading.ink_formats import READING_SIZE
from gangdan_gui.ui.reading.ink_queue import InkPace
from gangdan_gui.ui.reading.reading_view import ReadingView
from gangdan_gui.ui.theme import GAP, HAIR, MARGIN, TIGHT, Theme, base_font
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import Told, reason_sentence

BUBBLE_SHARE = 0.82
FIRST_PASSAGES = 5
_COPIED_SHOWN = 1500


class QuestionBubble(QFrame):
    """What was asked, at the right, no wider than it needs."""

    def __init__(self, question: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ReadingView()
        self.view.document().setDefaultFont(base_font(READING_SIZE, question))
        # The command line asks whatever it is given.
        shown = question if len(question) <= LONGEST else f"{question[:LONGEST]}…"
        self.view.setPlainText(shown)
        self._bubble = QFrame()
        self._bubble.setProperty("role", "bubble")
        inside = QVBoxLayout(self._bubble)
        inside.setContentsMargins(MARGIN, GAP, MARGIN, GAP)
        inside.addWidget(self.view)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GAP, 0, 0)
        row.addStretch(1)
        row.addWidget(self._bubble)
        self.view.document().setTextWidth(-1)
        self._ideal = round(self.view.document().idealWidth()) + 2
        self._retranslate()

    @property
    def question(self) -> str:
        """What was asked."""
        return self.view.toPlainText()

    def resizeEvent(self, resize: QResizeEvent) -> None:
        super().resizeEvent(resize)
        most = round(self.width() * BUBBLE_SHARE) - 2 * MARGIN
        self.view.setFixedWidth(max(1, min(self._ideal, most)))

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.view.setAccessibleName(self.tr("Question"))
        self.setAccessibleName(self.tr("Question: {question}").format(question=self.question))


class AnswerMessage(QFrame):
    """What came back: nothing yet, an answer, a failure with a way out, or that it was stopped."""

    retry_requested = Signal()
    export_requested = Signal()
    keep_requested = Signal()
    wrong_requested = Signal()
    unfiltered_requested = Signal()
    strike_requested = Signal(str)
    untranslated_requested = Signal(tuple)

    def __init__(self, theme: Theme, question: str, pace: InkPace | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = question
        self.answer: Answer | None = None
        self.trace: Trace | None = None
        self.options = SearchOptions()
        self.view = AnswerView(theme, pace)
        self.view.hide()
        self.warning = PlainLabel(role="warning", wrap=True)
        self.notice = PlainLabel(role="secondary", wrap=True)
        self.unfiltered = _button("link")
        self.unfiltered.clicked.connect(self.unfiltered_requested)
        self.bridged = BridgedLine()
        self.bridged.struck.connect(self.strike_requested)
        self.translated = TranslatedLine()
        self.translated.struck.connect(self.untranslated_requested)
        self.waiting = WaitingLine()
        self.failure = FailureNotice()
        self.failure.retry_requested.connect(self.retry_requested)
        self.more = _button("link")
        self.more.clicked.connect(self._show_more)
        self.footer = PlainLabel(role="secondary")
        self.copy_button = _button("quiet")
        self.copy_button.clicked.connect(self.copy)
        self.keep_button = _button("quiet")
        self.keep_button.clicked.connect(self.keep_requested)
        self.wrong_button = _button("quiet")
        self.wrong_button.clicked.connect(self.wrong_requested)
        self.export_button = _button("quiet")
        self.export_button.clicked.connect(self.export_requested)
        self._copied = QTimer(self, singleShot=True, interval=_COPIED_SHOWN)
        self._copied.timeout.connect(self._retranslate)
        self._arrange()
        # What is marked in passages: words of the question, and those that stood for them in another language.
        self.marked = question
        self._arriving = self._in_sections = False
        self._found: tuple[Passage, ...] = ()
        self._notices: tuple[Reason, ...] = ()
        self.view.tip_of = self._tip
        self._retranslate()

    def show_answer(self, answer: Answer) -> None:
        """Show an answer; one without a model is its passages."""
        self.answer, self._found = answer, answer.passages
        self.waiting.end()
        if not answer.model:
            first = answer.passages[:FIRST_PASSAGES]
            self.view.show_passages(first, QuestionWords.of(self.marked), source_titles(answer))
        elif self.view.text.strip() != answer.text:
            self.view.begin_answer([citation.number for citation in answer.citations])
            self.view.append_text(answer.text)
        if answer.model:
            self.view.finish_answer()
            if answer.text and not answer.citations:
                self.view.add_chips(self.tr("Passages used:"), [passage.number for passage in answer.passages])
        self.view.setVisible(bool(answer.passages or answer.text))
        self.more.setVisible(bool(self._held_back))
        self.copy_button.setVisible(bool(answer.passages or answer.text))
        # Passages that are shown as they are stand in the sources already.
        self.keep_button.setVisible(bool(answer.model and answer.text.strip()))
        self._row.show()
        self._retranslate()
        self.warning.setVisible(bool(self.warning.text()))
        if answer.incomplete:
            told = partial(self._incomplete, answer.incomplete)
            self.failure.show_told(told, way_on(answer.incomplete.code), partial=True)

    def show_found(self, result: SearchResult) -> None:
        """What was found, before any answer, and what to know of how it was looked for."""
        self._found, self._notices = result.passages, result.notices
        self.trace = result.trace
        self.bridged.show_words(result.bridged)
        self.marked = " ".join((self.question, *self.bridged.words))
        self.translated.show_translated(result.translated)
        self._show_notices()

    def show_stage(self, stage: AnswerStage, model: str, number: int = 0, count: int = 0) -> None:
        """Say what the model does while there is no text, or notes only, which it makes of section after section."""
        if stage is AnswerStage.THINKING and self._in_sections:
            return
        self._in_sections = stage in (AnswerStage.SECTION, AnswerStage.MERGING)
        self.waiting.enter(stage, model, number, count)
        if self._in_sections:
            self.waiting.resume()

    def add_text(self, text: str, numbers: Collection[int]) -> None:
        """More of the text has arrived; `numbers` become chips where they stand in brackets."""
        if not self._arriving:
            self._arriving = True
            if not self._in_sections:
                self.waiting.end()
            self.view.show()
            self.view.begin_answer(numbers)
        self.view.append_text(text)

    def withdraw_text(self) -> None:
        """What arrived was no part of the answer."""
        self._arriving = self._in_sections = False
        self.view.hide()
        self.waiting.resume()

    def show_failure(self, told: ToldWords, way_out: WayOut | None = None) -> None:
        """Say what went wrong and what to do, with buttons that do it."""
        if self._arriving:
            self.view.finish_answer()
        self.waiting.end()
        self.failure.show_told(told, way_out, partial=self._arriving)

    def show_stopped(self) -> None:
        """Say that the user stopped it."""
        if self._arriving:
            self.view.finish_answer()
            self._row.show()
            self.export_button.hide()
            self.keep_button.hide()
            self.wrong_button.hide()
        self.waiting.stop()
        self.waiting.hide()
        stopped = lambda: Told("answer-stopped", self.waiting.text(), "")  # noqa: E731
        self.failure.show_told(stopped, partial=True, calm=True)

    def show_kept(self, answer: Answer) -> None:
        """What was stopped is kept as this answer."""
        self.answer, self._found = answer, answer.passages
        self.export_button.show()
        self.wrong_button.show()
        self.keep_button.setVisible(bool(answer.model and answer.text.strip()))
        self._retranslate()
        self.warning.setVisible(bool(self.warning.text()))

    @property
    def passages(self) -> tuple[Passage, ...]:
        """What was found, or what the answer was given."""
        return self._found

    def settle(self) -> None:
        """The question was asked again below: nothing is offered here any more."""
        self.failure.hide()
        self.unfiltered.hide()
        self.bridged.settle()
        self.translated.settle()

    def copy(self) -> None:
        """Put the whole answer on the clipboard as Markdown."""
        text = answer_markdown(self.answer) if self.answer is not None else self.view.text
        if text:
            QGuiApplication.clipboard().setText(text)
            self.copy_button.setText(self.tr("Copied"))
            self._copied.start()

    @property
    def spoken(self) -> str:
        """What came back in a few words: the failure, or the warning and the line below the answer."""
        if not self.failure.isHidden():
            return self.failure.accessibleName()
        shown = [label.text() for label in (self.warning, self.notice, self.footer) if not label.isHidden()]
        return " ".join(shown) if self.answer is not None else self.waiting.text()

    def announce(self) -> None:
        """Let a screen reader say what came back, wherever the focus is."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.spoken))

    @property
    def _held_back(self) -> tuple[Passage, ...]:
        return () if self.answer is None or self.answer.model else self.answer.passages[FIRST_PASSAGES:]

    def _incomplete(self, why: Reason) -> Told:
        reason = reason_sentence(why, translate)
        return Told(why.code, self.tr("This answer is not complete: {reason}").format(reason=reason), "")

    def _show_more(self) -> None:
        self.more.hide()
        self.view.add_passages(self._held_back)
        self.view.setFocus()

    def _arrange(self) -> None:
        self._row = QWidget()
        below = QVBoxLayout(self._row)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.footer)
        row = QHBoxLayout()
        row.setSpacing(HAIR)
        for button in (self.copy_button, self.keep_button, self.export_button, self.wrong_button):
            row.addWidget(button)
        row.addStretch(1)
        below.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        column.addWidget(self.warning)
        column.addWidget(self.notice)
        column.addWidget(self.unfiltered, 0, Qt.AlignmentFlag.AlignLeft)
        below_answer = (self.bridged, self.translated, self._row)
        for widget in (self.waiting, self.view, self.more, self.failure, *below_answer):
            column.addWidget(widget)
        for widget in (self.warning, self.notice, self.unfiltered, self.more, self.failure, self._row):
            widget.hide()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.copy_button.setText(self.tr("Copy"))
        self.copy_button.setToolTip(self.tr("Copy the answer as Markdown"))
        self.keep_button.setText(self.tr("Keep in my notes"))
        self.keep_button.setToolTip(self.tr("Keep this answer beside your sources, marked as written by a model"))
        self.wrong_button.setText(self.tr("Wrong answer?"))
        self.wrong_button.setToolTip(self.tr("See step by step where it may have gone wrong"))
        self.export_button.setText(self.tr("Export…"))
        self.export_button.setToolTip(self.tr("Write this answer or the conversation to a file"))
        held = len(self._held_back)
        self.more.setText(
            self.tr("Show 1 more passage") if held == 1 else self.tr("Show {count} more passages").format(count=held)
        )
        self.view.setAccessibleName(self.tr("Answer"))
        self.view.setAccessibleDescription(self.question)
        self.setAccessibleName(self.tr("Answer to: {question}").format(question=self.question))
        if self.answer is not None:
            self.warning.setText(support_words(self.answer))
            self.footer.setText(summary_words(self.answer))
        self._show_notices()

    def _show_notices(self) -> None:
        notices = (*self._notices, *(self.answer.notices if self.answer is not None else ()))
        self.notice.setText(notice_words(notices))
        self.notice.setVisible(bool(notices))
        self.unfiltered.setText(self.tr("Search without these filters"))
        self.unfiltered.setVisible(any(notice.code == FILTERED_OUT for notice in notices))

    def _tip(self, number: int) -> str:
        titles = source_titles(self.answer) if self.answer is not None else {}
        passage = next((passage for passage in self._found if passage.number == number), None)
        return passage_tip(passage, titles.get(passage.source, "")) if passage is not None else ""


def _button(kind: str) -> QPushButton:
    button = QPushButton()
    button.setProperty("kind", kind)
    return button
