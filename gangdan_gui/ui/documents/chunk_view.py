"""The Markdown of a document with its chunks as bands, their numbers in the margin, and the current one marked."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter, QPaintEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QMenu, QWidget

from gangdan_gui.ui.documents.chunk_bands import Band, Bands
from gangdan_gui.ui.documents.preview_bands import BandedSource, Strip
from gangdan_gui.ui.theme import GAP, HAIR, TIGHT, Theme, base_font

_TINTS = ("accent", "warning")
_TINT_LIGHT, _TINT_DARK = 26, 40
_VEIL = 150
_NUMBER_SIZE = 11
_WIDEST = "9999 · 99,999"


class ChunkView(BandedSource):
    """`chosen` brings the band that the caret has come to, or None; `toggled` one to leave out or to take in again."""

    chosen = Signal(object)
    toggled = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.current: Band | None = None
        self.margin = _Margin(self, theme)
        self.setViewportMargins(self.margin.sizeHint().width(), 0, 0, 0)
        self.updateRequest.connect(self._scroll_margin)
        self.cursorPositionChanged.connect(self._choose)
        self.queue.drained.connect(self._choose)
        theme.changed.connect(self.margin.update)

    def show_bands(self, bands: Bands) -> None:
        """Paint other bands; the caret is at one of them."""
        super().show_bands(bands)
        self.margin.update()
        self._choose()

    def step(self, by: int) -> None:
        """Go to the chunk after the current one, or with -1 to the one before."""
        at = self.current.number - 1 + by if self.current else 0
        if 0 <= at < len(self.bands.all):
            cursor = QTextCursor(self.document())
            cursor.setPosition(self.position(self.bands.all[at].start))
            self.setTextCursor(cursor)
            self.centerCursor()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Bands below the text; over it a veil on what was taken out."""
        shown = tuple(self.strips())
        self._paint_bands(shown)
        super().paintEvent(event)
        self._strike([strip for strip in shown if strip.band.excluded])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The margin is as high as the view."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self.margin.setGeometry(QRect(inside.topLeft(), QSize(self.margin.sizeHint().width(), inside.height())))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Leave out what was clicked, or what the caret is at, or take it in again."""
        if event.reason() is QContextMenuEvent.Reason.Mouse and not self.textCursor().hasSelection():
            self.setTextCursor(self.cursorForPosition(event.pos()))
        menu = QMenu(self)
        copy = menu.addAction(self.tr("Copy"), self.copy)
        copy.setEnabled(self.textCursor().hasSelection())
        if self.current is not None:
            band = self.current
            menu.addAction(self.toggle_words(band), lambda: self.toggled.emit(band))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def toggle_words(self, band: Band | None) -> str:
        """What can be done with a chunk."""
        excluded = band is not None and band.excluded
        return self.tr("Take this passage in again") if excluded else self.tr("Leave this passage out")

    def tint(self, strip: Strip) -> QColor:
        """The colour of a band: those beside each other differ, and where they overlap both are seen."""
        color = self._theme.tokens.color("faint" if strip.band.excluded else _TINTS[strip.index % len(_TINTS)])
        color.setAlpha(_TINT_DARK if self._theme.dark else _TINT_LIGHT)
        return color

    def _colour(self) -> None:
        """The bands mark enough."""

    def _mark(self) -> None:
        """The caret goes to the passage."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.position(self._place[0]))
        self.setTextCursor(cursor)
        self.centerCursor()

    def _choose(self) -> None:
        band = None if self.queue.busy else self.bands.at(self.offset(self.textCursor().position()))
        if band != self.current:
            self.current = band
            self.margin.update()
            self.viewport().update()
            self.chosen.emit(band)

    def _paint_bands(self, shown: tuple[Strip, ...]) -> None:
        with QPainter(self.viewport()) as painter:
            for strip in shown:
                painter.fillRect(strip.rect, self.tint(strip))

    def _strike(self, shown: list[Strip]) -> None:
        if not shown:
            return
        veil = self._theme.tokens.color("surface")
        veil.setAlpha(_VEIL)
        with QPainter(self.viewport()) as painter:
            painter.setPen(self._theme.tokens.color("faint"))
            for strip in shown:
                painter.fillRect(strip.rect, veil)
                if strip.right > strip.left:
                    middle = round(strip.rect.center().y())
                    painter.drawLine(round(strip.left), middle, round(strip.right), middle)

    def _scroll_margin(self, _rect: QRect, _dy: int) -> None:
        self.margin.update()


class _Margin(QWidget):
    """The numbers and lengths beside the text."""

    def __init__(self, view: ChunkView, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._theme = view, theme
        self.setFont(base_font(_NUMBER_SIZE))

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(_WIDEST) + GAP, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        below = -1.0
        with QPainter(self) as painter:
            painter.setFont(self.font())
            for strip in self._view.strips():
                current = strip.band == self._view.current
                if current:
                    painter.fillRect(
                        QRectF(self.width() - 3, strip.rect.top(), 3, strip.rect.height()), tokens.color("accent")
                    )
                if strip.first and strip.rect.top() >= below:
                    below = strip.rect.bottom()
                    painter.setPen(tokens.color("accent" if current else "secondary"))
                    words = f"{strip.band.number} · {self.locale().toString(strip.band.length)}"
                    room = QRectF(HAIR, strip.rect.top(), self.width() - HAIR - TIGHT, strip.rect.height())
                    painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
