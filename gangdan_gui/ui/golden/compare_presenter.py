"""Acts for the comparison of two ways on the test questions."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from gangdan_gui.domain.documents import ChunkSettings
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.embedding.labels import BUILTIN, ollama_label
from gangdan_gui.services.requests import Services
from gangdan_gui.services.requests.trials import Way
from gangdan_gui.ui.golden.one_work import OneWork
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.preferences import Preferences
from gangdan_gui.ui.sources.model import SourceModel

if TYPE_CHECKING:  # imported when it is asked for: the window shows sooner
    from gangdan_gui.ui.golden.compare_dialog import CompareDialog


class ComparePresenter(QObject):
    """`open_requested` asks for a document at a passage: source, path, start, end, words."""

    open_requested = Signal(str, str, int, int, str)

    def __init__(
        self, services: Services, jobs: Jobs, model: SourceModel, preferences: Preferences, window: QWidget
    ) -> None:
        super().__init__(window)
        self._services, self._jobs, self._model, self._preferences = services, jobs, model, preferences
        self._work = OneWork(jobs)
        self._telling: asyncio.Task[None] | None = None
        self.dialog: CompareDialog | None = None

    def open(self, parent: QWidget, cuts: Sequence[ChunkSettings] = ()) -> CompareDialog:
        """Show the dialog over another window; `cuts` are two ways of cutting to begin with.

        There is one comparison at a time: where it is open already, it comes forward.
        """
        from gangdan_gui.ui.golden.compare_dialog import CompareDialog

        if self.dialog is not None:
            self.dialog.begin_with(cuts)
            self.dialog.raise_()
            self.dialog.activateWindow()
            return self.dialog
        dialog = self.dialog = CompareDialog(self._preferences.settings, self._usual_cut(), parent)
        dialog.begin_with(cuts)
        embedders = [one.embedder for one in self._model.summaries if one.embedder]
        self._offer((*(label for label, _ in Counter(embedders).most_common()), BUILTIN))
        dialog.compare_requested.connect(self._start)
        dialog.forecast_wanted.connect(lambda ways: self._tell(dialog, ways))
        dialog.stop_requested.connect(self.stop)
        dialog.open_requested.connect(self.open_requested)
        dialog.finished.connect(self._closed)
        dialog.destroyed.connect(lambda: self._leave(dialog))
        dialog.open()
        self._tell(dialog, dialog.ways)
        self._jobs.start(self._offer_models(), "list models")
        return dialog

    def stop(self) -> None:
        """Try no more."""
        self._work.stop()

    def _usual_cut(self) -> ChunkSettings:
        """How most of the library is cut; as the settings say where nothing is."""
        cuts = Counter(one.live.chunking for one in self._model.summaries if one.live)
        return cuts.most_common(1)[0][0] if cuts else self._preferences.settings.chunking

    def _offer(self, labels: Sequence[str]) -> None:
        if self.dialog is not None:
            for form in self.dialog.forms:
                form.offer(labels)

    async def _offer_models(self) -> None:
        try:
            embedding = await self._services.assistant.embedding_models()
            chatting = await self._services.assistant.chat_models()
        except GangDanError:  # what is not there can't be chosen
            return
        self._offer([ollama_label(name) for name in embedding])
        if self.dialog is not None:
            for form in self.dialog.forms:
                form.reranker.show_models(chatting)

    def _tell(self, dialog: CompareDialog, ways: Sequence[Way]) -> None:
        """Say what these ways would take, and no more of others."""
        if self._telling is not None:
            self._telling.cancel()
        self._telling = self._jobs.start(self._told(dialog, ways), "forecast of a comparison")

    async def _told(self, dialog: CompareDialog, ways: Sequence[Way]) -> None:
        try:
            forecast = await self._services.trials.forecast(ways)
        except GangDanError:  # what is wrong with them is told where they are compared
            return
        if self.dialog is dialog:
            dialog.show_forecast(forecast)

    def _start(self, first: Way, second: Way) -> None:
        dialog = self.dialog
        if dialog is not None:
            dialog.begin()
            self._work.start(dialog, self._compare(dialog, (first, second)), "compare two ways")

    async def _compare(self, dialog: CompareDialog, ways: tuple[Way, Way]) -> None:
        first, second = await self._services.trials.compare(ways, dialog.progress)
        questions = {one.id: one for one in await self._services.golden.questions()}
        dialog.show_runs(first, second, questions)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self._leave(self.dialog)

    def _leave(self, dialog: CompareDialog) -> None:
        """Ask nothing more for a dialog, which may have gone with the window that it was over."""
        if self.dialog is dialog:
            self.dialog = None
            self._work.leave()
            if self._telling is not None:
                self._telling.cancel()
