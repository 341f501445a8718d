"""The view of the sources on offer: keys, double clicks, and what is typed goes to where it filters."""

from __future__ import annotations

from PySide6.QtCore import QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from gangdan_gui.ui.sources.catalog_delegate import CatalogDelegate
from gangdan_gui.ui.sources.catalog_model import CatalogModel, Index
from gangdan_gui.ui.sources.delegate import toggle_use
from gangdan_gui.ui.theme import Theme


class CatalogList(QListView):
    """Space ticks. `typed` brings any other text, `left` says that the way up led out of the list."""

    current_changed = Signal()
    wanted = Signal()
    typed = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, model: CatalogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bare")
        self._delegate = CatalogDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.changed.connect(self.viewport().update)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell who acts on the current row."""
        super().currentChanged(current, previous)
        self.current_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Act on the keys that this list knows."""
        current = self.currentIndex()
        modified = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if event.key() == Qt.Key.Key_Space and current.isValid():
            toggle_use(self.model(), current)
        elif event.key() == Qt.Key.Key_Up and current.row() <= 0:
            self.left.emit()
        elif event.text().strip() and event.text().isprintable() and not modified:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Want a row, besides all that is ticked; on a box it is but a second click."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if not index.isValid() or self._delegate.on_box(place, self.visualRect(index)):
            super().mouseDoubleClickEvent(event)
            return
        here = QPersistentModelIndex(index)
        self.model().setData(index, Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
        if Qt.CheckState(here.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked:
            self.wanted.emit()
