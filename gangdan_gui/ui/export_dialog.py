"""Asks where to write a conversation."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

# Not allowed in file names on one system or another; also the end of a name must not be a dot or a space.
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_LONGEST = 60


class ExportDialog(QFileDialog):
    """Show it with `open()`; `chosen` brings the file."""

    chosen = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export conversation"))
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setFileMode(QFileDialog.FileMode.AnyFile)
        self.setNameFilters([self.tr("Markdown (*.md)"), self.tr("JSON (*.json)")])
        self.setDefaultSuffix("md")
        name_labels(self)
        self.setDirectory(documents_folder())
        stem = file_stem(title) or self.tr("Conversation")
        self.selectFile(f"{stem}.md")
        self.filterSelected.connect(self._follow_filter)
        self.fileSelected.connect(self.chosen)
        self.finished.connect(self.deleteLater)

    def _follow_filter(self, chosen: str) -> None:
        ending = "json" if "*.json" in chosen else "md"
        self.setDefaultSuffix(ending)
        for file in self.selectedFiles()[:1]:
            self.selectFile(Path(file).with_suffix(f".{ending}").name)


def documents_folder() -> str:
    """Where a user keeps documents; the home folder where the system has no such place."""
    place = QStandardPaths.StandardLocation
    folder = Path(QStandardPaths.writableLocation(place.DocumentsLocation))
    return str(folder) if folder.is_dir() else QStandardPaths.writableLocation(place.HomeLocation)


def name_labels(dialog: QFileDialog) -> None:
    """Name what Qt's own file dialog leaves in English."""
    for label, text in (
        (QFileDialog.DialogLabel.LookIn, QCoreApplication.translate("files", "Folder:")),
        (QFileDialog.DialogLabel.FileType, QCoreApplication.translate("files", "Kind of file:")),
    ):
        dialog.setLabelText(label, text)


def file_stem(title: str) -> str:
    """A title as the name of a file, without its ending, on every system."""
    return " ".join(_FORBIDDEN.sub(" ", title).split())[:_LONGEST].strip(" .…")
