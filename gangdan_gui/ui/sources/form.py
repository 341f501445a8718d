"""Asks for a source of one's own: a file, a folder or an address, its title and, folded away, which files to take."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gangdan_gui.services.requests import WholeSite
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.exports.dialog import documents_folder, name_labels
from gangdan_gui.ui.plain_label import PlainLabel
from gangdan_gui.ui.sources.add_request import AddRequest

# Chinese keyboards write full-width commas and semicolons; a space may be part of a name.
_BETWEEN_GLOBS = re.compile(r"[,;，；、\n]")
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
# Browsers show these without the beginning that makes them addresses.
_SHORT_ADDRESS = re.compile(r"(?:www\.|github\.com/)\S+", re.IGNORECASE)
_FIELDS = ("location", "title", "include", "exclude")


class SourceForm(QWidget):
    """`changed` comes with every change of what would be added."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._titled_by_hand = False
        self._make_parts()
        self._lay_out()
        self._connect()
        self._retranslate()

    @property
    def requests(self) -> list[AddRequest]:
        """What is filled in now: nothing, one source, or one for each of several addresses."""
        places = locations(self.location.text())
        title = self.title.text().strip() if len(places) == 1 else ""
        include, exclude = _globs(self.include.text()), _globs(self.exclude.text())
        site = WholeSite() if self.site_box.isChecked() else None
        return [
            AddRequest(place, title, include, exclude, site=site if is_address(place) else None) for place in places
        ]

    def changeEvent(self, event: QEvent) -> None:
        """Set all texts again in a new language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _make_parts(self) -> None:
        self.location, self.title, self.include, self.exclude = (QLineEdit() for _ in range(4))
        self.site_box = QCheckBox()
        self.site_box.hide()
        self.folder_button, self.file_button = QPushButton(autoDefault=False), QPushButton(autoDefault=False)
        self.more_button = QPushButton(autoDefault=False)
        self.more_button.setCheckable(True)
        self.more_button.setProperty("kind", "word")
        self._labels = {name: PlainLabel() for name in _FIELDS}
        for name in _FIELDS:
            self._labels[name].setBuddy(getattr(self, name))
        self._places_hint = PlainLabel(role="secondary", wrap=True)
        self._globs_hint = PlainLabel(role="secondary", wrap=True)

    def _lay_out(self) -> None:
        places = QHBoxLayout()
        places.setSpacing(look.TIGHT)
        for widget, stretch in ((self.location, 1), (self.folder_button, 0), (self.file_button, 0)):
            places.addWidget(widget, stretch)
        self._more = QWidget()
        self._more.hide()
        more = QGridLayout(self._more)
        more.setContentsMargins(0, 0, 0, 0)
        more.setHorizontalSpacing(look.GAP)
        more.setVerticalSpacing(look.TIGHT)
        for row, name in enumerate(("include", "exclude")):
            more.addWidget(self._labels[name], row, 0)
            more.addWidget(getattr(self, name), row, 1)
        more.addWidget(self._globs_hint, 2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, look.TIGHT, 0, 0)
        column.setSpacing(look.TIGHT)
        column.addWidget(self._labels["location"])
        column.addLayout(places)
        column.addWidget(self._places_hint)
        column.addWidget(self.site_box)
        column.addSpacing(look.GAP)
        column.addWidget(self._labels["title"])
        column.addWidget(self.title)
        column.addSpacing(look.TIGHT)
        column.addWidget(self.more_button, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._more)
        column.addStretch()

    def _connect(self) -> None:
        self.folder_button.clicked.connect(lambda: self._choose(QFileDialog.FileMode.Directory))
        self.file_button.clicked.connect(lambda: self._choose(QFileDialog.FileMode.ExistingFile))
        self.location.textChanged.connect(self._take_location)
        self.title.textEdited.connect(self._keep_title)
        self.site_box.toggled.connect(self.changed)
        self.more_button.toggled.connect(self._fold)
        for name in ("title", "include", "exclude"):
            getattr(self, name).textChanged.connect(self.changed)

    def _choose(self, mode: QFileDialog.FileMode) -> None:
        here = self.location.text()
        dialog = QFileDialog(self, self.tr("Add source"), documents_folder() if is_address(here) else here)
        dialog.setFileMode(mode)
        name_labels(dialog)
        dialog.fileSelected.connect(self.location.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take_location(self, text: str) -> None:
        places = locations(text)
        if not self._titled_by_hand:
            self.title.setText(_title(places[0]) if len(places) == 1 else "")
        self.title.setEnabled(len(places) < 2)
        self.site_box.setVisible(any(map(is_address, places)))
        self.changed.emit()

    def _keep_title(self, text: str) -> None:
        self._titled_by_hand = bool(text.strip())

    def _fold(self, unfolded: bool) -> None:
        self._more.setVisible(unfolded)
        self._name_more()

    def _name_more(self) -> None:
        self.more_button.setText(self.tr("Less") if self.more_button.isChecked() else self.tr("More choices"))

    def _retranslate(self) -> None:
        self._labels["location"].setText(self.tr("File, folder or address"))
        self._labels["title"].setText(self.tr("Title"))
        self._labels["include"].setText(self.tr("Only these files"))
        self._labels["exclude"].setText(self.tr("Not these files"))
        self._places_hint.setText(
            self.tr(
                "A file or folder of this computer, or the address of a page, of a file, or of a repository or folder "
                "on GitHub."
            )
        )
        self.site_box.setText(self.tr("Whole site below this address"))
        self.site_box.setToolTip(
            self.tr("Not this page alone, but all pages of the site that are below it, 500 at most.")
        )
        self._globs_hint.setText(self.tr("Patterns such as **/*.md or drafts/**, with commas between them."))
        self.folder_button.setText(self.tr("Folder…"))
        self.file_button.setText(self.tr("File…"))
        self.title.setPlaceholderText(self.tr("Named after its place"))
        for name in _FIELDS:
            getattr(self, name).setAccessibleName(self._labels[name].text())
        self._name_more()


def is_address(text: str) -> bool:
    """Whether a text is an address on the web."""
    return bool(_ADDRESS.fullmatch(text.strip()))


def locations(text: str) -> list[str]:
    """The places that a text names: one path, which may hold spaces, or addresses with spaces between them.

    File managers copy a path with quotes or as a `file:` address.
    """
    text = text.strip().strip("\"'").strip()
    parts = text.split()
    if parts and all(map(is_address, parts)):
        return list(dict.fromkeys(parts))
    if _SHORT_ADDRESS.fullmatch(text) and not Path(text).exists():
        return [f"https://{text}"]
    if text.casefold().startswith("file:"):
        text = QUrl(text).toLocalFile()
    return [text] if text else []


def _title(place: str) -> str:
    """A title for a file or folder; the library knows better how to name an address, in whatever form it comes."""
    path = Path(place)
    if path.is_file():
        return path.stem
    return path.name if path.is_dir() else ""


def _globs(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _BETWEEN_GLOBS.split(text) if part.strip())
