"""The view of the list of sources: keys, the pointer over links, and nothing else."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from gangdan_gui.ui.sources.delegate import SourceDelegate, toggle_use
from gangdan_gui.ui.sources.model import Role
from gangdan_gui.ui.theme import Theme

_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_OPEN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SourceList(QListView):
    """Space ticks, Delete removes, F5 updates, Enter shows the report."""

    selection_changed = Signal()
    link_followed = Signal(str)
    report_requested = Signal(str)
    remove_requested = Signal()
    update_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bare")
        delegate = SourceDelegate(theme, self)
        delegate.report_requested.connect(self.link_followed)
        self.setItemDelegate(delegate)
        self._delegate = delegate
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self.viewport().update)

    @property
    def selected(self) -> list[str]:
        """The ids of the selected sources, in the order of the list."""
        rows = self.selectionModel().selectedRows() if self.selectionModel() else []
        return [index.data(Role.ID) for index in sorted(rows, key=QModelIndex.row)]

    def selectionChanged(self, selected: object, deselected: object) -> None:
        """Tell who shows what can be done with the selection."""
        super().selectionChanged(selected, deselected)  # type: ignore[arg-type]
        self.selection_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Act on the keys that this list knows."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            toggle_use(self.model(), self.currentIndex())
        elif event.key() in _DELETE:
            self.remove_requested.emit()
        elif event.key() == Qt.Key.Key_F5:
            self.update_requested.emit()
        elif event.key() in _OPEN and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over a link."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        on_link = index.isValid() and self._delegate.link_at(place, self.visualRect(index), index)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if on_link else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def _open(self, index: QModelIndex) -> None:
        self.report_requested.emit(index.data(Role.ID))
