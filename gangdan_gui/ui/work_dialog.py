"""One dialog for work on a file that takes a while: what it would do, how far it is, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel

_WIDTH = 460
_STEPS = 1000

# A name and what there is to say of it.
Lines = Sequence[tuple[str, str]]


def _nothing() -> None:
    """Nobody asked for more."""


class WorkDialog(QDialog):
    """Show it with `open()`, and let it `ask`, `work` and `end` in any order.

    `left` comes when the user wants no more of it, whatever it shows; it closes by itself unless work is under way,
    which whoever began it stops, and then calls `done`.
    """

    left = Signal()

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.working = False
        self._act: Callable[[], object] = _nothing
        self.message = PlainLabel(wrap=True)
        self.warning = PlainLabel(role="warning", wrap=True)
        for label in (self.message, self.warning):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar(textVisible=False)
        self.action_button, self.leave_button = QPushButton(), QPushButton()
        self.action_button.setProperty("kind", "primary")
        self.action_button.clicked.connect(lambda: self._act())
        self.leave_button.setAutoDefault(False)  # what is not wanted must not look like what is
        self.leave_button.clicked.connect(self.reject)
        self._facts = QWidget()
        self._grid = QGridLayout(self._facts)
        self._column = QVBoxLayout(self)
        self._lay_out()
        self.work("")

    def ask(self, message: str, lines: Lines, action: str, act: Callable[[], object], *, warning: str = "") -> None:
        """Say what would be done, and offer to do it."""
        self.working = False
        self._show(message, lines, warning, action, act)
        self.leave_button.setText(self.tr("Cancel"))
        self.action_button.setFocus()

    def work(self, message: str) -> None:
        """Say what is being done; how far it is comes by `show_count`."""
        self.working = True
        self._show(message, (), "", "", _nothing)
        self.leave_button.setText(self.tr("Cancel"))
        self.bar.setRange(0, 0)

    def show_count(self, done: int, total: int) -> None:
        """How far the work is; of a `total` of 0 nobody knows."""
        self.bar.setRange(0, _STEPS if total else 0)
        self.bar.setValue(done * _STEPS // total if total else 0)

    def end(
        self,
        message: str,
        lines: Lines = (),
        *,
        warning: str = "",
        action: str = "",
        act: Callable[[], object] = _nothing,
    ) -> None:
        """Say how it ended, and offer what may come next."""
        self.working = False
        self._show(message, lines, warning, action, act)
        self.leave_button.setText(self.tr("Close"))
        (self.action_button if action else self.leave_button).setFocus()

    def reject(self) -> None:
        """Close; work that is under way is stopped first by whoever began it."""
        self.left.emit()
        if not self.working:
            super().reject()

    def _show(self, message: str, lines: Lines, warning: str, action: str, act: Callable[[], object]) -> None:
        self._act = act
        self.message.setText(message)
        self.message.setVisible(bool(message))
        self.warning.setText(warning)
        self.warning.setVisible(bool(warning))
        self.bar.setVisible(self.working)
        self.bar.setAccessibleName(message)
        self.action_button.setText(action)
        self.action_button.setVisible(bool(action))
        self.action_button.setDefault(bool(action))
        self._show_lines(lines)
        self.adjustSize()
        # That takes words for narrower than they are shown, and so for more lines.
        self.resize(self.width(), self._column.totalHeightForWidth(self.width()))

    def _show_lines(self, lines: Lines) -> None:
        while item := self._grid.takeAt(0):
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, (name, said) in enumerate(lines):
            label, value = PlainLabel(role="secondary"), PlainLabel(wrap=True)
            label.setText(name)
            value.setText(said)
            self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, row, 1)
        self._facts.setVisible(bool(lines))

    def _lay_out(self) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(look.MARGIN)
        self._grid.setVerticalSpacing(look.TIGHT)
        self._grid.setColumnStretch(1, 1)
        # In the order that dialogs have on this system.
        buttons = QDialogButtonBox()
        buttons.addButton(self.action_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.leave_button, QDialogButtonBox.ButtonRole.RejectRole)
        column = self._column
        column.setContentsMargins(look.WIDE, look.WIDE, look.WIDE, look.MARGIN)
        column.setSpacing(look.GAP)
        for widget in (self.message, self._facts, self.warning, self.bar):
            column.addWidget(widget)
        column.addStretch()
        column.addSpacing(look.TIGHT)
        column.addWidget(buttons)
        self.setMinimumWidth(_WIDTH)
