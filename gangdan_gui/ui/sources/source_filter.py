"""Which sources the list shows."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel

from gangdan_gui.ui.sources.model import SourceModel


class SourceFilter(QSortFilterProxyModel):
    """The sources whose title or place holds all the words that were typed."""

    def __init__(self, model: SourceModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._model = model
        self.setSourceModel(model)

    def search(self, text: str) -> None:
        """Show what holds every word of `text`; all of them when it is blank."""
        self.beginFilterChange()
        self._words = tuple(text.casefold().split())
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, row: int, _parent: QModelIndex | QPersistentModelIndex) -> bool:
        """Whether a source is shown."""
        source = self._model.summaries[row].source
        place = "\n".join((source.title, *source.locations)).casefold()
        return all(word in place for word in self._words)
