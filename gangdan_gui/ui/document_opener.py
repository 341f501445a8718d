"""Opens documents of the library in windows of their own, and holds these while they are open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gangdan_gui.services.requests import LibraryService
from gangdan_gui.ui.source_model import SourceModel
from gangdan_gui.ui.theme import Theme

if TYPE_CHECKING:  # imported when the first document is opened: the window shows sooner
    from gangdan_gui.ui.document_viewer import DocumentViewer


class DocumentOpener(QObject):
    """One window a document: opening it again brings it forward, at the other passage."""

    def __init__(
        self,
        library: LibraryService,
        model: SourceModel,
        theme: Theme,
        follow_link: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library, self._model, self._theme, self._follow_link = library, model, theme, follow_link
        self._viewers: dict[tuple[str, str], DocumentViewer] = {}

    @property
    def viewers(self) -> tuple[DocumentViewer, ...]:
        """The windows that are open."""
        return tuple(self._viewers.values())

    async def open(self, source: str, path: str, start: int, end: int) -> None:
        """Show a document at the passage between two offsets. Raises what `LibraryService.document` raises."""
        document = await self._library.document(source, path)
        viewer = self._viewers.get((source, path)) or self._new_viewer(source, path)
        summary = self._model.find(source)
        viewer.show_document(document, summary.source.title if summary else source, start, end)
        viewer.show()
        viewer.raise_()
        viewer.activateWindow()

    def close(self) -> None:
        """Close all windows."""
        for viewer in self.viewers:
            viewer.close()

    def _new_viewer(self, source: str, path: str) -> DocumentViewer:
        from gangdan_gui.ui.document_viewer import DocumentViewer

        viewer = DocumentViewer(self._theme)
        viewer.link_requested.connect(self._follow_link)
        viewer.closed.connect(lambda: self._viewers.pop((source, path), None))
        self._viewers[(source, path)] = viewer
        return viewer
