"""A form for what is known of a document: title, authors, date, venue, DOI, tags."""

from __future__ import annotations

import re
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from gangdan_gui.domain.corrections import Correction
from gangdan_gui.domain.documents import DocumentFacts, MarkdownDocument
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.plain_label import PlainLabel

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_DOI = re.compile(r"10\.\d{3,9}/\S+")
_DOI_PLACE = re.compile(r"(?i)^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)")
_BETWEEN = re.compile(r"\s*[;；、\n]\s*")
_BETWEEN_TAGS = re.compile(r"\s*[,，;；、\n]\s*")
_WIDTH = 460


class CorrectionFacts(QDialog):
    """What the user types stands in place of what the document says; where nothing is typed, that is shown paler.

    `chosen` brings the title and the facts, once they are in order.
    """

    chosen = Signal(str, DocumentFacts)

    def __init__(self, document: MarkdownDocument, correction: Correction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        own, said = correction.facts, document.facts
        self.title = _field(correction.title, document.title)
        self.authors = _field("; ".join(own.authors), "; ".join(said.authors))
        self.date, self.venue = _field(own.date, said.date), _field(own.venue, said.venue)
        self.doi = _field(own.doi, said.doi)
        self.tags = _field(", ".join(own.tags), ", ".join(said.tags))
        self.problem = PlainLabel(role="warning", wrap=True)
        self.problem.hide()
        self.setWindowTitle(self.tr("About this document"))
        self._arrange()
        self.title.setFocus()

    @property
    def facts(self) -> DocumentFacts:
        """What is typed, in the form in which it is kept."""
        return DocumentFacts(
            authors=_parts(_BETWEEN, self.authors.text()),
            date=self.date.text().strip(),
            venue=self.venue.text().strip(),
            doi=_DOI_PLACE.sub("", self.doi.text().strip()),
            tags=_parts(_BETWEEN_TAGS, self.tags.text()),
        )

    def accept(self) -> None:
        """Bring what is typed, or say what is wrong with it."""
        facts = self.facts
        if facts.date and not is_date(facts.date):
            self._refuse(self.date, self.tr("Write the date as 2024-05-17, 2024-05 or 2024."))
        elif facts.doi and not _DOI.fullmatch(facts.doi):
            self._refuse(self.doi, self.tr("A DOI begins with “10.” and has a slash in it, like 10.1000/182."))
        else:
            self.chosen.emit(self.title.text().strip(), facts)
            super().accept()

    def _refuse(self, field: QLineEdit, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.show()
        field.setFocus()
        field.selectAll()

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setSpacing(look.GAP)
        rows = (
            (self.tr("Title"), self.title, ""),
            (self.tr("Authors"), self.authors, self.tr("Several are parted by semicolons.")),
            (self.tr("Date (like 2024-05-17)"), self.date, self.tr("A day, a month or a year.")),
            (self.tr("Journal or publisher"), self.venue, ""),
            (self.tr("DOI"), self.doi, ""),
            (self.tr("Tags"), self.tags, self.tr("Several are parted by commas.")),
        )
        for name, field, tip in rows:
            form.addRow(name, field)
            field.setAccessibleName(name)
            field.setToolTip(tip)
        hint = PlainLabel(
            self.tr("Leave a field empty to keep what the document says. Your file is not changed."),
            role="secondary",
            wrap=True,
        )
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Save | standard.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE, look.WIDE, look.MARGIN)
        column.setSpacing(look.GAP)
        column.addWidget(hint)
        column.addLayout(form)
        column.addWidget(self.problem)
        column.addWidget(buttons)
        self.setMinimumWidth(_WIDTH)


def is_date(text: str) -> bool:
    """Whether a text is a day, a month or a year of the calendar (ISO 8601)."""
    match = _DATE.fullmatch(text)
    if not match:
        return False
    year, month, day = (int(part or 1) for part in match.groups())
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _field(text: str, otherwise: str) -> QLineEdit:
    field = QLineEdit(text)
    field.setPlaceholderText(otherwise)
    field.setCursorPosition(0)
    return field


def _parts(between: re.Pattern[str], text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in between.split(text.strip()) if part))
