"""Paints what rows of sources have in common: the ground below a row, and its check box."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from gangdan_gui.ui.theme import CARD_RADIUS, Tokens

BOX = 18

Index = QModelIndex | QPersistentModelIndex


def paint_ground(painter: QPainter, option: QStyleOptionViewItem, tokens: Tokens, *, focused: bool = False) -> None:
    """Paint what tells whether a row is selected or the pointer is over it.

    The frame shows the accent where keys act on the row: by the view's focus, or where `focused` says so.
    """
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    if not selected and not option.state & QStyle.StateFlag.State_MouseOver:
        return
    has_focus = option.state & QStyle.StateFlag.State_Active and option.state & QStyle.StateFlag.State_HasFocus
    frame = tokens.color("accent" if focused or has_focus else "line")
    painter.setPen(QPen(frame) if selected else Qt.PenStyle.NoPen)
    painter.setBrush(tokens.color("surface" if selected else "hover"))
    ground = QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -1.5)
    painter.drawRoundedRect(ground, CARD_RADIUS, CARD_RADIUS)


def paint_box(painter: QPainter, place: QRect, index: Index, tokens: Tokens) -> None:
    """Paint the check box of a row as its model has it."""
    box = QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5)
    enabled = bool(index.flags() & Qt.ItemFlag.ItemIsUserCheckable)
    checked = Qt.CheckState(index.data(Qt.ItemDataRole.CheckStateRole)) is Qt.CheckState.Checked
    painter.setPen(QPen(tokens.color("accent" if checked else "secondary" if enabled else "line"), 1.2))
    painter.setBrush(tokens.color("accent") if checked else QColor(Qt.GlobalColor.transparent))
    painter.drawRoundedRect(box, 4, 4)
    if checked:
        painter.setPen(QPen(tokens.color("on_accent"), 1.8, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        left, top = box.left(), box.top()
        mark = ((4, 9), (7, 12), (13, 5))
        painter.drawPolyline(QPolygonF([QPoint(round(left + x), round(top + y)) for x, y in mark]))
