"""Acts on the states of sources for the left pane: rebuild, return, give up, freeze."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from gangdan_gui.domain.documents import SourceState
from gangdan_gui.domain.errors import GangDanError
from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.embedding.labels import BUILTIN, ollama_label
from gangdan_gui.services.requests import BuildOptions, Services
from gangdan_gui.services.requests.forecasts import Forecast
from gangdan_gui.ui.error_notice import error_notice
from gangdan_gui.ui.jobs import Jobs
from gangdan_gui.ui.notice_bar import Notice, NoticeBar
from gangdan_gui.ui.sources.build_queue import BuildQueue
from gangdan_gui.ui.sources.freeze_dialog import FreezeDialog
from gangdan_gui.ui.sources.model import SourceModel
from gangdan_gui.ui.sources.pane import SourcesPane
from gangdan_gui.ui.sources.rebuild_dialog import RebuildDialog
from gangdan_gui.ui.sources.state_words import StateWords, is_outdated

_UNDO_SECONDS = 12.0
Refresh = Callable[[], Awaitable[None]]


class StatesPresenter(QObject):
    """Errors become notices; nothing here waits in a dialog. `refresh` shows the library as it is now."""

    def __init__(
        self,
        services: Services,
        jobs: Jobs,
        pane: SourcesPane,
        model: SourceModel,
        queue: BuildQueue,
        notices: NoticeBar,
        refresh: Refresh,
    ) -> None:
        super().__init__(pane)
        self._services, self._jobs, self._pane, self._model = services, jobs, pane, model
        self._queue, self._notices, self._refresh = queue, notices, refresh
        self._words = StateWords(self)
        self._asked: set[str] = set()
        menu = pane.states
        menu.rebuild_requested.connect(self.ask_how_to_rebuild)
        menu.rebuild_now_requested.connect(self.rebuild_now)
        menu.back_requested.connect(self.go_back)
        menu.forget_requested.connect(self.forget)
        menu.freeze_requested.connect(self.ask_until_when)
        menu.thaw_requested.connect(self.thaw)
        model.contents_changed.connect(self._find_costs)

    def ask_how_to_rebuild(self, source: str) -> RebuildDialog | None:
        """Open the dialog that rebuilds a source; None where it is gone."""
        summary = self._model.find(source)
        if summary is None:
            return None
        dialog = RebuildDialog(summary, self._pane.window())
        dialog.offer((BUILTIN, *map(ollama_label, filter(None, [self._pane.embedding_model]))))
        cost = _Latest(lambda options: self._jobs.start(self._show_cost(dialog, source, options), "forecast"))
        # A signal holds a function, but no object whose method it is given.
        dialog.cost_requested.connect(lambda options: cost.ask(options))
        offering = self._jobs.start(self._offer_models(dialog), "list embedding models")
        dialog.finished.connect(lambda: cost.cancel())
        dialog.finished.connect(lambda: offering.cancel())
        dialog.rebuild_requested.connect(lambda options: self._queue.add([source], options))
        dialog.open()
        return dialog

    def rebuild_now(self, source: str) -> None:
        """Rebuild a source with what its model is now."""
        if summary := self._model.find(source):
            self._queue.add([source], BuildOptions(embedder=summary.embedder))

    def go_back(self, source: str) -> asyncio.Task[None]:
        """Let the earlier state answer, with a way back."""
        return self._jobs.start(self._go_back(source), "return to the earlier state")

    def forget(self, source: str) -> asyncio.Task[None]:
        """Give the earlier state up."""
        return self._jobs.start(self._change(self._services.generations.forget_previous(source)), "forget a state")

    def ask_until_when(self, source: str) -> FreezeDialog | None:
        """Open the dialog that freezes a source; None where it is gone."""
        summary = self._model.find(source)
        if summary is None:
            return None
        dialog = FreezeDialog(summary.source.title, self._pane.window())
        dialog.frozen.connect(lambda until: self.freeze(source, until))
        dialog.open()
        return dialog

    def freeze(self, source: str, until: str) -> asyncio.Task[None]:
        """Take nothing new into a source before a day."""
        return self._jobs.start(self._change(self._services.generations.freeze(source, until)), "freeze")

    def thaw(self, source: str) -> asyncio.Task[None]:
        """Let a source be updated again, and see at once what has changed meanwhile."""
        return self._jobs.start(self._thaw(source), "end a freeze")

    async def _thaw(self, source: str) -> None:
        if await self._act(self._services.generations.freeze(source, "")):
            self._model.set_changes(await self._services.library.look())
            await self._refresh()

    async def _go_back(self, source: str) -> None:
        found = await self._act(self._services.generations.go_back(source))
        if found is None:
            return
        title = found.source.title
        self._notices.show_notice(
            Notice(
                lambda: self.tr("The earlier state of “{title}” answers again.").format(title=title),
                action=lambda: self.tr("Undo"),
                act=lambda: self.go_back(source),
                seconds=_UNDO_SECONDS,
            )
        )

    async def _change(self, work: Awaitable[SourceSummary]) -> None:
        await self._act(work)

    async def _act(self, work: Awaitable[SourceSummary]) -> SourceSummary | None:
        """Do it and show what has become of it; None where it failed, which has been told."""
        try:
            found = await work
        except GangDanError as error:
            self._notices.show_notice(error_notice(error))
            found = None
        await self._refresh()
        return found

    # what it takes

    async def _show_cost(self, dialog: RebuildDialog, source: str, options: BuildOptions) -> None:
        found = await self._forecast([source], options)
        dialog.show_cost(found[0] if found else None)

    async def _offer_models(self, dialog: RebuildDialog) -> None:
        try:
            names = await self._services.assistant.embedding_models()
        except GangDanError:  # what is not there can't be chosen
            return
        dialog.offer(map(ollama_label, names))

    def _find_costs(self) -> None:
        """Ask once for each source that is to be rebuilt what that takes; it stands beside the offer."""
        outdated = {one.source.id for one in self._model.summaries if is_outdated(one) and _rests(one)}
        new = sorted(outdated - self._asked)
        self._asked = outdated
        if new:
            self._jobs.start(self._tell_costs(new), "forecast rebuilding")

    async def _tell_costs(self, sources: Sequence[str]) -> None:
        for forecast in await self._forecast(sources, BuildOptions(force=True)):
            self._model.set_cost(forecast.source, partial(self._words.time_words, forecast))

    async def _forecast(self, sources: Sequence[str], options: BuildOptions) -> tuple[Forecast, ...]:
        try:
            return await self._services.forecasts.forecast(sources, options)
        except GangDanError:  # whoever builds is told
            return ()


class _Latest:
    """Starts work for what was asked last; what is under way for something older ends."""

    def __init__(self, start: Callable[[BuildOptions], asyncio.Task[None]]) -> None:
        self._start = start
        self._task: asyncio.Task[None] | None = None

    def ask(self, options: BuildOptions) -> None:
        self.cancel()
        self._task = self._start(options)

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None


def _rests(summary: SourceSummary) -> bool:
    return summary.state not in (SourceState.BUILDING, SourceState.QUEUED)
