"""Takes files, folders and addresses dropped on a widget; what they hold is the library's business."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from gangdan_gui.ui.link_gate import safe_address


class DropTarget(QObject):
    """Watches widgets for drops. `hovered(bool)` tells when something that can be dropped comes and goes.

    With `addresses` it also takes those of the web, as a browser gives them.
    """

    dropped = Signal(list)
    hovered = Signal(bool)

    def __init__(self, parent: QObject | None = None, *, addresses: bool = False) -> None:
        super().__init__(parent)
        self._addresses = addresses

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
        # A link of our own window that is let go here is an accident.
        if self._addresses and event.source() is None:
            locations += web_addresses(event.mimeData())
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


def web_addresses(data: QMimeData) -> list[str]:
    """The addresses on the web that are being dragged, without those that may not be opened."""
    addresses = (url.toString(QUrl.ComponentFormattingOption.FullyEncoded) for url in data.urls())
    return [one for one in addresses if one.startswith(("http://", "https://")) and safe_address(one)]
