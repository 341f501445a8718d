"""What the dialogs on test questions have in common: work that shows how far it is, can be stopped, and may fail."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.screen_room import within_screen
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told

Words = Callable[[], str]


def _nothing() -> str:
    """Nothing is to be said."""
    return ""


class AskingDialog(QDialog):
    """Open it with `open()`; whoever acts calls `begin` and `end` around what takes long.

    `_show` follows all that changes, `_retranslate` the language; a subclass adds its own to both.
    """

    stop_requested = Signal()
    open_requested = Signal(str, str, int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error: Told | None = None
        self._busy = False
        self._title, self._meaning = PlainLabel(role="title"), PlainLabel(role="secondary", wrap=True)
        self.bar, self.told = QProgressBar(textVisible=False), PlainLabel(role="warning", wrap=True)
        self.note = PlainLabel(role="secondary", wrap=True)
        self._done: Words = _nothing
        self._acts = QHBoxLayout()
        self._acts.addStretch()
        self.stop_button = self._button()
        self.stop_button.clicked.connect(lambda: self.stop_requested.emit())

    def begin(self) -> None:
        """Say that something is done that takes a while."""
        self._busy, self._error, self._done = True, None, _nothing
        self.bar.setRange(0, 0)
        self._show()

    def end(self, error: Told | None = None) -> None:
        """Say that it has ended, by an `error` or by itself."""
        self._busy, self._error = False, error
        if error is not None:
            self._done = _nothing
        self._show()

    def tell(self, error: Told) -> None:
        """Say what went wrong beside what is under way."""
        self._error = error
        self._show()

    def say(self, words: Words) -> None:
        """Say what was done, until something else is; the words are asked for again in another language."""
        self._done, self._error = words, None
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _button(self, kind: str = "") -> QPushButton:
        """A button of the last line."""
        button = QPushButton()  # not one of the box, which puts what was hidden elsewhere when it comes back
        self._acts.addWidget(button)
        button.setAutoDefault(False)
        if kind:
            button.setProperty("kind", kind)
        return button

    def _lay_out(self, size: QSize, *parts: tuple[QWidget | QLayout, int]) -> None:
        """Put parts between the title and the buttons, each with its share of what height is left."""
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        close.rejected.connect(self.reject)
        close.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._acts.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for part, share in ((self._title, 0), (self._meaning, 0), *parts, (self._acts, 0)):
            if isinstance(part, QLayout):
                column.addLayout(part, share)
            else:
                column.addWidget(part, share)
        self.resize(within_screen(self, size))

    def _show(self) -> None:
        self.told.setText(sentences(self._error.message, self._error.advice) if self._error else "")
        self.told.setVisible(self._error is not None)
        self.note.setText(self._done())
        self.note.setVisible(bool(self.note.text()))
        self.bar.setVisible(self._busy)
        self.stop_button.setVisible(self._busy)

    def _retranslate(self) -> None:
        self.stop_button.setText(self.tr("Stop"))
        self._show()
