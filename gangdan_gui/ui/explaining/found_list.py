"""The candidates of a search as a list: where each stands, by what it was found, and what became of it.

Two bars a row show how much meaning and words gave it, each against the best of all; the figures are shown on demand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gangdan_gui.domain.trace import Candidate, Fate
from gangdan_gui.ui.explaining.found_words import FoundWords
from gangdan_gui.ui.theme import BASE_SIZE, GAP, HAIR, MARGIN, SMALL_SIZE, Theme, base_font

Index = QModelIndex | QPersistentModelIndex
_LINE = round(BASE_SIZE * 1.5)
_BAR_WIDTH, _BAR_HEIGHT = 64, 4
_THERE = (Fate.SHOWN, Fate.SHORTENED, Fate.COVERED)


class FoundRole(IntEnum):
    """What a row knows besides Qt's own roles."""

    ROW = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Row:
    """A candidate ready to be painted; `meaning` and `words` are shares of the best, 0 to 1."""

    candidate: Candidate
    place: str
    how: str
    fate: str
    figures: str
    meaning: float
    words: float

    @property
    def shown(self) -> bool:
        """Whether its text is among the passages."""
        return self.candidate.fate in _THERE


def rows_of(candidates: Sequence[Candidate], titles: Mapping[str, str], words: FoundWords) -> tuple[Row, ...]:
    """The best first."""
    counts = Counter(one.language for one in candidates if one.dense_rank is not None)
    nearest = min((one.distance for one in candidates if one.distance is not None), default=0.0)
    most = max((one.keyword_score for one in candidates), default=0.0)
    return tuple(
        Row(
            one,
            " › ".join((titles.get(one.source, one.source), *(one.heading or (one.path,)))),
            words.how(one, counts),
            words.fate(one),
            words.figures(one),
            0.0 if one.distance is None else max(0.0, 1 - one.distance) / max(1e-6, 1 - nearest),
            one.keyword_score / most if most else 0.0,
        )
        for one in sorted(candidates, key=lambda one: -one.fused)
    )


class FoundModel(QAbstractListModel):
    """Rows of candidates; nothing of them changes while they are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Row, ...] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Replace all."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role == FoundRole.ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.place
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join((row.place, row.how, row.fate, row.figures))
        return None


class FoundDelegate(QStyledItemDelegate):
    """Paints a row in two lines, in three where `figures` are shown."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self.figures = False

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        lines = 3 if self.figures else 2
        return QSize(option.rect.width(), 2 * GAP + lines * _LINE + HAIR)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(FoundRole.ROW)
        inside = QRect(option.rect).adjusted(MARGIN, GAP, -MARGIN, -GAP)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._line(painter, option.rect)
        self._head(painter, row, inside)
        self._bars(painter, row, inside)
        second = QRect(inside.left(), inside.top() + _LINE, inside.width() - _BAR_WIDTH - GAP, _LINE)
        self._text(painter, row.how, second, "secondary" if row.shown else "faint", SMALL_SIZE)
        if self.figures:
            third = QRect(inside.left(), inside.top() + 2 * _LINE, inside.width(), _LINE)
            self._text(painter, row.figures, third, "secondary", SMALL_SIZE)
        painter.restore()

    def _line(self, painter: QPainter, area: QRect) -> None:
        painter.setPen(self._theme.tokens.color("line"))
        painter.drawLine(area.left() + MARGIN, area.bottom(), area.right() - MARGIN, area.bottom())

    def _head(self, painter: QPainter, row: Row, inside: QRect) -> None:
        painter.setFont(base_font(SMALL_SIZE, row.fate))
        width = painter.fontMetrics().horizontalAdvance(row.fate)
        fate = QRect(inside.right() - width, inside.top(), width + 1, _LINE)
        self._text(painter, row.fate, fate, "accent" if row.shown else "secondary", SMALL_SIZE)
        place = QRect(inside.left(), inside.top(), inside.width() - width - GAP, _LINE)
        self._text(painter, row.place, place, "text" if row.shown else "secondary", BASE_SIZE, bold=row.shown)

    def _bars(self, painter: QPainter, row: Row, inside: QRect) -> None:
        left, middle = inside.right() - _BAR_WIDTH, inside.top() + _LINE + _LINE // 2
        painter.setPen(Qt.PenStyle.NoPen)
        for share, token, top in ((row.meaning, "accent", -_BAR_HEIGHT - 1), (row.words, "warning", 1)):
            for width, ground in ((_BAR_WIDTH, "hover"), (round(_BAR_WIDTH * min(1.0, share)), token)):
                painter.setBrush(self._theme.tokens.color(ground))
                painter.drawRoundedRect(QRectF(left, middle + top, width, _BAR_HEIGHT), 2, 2)

    def _text(self, painter: QPainter, text: str, area: QRect, token: str, size: int, *, bold: bool = False) -> None:
        font = base_font(size, text)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(self._theme.tokens.color(token))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)


class FoundList(QListView):
    """The list of candidates."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bare")
        self.rows = FoundModel(self)
        self.setModel(self.rows)
        self.delegate = FoundDelegate(theme, self)
        self.setItemDelegate(self.delegate)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setSpacing(0)
        theme.changed.connect(self.viewport().update)

    def show_figures(self, *, shown: bool) -> None:
        """Show or hide the line of figures of every row."""
        self.delegate.figures = shown
        self.scheduleDelayedItemsLayout()
