"""The files of a source as a table: name, what became of it, how it was read, and what is known of it."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from gangdan_gui.domain.documents import FileState
from gangdan_gui.domain.reports import FileReport
from gangdan_gui.ui.link_gate import safe_address
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.report.kinds import FileKind, is_problem, kinds_of
from gangdan_gui.ui.report.words import ReportWords
from gangdan_gui.ui.sources.words import SourceWords
from gangdan_gui.ui.theme import Theme

_NOWHERE = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """The table's columns from left to right."""

    FILE = 0
    TITLE = 1
    RESULT = 2
    PASSAGES = 3
    ENCODING = 4
    SIZE = 5
    LANGUAGE = 6
    DATE = 7


_NUMBERS = frozenset({Column.PASSAGES, Column.SIZE})
_TONES = {FileState.READY: "text", FileState.SKIPPED: "secondary", FileState.FAILED: "warning"}
_ORDER = {FileState.FAILED: 0, FileState.READY: 1, FileState.SKIPPED: 2}


class ReportModel(QAbstractTableModel):
    """A row a file: those of one kind whose names hold some words, in the report's order until another is asked for.

    Sorts and filters by itself: Qt's own proxy would ask for each comparison, which takes seconds for thousands.
    """

    def __init__(self, files: tuple[FileReport, ...], theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: tuple[FileReport, ...] = ()
        self._theme = theme
        self._words, self._sources = ReportWords(self), SourceWords(self)
        self._languages: dict[str, str] = {}
        self._kinds: dict[str, frozenset[FileKind]] = {}
        self._names: dict[str, str] = {}
        self._kind, self._sought = FileKind.ALL, ""
        self._order = (-1, Qt.SortOrder.AscendingOrder)
        self.counts: Counter[FileKind] = Counter()
        self.shown: tuple[FileReport, ...] = ()
        self.set_files(files)

    def set_files(self, files: tuple[FileReport, ...]) -> None:
        """Take the files of another report, of which those are shown that were asked for."""
        self.files = files
        self._kinds = {file.path: kinds_of(file) for file in files}
        self._names = {file.path: f"{file.path}\n{file.title}".casefold() for file in files}
        self.counts = Counter(kind for kinds in self._kinds.values() for kind in kinds)
        self._choose()

    def show_kind(self, kind: FileKind) -> None:
        """Show the files of a kind only."""
        self._kind = kind
        self._choose()

    def show_words(self, words: str) -> None:
        """Show only the files whose path or title holds all of these words."""
        self._sought = words.casefold()
        self._choose()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order by a column; -1 is the report's own order."""
        self._order = column, order
        self._choose()

    def file(self, index: Index) -> FileReport | None:
        """The file of a row."""
        return self.shown[index.row()] if index.isValid() else None

    def row_of(self, path: str) -> int:
        """The row that shows a file; -1 where none does."""
        return next((row for row, file in enumerate(self.shown) if file.path == path), -1)

    def texts(self, file: FileReport) -> tuple[str, ...]:
        """What all columns say of a file."""
        return tuple(self._text(file, column) for column in Column)

    def retranslate(self) -> None:
        """Say everything in another language."""
        self._languages.clear()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def _choose(self) -> None:
        words = self._sought.split()
        chosen = [
            file
            for file in self.files
            if self._kind in self._kinds[file.path] and all(word in self._names[file.path] for word in words)
        ]
        column, order = self._order
        if column >= 0:
            by = Column(column)
            descending = order is Qt.SortOrder.DescendingOrder
            chosen.sort(key=lambda file: self._sorted_by(file, by), reverse=descending)
        self.beginResetModel()
        self.shown = tuple(chosen)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """The number of files that are shown."""
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Always the same."""
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' names; rows have none."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in _NUMBERS else None
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        names = (self.tr("File"), self.tr("Title"), self.tr("Result"), self.tr("Passages"))
        return (*names, self.tr("Read as"), self.tr("Size"), self.tr("Language"), self.tr("Date"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a view asks for."""
        if not index.isValid():
            return None
        file, column = self.shown[index.row()], Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(file, column)
            case Qt.ItemDataRole.ForegroundRole if column is Column.RESULT:
                return self._theme.tokens.color("warning" if is_problem(file) else _TONES[file.state])
            case Qt.ItemDataRole.ForegroundRole if column > Column.RESULT:
                return self._theme.tokens.color("secondary")
            case Qt.ItemDataRole.TextAlignmentRole if column in _NUMBERS:
                return _RIGHT
            case Qt.ItemDataRole.ToolTipRole:
                address = self.address(index.row()) if column is Column.FILE else ""
                return plain_tip("\n".join(filter(None, (self._text(file, column), address))))
        return None

    def address(self, row: int) -> str:
        """Where a file can be seen on the web; empty where it can't, or may not be opened."""
        return safe_address(self.shown[row].url)

    def _sorted_by(self, file: FileReport, column: Column) -> int | str:
        match column:
            case Column.SIZE:
                return file.size
            case Column.PASSAGES:
                return file.chunks
            case Column.RESULT:
                return _ORDER[file.state] + (0 if is_problem(file) else len(_ORDER))
            case Column.FILE:
                return file.path.casefold()
            case _:
                return self._text(file, column).casefold()

    def _text(self, file: FileReport, column: Column) -> str:
        match column:
            case Column.FILE:
                return file.path
            case Column.TITLE:
                return file.title
            case Column.RESULT:
                return self._words.brief(file)
            case Column.PASSAGES:
                return QLocale().toString(file.chunks) if file.chunks else ""
            case Column.ENCODING:
                return file.encoding
            case Column.LANGUAGE:
                if file.language not in self._languages:
                    self._languages[file.language] = self._sources.language_words(file.language)
                return self._languages[file.language]
            case Column.DATE:
                return file.facts.date
            case Column.SIZE if file.state is FileState.FAILED and not file.size:
                return ""  # nothing has arrived
            case Column.SIZE:
                return QLocale().formattedDataSize(file.size, 0, QLocale.DataSizeFormat.DataSizeSIFormat)
