"""The files of a source as a table: name, what became of it, the encoding it was read in, its size."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from gangdan_gui.domain.documents import FileReport, FileState
from gangdan_gui.ui.link_gate import safe_address
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.source_words import SourceWords
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.translation import translate
from gangdan_gui.wording import reason_sentence

_NOWHERE = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The table's columns from left to right."""

    FILE = 0
    RESULT = 1
    ENCODING = 2
    SIZE = 3


class ReportModel(QAbstractTableModel):
    """A row a file, in the report's order."""

    def __init__(self, files: tuple[FileReport, ...], theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files = files
        self._theme = theme
        self._words = SourceWords()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """The number of files."""
        return 0 if parent.isValid() else len(self.files)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Always four."""
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' names; rows have none."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section == Column.SIZE else None
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("File"), self.tr("Result"), self.tr("Read as"), self.tr("Size"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a view asks for."""
        if not index.isValid():
            return None
        file = self.files[index.row()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == Column.FILE and self.address(index.row()):
            return self._theme.tokens.color("accent")
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == Column.RESULT:
            return self._theme.tokens.color(_TONES[file.state] if not _is_problem(file) else "warning")
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == Column.SIZE:
            return _RIGHT
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(file, Column(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole:
            address = self.address(index.row()) if index.column() == Column.FILE else ""
            return plain_tip("\n".join(filter(None, (self._text(file, Column(index.column())), address))))
        return None

    def address(self, row: int) -> str:
        """Where a file can be seen on the web; empty where it can't, or may not be opened."""
        return safe_address(self.files[row].url)

    def _text(self, file: FileReport, column: Column) -> str:
        match column:
            case Column.FILE:
                return file.path
            case Column.RESULT:
                return self.result(file)
            case Column.ENCODING:
                return file.encoding
            case Column.SIZE if file.state is FileState.FAILED and not file.size:
                return ""  # nothing has arrived
            case Column.SIZE:
                return QLocale().formattedDataSize(file.size, 0, QLocale.DataSizeFormat.DataSizeSIFormat)

    def result(self, file: FileReport) -> str:
        """What became of a file, as a sentence."""
        reason = reason_sentence(file.reason, translate) if file.reason else ""
        match file.state:
            case FileState.READY:
                passages = self._words.passages_words(file.chunks)
                return self.tr("{passages}; {reason}").format(passages=passages, reason=reason) if reason else passages
            case FileState.SKIPPED:
                return self.tr("Left out: {reason}").format(reason=reason) if reason else self.tr("Left out")
            case FileState.FAILED:
                return self.tr("Not read: {reason}").format(reason=reason) if reason else self.tr("Not read")


class ProblemFilter(QSortFilterProxyModel):
    """All files, or only those that a user may want to do something about."""

    def __init__(self, model: ReportModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = model.files
        self._only_problems = False
        self.setSourceModel(model)

    def show_only_problems(self, only: bool) -> None:
        """Leave out what went well."""
        self.beginFilterChange()
        self._only_problems = only
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, row: int, _parent: Index) -> bool:
        """Whether a file is shown."""
        return not self._only_problems or _is_problem(self._files[row])


_TONES = {FileState.READY: "text", FileState.SKIPPED: "secondary", FileState.FAILED: "warning"}


def _is_problem(file: FileReport) -> bool:
    return file.state is FileState.FAILED or (file.state is FileState.READY and file.reason is not None)


def problem_count(files: tuple[FileReport, ...]) -> int:
    """How many files a user may want to look at."""
    return sum(map(_is_problem, files))
