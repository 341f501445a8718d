"""Takes files and folders that are dropped on a widget; what they hold is the library's business."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget


class DropTarget(QObject):
    """Watches widgets for drops. `hovered(bool)` tells when something that can be dropped comes and goes."""

    dropped = Signal(list)
    hovered = Signal(bool)

    def watch(self, widget: QWidget) -> None:
        """Accept drops on a widget (for a list or scroll area: on its viewport)."""
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Answer the drag's three events; everything else goes on as ever."""
        if isinstance(event, QDropEvent) and event.type() in (
            QEvent.Type.DragEnter,
            QEvent.Type.DragMove,
            QEvent.Type.Drop,
        ):
            return self._answer(event)
        if event.type() == QEvent.Type.DragLeave:
            self.hovered.emit(False)
        return False

    def _answer(self, event: QDropEvent) -> bool:
        locations = local_files(event.mimeData())
        if not locations:
            return False
        # A move would make the file manager delete what was dropped.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        dropping = event.type() == QEvent.Type.Drop
        self.hovered.emit(not dropping)
        if dropping:
            self.dropped.emit(locations)
        return True


def local_files(data: QMimeData) -> list[str]:
    """The paths of what is being dragged, as the system writes them; addresses on the web are left out."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile() and url.toLocalFile()]
