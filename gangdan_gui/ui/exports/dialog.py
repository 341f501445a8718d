"""Asks where to write a conversation or an answer, and in which format."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from gangdan_gui.exporting.exporters import EXPORTERS
from gangdan_gui.exporting.file_name import safe_file_name

# In the order in which they are offered; the dialog names them.
_ENDINGS = ("docx", "html", "md", "json")


class ExportDialog(QFileDialog):
    """Show it with `open()`; `chosen` brings the file."""

    chosen = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Export"))
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setFileMode(QFileDialog.FileMode.AnyFile)
        self.setNameFilters(
            [
                self.tr("Word document (*.docx)"),
                self.tr("Web page (*.html)"),
                self.tr("Markdown (*.md)"),
                self.tr("JSON, for programs (*.json)"),
            ]
        )
        self.setDefaultSuffix(_ENDINGS[0])
        name_labels(self)
        self.setDirectory(documents_folder())
        self.selectFile(safe_file_name(title, f".{_ENDINGS[0]}", otherwise=self.tr("Conversation")))
        self.filterSelected.connect(self._follow_filter)
        self.fileSelected.connect(self.chosen)
        self.finished.connect(self.deleteLater)

    def accept(self) -> None:
        """Take the name with its format's ending: Qt adds none to a name with a dot in it, like “Python 3.12”."""
        for file in self.selectedFiles()[:1]:
            if Path(file).suffix.lower() not in EXPORTERS and not Path(file).is_dir():
                self.selectFile(f"{file}.{self.defaultSuffix()}")
        super().accept()

    def _follow_filter(self, chosen: str) -> None:
        ending = next(ending for ending in _ENDINGS if f"*.{ending})" in chosen)
        self.setDefaultSuffix(ending)
        for file in self.selectedFiles()[:1]:
            name = Path(file)
            stem = name.stem if name.suffix.lower() in EXPORTERS else name.name
            self.selectFile(f"{stem}.{ending}")


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
