"""The sources on offer as Qt's views read them: those that fit what was typed, with ticks that filtering keeps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from gangdan_gui.catalog.finding import matching
from gangdan_gui.domain.documents import Source, SourceKind
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.sources.catalog_words import CatalogWords

_NOWHERE = QModelIndex()

Index = QModelIndex | QPersistentModelIndex


class CatalogRole(IntEnum):
    """What a row can be asked for, beyond Qt's own roles."""

    SOURCE = Qt.ItemDataRole.UserRole + 1
    FACTS = Qt.ItemDataRole.UserRole + 2
    DESCRIPTION = Qt.ItemDataRole.UserRole + 3
    HELD = Qt.ItemDataRole.UserRole + 4


class CatalogModel(QAbstractListModel):
    """One row a source, in the catalogue's order; for a Chinese window those in Chinese stand before the others.

    What the library has can't be ticked.

    `ticks_changed` comes when other sources are ticked than before.
    """

    ticks_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Source, ...] = ()
        self._shown: tuple[Source, ...] = ()
        self._held: frozenset[str] = frozenset()
        self._ticked: set[str] = set()
        self._filter = ("", "")
        self._words = CatalogWords(self)

    @property
    def sources(self) -> tuple[Source, ...]:
        """All that are on offer, shown or not."""
        return self._all

    @property
    def ticked(self) -> tuple[Source, ...]:
        """The ticked sources, shown or not, in the catalogue's order."""
        return tuple(source for source in self._all if source.id in self._ticked)

    def set_sources(self, offered: Sequence[Source], library: Collection[Source]) -> None:
        """Show what is on offer; `library` are the sources that the library has."""
        self._all = tuple(offered)
        self._held = frozenset(source.id for source in offered if _is_in(source, library))
        self._ticked &= {source.id for source in offered} - self._held
        self.filter(*self._filter)
        self.ticks_changed.emit()

    def filter(self, words: str, language: str) -> None:
        """Show what holds every word, in a language (a code; all languages where it is empty)."""
        self._filter = (words, language)
        self.beginResetModel()
        self._shown = self._fitting()
        self.endResetModel()

    def say_again(self) -> None:
        """Tell views that all words have changed, because the language has, and with it perhaps the order."""
        if self._shown != self._fitting():
            self.filter(*self._filter)
        elif self._shown:
            self.dataChanged.emit(self.index(0), self.index(len(self._shown) - 1))

    def _fitting(self) -> tuple[Source, ...]:
        words, language = self._filter
        fitting = (source for source in matching(self._all, words) if _speaks(source, language))
        return self._words.in_reading_order(fitting)

    def source_at(self, index: Index) -> Source | None:
        """The source of a row, where there is one."""
        return self._shown[index.row()] if index.isValid() else None

    def holds(self, source: Source) -> bool:
        """Whether the library has a source."""
        return source.id in self._held

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """The number of sources that fit."""
        return 0 if parent.isValid() else len(self._shown)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only what the library does not have can be ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return flags if self.holds(self._shown[index.row()]) else flags | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a view asks for."""
        source = self.source_at(index)
        if source is None:
            return None
        held, ticked = self.holds(source), source.id in self._ticked
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return source.title
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(filter(None, (self._words.description(source), *source.locations[:1]))))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._words.spoken(source, held=held, ticked=ticked)
            case CatalogRole.SOURCE:
                return source
            case CatalogRole.FACTS:
                return self._words.facts(source)
            case CatalogRole.DESCRIPTION:
                return self._words.description(source)
            case CatalogRole.HELD:
                return self._words.held() if held else ""
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick a source."""
        if role != Qt.ItemDataRole.CheckStateRole or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        source = self._shown[index.row()].id
        if Qt.CheckState(value) is Qt.CheckState.Checked:
            self._ticked.add(source)
        else:
            self._ticked.discard(source)
        here = self.index(index.row())
        self.dataChanged.emit(here, here, [role, Qt.ItemDataRole.AccessibleTextRole])
        self.ticks_changed.emit()
        return True


def _speaks(source: Source, language: str) -> bool:
    return not language or source.language.split("-")[0] == language


def _is_in(offered: Source, library: Collection[Source]) -> bool:
    """The same entry, or another that takes the same files; a folder of one's own may only have the same name."""
    files = (offered.kind, offered.locations, offered.include)
    return any(
        (source.id == offered.id and source.kind is not SourceKind.LOCAL)
        or (source.kind, source.locations, source.include) == files
        for source in library
    )
