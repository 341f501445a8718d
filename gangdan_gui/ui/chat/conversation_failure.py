"""A failure told where the answer would stand: what happened, what to do, and buttons that do it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui.chat.conversation_remedy import Remedy, WayOut
from gangdan_gui.ui.models.pull_line import PullLine
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import GAP, HAIR, MARGIN
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told

# Asked anew in another language.
ToldWords = Callable[[], Told]


class FailureNotice(QFrame):
    """Stays until the question is asked again. `remedy_chosen` comes with a Remedy."""

    retry_requested = Signal()
    remedy_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "notice")
        self.way_out = WayOut()
        self._partial = False
        self._told: ToldWords | None = None
        self.message = _label("strong")
        self.advice = _label("secondary")
        self.retry_button = QPushButton()
        self.retry_button.clicked.connect(self.retry_requested)
        self.buttons = {remedy: self._button(remedy) for remedy in Remedy}
        self.pull = PullLine()
        self.pull.running_changed.connect(self._retranslate)
        row = QHBoxLayout()
        row.setSpacing(HAIR)
        for button in (self.buttons[Remedy.DOWNLOAD], self.retry_button):
            row.addWidget(button)
        for remedy in list(Remedy)[1:]:
            row.addWidget(self.buttons[remedy])
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, GAP, GAP)
        column.setSpacing(HAIR)
        for widget in (self.message, self.advice, self.pull):
            column.addWidget(widget)
        column.addSpacing(HAIR)
        column.addLayout(row)
        self._retranslate()

    def show_told(
        self, told: ToldWords, way_out: WayOut | None = None, *, partial: bool = False, calm: bool = False
    ) -> None:
        """Show a sentence, its advice and what can be done; `partial` where some of the answer stands above.

        `calm` is for what the user wanted.
        """
        self.way_out, self._partial = way_out or WayOut(), partial
        self._told = told
        self.setProperty("tone", "calm" if calm else "warning")
        self.style().unpolish(self)
        self.style().polish(self)
        self._retranslate()
        self.show()

    def changeEvent(self, change: QEvent) -> None:
        if change.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(change)

    def _button(self, remedy: Remedy) -> QPushButton:
        button = QPushButton()
        button.setProperty("kind", "primary" if remedy is Remedy.DOWNLOAD else "quiet")
        button.clicked.connect(lambda: self.remedy_chosen.emit(remedy))
        return button

    def _retranslate(self) -> None:
        if self._told is not None:
            told = self._told()
            self.message.setText(told.message)
            self.advice.setText(told.advice)
            self.advice.setVisible(bool(told.advice))
            self.setAccessibleName(sentences(told.message, told.advice))
        self.retry_button.setText(self.tr("Ask again") if self._partial else self.tr("Try again"))
        for remedy, button in self.buttons.items():
            button.setText(self._words(remedy))
            offered = remedy in self.way_out.remedies
            button.setVisible(offered and not (remedy is Remedy.DOWNLOAD and self.pull.running))

    def _words(self, remedy: Remedy) -> str:
        match remedy:
            case Remedy.DOWNLOAD:
                return self.tr("Download {model}").format(model=self.way_out.model).replace("&", "&&")
            case Remedy.ANOTHER_MODEL:
                return self.tr("Choose another model…")
            case Remedy.START_OLLAMA:
                return self.tr("How to start Ollama…")
            case Remedy.SETTINGS:
                return self.tr("Settings…")
            case Remedy.PASSAGES_ONLY:
                return self.tr("Show passages only")


def _label(role: str) -> PlainLabel:
    label = PlainLabel(role=role, wrap=True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
