"""Asks for one file of a kind that is ours alone, to write or to read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from gangdan_gui.ui.exports.dialog import documents_folder, name_labels


class FileChoice(QFileDialog):
    """Show it with `open()`. `kind` names what it is, `ending` begins with a dot; `chosen` is told of the file."""

    def __init__(
        self, title: str, kind: str, ending: str, chosen: Callable[[Path], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, title, documents_folder())
        self._ending = ending
        self.setNameFilter(f"{kind} (*{ending})")
        name_labels(self)
        self.fileSelected.connect(lambda file: chosen(Path(file)))
        self.finished.connect(self.deleteLater)

    def to_write(self, name: str) -> FileChoice:
        """Ask where to write, and offer a name."""
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setFileMode(QFileDialog.FileMode.AnyFile)
        self.setDefaultSuffix(self._ending[1:])
        self.selectFile(name)
        return self

    def to_read(self) -> FileChoice:
        """Ask for one that is there."""
        self.setFileMode(QFileDialog.FileMode.ExistingFile)
        return self

    def accept(self) -> None:
        """Take the name with its ending: Qt adds none to a name with a dot in it, like “Python 3.12”."""
        saving = self.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        for file in self.selectedFiles()[:1]:
            if saving and Path(file).suffix.lower() != self._ending and not Path(file).is_dir():
                self.selectFile(f"{file}{self._ending}")
        super().accept()
