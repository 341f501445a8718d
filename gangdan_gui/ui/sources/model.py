"""The list of sources as Qt's views read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from gangdan_gui.domain.documents import SourceKind, SourceState
from gangdan_gui.domain.reports import SourceChanges, SourceSummary
from gangdan_gui.ui.plain_tip import plain_tip
from gangdan_gui.ui.sources.build_progress import Progress
from gangdan_gui.ui.sources.row_words import Row, RowWords

# Progress arrives hundreds of times a second; eyes follow about fifteen.
_COALESCE_MS = 66
_NOWHERE = QModelIndex()

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What a row can be asked for, beyond Qt's own roles."""

    ID = Qt.ItemDataRole.UserRole + 1
    LINE = Qt.ItemDataRole.UserRole + 2
    LINK = Qt.ItemDataRole.UserRole + 3
    FRACTION = Qt.ItemDataRole.UserRole + 4


_PROGRESS_ROLES = [Role.LINE, Role.LINK, Role.FRACTION, Qt.ItemDataRole.AccessibleTextRole]


class SourceModel(QAbstractListModel):
    """One row a source, in the library's order. The check box says whether questions search it.

    `contents_changed` comes with any news of sources, `use_changed` only when other sources are searched than before
    or there is another reason why none is.
    """

    contents_changed = Signal()
    use_changed = Signal()

    def __init__(self, unused: Iterable[str] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SourceSummary] = []
        self._progress: dict[str, Progress] = {}
        self._changes: dict[str, SourceChanges] = {}
        self._times: dict[str, float] = {}
        self._costs: dict[str, Callable[[], str]] = {}
        self._queue: tuple[str, ...] = ()
        self._unused = set(unused)
        self._answers: set[str] = set()
        self._use_told: object = None
        self._words = RowWords(self)
        self._moved: set[str] = set()
        self._timer = QTimer(self, singleShot=True, interval=_COALESCE_MS)
        self._timer.timeout.connect(self._tell_moved)

    @property
    def summaries(self) -> tuple[SourceSummary, ...]:
        """All sources."""
        return tuple(self._rows)

    @property
    def used(self) -> tuple[SourceSummary, ...]:
        """The sources that questions search: ticked, and with something in them."""
        return tuple(filter(self._is_used, self._rows))

    @property
    def unused(self) -> frozenset[str]:
        """The ids of the sources that were taken out of the chat."""
        return frozenset(self._unused)

    @property
    def queue(self) -> tuple[str, ...]:
        """The ids of the sources that wait to be built, in their order."""
        return self._queue

    def find(self, source: str) -> SourceSummary | None:
        """A source's summary, if it is here."""
        return next((row for row in self._rows if row.source.id == source), None)

    def index_of(self, source: str) -> QModelIndex:
        """Where a source is; invalid when it isn't."""
        ids = [row.source.id for row in self._rows]
        return self.index(ids.index(source)) if source in ids else QModelIndex()

    def set_sources(self, summaries: Sequence[SourceSummary]) -> None:
        """Show these sources; rows that stay keep their selection."""
        self._leave_out_answers(summaries)
        wanted = [summary.source.id for summary in summaries]
        for row in reversed(range(len(self._rows))):
            if self._rows[row].source.id not in wanted:
                self.beginRemoveRows(QModelIndex(), row, row)
                self._progress.pop(self._rows.pop(row).source.id, None)
                self.endRemoveRows()
        here = [row.source.id for row in self._rows]
        kept = set(here)
        if not here or here != [source for source in wanted if source in kept]:
            self.beginResetModel()
            self._rows = list(summaries)
            self.endResetModel()
        for row, summary in enumerate(summaries):
            if row >= len(self._rows) or self._rows[row].source.id != summary.source.id:
                self.beginInsertRows(QModelIndex(), row, row)
                self._rows.insert(row, summary)
                self.endInsertRows()
        self._replace(summaries)
        self._tell_contents()

    def _leave_out_answers(self, summaries: Iterable[SourceSummary]) -> None:
        """What a model wrote is searched only where the user says so, each time the window is open."""
        new = {s.source.id for s in summaries if s.source.kind is SourceKind.ANSWERS} - self._answers
        self._answers |= new
        self._unused |= new

    def update(self, summaries: Iterable[SourceSummary]) -> None:
        """Show new summaries of sources that are here; views hear of all of them at once."""
        if self._replace(summaries):
            self._tell_contents()

    def set_progress(self, source: str, progress: Progress | None) -> None:
        """Show how far a build is; None when it has ended. Views hear of it at most fifteen times a second."""
        if progress is None:
            self._progress.pop(source, None)
        else:
            self._progress[source] = progress
        self._moved.add(source)
        if not self._timer.isActive():
            self._timer.start()

    def set_queue(self, sources: tuple[str, ...]) -> None:
        """Show which sources wait to be built, in their order."""
        before, self._queue = self._queue, sources
        if before != sources:
            self._tell_rows({*before, *sources}, _PROGRESS_ROLES)

    def set_changes(self, changes: Iterable[SourceChanges]) -> None:
        """Show what has changed of sources' files; of all others nothing has."""
        before, self._changes = self._changes, {one.source: one for one in changes}
        self._tell_rows(_different(before, self._changes))

    def set_times(self, seconds: Mapping[str, float]) -> None:
        """Show how long it takes to bring changed sources up to date."""
        before, self._times = self._times, dict(seconds)
        self._tell_rows(_different(before, self._times))

    def set_cost(self, source: str, words: Callable[[], str]) -> None:
        """Say beside the offer to rebuild a source about how long that takes."""
        self._costs[source] = words
        self._tell_rows((source,), _PROGRESS_ROLES)

    def set_used(self, source: str, *, used: bool) -> None:
        """Tick a source or take its tick away."""
        state = Qt.CheckState.Checked if used else Qt.CheckState.Unchecked
        self.setData(self.index_of(source), state, Qt.ItemDataRole.CheckStateRole)

    def say_again(self) -> None:
        """Tell views that all words have changed, because the language has."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """The number of sources."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only what has passages can be ticked."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        if self._rows[index.row()].chunks:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a view asks for."""
        if not index.isValid():
            return None
        row = self._row(self._rows[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.summary.source.title
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if row.used else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._words.tip(row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._words.spoken(row)
            case Role.ID:
                return row.summary.source.id
            case Role.LINE:
                return self._words.line(row)
            case Role.LINK:
                return self._words.link(row)
            case Role.FRACTION:
                return None if row.progress is None else row.progress.fraction
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick a source."""
        if role != Qt.ItemDataRole.CheckStateRole or not self.flags(index) & Qt.ItemFlag.ItemIsUserCheckable:
            return False
        source = self._rows[index.row()].source.id
        if Qt.CheckState(value) is Qt.CheckState.Checked:
            self._unused.discard(source)
        else:
            self._unused.add(source)
        here = self.index(index.row())
        self.dataChanged.emit(here, here, [role, Qt.ItemDataRole.AccessibleTextRole])
        self._tell_contents()
        return True

    def _row(self, summary: SourceSummary) -> Row:
        source = summary.source.id
        return Row(
            summary,
            progress=self._progress.get(source),
            changes=self._changes.get(source),
            place=self._queue.index(source) + 1 if source in self._queue else 0,
            seconds=self._times.get(source),
            cost=self._costs[source]() if source in self._costs else "",
            used=self._is_used(summary),
        )

    def _is_used(self, summary: SourceSummary) -> bool:
        return bool(summary.chunks) and summary.source.id not in self._unused

    def _replace(self, summaries: Iterable[SourceSummary]) -> bool:
        rows = {row.source.id: number for number, row in enumerate(self._rows)}
        changed = []
        for summary in summaries:
            number = rows.get(summary.source.id)
            if number is not None and self._rows[number] != summary:
                self._rows[number] = summary
                changed.append(number)
        if changed:
            self.dataChanged.emit(self.index(min(changed)), self.index(max(changed)))
        return bool(changed)

    def _tell_contents(self) -> None:
        self.contents_changed.emit()
        used = tuple((row.source.id, row.source.title) for row in self.used)
        searchable = any(row.chunks for row in self._rows)
        under_way = any(row.state in (SourceState.BUILDING, SourceState.QUEUED) for row in self._rows)
        now = (used, bool(self._rows), searchable, under_way and not searchable)
        if now != self._use_told:
            self._use_told = now
            self.use_changed.emit()

    def _tell_moved(self) -> None:
        moved, self._moved = self._moved, set()
        self._tell_rows(moved, _PROGRESS_ROLES)

    def _tell_rows(self, sources: Iterable[str], roles: Sequence[int] = ()) -> None:
        for index in map(self.index_of, sources):
            if index.isValid():
                self.dataChanged.emit(index, index, list(roles))


def _different(before: Mapping[str, object], after: Mapping[str, object]) -> set[str]:
    """The sources of which something else is known than before."""
    return {source for source in before.keys() | after.keys() if before.get(source) != after.get(source)}
