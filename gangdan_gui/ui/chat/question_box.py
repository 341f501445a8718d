"""Where a question is asked: what will be searched, the question, and Send, which is Stop while an answer is made."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.chat.question_edit import QuestionEdit
from gangdan_gui.ui.chat.question_filter import QuestionFilter
from gangdan_gui.ui.chat.question_scope import QuestionScope, ScopeEntry
from gangdan_gui.ui.models.model_button import ModelButton
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, MARGIN

# About three pages: more is a document to add, not a question.
LONGEST = 4_000


class Obstacle(StrEnum):
    """Why nothing can be asked now."""

    NONE = ""
    NO_SOURCE = "no source"
    NOT_BUILT = "not built"
    BUILDING = "building"
    NOTHING_TICKED = "nothing ticked"


class QuestionBox(QFrame):
    """Emits `sent` with the question, stripped, and empties itself."""

    sent = Signal(str)
    stop_requested = Signal()
    scope_removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "composer")
        self._answering = False
        self._obstacle = Obstacle.NONE
        self._send_with = "enter"
        self.scope = QuestionScope()
        self.scope.removed.connect(self.scope_removed)
        self.filter = QuestionFilter()
        # What is asked of documents as a whole needs no words.
        self.summarise, self.compare = QPushButton(), QPushButton()
        for button in (self.summarise, self.compare):
            button.setProperty("kind", "chip")
            button.setFixedHeight(self.filter.height())
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, button=button: self._ask_of_whole(button))
        self.filter.changed.connect(self._show_scope)
        self.model = ModelButton()
        self.obstacle = PlainLabel(role="warning", wrap=True)
        self.edit = QuestionEdit()
        self.edit.send_pressed.connect(self._send)
        self.edit.textChanged.connect(self._update)
        self.edit.focus_changed.connect(self._show_focus)
        self.button = QPushButton()
        # A click must not take the focus: an input method would lose what it holds.
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self._press)
        self.setFocusProxy(self.edit)
        self._arrange()
        self._retranslate()

    def set_scope(self, entries: Sequence[ScopeEntry]) -> None:
        """Say which sources will be searched."""
        self.scope.set_entries(entries)
        self._show_scope()

    def set_obstacle(self, obstacle: Obstacle) -> None:
        """Say why nothing can be asked, or that something can."""
        self._obstacle = obstacle
        # What takes a moment only is no reason not to type.
        waiting = obstacle is Obstacle.BUILDING
        self.edit.setReadOnly(bool(obstacle) and not waiting)
        self.obstacle.setProperty("role", "secondary" if waiting else "warning")
        self.obstacle.style().unpolish(self.obstacle)
        self.obstacle.style().polish(self.obstacle)
        self._retranslate()

    @property
    def answering(self) -> bool:
        """Whether an answer is being made."""
        return self._answering

    def set_answering(self, state: bool) -> None:
        """Send becomes Stop and back."""
        self._answering = state
        self._retranslate()

    def set_send_with(self, key: str) -> None:
        """Which key sends: `enter` or `ctrl+enter`."""
        self._send_with = key
        self.edit.set_send_with(key)
        self._retranslate()

    @property
    def text(self) -> str:
        """The question as it stands, without what an input method still holds."""
        return self.edit.toPlainText()

    def set_text(self, text: str) -> None:
        """Put a question into the box, ready to be changed or sent."""
        self.edit.setPlainText(text)
        self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def _press(self) -> None:
        if self._answering:
            self.stop_requested.emit()
        else:
            self._send()

    def _send(self) -> None:
        if self.edit.composing:
            self.edit.accept_composition()
            return
        question = self.text.strip()
        if question and not self._obstacle and not self._too_long:
            self.edit.clear()
            self.sent.emit(question)

    def _ask_of_whole(self, button: QPushButton) -> None:
        if not self._answering and not self._obstacle:
            self.sent.emit(button.toolTip())

    def _show_scope(self) -> None:
        shown = bool(self.scope.chips) and not self._obstacle
        chosen = self.filter.chosen
        one, several = len(chosen.documents) == 1, len(chosen.documents) > 1 or bool(chosen.tags)
        self.summarise.setVisible(shown and (one or several))
        self.compare.setVisible(shown and several and not one)
        self.summarise.setText(self.tr("Summarise"))
        self.compare.setText(self.tr("Compare"))
        self.summarise.setToolTip(self.tr("Summarise this document") if one else self.tr("Summarise these documents"))
        self.compare.setToolTip(self.tr("Compare these documents"))
        self.scope.setVisible(shown)
        self.filter.setVisible(shown)
        self.model.setVisible(shown)

    def _arrange(self) -> None:
        above = QHBoxLayout()
        above.setSpacing(GAP)
        above.addWidget(self.scope, 1)
        for button in (self.summarise, self.compare, self.filter):
            above.addWidget(button)
        above.addWidget(self.model)
        line = QHBoxLayout()
        line.setSpacing(GAP)
        line.addWidget(self.edit, 1, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, GAP, GAP)
        column.setSpacing(GAP)
        column.addLayout(above)
        column.addWidget(self.obstacle)
        column.addLayout(line)
        self.obstacle.hide()
        self.setTabOrder(self.edit, self.button)

    def resizeEvent(self, resize: QResizeEvent) -> None:
        """A hint that does not fit is cut in the middle of a word: then the short one."""
        super().resizeEvent(resize)
        self._show_hint()

    def _show_hint(self) -> None:
        hint = self._hint()
        fits = self.edit.fontMetrics().horizontalAdvance(hint) < self.edit.viewport().width()
        self.edit.setPlaceholderText(hint if fits else self.tr("Ask your sources…"))

    def _show_focus(self, focused: bool) -> None:
        self.setProperty("focused", "true" if focused else "false")
        self.style().unpolish(self)
        self.style().polish(self)

    @property
    def _too_long(self) -> bool:
        return self.edit.document().characterCount() > LONGEST

    def _update(self) -> None:
        ready = not self._obstacle and not self._too_long and bool(self.text.strip())
        self.button.setEnabled(self._answering or ready)
        sentence = self._obstacle_sentence()
        self.obstacle.setText(sentence)
        self.obstacle.setVisible(bool(sentence))

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _retranslate(self) -> None:
        self.button.setText(self.tr("Stop") if self._answering else self.tr("Send"))
        self.button.setToolTip(self.tr("Stop answering") if self._answering else self.tr("Send the question"))
        kind = "" if self._answering else "primary"
        if self.button.property("kind") != kind:
            self.button.setProperty("kind", kind)
            self.button.style().unpolish(self.button)
            self.button.style().polish(self.button)
        self._show_hint()
        self._show_scope()
        self.edit.setAccessibleName(self.tr("Question"))
        self.edit.setAccessibleDescription(self._obstacle_sentence() or self._hint())
        self._update()

    def _hint(self) -> str:
        if self._send_with == "ctrl+enter":
            return self.tr("Ask your sources… (Ctrl+Enter sends, Enter starts a new line)")
        return self.tr("Ask your sources… (Enter sends, Shift+Enter starts a new line)")

    def _obstacle_sentence(self) -> str:
        match self._obstacle:
            case Obstacle.NO_SOURCE:
                return self.tr("Add a source first: there is nothing to ask yet.")
            case Obstacle.NOT_BUILT:
                return self.tr("Build a source first: none can be searched yet.")
            case Obstacle.BUILDING:
                return self.tr("Your documents are being made searchable. You can ask as soon as that is done.")
            case Obstacle.NOTHING_TICKED:
                return self.tr("Tick at least one source on the left: none is chosen to be searched.")
            case _ if self._too_long:
                count, most = QLocale().toString(self.edit.document().characterCount()), QLocale().toString(LONGEST)
                return self.tr("Too long to ask: {count} of at most {most} characters.").format(count=count, most=most)
            case _:
                return ""
