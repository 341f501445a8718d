"""Paints stretches of a text behind its lines: only what is in view, however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextBlock, QTextLine
from PySide6.QtWidgets import QWidget

from gangdan_gui.ui.documents.chunk_bands import Band, Bands
from gangdan_gui.ui.documents.source import DocumentSource
from gangdan_gui.ui.reading.text_positions import units
from gangdan_gui.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class Strip:
    """A part of a band on one line of the view. `first` is the line that the band begins on.

    The letters on it reach from `left` to `right`.
    """

    index: int
    band: Band
    rect: QRectF
    first: bool
    left: float
    right: float


class BandedSource(DocumentSource):
    """A text with bands; whoever derives from it paints their strips."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.bands = Bands()

    def show_bands(self, bands: Bands) -> None:
        """Paint other bands."""
        self.bands = bands
        self.viewport().update()

    def strips(self) -> Iterator[Strip]:
        """What of the bands is in view, from the top down."""
        block = self.firstVisibleBlock()
        place = self.blockBoundingGeometry(block).translated(self.contentOffset())
        while block.isValid() and place.top() <= self.viewport().height():
            if block.isVisible():
                yield from self._strips_of(block, place)
            block = block.next()
            place = self.blockBoundingGeometry(block).translated(self.contentOffset())

    def _strips_of(self, block: QTextBlock, place: QRectF) -> Iterator[Strip]:
        number = block.blockNumber()
        if number >= len(self._starts):
            return
        start, text, layout = self._starts[number], block.text(), block.layout()
        for index, band in self.bands.between(start, start + len(text) + 1):
            first, last = units(text[: max(0, band.start - start)]), units(text[: max(0, band.end - start)])
            for at in range(layout.lineCount()):
                line = layout.lineAt(at)
                rect = self._on_line(line, place, first, last)
                if rect is not None:
                    begin = place.left() + line.x()
                    left, right = max(begin, rect.left()), min(begin + line.naturalTextWidth(), rect.right())
                    yield Strip(index, band, rect, band.start >= start and _holds(line, first), left, right)

    def _on_line(self, line: QTextLine, place: QRectF, first: int, last: int) -> QRectF | None:
        begin, end = line.textStart(), line.textStart() + line.textLength()
        if first >= end > begin or (last <= begin and begin < end) or (begin == end and first > begin):
            return None
        left = 0.0 if first <= begin else place.left() + _x(line, first)
        right = float(self.viewport().width()) if last >= end else place.left() + _x(line, last)
        return QRectF(left, place.top() + line.y(), right - left, line.height())


def _holds(line: QTextLine, position: int) -> bool:
    return line.textStart() <= position < line.textStart() + max(1, line.textLength())


def _x(line: QTextLine, position: int) -> float:
    found: Any = line.cursorToX(position)  # with the position that it is of, which the stubs don't know
    return float(found[0])
