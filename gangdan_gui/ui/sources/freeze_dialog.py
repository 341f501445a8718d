"""Asks until when nothing new is to be taken into a source."""

from __future__ import annotations

from PySide6.QtCore import QDate, QEvent, Qt, Signal
from PySide6.QtWidgets import QDateEdit, QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.state_words import StateWords

_WIDTH = 420
# As long as a course is likely to be taught from it.
_USUAL_MONTHS = 4


class FreezeDialog(QDialog):
    """Open it with `open()`. `frozen` brings the first day on which the source may be updated again (ISO 8601)."""

    frozen = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(_WIDTH)
        self._title = title
        self._question = PlainLabel(role="strong", wrap=True)
        self._meaning = PlainLabel(role="secondary", wrap=True)
        today = QDate.currentDate()
        self.day = QDateEdit(today.addMonths(_USUAL_MONTHS))
        self.day.setCalendarPopup(True)
        self.day.setMinimumDate(today.addDays(1))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.freeze_button = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.freeze_button.setDefault(True)
        self.buttons.accepted.connect(self._freeze)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE, look.WIDE, look.MARGIN)
        column.setSpacing(look.GAP)
        for widget in (self._question, self.day, self._meaning, self.buttons):
            column.addWidget(widget)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _freeze(self) -> None:
        self.frozen.emit(self.day.date().toString(Qt.DateFormat.ISODate))
        self.accept()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Freeze"))
        self.day.setDisplayFormat(StateWords().day_format)
        self._question.setText(self.tr("Take nothing new into “{title}” before:").format(title=self._title))
        self._meaning.setText(
            self.tr(
                "Until that day it answers as it does now, whatever becomes of its files. It is still mended where it "
                "is damaged, and you can end the freeze at any time."
            )
        )
        self.day.setAccessibleName(self.tr("First day on which it may be updated again"))
        self.freeze_button.setText(self.tr("Freeze"))
