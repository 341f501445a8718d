"""Paints a source on offer: check box, title, what to know before a download or that it is there, what it is."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QMouseEvent, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from gangdan_gui.ui import theme as look
from gangdan_gui.ui.sources.catalog_model import CatalogRole
from gangdan_gui.ui.sources.delegate import fitted, toggle_use
from gangdan_gui.ui.sources.ink import BOX, Index, paint_box, paint_ground
from gangdan_gui.ui.theme import Theme, base_font

_ROW_HEIGHT = 68
_TEXT_LEFT = look.GAP + BOX + look.GAP
_TITLE_HEIGHT, _LINE_HEIGHT = 20, 17
_WORDS_TOP = 28
_TITLE_MINIMUM = 200
_LINES = 2
_BOX_REACH = 6
# Widths are measured in whole pixels and painted in parts of them.
_ROUNDING = 2
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class CatalogDelegate(QStyledItemDelegate):
    """Rows are painted, not built of widgets, and only those in sight."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Every row has room for two lines of description."""
        return QSize(option.rect.width(), _ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens = self._theme.tokens
        # Keys that are pressed in the search field act on the row as well.
        paint_ground(painter, option, tokens, focused=True)
        paint_box(painter, _box(option.rect), index, tokens)
        held = index.data(CatalogRole.HELD)
        painter.setPen(tokens.color("success" if held else "secondary"))
        taken = _paint_facts(painter, option.rect, held or index.data(CatalogRole.FACTS))
        painter.setPen(tokens.color("secondary" if held else "text"))
        _paint_title(painter, option.rect, index.data(), taken)
        _paint_description(painter, option.rect, index.data(CatalogRole.DESCRIPTION))
        painter.restore()

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        """A click on the box ticks."""
        if not isinstance(event, QMouseEvent) or event.button() is not Qt.MouseButton.LeftButton:
            return False
        on_box = self.on_box(event.position().toPoint(), option.rect)
        if on_box and event.type() == QEvent.Type.MouseButtonRelease:
            toggle_use(model, index)
        return on_box

    def on_box(self, place: QPoint, rect: QRect) -> bool:
        """Whether a point of a row is on its check box, or near enough."""
        return _box(rect, reach=_BOX_REACH).contains(place)


def _paint_facts(painter: QPainter, rect: QRect, facts: str) -> int:
    """Paint what stands at the right of the title; returns how much room it takes."""
    painter.setFont(base_font(look.SMALL_SIZE, facts))
    shown = fitted(facts, painter.fontMetrics(), _text_width(rect) - _TITLE_MINIMUM)
    width = painter.fontMetrics().horizontalAdvance(shown) + _ROUNDING
    place = QRect(rect.right() - look.GAP - width, rect.top() + look.GAP - 1, width, _TITLE_HEIGHT)
    painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, shown)
    return width + look.GAP


def _paint_title(painter: QPainter, rect: QRect, title: str, taken: int) -> None:
    font = base_font(look.BASE_SIZE, title)
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    place = QRect(rect.left() + _TEXT_LEFT, rect.top() + look.GAP - 1, _text_width(rect) - taken, _TITLE_HEIGHT)
    painter.drawText(place, _LEFT, painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, place.width()))


def _paint_description(painter: QPainter, rect: QRect, text: str) -> None:
    font = base_font(look.SMALL_SIZE, text)
    for number, line in enumerate(broken(text, font, _text_width(rect))):
        layout = QTextLayout(line, font)
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        layout.draw(painter, QPointF(rect.left() + _TEXT_LEFT, rect.top() + _WORDS_TOP + number * _LINE_HEIGHT))


def broken(text: str, font: QFont, width: int, most: int = _LINES) -> list[str]:
    """A text as lines that fit into `width` pixels; what is left over ends the last one in an ellipsis."""
    text = " ".join(text.split())
    layout = QTextLayout(text, font)
    wrapping = QTextOption()
    wrapping.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(wrapping)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    cut = starts[:most]
    units = text.encode("utf-16-le", "surrogatepass")  # which Qt counts in
    ends = [*cut[1:], len(units) // 2]
    parts = (units[2 * here : 2 * there] for here, there in zip(cut, ends, strict=True))
    lines = [part.decode("utf-16-le", "surrogatepass").rstrip() for part in parts]
    if lines:
        lines[-1] = QFontMetrics(font).elidedText(lines[-1], Qt.TextElideMode.ElideRight, width)
    return lines


def _box(rect: QRect, reach: int = 0) -> QRect:
    box = QRect(rect.left() + look.GAP, rect.top() + look.GAP, BOX, BOX)
    return box.adjusted(-reach, -reach, reach, reach)


def _text_width(rect: QRect) -> int:
    return rect.width() - _TEXT_LEFT - look.GAP
