"""The last resort: shows an error that nobody expected, with what a report needs, ready to copy."""

from __future__ import annotations

import platform
import sys
import traceback
from pathlib import Path

from PySide6.QtCore import QEvent, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from gangdan_gui import __version__
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.theme import code_font

_SIZE = (640, 420)
_LOG_TAIL_BYTES = 8_000


class CrashDialog(QDialog):
    """Open it with `open()`: the window behind it goes on living."""

    def __init__(self, error: BaseException, log_file: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = PlainLabel(wrap=True)
        self.details = QPlainTextEdit(readOnly=True)
        self.details.setPlainText(crash_report(error, log_file))
        self.details.setFont(code_font(look.SMALL_SIZE))
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setDefault(True)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.details.toPlainText()))
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.GAP)
        for widget in (self._sentence, self.details, self._buttons):
            column.addWidget(widget)
        self.resize(*_SIZE)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Something unexpected happened"))
        self._sentence.setText(
            self.tr("The program met an error it does not know. Your library is safe, and you can go on working. ")
            + self.tr("If it comes back, copy the lines below into a report.")
        )
        self.details.setAccessibleName(self.tr("Details of the error"))
        self.copy_button.setText(self.tr("Copy"))


def crash_report(error: BaseException, log_file: Path | None = None) -> str:
    """Version, system, the error with its way, and the end of the log."""
    facts = (
        f"GangDan {__version__}",
        f"Python {sys.version.split()[0]}, Qt {qVersion()}",
        f"{platform.system()} {platform.release()} ({platform.machine()})",
    )
    return "\n".join((*facts, "", "".join(traceback.format_exception(error)).rstrip(), *_log_tail(log_file)))


def _log_tail(log_file: Path | None) -> tuple[str, ...]:
    if log_file is None:
        return ()
    try:
        with log_file.open("rb") as log:
            log.seek(max(0, log_file.stat().st_size - _LOG_TAIL_BYTES))
            return ("", log.read().decode("utf-8", "replace"))
    except OSError as error:
        return ("", f"{log_file}: {error.strerror}")
