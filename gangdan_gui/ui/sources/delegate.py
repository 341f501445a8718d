"""Paints a source's row: check box, title, one line of words, a link to its problems, a thin line of progress."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.sources.ink import BOX, Index, paint_box, paint_ground
from gangdan_gui.ui.sources.model import Role
from gangdan_gui.ui.sources.words import SEPARATOR
from gangdan_gui.ui.theme import Theme, base_font

_ROW_HEIGHT = 62
_BAR = 4
_TEXT_LEFT = look.GAP + BOX + look.GAP
_LINE_TOP = 31
_BAR_TOP = 51
# Widths are measured in whole pixels and painted in parts of them; a word must not be cut for that.
_ROUNDING = 2


class SourceDelegate(QStyledItemDelegate):
    """Rows are painted, not built of widgets: five hundred of them cost milliseconds."""

    report_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Every row is as high as one that shows progress, so that nothing jumps when a build begins."""
        return QSize(option.rect.width(), _ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, option, self._theme.tokens)
        paint_box(painter, self._box(option.rect), index, self._theme.tokens)
        self._paint_words(painter, option.rect, index)
        fraction = index.data(Role.FRACTION)
        if fraction is not None:
            self._paint_bar(painter, option.rect, fraction)
        painter.restore()

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """A click on the box ticks, a click on the link asks for the report."""
        if not isinstance(event, QMouseEvent) or event.button() is not Qt.MouseButton.LeftButton:
            return False
        place = event.position().toPoint()
        on_box, on_link = self._box(option.rect, reach=6).contains(place), self.link_at(place, option.rect, index)
        if event.type() == QEvent.Type.MouseButtonRelease and on_link:
            self.report_requested.emit(index.data(Role.ID))
        elif event.type() == QEvent.Type.MouseButtonRelease and on_box:
            toggle_use(model, index)
        return on_box or on_link

    def link_at(self, place: QPoint, rect: QRect, index: Index) -> bool:
        """Whether a point of a row is on its link."""
        words = self._words_rects(rect, index)
        return words is not None and words[1].contains(place)

    def _paint_words(self, painter: QPainter, rect: QRect, index: Index) -> None:
        tokens = self._theme.tokens
        title = QRect(rect.left() + _TEXT_LEFT, rect.top() + look.GAP, self._text_width(rect), 20)
        font = base_font(look.BASE_SIZE, index.data())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(tokens.color("text"))
        shown = painter.fontMetrics().elidedText(index.data(), Qt.TextElideMode.ElideRight, title.width())
        painter.drawText(title, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        line, link = index.data(Role.LINE), index.data(Role.LINK)
        painter.setFont(base_font(look.SMALL_SIZE, line))
        rects = self._words_rects(rect, index)
        place = rects[0] if rects else self._line_rect(rect)
        painter.setPen(tokens.color("secondary"))
        shown = f"{line}{SEPARATOR}" if rects else fitted(line, painter.fontMetrics(), place.width())
        shown = painter.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        if rects:
            painter.setPen(tokens.color("warning"))
            painter.drawText(rects[1], Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, link)

    def _paint_bar(self, painter: QPainter, rect: QRect, fraction: float) -> None:
        tokens = self._theme.tokens
        bar = QRectF(rect.left() + _TEXT_LEFT, rect.top() + _BAR_TOP, self._text_width(rect), _BAR)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("line"))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)
        bar.setWidth(max(_BAR, bar.width() * fraction))
        painter.setBrush(tokens.color("accent"))
        painter.drawRoundedRect(bar, _BAR / 2, _BAR / 2)

    def _words_rects(self, rect: QRect, index: Index) -> tuple[QRect, QRect] | None:
        """Where the words and the link behind them stand; None without a link. The link is never cut, the words are."""
        link = index.data(Role.LINK)
        if not link:
            return None
        metrics = QFontMetrics(base_font(look.SMALL_SIZE, index.data(Role.LINE)))
        line = self._line_rect(rect)
        link_width = metrics.horizontalAdvance(link)
        words = metrics.horizontalAdvance(index.data(Role.LINE) + SEPARATOR) + _ROUNDING
        words = max(0, min(words, line.width() - link_width))
        link_left = line.left() + words
        return (
            QRect(line.left(), line.top(), words, line.height()),
            QRect(link_left, line.top(), link_width + 2, line.height()),
        )

    def _box(self, rect: QRect, reach: int = 0) -> QRect:
        box = QRect(rect.left() + look.GAP, rect.top() + look.GAP + 1, BOX, BOX)
        return box.adjusted(-reach, -reach, reach, reach)

    def _line_rect(self, rect: QRect) -> QRect:
        return QRect(rect.left() + _TEXT_LEFT, rect.top() + _LINE_TOP, self._text_width(rect), 18)

    def _text_width(self, rect: QRect) -> int:
        return rect.width() - _TEXT_LEFT - look.TIGHT


def fitted(line: str, metrics: QFontMetrics, width: int) -> str:
    """As many of a line's parts as fit, the first ones first: better no language than half of its name."""
    while metrics.horizontalAdvance(line) > width and SEPARATOR in line:
        line = line.rpartition(SEPARATOR)[0]
    return line


def toggle_use(model: QAbstractItemModel, index: Index) -> None:
    """Tick what is not ticked and the other way round."""
    checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked
    wanted = Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked
    model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)
