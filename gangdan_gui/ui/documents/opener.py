"""Opens documents of the library in windows of their own, and holds these while they are open."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Signal

from gangdan_gui.domain.documents import SourceKind
from gangdan_gui.services.requests.documents import DocumentService
from gangdan_gui.ui.chat.chosen_scope import ChosenDocument
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.theme import Theme

if TYPE_CHECKING:  # imported when the first document is opened: the window shows sooner
    from gangdan_gui.ui.documents.preview_presenter import PreviewPresenter
    from gangdan_gui.ui.documents.viewer import DocumentViewer


class DocumentOpener(QObject):
    """One window a document: opening it again brings it forward, at the other passage.

    `build_requested` brings the source whose corrections are to answer, `note_requested` source and path of a note
    that is to be changed, `why_requested` source, path and start of a passage that the last question did not find, and
    its window, `ask_requested` documents to ask of, as `ChosenDocument`s, `trial_requested` two ways of cutting that
    are to be compared on the test questions, and the window over which that is to be. `panes` are those that are shown
    at first, as the user last chose them, which `panes_changed` tells.
    """

    ask_requested = Signal(object)
    build_requested = Signal(str)
    note_requested = Signal(str, str)
    panes_changed = Signal(QByteArray)
    trial_requested = Signal(object, object)
    why_requested = Signal(str, str, int, object)

    def __init__(
        self,
        documents: DocumentService,
        jobs: Jobs,
        model: SourceModel,
        theme: Theme,
        follow_link: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._documents, self._jobs = documents, jobs
        self._model, self._theme, self._follow_link = model, theme, follow_link
        self._viewers: dict[tuple[str, str], tuple[DocumentViewer, PreviewPresenter]] = {}
        self.panes = QByteArray()
        self._asked = False

    @property
    def viewers(self) -> tuple[DocumentViewer, ...]:
        """The windows that are open."""
        return tuple(viewer for viewer, _ in self._viewers.values())

    async def open(self, source: str, path: str, start: int, end: int, words: str = "") -> bool:
        """Show a document at the passage between two offsets; whether it still stands there with these words.

        Raises what `DocumentService.cut_document` raises where there is no file to show either.
        """
        known = self._viewers.get((source, path))
        viewer, presenter = known or self._new_viewer(source, path)
        summary = self._model.find(source)
        viewer.is_note = summary is not None and summary.source.kind is SourceKind.NOTES
        is_there = True
        try:
            if not viewer.unsaved:
                is_there = await presenter.open(summary.source.title if summary else source, start, end, words)
            if viewer not in self.viewers:  # closed meanwhile
                return is_there
        except BaseException:
            if known is None and viewer in self.viewers:  # not closed meanwhile
                viewer.close()
            raise
        viewer.show()
        viewer.raise_()
        viewer.activateWindow()
        return is_there

    def offer_why(self) -> None:
        """A question was asked: from now on passages can be asked why it did not find them."""
        self._asked = True
        for viewer in self.viewers:
            viewer.panes.passages.offer_why()

    async def refresh(self, source: str) -> None:
        """Show the documents of a source as they are after a build."""
        for (its, _), (_, presenter) in tuple(self._viewers.items()):
            if its == source:
                await presenter.refresh()

    def settle(self, building: Collection[str]) -> None:
        """Only these sources are being built, or will be: what was to be built of others has ended, well or not."""
        for (source, _), (viewer, _) in self._viewers.items():
            if source not in building:
                viewer.tools.show_building(building=False)

    def close(self) -> None:
        """Close all windows but those in which something is not saved, which ask."""
        for viewer in self.viewers:
            viewer.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep a window open while something in a document is not saved; put this on the main window."""
        if event.type() == QEvent.Type.Close:
            waiting = [viewer for viewer in self.viewers if viewer.unsaved]
            if waiting:
                event.ignore()
                waiting[0].raise_()
                waiting[0].close()
                return True
        return super().eventFilter(watched, event)

    def _new_viewer(self, source: str, path: str) -> tuple[DocumentViewer, PreviewPresenter]:
        from gangdan_gui.ui.documents.preview_presenter import PreviewPresenter
        from gangdan_gui.ui.documents.viewer import DocumentViewer

        viewer = DocumentViewer(self._theme)
        presenter = PreviewPresenter(viewer, (source, path), self._documents, self._jobs, self._theme)
        presenter.build_requested.connect(self.build_requested)
        presenter.trial_requested.connect(self.trial_requested)
        viewer.link_requested.connect(self._follow_link)
        viewer.tools.ask_requested.connect(lambda: self._ask(source, path, viewer))
        viewer.note_requested.connect(lambda: self.note_requested.emit(source, path))
        viewer.closed.connect(lambda: self._viewers.pop((source, path), None))
        viewer.panes.passages.why_requested.connect(
            lambda band: self.why_requested.emit(source, path, band.start, viewer) if band is not None else None
        )
        if self._asked:
            viewer.panes.passages.offer_why()
        if not self.panes.isEmpty():
            viewer.panes.show_panes(self.panes)
        viewer.panes.rearranged.connect(lambda: self._remember(viewer.panes.shown))
        self._viewers[(source, path)] = viewer, presenter
        return viewer, presenter

    def _ask(self, source: str, path: str, viewer: DocumentViewer) -> None:
        title = viewer.document.title if viewer.document else ""
        self.ask_requested.emit((ChosenDocument(source, path, title or path),))

    def _remember(self, panes: QByteArray) -> None:
        self.panes = panes
        self.panes_changed.emit(panes)
