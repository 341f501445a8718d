"""Acts for the window of one document: brings what it shows, keeps what is corrected, and has that built."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QImage, QImageReader, QPixmap

from gangdan_gui.domain.corrections import NO_CORRECTION, Correction, Quote, fingerprint
from gangdan_gui.domain.documents import DocumentFacts
from gangdan_gui.domain.errors import GangDanError, UnreadableFile
from gangdan_gui.services.building.anchoring import anchor
from gangdan_gui.services.requests.documents import CutDocument, DocumentService, Original
from gangdan_gui.ui.documents.chunk_bands import Band
from gangdan_gui.ui.documents.passage_place import PassagePlace, passage_place
from gangdan_gui.ui.documents.viewer import DocumentViewer
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import told

AddressOpener = Callable[[QUrl], bool]
_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff"})
_LARGEST_PICTURE = QSize(1_600, 1_600)


class PreviewPresenter(QObject):
    """`build_requested` brings the source whose corrections are to answer. Errors become notices in the window."""

    build_requested = Signal(str)
    trial_requested = Signal(object, object)

    def __init__(
        self,
        viewer: DocumentViewer,
        place: tuple[str, str],
        documents: DocumentService,
        jobs: Jobs,
        theme: Theme,
        open_address: AddressOpener = QDesktopServices.openUrl,
    ) -> None:
        # Not the viewer's child: what is being kept when its window closes is kept all the same.
        super().__init__()
        self._viewer, (self.source, self.path), self._documents = viewer, place, documents
        self._jobs, self._theme, self._open_address = jobs, theme, open_address
        self._title = ""
        self.correction = NO_CORRECTION
        self._closed = False
        self._reading: set[asyncio.Task[object]] = set()
        self._connect()

    async def open(self, title: str, start: int, end: int, words: str = "") -> bool:
        """Show the document of the source called `title` at a passage; what it was made from comes after.

        `words` are the passage's, by which it is found where the document has changed: whether it still stands there.
        A file that no document was made of is shown alone. Raises what the service raises where neither is there.
        """
        self._title = title
        cut, correction = await self._cut(), await self._documents.correction(self.source, self.path)
        if self._closed:
            return True
        text = cut.document.text if cut else ""
        place = PassagePlace(start, end)
        if words and text[start:end] != words:
            place = await asyncio.to_thread(passage_place, words, start, end, text)
        if self._closed:
            return True
        self._show(cut, correction, place.start, place.end)
        self._start(self._show_original(place.start / max(1, len(text))), "original")
        self._ask_origins(cut)
        return place.is_whole or cut is None

    async def refresh(self) -> None:
        """Show the document as it is after a build, at the place where the user is."""
        if self._closed:
            return
        self._viewer.tools.show_building(building=False)
        if self._viewer.panes.markdown.editing:
            return
        view = self._viewer.panes.passages.view
        at = view.offset(view.textCursor().position())
        try:
            cut, correction = await self._cut(), await self._documents.correction(self.source, self.path)
            if not self._closed and not self._viewer.panes.markdown.editing:
                self._show(cut, correction, at, at)
                self._ask_origins(cut)
        except GangDanError as error:
            self._tell(error)

    def _connect(self) -> None:
        viewer, panes = self._viewer, self._viewer.panes
        viewer.closed.connect(self._stop)
        viewer.save_requested.connect(lambda text: self._jobs.start(self.save(text), "save correction"))
        viewer.tools.restore_requested.connect(self._take_new)
        viewer.tools.exclude_requested.connect(self._exclude)
        viewer.tools.facts_requested.connect(self._ask_facts)
        viewer.conflict.mine_chosen.connect(self._keep_mine)
        viewer.conflict.new_chosen.connect(self._take_new)
        viewer.conflict.compare_requested.connect(lambda: self._start(self._told(self._compare), "compare"))
        panes.passages.toggled.connect(self._toggle)
        panes.compare_requested.connect(lambda: self._start(self._told(self._compare_cuts), "compare cuts"))
        panes.original.page_wanted.connect(
            lambda page, width: self._start(self._show_page(page, width), "page picture")
        )
        panes.original.program_requested.connect(self._open_program)

    async def save(self, text: str) -> None:
        """Keep a text in the place of the converted one."""
        kept = await self._correct(replace(self.correction, text=text))
        if self._closed:
            return
        if kept:
            self._viewer.stop_editing()
        else:
            self._viewer.keep_open()

    async def _cut(self) -> CutDocument | None:
        """The document, or None where the file became none. Raises what the service raises where neither is there."""
        try:
            return await self._documents.cut_document(self.source, self.path)
        except GangDanError as error:
            try:
                await self._documents.original(self.source, self.path)
            except UnreadableFile:
                return None
            except GangDanError:
                raise error from None
            return None

    def _show(self, cut: CutDocument | None, correction: Correction, start: int, end: int) -> None:
        if cut is None:
            self._viewer.show_file(self.path, self._title)
        else:
            self._viewer.show_cut(cut, self._title, start, end)
        self.correction = correction
        self._viewer.show_correction(correction)

    def _ask_origins(self, cut: CutDocument | None) -> None:
        if cut is not None:
            self._start(self._show_origins(cut), "origins of vectors")

    async def _show_origins(self, cut: CutDocument) -> None:
        """The store may have to be opened for it: it comes when it comes."""
        try:
            origins = await self._documents.vector_origins(self.source, self.path)
        except GangDanError:
            return  # it is gone meanwhile, and what is shown says nothing wrong
        self._viewer.panes.passages.facts.show_origins(cut.identity, origins)

    async def _show_original(self, fraction: float) -> None:
        pane = self._viewer.panes.original
        try:
            original = await self._documents.original(self.source, self.path)
        except GangDanError as error:
            pane.show_failure(told(error).message)
            return
        pane.show_original(original, fraction)
        self._viewer.panes.name_original()
        if original.text is None and not original.pages and original.file.suffix.lower() in _PICTURES:
            picture = await asyncio.to_thread(_picture, original)
            if not picture.isNull():
                pane.show_picture(picture)

    async def _show_page(self, page: int, width: int) -> None:
        pages = self._viewer.panes.original.pages
        try:
            data = await self._documents.page_picture(self.source, self.path, page, width)
        except GangDanError as error:
            self._tell(error)
            return
        image = await asyncio.to_thread(QImage.fromData, data)
        pages.show_page(page, QPixmap.fromImage(image))

    def _open_program(self) -> None:
        original = self._viewer.panes.original.original
        if original is not None:
            self._open_address(QUrl.fromLocalFile(str(original.file)))

    # corrections

    async def _correct(self, correction: Correction) -> bool:
        """Keep a correction and have it built; whether it could be kept."""
        try:
            await self._documents.correct(self.source, self.path, correction, before=self.correction)
            # Before it is asked for: a short build may have ended by the next line.
            if not self._closed:
                self._viewer.tools.show_building(building=True)
            self.build_requested.emit(self.source)
            self.correction = await self._documents.correction(self.source, self.path)
        except GangDanError as error:
            self._tell(error)
            return False
        if not self._closed:
            self._viewer.show_correction(self.correction)
        return True

    def _change(self, correction: Correction) -> None:
        self._jobs.start(self._correct(correction), "correct")

    def _exclude(self, excluded: bool) -> None:
        self._change(replace(self.correction, excluded=excluded))

    def _take_new(self) -> None:
        self._change(replace(self.correction, text=None, original=""))

    def _keep_mine(self) -> None:
        self._jobs.start(self._told(self._keep), "keep correction")

    async def _keep(self) -> None:
        converted = await self._documents.converted(self.source, self.path)
        if await self._correct(replace(self.correction, original=fingerprint(converted.text))) and not self._closed:
            self._viewer.conflict.hide()

    async def _compare(self) -> None:
        from gangdan_gui.ui.documents.correction_compare import CorrectionCompare
        from gangdan_gui.ui.documents.correction_difference import differences

        mine = self.correction.text or ""
        new = (await self._documents.converted(self.source, self.path)).text
        found = await asyncio.to_thread(differences, mine, new)
        dialog = CorrectionCompare(self._theme, self._viewer)
        dialog.mine_chosen.connect(self._keep_mine)
        dialog.new_chosen.connect(self._take_new)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show_texts(mine, new, found)
        dialog.open()

    async def _compare_cuts(self) -> None:
        from gangdan_gui.ui.documents.cut_presenter import CutPresenter

        if cut := await self._cut():
            presenter = CutPresenter(cut, self._documents, self._start, self._theme, self._viewer)
            dialog = presenter.dialog
            dialog.trial_requested.connect(lambda cuts: self.trial_requested.emit(cuts, dialog))
            presenter.open()

    def _toggle(self, band: Band | None) -> None:
        if band is None or self._viewer.document is None:
            return
        quotes = self.correction.quotes
        if band.excluded:
            text = self._viewer.document.text
            self._change(replace(self.correction, quotes=tuple(q for q in quotes if not _touches(q, band, text))))
        else:
            self._change(replace(self.correction, quotes=(*quotes, Quote(band.text, band.start))))

    def _ask_facts(self) -> None:
        from gangdan_gui.ui.documents.correction_facts import CorrectionFacts

        if self._viewer.document is not None:
            dialog = CorrectionFacts(self._viewer.document, self.correction, self._viewer)
            dialog.chosen.connect(self._set_facts)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def _set_facts(self, title: str, facts: DocumentFacts) -> None:
        self._change(replace(self.correction, title=title, facts=facts))

    async def _told(self, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
        except GangDanError as error:
            self._tell(error)

    def _tell(self, error: GangDanError) -> None:
        if not self._closed:
            self._viewer.notices.show_notice(error_notice(error))

    def _start(self, work: Coroutine[Any, Any, object], name: str) -> None:
        """Read something for the window; closing it ends that."""
        task = self._jobs.start(work, name)
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def _stop(self) -> None:
        self._closed = True
        for task in tuple(self._reading):
            task.cancel()


def _touches(quote: Quote, band: Band, text: str) -> bool:
    span = anchor(quote, text)
    return span is not None and span[0] < band.end and band.start < span[1]


def _picture(original: Original) -> QImage:
    """A picture as large as it can be looked at; a null one where it can't be read."""
    reader = QImageReader(str(original.file))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.width() > _LARGEST_PICTURE.width() or size.height() > _LARGEST_PICTURE.height():
        reader.setScaledSize(size.scaled(_LARGEST_PICTURE, Qt.AspectRatioMode.KeepAspectRatio))
    return reader.read()
