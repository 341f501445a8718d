"""Acts for the comparison of two ways of cutting a document."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.services.requests.documents import CutDocument, DocumentService
from gangdan_gui.ui.documents.cut_compare import CutCompare, CutSide
from gangdan_gui.ui.theme import Theme
from gangdan_gui.ui.told import told

Start = Callable[[Coroutine[Any, Any, object], str], object]


class CutPresenter(QObject):
    """One a dialog, and ends with it. `start` runs what is asked for."""

    def __init__(self, cut: CutDocument, documents: DocumentService, start: Start, theme: Theme, window: QWidget):
        self.dialog = CutCompare(theme, cut.document.text, cut.chunking, window)
        super().__init__(self.dialog)
        self._document, self._documents, self._start = cut.document, documents, start
        self._wanted: dict[CutSide, ChunkSettings] = {}
        self._gone = False
        self.dialog.finished.connect(self._end)
        self.dialog.cut_requested.connect(self._ask)

    def open(self) -> None:
        """Show both ways."""
        self.dialog.open()
        self.dialog.begin()

    def _ask(self, side: CutSide, chunking: ChunkSettings) -> None:
        self._wanted[side] = chunking
        self._start(self._cut(side, chunking), "compare cuts")

    async def _cut(self, side: CutSide, chunking: ChunkSettings) -> None:
        """What comes late, when something else has been asked for since, is not shown."""
        try:
            split = await self._documents.cut_as(self._document.source, self._document.path, chunking)
        except GangDanError as error:
            if not self._gone:
                side.show_failure(told(error).message)
            return
        if not self._gone and self._wanted[side] == chunking:
            side.show_split(split)

    def _end(self) -> None:
        self._gone = True
