"""Paints a card: number, source, relevance; where the passage stands; its best lines with the words marked."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from gangdan_gui.ui.chat.card_model import Card, CardRole, Index
from gangdan_gui.ui.reading.text_positions import first_units, units
from gangdan_gui.ui.theme import (
    BASE_SIZE,
    CARD_RADIUS,
    CODE_FAMILIES,
    GAP,
    HAIR,
    MARGIN,
    SMALL_SIZE,
    TIGHT,
    Theme,
    base_font,
    families,
)

LINES = 6
_LINE = round(BASE_SIZE * 1.55)
_CHIP_HEIGHT = 18
_KEPT = 200
_ELLIPSIS_ROOM = 3


class CardDelegate(QStyledItemDelegate):
    """Lays out an excerpt once for a width and keeps it."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._layouts: OrderedDict[tuple[Card, int], QTextLayout] = OrderedDict()
        theme.changed.connect(self.forget)

    def forget(self) -> None:
        """Lay out everything again when it is next painted."""
        self._layouts.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option  # its rectangle is not the view's while the list is laid out
        width = self._view.viewport().width()
        return QSize(width, self._height(index.data(CardRole.CARD), width))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        card: Card = index.data(CardRole.CARD)
        state = option.state
        area = QRect(option.rect).adjusted(0, 0, 0, -GAP)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bright = bool(index.data(CardRole.LIT) or state & (QStyle.StateFlag.State_HasFocus))
        self._ground(painter, area, bright=bright, hovered=bool(state & QStyle.StateFlag.State_MouseOver))
        inside = area.adjusted(MARGIN, GAP, -MARGIN, -GAP)
        self._head(painter, card, inside)
        painter.setFont(base_font(SMALL_SIZE, card.trail))
        painter.setPen(self._color("secondary"))
        line = QRect(inside.left(), inside.top() + _CHIP_HEIGHT + HAIR, inside.width(), _LINE)
        trail = painter.fontMetrics().elidedText(card.trail, Qt.TextElideMode.ElideMiddle, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, trail)
        painter.setPen(self._color("text"))
        self._layout(card, inside.width()).draw(painter, QPointF(inside.left(), line.bottom() + TIGHT))
        painter.restore()

    def _height(self, card: Card, width: int) -> int:
        text = self._layout(card, width - 2 * MARGIN)
        return 2 * GAP + _CHIP_HEIGHT + HAIR + _LINE + TIGHT + _LINE * text.lineCount() + GAP

    def _color(self, name: str) -> QColor:
        return self._theme.tokens.color(name)

    def _ground(self, painter: QPainter, area: QRect, *, bright: bool, hovered: bool) -> None:
        painter.setPen(QPen(self._color("accent" if bright else "faint" if hovered else "line"), 1))
        painter.setBrush(self._color("surface"))
        painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), CARD_RADIUS, CARD_RADIUS)

    def _head(self, painter: QPainter, card: Card, inside: QRect) -> None:
        painter.setFont(base_font(SMALL_SIZE, card.relevance))
        small = painter.fontMetrics()
        number = str(card.passage.number)
        chip = QRect(inside.left(), inside.top(), small.horizontalAdvance(number) + 2 * TIGHT + HAIR, _CHIP_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color("accent_soft"))
        painter.drawRoundedRect(chip, TIGHT, TIGHT)
        painter.setPen(self._color("accent"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, number)
        painter.setPen(self._color("secondary"))
        line = QRect(inside.left(), inside.top(), inside.width(), _CHIP_HEIGHT)
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, card.relevance)
        left = chip.right() + GAP
        room = inside.right() - small.horizontalAdvance(card.relevance) - GAP - left
        font = base_font(text=card.source)
        font.setWeight(QFont.Weight.Bold)
        painter.setFont(font)
        painter.setPen(self._color("text"))
        title = painter.fontMetrics().elidedText(card.source, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, inside.top(), room, _CHIP_HEIGHT), Qt.AlignmentFlag.AlignVCenter, title)

    def _layout(self, card: Card, width: int) -> QTextLayout:
        key = (card, width)
        if key not in self._layouts:
            self._layouts[key] = self._new_layout(card, width)
            while len(self._layouts) > _KEPT:
                self._layouts.popitem(last=False)
        return self._layouts[key]

    def _new_layout(self, card: Card, width: int) -> QTextLayout:
        whole = card.excerpt.text
        layout = self._laid_out(whole, card, width)
        last = layout.lineAt(layout.lineCount() - 1) if layout.lineCount() else None
        shown = last.textStart() + last.textLength() if last else 0
        if shown >= units(whole):
            return layout
        # More lines than a card shows: the last one ends with an ellipsis, in the room of what it replaces.
        return self._laid_out(first_units(whole, shown - _ELLIPSIS_ROOM).rstrip(), card, width, "…")

    def _laid_out(self, text: str, card: Card, width: int, ending: str = "") -> QTextLayout:
        layout = QTextLayout(text.replace("\n", "\u2028") + ending, base_font(text=text))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats([*self._code(card, text), *self._words(card, text)])
        layout.setCacheEnabled(True)
        layout.beginLayout()
        for at in range(LINES):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, at * _LINE + (_LINE - line.height()) / 2))
        layout.endLayout()
        return layout

    def _words(self, card: Card, text: str) -> list[QTextLayout.FormatRange]:
        marked = QTextCharFormat()
        marked.setBackground(QBrush(self._color("highlight")))
        return [_range(text, start, end, marked) for start, end in card.excerpt.words if start < len(text)]

    def _code(self, card: Card, text: str) -> list[QTextLayout.FormatRange]:
        code = QTextCharFormat()
        code.setFontFamilies([*CODE_FAMILIES, *families(text)])
        return [_range(text, start, end, code) for start, end in card.excerpt.code if start < len(text)]


def _range(text: str, start: int, end: int, characters: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = units(text[:start])
    made.length = units(text[start:end])
    made.format = characters
    return made
