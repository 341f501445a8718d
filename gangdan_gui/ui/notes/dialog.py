"""Writes a note or changes one: title, text, tags."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QLocale, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from gangdan_gui.services.requests.notes import Note
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.notes.edit import NoteEdit
from gangdan_gui.ui.plain_label import PlainLabel

_SIZE = (640, 520)
_BETWEEN_TAGS = re.compile(r"[,，、;；]")


@dataclass(frozen=True, slots=True)
class NoteDraft:
    """What a user wrote; the title may be empty."""

    title: str
    text: str
    tags: tuple[str, ...]


class NoteDialog(QDialog):
    """Open it with `open()`. It stays until whoever acts on `submitted` accepts it or shows what was wrong."""

    submitted = Signal(NoteDraft)

    def __init__(self, parent: QWidget | None = None, note: Note | None = None) -> None:
        super().__init__(parent)
        self._changes = note is not None
        self._leaving = False
        self._make_parts()
        self._lay_out()
        if note is not None:
            self.title.setText(note.title)
            self.tags.setText(", ".join(note.tags))
            self.edit.set_text(note.text)
        self._before = self.draft
        self._connect()
        self._retranslate()
        self.edit.setFocus()

    @property
    def draft(self) -> NoteDraft:
        """What would be kept now."""
        tags = tuple(tag for tag in (part.strip() for part in _BETWEEN_TAGS.split(self.tags.text())) if tag)
        return NoteDraft(self.title.text().strip(), self.edit.text, tags)

    def show_error(self, message: str) -> None:
        """Say why it could not be kept; the text stays."""
        self._say(message)
        self._show_readiness()

    def say_no_text(self) -> None:
        """Say that there is nothing to paste."""
        self._say(self.tr("No text was copied. Files and folders are added as sources; pictures can't be kept here."))

    def reject(self) -> None:
        """Close; what nobody has kept is thrown away only when that is asked for a second time."""
        if self.edit.has_words and self.draft != self._before and not self._leaving:
            self._leaving = True
            self._cancel.setText(self.tr("Throw away"))
            self._say(self.tr("This text is not kept yet. Press “Throw away” to close without keeping it."))
            return
        super().reject()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _make_parts(self) -> None:
        self.title, self.tags, self.edit = QLineEdit(), QLineEdit(), NoteEdit()
        self._held = PlainLabel(role="secondary", wrap=True)
        self.clear_button = QPushButton()
        self.clear_button.setProperty("kind", "link")
        self._hint = PlainLabel(role="secondary", wrap=True)
        self.error = PlainLabel(role="warning", wrap=True)
        self.error.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._cancel = self._buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.keep_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)

    def _lay_out(self) -> None:
        held = QHBoxLayout()
        held.addWidget(self._held, 1)
        held.addWidget(self.clear_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.GAP)
        column.addWidget(self.title)
        column.addWidget(self.edit, 1)
        column.addLayout(held)
        for widget in (self.tags, self._hint, self.error):
            column.addWidget(widget)
        column.addSpacing(look.TIGHT)
        column.addWidget(self._buttons)
        self.resize(*_SIZE)

    def _connect(self) -> None:
        self.edit.changed.connect(self._changed)
        self.edit.refused.connect(self.say_no_text)
        self.title.textChanged.connect(self._changed)
        self.tags.textChanged.connect(self._changed)
        self.clear_button.clicked.connect(lambda: self.edit.set_text(""))
        self._buttons.accepted.connect(self._submit)
        self._buttons.rejected.connect(self.reject)

    def _changed(self) -> None:
        self._leaving = False
        self.error.hide()
        self._retranslate()

    def _submit(self) -> None:
        if self.keep_button.isEnabled():
            self.keep_button.setEnabled(False)
            self.submitted.emit(self.draft)

    def _say(self, message: str) -> None:
        self.error.setText(message)
        self.error.show()

    def _show_readiness(self) -> None:
        self.keep_button.setEnabled(self.edit.has_words)
        self._held.setVisible(bool(self.edit.held))
        self.clear_button.setVisible(bool(self.edit.held))
        held = self.tr("Only the beginning is shown. All {count} characters are kept.")
        self._held.setText(held.format(count=QLocale().toString(self.edit.held)))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Change note") if self._changes else self.tr("Write a note"))
        self.title.setPlaceholderText(self.tr("Title (without one, the first line)"))
        self.title.setAccessibleName(self.tr("Title"))
        self.edit.setPlaceholderText(self.tr("Write or paste your text here. Markdown is understood."))
        self.edit.setAccessibleName(self.tr("Text"))
        self.tags.setPlaceholderText(self.tr("Tags, separated by commas"))
        self.tags.setAccessibleName(self.tr("Tags"))
        self.clear_button.setText(self.tr("Clear"))
        self._hint.setText(self.tr("Notes are searched with your sources, and marked as yours where they are cited."))
        self._cancel.setText(self.tr("Throw away") if self._leaving else self.tr("Cancel"))
        self.keep_button.setText(self.tr("Keep"))
        self._show_readiness()
