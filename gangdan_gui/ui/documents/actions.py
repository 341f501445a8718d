"""What can be done with a document, as a row of buttons, and what has been done, in a few words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.words import SEPARATOR
from gangdan_gui.ui.theme import TIGHT


class DocumentActions(QWidget):
    """`exclude_requested` says whether the document is to be left out; `state` is a label to put where it fits."""

    ask_requested = Signal()
    edit_requested = Signal()
    facts_requested = Signal()
    restore_requested = Signal()
    exclude_requested = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._correction, self._editable, self._building = NO_CORRECTION, False, False
        self.state = PlainLabel(role="secondary")
        self.edit, self.facts, self.exclude, self.restore, self.ask = (QPushButton() for _ in range(5))
        self.ask.clicked.connect(self.ask_requested)
        self.edit.clicked.connect(self.edit_requested)
        self.facts.clicked.connect(self.facts_requested)
        self.restore.clicked.connect(self.restore_requested)
        self.exclude.clicked.connect(lambda: self.exclude_requested.emit(not self._correction.excluded))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(TIGHT)
        for button in (self.ask, self.restore, self.exclude, self.facts):
            button.setProperty("kind", "quiet")
        for button in (self.ask, self.restore, self.exclude, self.facts, self.edit):
            row.addWidget(button)
        self._retranslate()

    def show_correction(self, correction: Correction, *, editable: bool) -> None:
        """Offer what fits what has been corrected so far; without a document there is nothing to edit."""
        self._correction, self._editable = correction, editable
        self._retranslate()

    def show_building(self, *, building: bool) -> None:
        """Say that what was changed is on its way into the answers."""
        self._building = building
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Say the same in the new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        correction = self._correction
        self.ask.setText(self.tr("Ask this document"))
        self.ask.setToolTip(self.tr("Ask the next questions of this document only"))
        self.ask.setVisible(self._editable and not correction.excluded)
        self.edit.setText(self.tr("Correct…"))
        self.edit.setToolTip(self.tr("Put the text right; the original file is not changed"))
        self.facts.setText(self.tr("Facts…"))
        self.facts.setToolTip(self.tr("Title, authors, date, tags"))
        self.restore.setText(self.tr("Back to the converted text"))
        self.restore.setVisible(correction.text is not None)
        self.exclude.setText(self.tr("Take it in again") if correction.excluded else self.tr("Leave this document out"))
        self.exclude.setToolTip(self.tr("Whether the document is searched; the file itself stays"))
        for button in (self.edit, self.facts):
            button.setVisible(self._editable)
        self.exclude.setVisible(self._editable or correction.excluded)
        words = [
            self.tr("Being brought up to date…") if self._building else "",
            self.tr("Corrected by you") if correction.text is not None else "",
            self.tr("Left out") if correction.excluded else "",
        ]
        self.state.setText(SEPARATOR.join(filter(None, words)))
