"""Shows what works on this machine and what does not, check by check as they come in."""

from __future__ import annotations

import platform
from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui import __version__
from gangdan_gui.services.requests import PROBLEM, REPAIRABLE, Check
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.doctor.check_row import CheckRow, state_words
from gangdan_gui.ui.kept_room import keep_room
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.row_list import RowList
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import sentences
from gangdan_gui.wording import Told

_SIZE = (620, 560)


class DoctorDialog(QDialog):
    """Open it with `open()`; whoever does the checking calls `begin`, `add` for each, and `end`."""

    check_requested = Signal()
    repair_requested = Signal()
    stop_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._checks: list[Check] = []
        self._busy = self._repairing = False
        self._error: Told | None = None
        self.rows: list[CheckRow] = []
        self.list = RowList()
        self._title, self._summary = PlainLabel(role="title"), PlainLabel(role="secondary", wrap=True)
        self._bar = QProgressBar(textVisible=False)
        self._bar.setRange(0, 0)
        keep_room(self._bar)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.repair_button = self._button(self.repair_requested.emit)
        self.check_button = self._button(self.check_requested.emit)
        self.stop_button = self._button(self.stop_requested.emit)
        self.copy_button = self._button(lambda: QGuiApplication.clipboard().setText(self.text))
        self._buttons.rejected.connect(self.reject)
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self._lay_out()
        self._show()

    @property
    def text(self) -> str:
        """The report: version and system, then a line for each check."""
        facts = f"GangDan {__version__} · Python {platform.python_version()} · Qt {qVersion()} · {platform.platform()}"
        lines = [
            f"[{state_words(check.state)}] {check.id}: {sentences(row.found, row.advice)}"
            for check, row in zip(self._checks, self.rows, strict=True)
        ]
        return "\n".join((facts, *lines))

    def begin(self, *, repairing: bool = False) -> None:
        """Forget what was found and say that work is going on."""
        self._checks.clear()
        self._fill()
        self._busy, self._repairing, self._error = True, repairing, None
        self._show()

    def add(self, check: Check) -> None:
        """Show one more check."""
        self._checks.append(check)
        self._append(check)
        self._show()

    def end(self, error: Told | None = None) -> None:
        """Say that the work has ended, by an `error` or by itself."""
        self._busy, self._error = False, error
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()
            self._show()
        super().changeEvent(event)

    def _button(self, act: Callable[[], None]) -> QPushButton:
        button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: act())
        return button

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        for widget in (self._title, self._summary, self._bar):
            column.addWidget(widget)
        column.addSpacing(look.HAIR)
        column.addWidget(self.list, 1)
        column.addSpacing(look.TIGHT)
        column.addWidget(self._buttons)
        self.resize(*_SIZE)

    def _fill(self) -> None:
        self.list.clear()
        self.rows.clear()
        for check in self._checks:
            self._append(check)

    def _append(self, check: Check) -> None:
        row = CheckRow(check, self._theme)
        self.rows.append(row)
        self.list.add(row)

    def _show(self) -> None:
        self.setWindowTitle(self.tr("Check-up"))
        self._title.setText(self.tr("What works here, and what does not"))
        self.list.setAccessibleName(self._title.text())
        self._summary.setText(self._summary_words())
        self._bar.setVisible(self._busy)
        self.check_button.setText(self.tr("Check again"))
        self.stop_button.setText(self.tr("Stop"))
        self.repair_button.setText(self.tr("Repair"))
        self.copy_button.setText(self.tr("Copy report"))
        self.check_button.setVisible(not self._busy)
        self.stop_button.setVisible(self._busy)
        self.repair_button.setVisible(not self._busy and any(map(_can_be_repaired, self._checks)))
        self.copy_button.setEnabled(bool(self._checks) and not self._busy)

    def _summary_words(self) -> str:
        if self._busy:
            if self._repairing:
                return self.tr("Repairing from what is kept; your own documents are not touched.")
            return self.tr("Checking… A model that has to be loaded first may take a minute.")
        if self._error:
            return sentences(self._error.message, self._error.advice)
        if not self._checks:
            return ""
        problems = sum(check.state == PROBLEM for check in self._checks)
        if problems:
            return self.tr("%Ln thing(s) need your attention.", "", problems)
        return self.tr("Everything that is needed here works.")


def _can_be_repaired(check: Check) -> bool:
    return check.state == PROBLEM and check.id in REPAIRABLE
