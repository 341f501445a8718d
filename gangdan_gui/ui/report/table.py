"""The table of a report's files: sorted by its head, opened by a double click or Enter."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from gangdan_gui.domain.reports import FileReport
from gangdan_gui.ui import theme as look
from gangdan_gui.ui.report.model import Column, ReportModel

_WIDTHS = {
    Column.FILE: 220,
    Column.TITLE: 140,
    Column.PASSAGES: 84,
    Column.ENCODING: 84,
    Column.SIZE: 92,
    Column.LANGUAGE: 76,
    Column.DATE: 92,
}


class ReportTable(QTableView):
    """`opened` brings the file that was opened, `chosen` the one that has become the current one.

    Several can be selected, which `selected_changed` tells.
    """

    opened = Signal(QModelIndex)
    chosen = Signal(QModelIndex)
    selected_changed = Signal()

    def __init__(self, files: ReportModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self.setModel(files)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setItemDelegateForColumn(Column.RESULT, _Sentence(self))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(look.WIDE)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(Column.RESULT, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(look.WIDE)
        for column, width in _WIDTHS.items():
            self.setColumnWidth(column, width)
        self.hide_empty()
        # Unsorted at first: the report's own order.
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.selectionModel().currentChanged.connect(lambda current, _before: self.chosen.emit(current))
        self.selectionModel().selectionChanged.connect(lambda *_: self.selected_changed.emit())
        self.doubleClicked.connect(self.opened)

    @property
    def selected(self) -> tuple[FileReport, ...]:
        """The files that are selected, in the order in which they are shown."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(file for row in rows if (file := self._files.file(self._files.index(row, 0))) is not None)

    def keyPressEvent(self, key: QKeyEvent) -> None:
        """Enter opens."""
        if key.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
            return
        super().keyPressEvent(key)

    def hide_empty(self) -> None:
        """Hide the columns in which there is nothing to read."""
        files = self._files.files
        empty = {
            Column.TITLE: not any(file.title for file in files),
            Column.DATE: not any(file.facts.date for file in files),
            Column.LANGUAGE: not any(file.language for file in files),
        }
        for column, hidden in empty.items():
            self.setColumnHidden(column, hidden)


class _Sentence(QStyledItemDelegate):
    """A sentence is cut at its end, a path in its middle."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight
