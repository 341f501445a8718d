"""Asks for a file or folder to add, its title and, folded away, which of its files to take."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.add_request import AddRequest
from gangdan_gui.ui.export_dialog import documents_folder, name_labels
from gangdan_gui.ui.plain_label import PlainLabel

_WIDTH = 520
# Chinese keyboards write full-width commas and semicolons; a space may be part of a name.
_BETWEEN_GLOBS = re.compile(r"[,;，；、\n]")


class AddSourceDialog(QDialog):
    """Open it with `open()`. It stays until whoever acts on `submitted` accepts it or shows what was wrong."""

    submitted = Signal(AddRequest)

    def __init__(self, parent: QWidget | None = None, *, location: str = "") -> None:
        super().__init__(parent)
        self._titled_by_hand = False
        self._make_parts()
        self._lay_out()
        self._connect()
        self._retranslate()
        self.location.setText(location)
        self._show_readiness()

    @property
    def request(self) -> AddRequest:
        """What is filled in now."""
        return AddRequest(
            _clean_path(self.location.text()),
            self.title.text().strip(),
            _globs(self.include.text()),
            _globs(self.exclude.text()),
            self.build.isChecked(),
        )

    def show_error(self, message: str) -> None:
        """Say why the source can't be added, and let the user mend it."""
        self._error.setText(message)
        self._error.setVisible(bool(message))
        self._show_readiness()
        self.adjustSize()

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _make_parts(self) -> None:
        self.location, self.title, self.include, self.exclude = (QLineEdit() for _ in range(4))
        self.folder_button, self.file_button = QPushButton(), QPushButton()
        for button in (self.folder_button, self.file_button):
            button.setAutoDefault(False)
        self.more_button = QPushButton(autoDefault=False)
        self.more_button.setCheckable(True)
        self.more_button.setProperty("kind", "word")
        self.build = QCheckBox()
        self.build.setChecked(True)
        self._labels = {name: PlainLabel() for name in ("location", "title", "include", "exclude", "hint")}
        for name in ("location", "title", "include", "exclude"):
            self._labels[name].setBuddy(getattr(self, name))
        self._labels["hint"].setProperty("role", "secondary")
        self._labels["hint"].setWordWrap(True)
        self._error = PlainLabel(role="warning", wrap=True)
        self._error.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.add_button.setDefault(True)

    def _lay_out(self) -> None:
        places = QHBoxLayout()
        places.setSpacing(look.TIGHT)
        places.addWidget(self.location, 1)
        places.addWidget(self.folder_button)
        places.addWidget(self.file_button)
        self._more = QWidget()
        self._more.hide()
        more = QGridLayout(self._more)
        more.setContentsMargins(0, 0, 0, 0)
        more.setHorizontalSpacing(look.GAP)
        more.setVerticalSpacing(look.TIGHT)
        for row, name in enumerate(("include", "exclude")):
            more.addWidget(self._labels[name], row, 0)
            more.addWidget(getattr(self, name), row, 1)
        more.addWidget(self._labels["hint"], 2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(look.WIDE, look.WIDE - look.HAIR, look.WIDE, look.MARGIN + look.HAIR)
        column.setSpacing(look.TIGHT)
        column.addWidget(self._labels["location"])
        column.addLayout(places)
        column.addSpacing(look.TIGHT)
        column.addWidget(self._labels["title"])
        column.addWidget(self.title)
        column.addSpacing(look.TIGHT)
        column.addWidget(self.build)
        column.addWidget(self.more_button, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._more)
        column.addWidget(self._error)
        column.addSpacing(look.GAP)
        column.addWidget(self._buttons)
        self.setMinimumWidth(_WIDTH)

    def _connect(self) -> None:
        self.folder_button.clicked.connect(lambda: self._choose(QFileDialog.FileMode.Directory))
        self.file_button.clicked.connect(lambda: self._choose(QFileDialog.FileMode.ExistingFile))
        self.location.textChanged.connect(self._take_location)
        self.title.textEdited.connect(self._keep_title)
        self.more_button.toggled.connect(self._fold)
        self._buttons.accepted.connect(self._submit)
        self._buttons.rejected.connect(self.reject)

    def _choose(self, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self, self.tr("Add source"), self.location.text() or documents_folder())
        dialog.setFileMode(mode)
        name_labels(dialog)
        dialog.fileSelected.connect(self.location.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take_location(self, text: str) -> None:
        if not self._titled_by_hand:
            place = Path(_clean_path(text))
            self.title.setText(place.stem if place.is_file() else place.name)
        self.show_error("")

    def _keep_title(self, text: str) -> None:
        self._titled_by_hand = bool(text.strip())

    def _fold(self, unfolded: bool) -> None:
        self._more.setVisible(unfolded)
        self._name_more()
        self.adjustSize()

    def _submit(self) -> None:
        self.add_button.setEnabled(False)
        self.submitted.emit(self.request)

    def _show_readiness(self) -> None:
        self.add_button.setEnabled(bool(self.request.location))

    def _name_more(self) -> None:
        self.more_button.setText(self.tr("Less") if self.more_button.isChecked() else self.tr("More choices"))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Add source"))
        self._labels["location"].setText(self.tr("File or folder"))
        self._labels["title"].setText(self.tr("Title"))
        self._labels["include"].setText(self.tr("Only these files"))
        self._labels["exclude"].setText(self.tr("Not these files"))
        self._labels["hint"].setText(self.tr("Patterns such as **/*.md or drafts/**, with commas between them."))
        self.folder_button.setText(self.tr("Folder…"))
        self.file_button.setText(self.tr("File…"))
        self.build.setText(self.tr("Make it searchable right away"))
        self.add_button.setText(self.tr("Add"))
        for name in ("location", "title", "include", "exclude"):
            getattr(self, name).setAccessibleName(self._labels[name].text())
        self._name_more()


def _clean_path(text: str) -> str:
    """A path as the system writes it: file managers copy it with quotes or as a `file:` address."""
    text = text.strip().strip("\"'").strip()
    if text.casefold().startswith("file:"):
        text = QUrl(text).toLocalFile()
    return text


def _globs(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _BETWEEN_GLOBS.split(text) if part.strip())
