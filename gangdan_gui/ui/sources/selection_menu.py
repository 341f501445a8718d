"""What can be done with the selected sources, by how often it is wanted. It asks by signals and acts on nothing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from gangdan_gui.domain.reports import SourceSummary
from gangdan_gui.embedding.labels import BUILTIN, ollama_label
from gangdan_gui.ui.sources.place import web_address
from gangdan_gui.ui.sources.states_menu import StatesMenu
from gangdan_gui.ui.sources.words import SourceWords


class SelectionMenu(QMenu):
    """Made anew for each selection of one source or more. `queue` names the sources that wait to be built."""

    build_requested = Signal(list)
    rebuild_requested = Signal(list)
    embed_requested = Signal(list, str)
    retry_requested = Signal(list)
    move_requested = Signal(str, int)
    take_out_requested = Signal(list)
    remove_requested = Signal(list)
    folder_requested = Signal(str)
    report_requested = Signal(str)
    share_requested = Signal(str)
    web_requested = Signal(str)

    def __init__(
        self,
        summaries: Sequence[SourceSummary],
        queue: Sequence[str],
        embedding_model: str,
        states: StatesMenu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._summaries = summaries
        self._sources = [summary.source.id for summary in summaries]
        self._states = states
        self._single = summaries[0] if len(summaries) == 1 else None
        self.addAction(self.tr("Build or update"), lambda: self.build_requested.emit(self._sources))
        self._add_retry()
        self._add_queue(queue)
        self.addSeparator()
        self._add_looking()
        self.again = self.addMenu(self.tr("Build again"))
        self._add_again(self.again, embedding_model)
        if self._single:
            states.add_freeze(self, self._single)
        self.addSeparator()
        remove = self.addAction(self.tr("Remove from the library"), lambda: self.remove_requested.emit(self._sources))
        remove.setShortcut(Qt.Key.Key_Delete)

    def _add_retry(self) -> None:
        """Offer to try what failed again, where something did."""
        if any(problem.path for summary in self._summaries for problem in summary.problems):
            self.addAction(self.tr("Try failed files again"), lambda: self.retry_requested.emit(self._sources))

    def _add_queue(self, queue: Sequence[str]) -> None:
        """Offer what can be done about sources that wait to be built."""
        waiting = [source for source in self._sources if source in queue]
        if not waiting:
            return
        self.addSeparator()
        if len(waiting) == 1 and (place := queue.index(waiting[0])):
            self.addAction(self.tr("Build next"), lambda: self.move_requested.emit(waiting[0], 0))
            if place > 1:
                self.addAction(self.tr("Build earlier"), lambda: self.move_requested.emit(waiting[0], place - 1))
        self.addAction(self.tr("Do not build now"), lambda: self.take_out_requested.emit(waiting))

    def _add_looking(self) -> None:
        """Offer to look at what one source holds, and to give it away."""
        if not self._single:
            return
        source, address = self._single.source.id, web_address(self._single.source)
        self.addAction(self.tr("Files and problems…"), lambda: self.report_requested.emit(source))
        self.addAction(self.tr("Open folder"), lambda: self.folder_requested.emit(source))
        if address:
            self.addAction(self.tr("Open on the web…"), lambda: self.web_requested.emit(address))
        share = self.addAction(self.tr("Share…"), lambda: self.share_requested.emit(source))
        share.setEnabled(self._single.chunks > 0)
        self.addSeparator()

    def _add_again(self, menu: QMenu, embedding_model: str) -> None:
        """Offer the ways to make anew what is there, and to return from them; what is built with now is ticked."""
        if self._single:
            self._states.add_rebuild(menu, self._single)
        menu.addAction(self.tr("From scratch"), lambda: self.rebuild_requested.emit(self._sources))
        menu.addSeparator()
        words, used = SourceWords(self), {summary.embedder for summary in self._summaries}
        for label in (BUILTIN, *([ollama_label(embedding_model)] if embedding_model else [])):
            action = menu.addAction(self.tr("With: {model}").format(model=words.embedder_words(label)))
            action.setCheckable(True)
            action.setChecked(used == {label})
            action.triggered.connect(lambda _checked, label=label: self.embed_requested.emit(self._sources, label))
        if self._single:
            self._states.add_return(menu, self._single)
